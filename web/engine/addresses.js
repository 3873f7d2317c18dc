// Where the builds and the worker lie: beside the package's scripts. A page that holds everything in itself has this module made anew
// (web/single/addresses.js).

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

/**
 * By address where page and worker have one origin. In an opaque frame, or in another site's page, a worker by address fails
 * and Chromium refuses module workers from blobs: a classic one that imports the address works.
 * @returns {Worker}
 */
export function browserWorker() {
  if (new URL(worker).origin === self.origin) return new Worker(worker, { type: "module" });
  const code = `import(${JSON.stringify(worker)}).catch((error) => postMessage({ failed: String(error) }));`;
  const blob = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  try {
    return new Worker(blob);
  } finally {
    setTimeout(() => URL.revokeObjectURL(blob), 10_000); // not before the worker has read it
  }
}
