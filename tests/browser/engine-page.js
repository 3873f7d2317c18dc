// Runs the engine's checks (tests/wasm) in this page and reports: engine.spec.js opens it, directly and in an opaque frame.
import * as whereabouts from "/build/package/index.js";

import { argumentChecks } from "/tests/wasm/arguments.js";
import { exerciseChecks } from "/tests/wasm/exercises.js";
import { lifetimeChecks } from "/tests/wasm/lifetime.js";
import { taskChecks } from "/tests/wasm/tasks.js";
import { trainingChecks } from "/tests/wasm/training.js";
import { workerChecks } from "/tests/wasm/worker.js";

const wanted = new URL(location.href).searchParams;
const build = /** @type {any} */ (wanted.get("build"));

/** @type {Record<string, () => Promise<void>>} */
const checks = {};
if (wanted.get("checks") !== "worker")
  for (const [name, check] of Object.entries({
    ...argumentChecks,
    ...lifetimeChecks,
    ...exerciseChecks,
    ...trainingChecks,
    ...taskChecks,
  }))
    checks[name] = async () => {
      const engine = await whereabouts.loadEngine({ build });
      await check(engine, whereabouts);
      engine.dispose();
    };
for (const [name, check] of Object.entries(workerChecks)) checks[name] = () => check(whereabouts, build);

/** @type {{ name: string, problem: string | null }[]} */
const results = [];
for (const [name, check] of Object.entries(checks)) {
  const problem = await check().then(
    () => null,
    (error) => String(error.stack ?? error),
  );
  results.push({ name, problem });
}
window.top?.postMessage(results, "*");
