// One file, slice by slice, into the origin-private file system. Chromium, Firefox and Safari from 26 on give a stream for that; earlier
// ones of Safari write in workers alone.
import { KeptTrouble } from "./kept-trouble.js";

/** Bytes that are in memory at a time. */
export const sliceBytes = 4 * 2 ** 20;

/** @typedef {{ write: (data: ArrayBuffer, at: number) => Promise<unknown>, close: () => Promise<unknown>, abort: () => Promise<unknown> }} Sink */

/**
 * @param {object} what
 * @param {any} what.folder handle of the folder
 * @param {string[]} what.path of the file, from the root
 * @param {Blob & { name?: string }} what.source
 * @param {(bytes: number) => void} [what.onBytes] after every slice
 * @param {AbortSignal} [what.signal]
 * @param {(path: string[]) => Promise<Sink>} [what.inWorker]
 * @throws {KeptTrouble} "source" where the source can no longer be read, "short" where it ended early; else what the browser throws
 */
export async function writeFile({ folder, path, source, onBytes, signal, inWorker = workerSink }) {
  const handle = await folder.getFileHandle(path[path.length - 1], { create: true });
  const streams = typeof handle.createWritable === "function";
  const sink = streams ? await streamSink(handle) : await inWorker(path);
  try {
    for (let at = 0; at < source.size; at += sliceBytes) {
      signal?.throwIfAborted();
      const data = await read(source, at);
      const bytes = data.byteLength;
      await sink.write(data, at);
      onBytes?.(bytes);
    }
    signal?.throwIfAborted();
    await sink.close();
  } catch (error) {
    await sink.abort().catch(() => {});
    throw error;
  }
}

/** @param {Blob & { name?: string }} source @param {number} at */
async function read(source, at) {
  const wanted = Math.min(sliceBytes, source.size - at);
  const data = await source
    .slice(at, at + wanted)
    .arrayBuffer()
    .catch((/** @type {Error} */ { message }) => {
      throw new KeptTrouble("source", { name: source.name, message });
    });
  if (data.byteLength !== wanted) throw new KeptTrouble("short", { name: source.name });
  return data;
}

/** @param {any} handle @returns {Promise<Sink>} what was written appears when it is closed */
async function streamSink(handle) {
  const stream = await handle.createWritable();
  return {
    write: (data, at) => stream.write({ type: "write", position: at, data }),
    close: () => stream.close(),
    abort: () => stream.abort(),
  };
}

/**
 * What runs in the worker: it answers each message when it is done. The worker gets the text of this function, so that it runs wherever
 * the page does; it names nothing from outside.
 * @param {any} scope of the worker
 */
export function writeInWorker(scope) {
  /** @type {any} */
  let access;
  /** @type {Record<string, (message: any) => Promise<void>>} */
  const acts = {
    async open({ path }) {
      let folder = await scope.navigator.storage.getDirectory();
      for (const name of path.slice(0, -1)) folder = await folder.getDirectoryHandle(name);
      const handle = await folder.getFileHandle(path[path.length - 1], { create: true });
      access = await handle.createSyncAccessHandle();
    },
    async write({ data, at }) {
      const wanted = data.byteLength;
      // Where there is no room, a browser may write less and throw nothing.
      const written = await access.write(new Uint8Array(data), { at });
      if (written !== wanted) throw Object.assign(new Error(`${written} / ${wanted}`), { name: "QuotaExceededError" });
    },
    async close() {
      try {
        await access.flush();
      } finally {
        await access.close();
      }
    },
    async abort() {
      await access?.close();
    },
  };
  scope.onmessage = async (/** @type {MessageEvent} */ { data: message }) => {
    try {
      await acts[message.act](message);
      scope.postMessage({});
    } catch (error) {
      scope.postMessage({ failed: { name: error.name, message: error.message } });
    }
  };
}

/** @returns {Worker} */
function startWorker() {
  const address = URL.createObjectURL(new Blob([`(${writeInWorker})(self);`], { type: "text/javascript" }));
  try {
    return new Worker(address);
  } finally {
    setTimeout(() => URL.revokeObjectURL(address), 10_000); // not before the worker has read it
  }
}

/**
 * @param {string[]} path
 * @param {() => any} [start]
 * @returns {Promise<Sink>}
 */
export async function workerSink(path, start = startWorker) {
  const worker = start();
  let over = false;
  const end = () => {
    over = true;
    worker.terminate();
  };
  /** One question at a time; what has ended answers none. @param {any} message @param {ArrayBuffer[]} [transferred] */
  const ask = (message, transferred = []) =>
    new Promise((resolve, reject) => {
      worker.onmessage = (/** @type {MessageEvent} */ { data: { failed } }) =>
        failed ? reject(Object.assign(new Error(failed.message), { name: failed.name })) : resolve(undefined);
      worker.onerror = (/** @type {ErrorEvent} */ event) => {
        end();
        reject(new Error(event.message || "Worker"));
      };
      worker.postMessage(message, transferred);
    });
  try {
    await ask({ act: "open", path });
  } catch (error) {
    end();
    throw error;
  }
  return {
    write: (data, at) => ask({ act: "write", data, at }, [data]),
    close: () => ask({ act: "close" }).finally(end),
    abort: async () => void (over || (await ask({ act: "abort" }).finally(end))),
  };
}
