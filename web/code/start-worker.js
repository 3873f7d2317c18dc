// The worker's script is a file of its own. Where page and script have one origin it is started by address; a frame of opaque
// origin may not do that, and starts a blob that imports the address.
import address from "./worker.js?worker&url";

/** @returns {Worker} one that says "ready" when it can hear */
export function startWorker() {
  const target = new URL(address, import.meta.url);
  if (target.origin === self.origin) return new Worker(target, { type: "module" });
  const code = `import(${JSON.stringify(target.href)}).catch((error) => postMessage({ failed: String(error) }));`;
  const blob = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  try {
    return new Worker(blob);
  } finally {
    setTimeout(() => URL.revokeObjectURL(blob), 10_000); // not before the worker has read it
  }
}
