// In the place of web/engine/addresses.js: the build and the worker are parts of the page. One build is enough: every browser that runs
// these pages at all has SIMD, and two would not leave room for the rest.
import { partNames, startWorker } from "./parts.js";

export const addresses = { simd: { glue: "whereabouts-simd.js", wasm: "whereabouts-simd.wasm" } };

/** The engine's worker reads the trained models; the compiled build is posted to it. */
export function browserWorker() {
  return startWorker("engine-worker.js", partNames(".safetensors"));
}

/** A page is no Node program. @returns {URL} */
export function workerFile() {
  throw new Error("a page in one file runs in browsers only");
}
