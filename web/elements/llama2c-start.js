// How a model of llama2.c begins: seven whole numbers of 32 bits, the sizes of the model. Its later versions begin with four letters.

/** So many bytes tell. */
export const startBytes = 28;

/** "ak42" */
const laterVersions = 0x616b3432;

/** Wider than any model there is, and smaller than any four letters. */
const widest = 2 ** 24;
const deepest = 2 ** 12;

/** Whether the engine would take it for one (src/formats/file_kind.cpp). @param {Uint8Array} start */
export function isLlama2c(start) {
  if (start.length < startBytes) return false;
  const view = new DataView(start.buffer, start.byteOffset, startBytes);
  const sizes = Array.from({ length: 7 }, (_, at) => view.getInt32(4 * at, true));
  const [dim, , layers, heads, keyHeads] = sizes;
  if (dim === laterVersions) return true;
  // A vocabulary below zero says that the head has weights of its own.
  sizes[5] = Math.abs(sizes[5]);
  const plausible = sizes.every((size) => size > 0 && size < widest) && layers < deepest;
  return plausible && dim % heads === 0 && heads % keyHeads === 0;
}
