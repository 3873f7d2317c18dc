// Runs the engine's checks (tests/wasm) in this page and reports: engine.spec.js opens it, directly and in an opaque frame.
import * as whereabouts from "/build/package/index.js";

import { engineChecks, workersChecks } from "/tests/wasm/build-checks.js";

const wanted = new URL(location.href).searchParams;
const build = /** @type {any} */ (wanted.get("build"));

const checks = {
  ...(wanted.get("checks") !== "worker" && engineChecks(whereabouts, build)),
  ...workersChecks(whereabouts, build),
};

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
