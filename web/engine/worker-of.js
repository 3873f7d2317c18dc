// Starting a worker of a script by its address, wherever the page lives.

/**
 * By address where page and script have one origin; else that fails, and Chromium refuses module workers from blobs: a classic one that
 * imports the address works. In a page of opaque origin, a frame in a sandbox, WebKit runs no blob once the page has asked for
 * isolation (`Cross-Origin-Embedder-Policy`), but what stands in the address itself.
 * @param {string} address
 * @returns {Worker} one that posts `{ failed }` where its script does not come
 */
export function workerOf(address) {
  if (new URL(address).origin === self.origin) return new Worker(address, { type: "module" });
  const code = `import(${JSON.stringify(address)}).catch((error) => postMessage({ failed: String(error) }));`;
  if (self.origin === "null") return new Worker(`data:text/javascript,${encodeURIComponent(code)}`);
  const blob = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  try {
    return new Worker(blob);
  } finally {
    setTimeout(() => URL.revokeObjectURL(blob), 10_000); // not before the worker has read it
  }
}
