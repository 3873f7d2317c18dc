// A safetensors file cut in two, each part with a header of its own, and the index that says which tensor is in which.

/**
 * @param {Uint8Array} weights
 * @returns {{ index: File, parts: File[] }}
 */
export function shards(weights) {
  const length = Number(new DataView(weights.buffer, weights.byteOffset).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(weights.subarray(8, 8 + length)));
  const names = Object.keys(header).filter((name) => name !== "__metadata__");
  const file = (/** @type {number} */ n) => `model-0000${n}-of-00002.safetensors`;
  const part = (/** @type {string[]} */ own, /** @type {number} */ n) => {
    let at = 0;
    const tensors = own.map((name) => {
      const [begin, end] = header[name].data_offsets;
      const offsets = [at, (at += end - begin)];
      return {
        entry: [name, { ...header[name], data_offsets: offsets }],
        data: weights.subarray(8 + length + begin, 8 + length + end),
      };
    });
    const written = JSON.stringify(Object.fromEntries(tensors.map(({ entry }) => entry)));
    const padded = written.padEnd(Math.ceil(written.length / 8) * 8);
    const size = new BigUint64Array([BigInt(padded.length)]);
    return new File([size, padded, ...tensors.map(({ data }) => data)], file(n));
  };
  const cut = [names.slice(0, 3), names.slice(3)];
  const weight_map = Object.fromEntries(cut.flatMap((own, at) => own.map((name) => [name, file(at + 1)])));
  const index = new File([JSON.stringify({ metadata: {}, weight_map })], "model.safetensors.index.json");
  return { index, parts: cut.map((own, at) => part(own, at + 1)) };
}
