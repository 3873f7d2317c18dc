// Large files of hardly any memory: a GPT-2 of one block, all zeros, in which one piece of zeros stands again and again.

/** Numbers in one entry of a safetensors file, in bytes. */
const sizes = { F32: 4, F16: 2 };

/**
 * What such a file begins with, and how many bytes of zeros follow.
 * @param {{ width: number, vocab: number, positions: number, type: "F32" | "F16" }} model
 */
export function largeModel({ width, vocab, positions, type }) {
  const norm = (/** @type {string} */ name) => [`${name}.weight`, `${name}.bias`].map((each) => [each, [width]]);
  const linear = (/** @type {string} */ name, /** @type {number} */ from, /** @type {number} */ to) => [
    [`h.0.${name}.weight`, [from, to]],
    [`h.0.${name}.bias`, [to]],
  ];
  const shapes = /** @type {[string, number[]][]} */ ([
    ["wte.weight", [vocab, width]],
    ["wpe.weight", [positions, width]],
    ...["h.0.ln_1", "h.0.ln_2", "ln_f"].flatMap(norm),
    ...linear("attn.c_attn", width, 3 * width),
    ...linear("attn.c_proj", width, width),
    ...linear("mlp.c_fc", width, 4 * width),
    ...linear("mlp.c_proj", 4 * width, width),
  ]);
  let zeros = 0;
  const entries = shapes.map(([name, shape]) => {
    const begin = zeros;
    zeros += sizes[type] * shape.reduce((product, extent) => product * extent, 1);
    return [name, { dtype: type, shape, data_offsets: [begin, zeros] }];
  });
  const config = { model_type: "gpt2", n_layer: 1, n_head: width / 64, n_embd: width, n_positions: positions, vocab_size: vocab }; // prettier-ignore
  return { header: JSON.stringify(Object.fromEntries(entries)), zeros, config: JSON.stringify(config) };
}

/** In a page too: it stands on nothing around it. @param {{ header: string, zeros: number, config: string }} model @returns {File[]} */
export function largeFiles({ header, zeros, config }) {
  const piece = new Blob([new Uint8Array(2 ** 24)]);
  const pieces = Array(Math.floor(zeros / piece.size)).fill(piece);
  const start = new BigUint64Array([BigInt(header.length)]);
  const weights = new File([start, header, ...pieces, piece.slice(0, zeros % piece.size)], "model.safetensors");
  return [weights, new File([config], "config.json")];
}
