// Models whose files are read in slices: the engine says which bytes it wants, and each tensor goes straight into its place.
import { nextTask, waited } from "./slices.js";

/** @typedef {import("./bridge.js").Bridge} Bridge */
/** @typedef {import("./slices.js").Callbacks} Callbacks */
/** @typedef {Blob | ArrayBuffer | Uint8Array} Source */
/** @typedef {{ source: Source, name: string }} Named a name is how an index calls a file, and errors do */
/** @typedef {{ buffer: ArrayBuffer }} Room for slices, one after the other: each is used up before the next is read */

const none = new ArrayBuffer(0);

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
  const { buffer = source, byteOffset = 0 } = /** @type {Uint8Array} */ (source);
  return new Uint8Array(/** @type {ArrayBuffer} */ (buffer), byteOffset + start, end - start);
}

/**
 * A slice of a file, read into the room that the one before left. What `arrayBuffer()` gives lies beside it until the garbage collector
 * comes, in Chromium as much as the whole file.
 * @param {Blob} slice
 * @param {number} size
 * @param {Room} room
 */
async function filled(slice, size, room) {
  let reader;
  try {
    reader = slice.stream().getReader({ mode: "byob" });
  } catch {
    return new Uint8Array(await slice.arrayBuffer()); // a TypeError: a browser's files have no stream of bytes
  }
  // One that a reader still has is empty here.
  let { buffer } = room;
  if (buffer.byteLength < size) buffer = new ArrayBuffer(size);
  let length = 0;
  while (length < size) {
    const { done, value } = await reader.read(new Uint8Array(buffer, length, size - length));
    if (done) throw done; // it ended early, and whoever catches it says so
    buffer = value.buffer;
    length += value.byteLength;
  }
  room.buffer = buffer;
  return new Uint8Array(buffer, 0, size);
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
export async function readSlice(texts, { source, name }, start, end, signal, room = { buffer: none }) {
  const stop = () => {
    if (signal?.aborted) throw texts.error("aborted", "aborted");
  };
  stop();
  const read = piece(source, start, end, room).catch(() => {
    throw texts.error("malformed_file", "file_changed", { file: name || "weights" });
  });
  await waited(read, signal);
  stop();
  return read;
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
  const room = { buffer: none };
  const start = await readSlice(bridge.texts, files[0], 0, Math.min(startBytes, sizes[0].size ?? 0), signal);
  const checkpoint = bridge.call("beginCheckpoint", { config, files: sizes, start, options: others });
  try {
    for (;;) {
      if (signal?.aborted) throw bridge.texts.error("aborted", "aborted");
      const { model, file, begin, size, done, total } = bridge.call("nextSlice", { checkpoint });
      if (model !== undefined) return model;
      if (total > 0) await waited(onProgress?.({ done, total }), signal);
      const bytes = await readSlice(bridge.texts, files[file], begin, begin + size, signal, room);
      bridge.call("takeSlice", { checkpoint }, { bytes });
      await nextTask();
    }
  } finally {
    bridge.release("endHeld", { held: checkpoint });
  }
}
