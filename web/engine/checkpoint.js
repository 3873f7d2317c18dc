// Models whose files are read in slices: the engine says which bytes it wants, and each tensor goes straight into its place.
import { nextTask, waited } from "./slices.js";

/** @typedef {import("./bridge.js").Bridge} Bridge */
/** @typedef {import("./slices.js").Callbacks} Callbacks */
/** @typedef {Blob | ArrayBuffer | Uint8Array} Source */
/** @typedef {{ source: Source, name: string }} Named a name is how an index calls a file, and errors do */

/**
 * @param {unknown} source
 * @returns {number | undefined} undefined where it is no file
 */
export function sizeOf(source) {
  if (source instanceof Blob) return source.size;
  if (source instanceof ArrayBuffer || source instanceof Uint8Array) return source.byteLength;
  return undefined;
}

/**
 * @param {Source} source
 * @param {number} start
 * @param {number} end
 * @returns {Promise<Uint8Array>}
 */
async function piece(source, start, end) {
  if (source instanceof Blob) return new Uint8Array(await source.slice(start, end).arrayBuffer());
  if (source instanceof ArrayBuffer) return new Uint8Array(source, start, end - start);
  return source.subarray(start, end);
}

/**
 * The bytes of a slice. What the browser throws where a file was changed or taken away since it was chosen is said by name. A file on a
 * drive that does not answer is waited for until the work is aborted.
 * @param {import("./texts.js").Texts} texts
 * @param {Named} file
 * @param {number} start
 * @param {number} end
 * @param {AbortSignal} [signal]
 */
export async function readSlice(texts, { source, name }, start, end, signal) {
  let stop = () => {};
  const aborted = new Promise((_, reject) => {
    stop = () => reject(texts.error("aborted", "aborted"));
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop);
  });
  const read = piece(source, start, end).catch(() => {
    throw texts.error("malformed_file", "file_changed", { file: name || "weights" });
  });
  try {
    return /** @type {Uint8Array} */ (await Promise.race([aborted, read]));
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/**
 * @param {Bridge} bridge
 * @param {Named[]} files
 * @param {Record<string, unknown>} options config; index of a sharded checkpoint
 * @param {Callbacks} callbacks
 * @returns {Promise<number>} the model's handle
 */
export async function loadSlices(bridge, files, { config, ...others }, { onProgress, signal }) {
  const sizes = files.map(({ source, name }) => ({ name, size: sizeOf(source) }));
  const checkpoint = bridge.call("beginCheckpoint", { config, files: sizes, options: others });
  try {
    for (;;) {
      if (signal?.aborted) throw bridge.texts.error("aborted", "aborted");
      const { model, file, begin, size, done, total } = bridge.call("nextSlice", { checkpoint });
      if (model !== undefined) return model;
      if (total > 0) await waited(onProgress?.({ done, total }), signal);
      const bytes = await readSlice(bridge.texts, files[file], begin, begin + size, signal);
      bridge.call("takeSlice", { checkpoint, bytes });
      await nextTask();
    }
  } finally {
    bridge.release("endHeld", { held: checkpoint });
  }
}
