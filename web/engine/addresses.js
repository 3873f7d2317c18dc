// Where the builds and the worker lie: beside the package's scripts. A page that holds everything in itself has this module made anew
// (web/single/addresses.js).
import { workerOf } from "./worker-of.js";

/** By build, best first. Written out one by one, because bundlers find assets by exactly this expression. */
export const addresses = {
  "relaxed-simd": {
    glue: new URL("./whereabouts-relaxed-simd.js", import.meta.url).href,
    wasm: new URL("./whereabouts-relaxed-simd.wasm", import.meta.url).href,
  },
  simd: {
    glue: new URL("./whereabouts-simd.js", import.meta.url).href,
    wasm: new URL("./whereabouts-simd.wasm", import.meta.url).href,
  },
  scalar: {
    glue: new URL("./whereabouts-scalar.js", import.meta.url).href,
    wasm: new URL("./whereabouts-scalar.wasm", import.meta.url).href,
  },
};

const worker = new URL("./worker.js", import.meta.url).href;

/** The worker's file, for Node. */
export const workerFile = () => new URL(worker);

/** @returns {Worker} one that says "up" when it can hear */
export const browserWorker = () => workerOf(worker);
