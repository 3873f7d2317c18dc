// The package in Node, on every build: `node --experimental-wasm-relaxed-simd --test tests/wasm/*.test.js` after
// ./build.sh package. The checks themselves know nothing of Node and run in a browser too (tests/browser/engine.spec.js).
import { describe, test } from "node:test";

import * as whereabouts from "../../build/package/index.js";
import { argumentChecks } from "./arguments.js";
import { exerciseChecks } from "./exercises.js";
import { lifetimeChecks } from "./lifetime.js";
import { taskChecks } from "./tasks.js";
import { trainingChecks } from "./training.js";
import { workerChecks } from "./worker.js";

// A build that this Node cannot run fails here: leaving it out would look like passing.
for (const build of ["relaxed-simd", "simd", "scalar"])
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

describe("in a worker", () => {
  for (const [name, check] of Object.entries(argumentChecks))
    test(name, async () => {
      const engine = await whereabouts.loadEngineInWorker();
      await check(engine, whereabouts);
      await engine.dispose();
    });
});
