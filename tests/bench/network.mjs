// What every contestant computes: products of square matrices, one forward pass of a small GPT-2, and (who can) one
// training step of it. Numbers are drawn
// from the names of what they fill, so that no contestant has to hand them to another.

/** Sizes of the square products. */
export const products = [64, 128, 256];

/** The network of the forward pass, in Hugging Face's names. */
export const config = {
  model_type: "gpt2",
  n_layer: 4,
  n_head: 4,
  n_embd: 128,
  n_positions: 128,
  vocab_size: 128,
};

export const tokens = Int32Array.from({ length: config.n_positions }, (_, i) => (i * 7) % config.vocab_size);

/** A training step of the same network: how many sequences, how long, and what the optimizer (Adam) is told. */
export const training = { size: 8, length: 64, learning_rate: 1e-3, betas: [0.9, 0.99], eps: 1e-8 };

/** Random tokens and the targets to learn, [size, length] each. */
export function batch() {
  const draw = (/** @type {string} */ name) =>
    Int32Array.from(numbers(name, training.size * training.length), (x) =>
      Math.floor(((x + 1) / 2) * config.vocab_size),
    );
  return { tokens: draw("tokens"), targets: draw("targets") };
}

/**
 * Uniform in [center - spread, center + spread), the same for a name everywhere.
 * @param {string} name
 * @param {number} count
 */
function numbers(name, count, spread = 1, center = 0) {
  let state = 2166136261;
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return center + spread * ((state >>> 8) / 2 ** 23 - 1);
  });
}

/** @param {string} side "left" or "right" @param {number} n */
export const factor = (side, n) => numbers(`${side} ${n}`, n * n);

/**
 * A parameter of the network: gains around 1, everything else around 0, each of a size that keeps the signal's.
 * @param {string} name as in a GPT-2 checkpoint
 */
export function parameter(name) {
  const shape = shapeOf(name);
  const count = shape.reduce((product, size) => product * size, 1);
  if (/ln_\w+\.weight$/.test(name)) return { shape, data: numbers(name, count, 0.2, 1) };
  const spread = shape.length === 2 && name.startsWith("h.") ? Math.sqrt(3 / shape[0]) : 0.1;
  return { shape, data: numbers(name, count, spread) };
}

function shapeOf(/** @type {string} */ name) {
  const width = config.n_embd;
  if (name === "wte.weight") return [config.vocab_size, width];
  if (name === "wpe.weight") return [config.n_positions, width];
  const widths = /** @type {Record<string, number[]>} */ ({
    "attn.c_attn": [width, 3 * width],
    "attn.c_proj": [width, width],
    "mlp.c_fc": [width, 4 * width],
    "mlp.c_proj": [4 * width, width],
  });
  const linear = Object.keys(widths).find((part) => name.includes(part));
  if (!linear) return [width]; // a norm
  return name.endsWith(".weight") ? widths[linear] : [widths[linear][1]];
}

/** Names of every parameter, in the order of a checkpoint. */
export function parameterNames() {
  const both = (/** @type {string} */ name) => [`${name}.weight`, `${name}.bias`];
  const blocks = Array.from({ length: config.n_layer }, (_, layer) =>
    ["ln_1", "attn.c_attn", "attn.c_proj", "ln_2", "mlp.c_fc", "mlp.c_proj"].flatMap((part) =>
      both(`h.${layer}.${part}`),
    ),
  );
  return ["wte.weight", "wpe.weight", ...blocks.flat(), ...both("ln_f")];
}

/** Floating-point operations of one product. */
export const productWork = (/** @type {number} */ n) => 2 * n ** 3;

/** Of one training step: a backward pass multiplies twice as much as its forward pass. */
export const trainingWork = () => 3 * training.size * forwardWork(training.length);

/** Of one forward pass, scores above the diagonal counted as if they were needed. */
export function forwardWork(length = config.n_positions) {
  const { n_layer, n_embd: width, vocab_size } = config;
  return n_layer * (24 * width * width * length + 4 * length * length * width) + 2 * length * width * vocab_size;
}
