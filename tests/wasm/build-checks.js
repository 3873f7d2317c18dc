// Every check of one build of an engine. They know nothing of Node: a browser runs them too (tests/browser/engine.spec.js).
import { argumentChecks } from "./arguments.js";
import { exerciseChecks } from "./exercises.js";
import { lifetimeChecks } from "./lifetime.js";
import { taskChecks } from "./tasks.js";
import { trainingChecks } from "./training.js";
import { workerChecks } from "./worker.js";

/** @typedef {Record<string, () => Promise<void>>} Checks by name */

/**
 * Each on an engine of its own.
 * @param {any} whereabouts the package
 * @param {any} build
 * @returns {Checks}
 */
export function engineChecks(whereabouts, build) {
  const checks = { ...argumentChecks, ...lifetimeChecks, ...exerciseChecks, ...trainingChecks, ...taskChecks };
  return Object.fromEntries(
    Object.entries(checks).map(([name, check]) => [
      name,
      async () => {
        const engine = await whereabouts.loadEngine({ build });
        await check(engine, whereabouts);
        engine.dispose();
      },
    ]),
  );
}

/** @param {any} whereabouts the package @param {any} build @returns {Checks} */
export function workersChecks(whereabouts, build) {
  return Object.fromEntries(
    Object.entries(workerChecks).map(([name, check]) => [name, async () => void (await check(whereabouts, build))]),
  );
}
