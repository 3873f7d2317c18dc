// Models whose files are read in slices: the engine says which bytes it wants, and each tensor goes straight into its place.
import { nextTask, waited } from "./slices.js";

/** @typedef {import("./bridge.js").Bridge} Bridge */
/** @typedef {import("./slices.js").Callbacks} Callbacks */
/** @typedef {Blob | ArrayBuffer | Uint8Array} Source */
/** @typedef {{ source: Source, name: string }} Named a name is how an index calls a file, and errors do */
/** @typedef {{ buffer?: ArrayBuffer }} Room for slices, one after the other: each is used up before the next is read */

/** So many bytes tell of what kind a file is, and hold the sizes of a model of llama2.c. */
const startBytes = 64;

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
 * @param {Room} room
 * @returns {Promise<Uint8Array>}
 */
async function piece(source, start, end, room) {
  if (source instanceof Blob) return filled(source.slice(start, end), end - start, room);
  if (source instanceof ArrayBuffer) return new Uint8Array(source, start, end - start);
  return source.subarray(start, end);
}

/**
 * A slice of a file, read into the room that the one before left. What `arrayBuffer()` gives lies beside it until the garbage collector
 * comes, in Chromium as much as the whole file.
 * @param {Blob} slice
 * @param {number} size
 * @param {Room} room
 */
async function filled(slice, size, room) {
  const reader = readerInto(slice);
  if (reader === null) return new Uint8Array(await slice.arrayBuffer());
  let buffer = room.buffer !== undefined && room.buffer.byteLength >= size ? room.buffer : new ArrayBuffer(size);
  room.buffer = undefined; // it is the reader's while it reads
  let length = 0;
  while (length < size) {
    const { done, value } = await reader.read(new Uint8Array(buffer, length, size - length));
    if (done) throw new Error();
    buffer = value.buffer;
    length += value.byteLength;
  }
  reader.cancel().catch(() => {}); // all of it was read
  room.buffer = buffer;
  return new Uint8Array(buffer, 0, size);
}

/** What reads into a buffer that it is given; null where a browser's files have no such reader. @param {Blob} slice */
function readerInto(slice) {
  try {
    return slice.stream().getReader({ mode: "byob" });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * The bytes of a slice. What the browser throws where a file was changed or taken away since it was chosen is said by name. A file on a
 * drive that does not answer is waited for until the work is aborted.
 * @param {import("./texts.js").Texts} texts
 * @param {Named} file
 * @param {number} start
 * @param {number} end
 * @param {AbortSignal} [signal]
 * @param {Room} [room]
 */
export async function readSlice(texts, { source, name }, start, end, signal, room = {}) {
  let stop = () => {};
  const aborted = new Promise((_, reject) => {
    stop = () => reject(texts.error("aborted", "aborted"));
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop);
  });
  const read = piece(source, start, end, room).catch(() => {
    throw texts.error("malformed_file", "file_changed", { file: name || "weights" });
  });
  try {
    return /** @type {Uint8Array} */ (await Promise.race([aborted, read]));
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/**
 * What was read from a file is nobody else's; bytes that a program gave go the way of all arguments.
 * @param {Bridge} bridge
 * @param {string} method
 * @param {Record<string, number>} of
 * @param {Named} file
 * @param {Uint8Array} bytes
 */
export function giveSlice(bridge, method, of, { source }, bytes) {
  if (source instanceof Blob) bridge.call(method, of, { bytes });
  else bridge.call(method, { ...of, bytes });
}

/**
 * @param {Bridge} bridge
 * @param {Named[]} files
 * @param {Record<string, unknown>} options config; format; index of a sharded checkpoint
 * @param {Callbacks} callbacks
 * @returns {Promise<number>} the model's handle
 */
export async function loadSlices(bridge, files, { config, ...others }, { onProgress, signal }) {
  const sizes = files.map(({ source, name }) => ({ name, size: sizeOf(source) }));
  const room = {};
  const start = await readSlice(bridge.texts, files[0], 0, Math.min(startBytes, sizes[0].size ?? 0), signal);
  const checkpoint = bridge.call("beginCheckpoint", { config, files: sizes, start, options: others });
  try {
    for (;;) {
      if (signal?.aborted) throw bridge.texts.error("aborted", "aborted");
      const { model, file, begin, size, done, total } = bridge.call("nextSlice", { checkpoint });
      if (model !== undefined) return model;
      if (total > 0) await waited(onProgress?.({ done, total }), signal);
      const bytes = await readSlice(bridge.texts, files[file], begin, begin + size, signal, room);
      giveSlice(bridge, "takeSlice", { checkpoint }, files[file], bytes);
      await nextTask();
    }
  } finally {
    bridge.release("endHeld", { held: checkpoint });
  }
}
