// Every check of an engine in Node, for one build: `node --experimental-wasm-relaxed-simd --test tests/wasm/*.test.js` after
// ./build.sh package. The checks themselves know nothing of Node and run in a browser too (tests/browser/engine.spec.js).
import { describe, test } from "node:test";

import * as whereabouts from "../../build/package/index.js";
import { argumentChecks } from "./arguments.js";
import { exerciseChecks } from "./exercises.js";
import { lifetimeChecks } from "./lifetime.js";
import { taskChecks } from "./tasks.js";
import { trainingChecks } from "./training.js";
import { workerChecks } from "./worker.js";

/**
 * A build that this Node cannot run fails: leaving it out would look like passing. Each build has a file of its own, so that
 * they share the machine's cores.
 * @param {"relaxed-simd" | "simd" | "scalar"} build
 */
export function everyCheck(build) {
  describe(build, () => {
    for (const [name, check] of Object.entries({
      ...argumentChecks,
      ...lifetimeChecks,
      ...exerciseChecks,
      ...trainingChecks,
      ...taskChecks,
    }))
      test(name, async () => {
        const engine = await whereabouts.loadEngine({ build });
        await check(engine, whereabouts);
        engine.dispose();
      });
    for (const [name, check] of Object.entries(workerChecks)) test(name, () => check(whereabouts, build));
  });
}
