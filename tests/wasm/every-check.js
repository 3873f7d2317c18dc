// Every check of an engine in Node, for one build: `node --experimental-wasm-relaxed-simd --test tests/wasm/*.test.js` after
// ./build.sh package.
import { describe, test } from "node:test";

import * as whereabouts from "../../build/package/index.js";
import { engineChecks, workersChecks } from "./build-checks.js";

/**
 * A build that this Node cannot run fails: leaving it out would look like passing. Each build has a file of its own, so that
 * they share the machine's cores.
 * @param {"relaxed-simd" | "simd" | "scalar"} build
 */
export function everyCheck(build) {
  describe(build, () => {
    const checks = { ...engineChecks(whereabouts, build), ...workersChecks(whereabouts, build) };
    for (const [name, check] of Object.entries(checks)) test(name, check);
  });
}
