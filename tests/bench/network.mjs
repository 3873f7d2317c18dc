// What every contestant computes: products of square matrices, one forward pass of a small GPT-2, (who can) one
// training step of it, and prefill and decoding of a network as large as GPT-2 small. Numbers are drawn from the names
// of what they fill, so that no contestant has to hand them to another.

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

/** GPT-2 small's shape (Radford et al. 2019): 124 million numbers. */
export const gpt2 = {
  model_type: "gpt2",
  n_layer: 12,
  n_head: 12,
  n_embd: 768,
  n_positions: 1024,
  vocab_size: 50257,
};

/** The same kind of network, small enough to compare the contestants in a moment. */
export const gpt2Small = { ...gpt2, n_layer: 2, n_head: 4, n_embd: 64, n_positions: 48, vocab_size: 211 };

/** Tokens decoded one by one, up to the last position. */
export const decoded = 32;

/** A text that fills every position. */
export const textFor = (of = config) =>
  Int32Array.from({ length: of.n_positions }, (_, i) => (i * 7919) % of.vocab_size);

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
  const drawn = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    drawn[i] = center + spread * ((state >>> 8) / 2 ** 23 - 1);
  }
  return drawn;
}

/** @param {string} side "left" or "right" @param {number} n */
export const factor = (side, n) => numbers(`${side} ${n}`, n * n);

/**
 * A parameter of the network: gains around 1, everything else around 0, each of a size that keeps the signal's.
 * @param {string} name as in a GPT-2 checkpoint
 */
export function parameter(name, of = config) {
  const shape = shapeOf(name, of);
  const count = shape.reduce((product, size) => product * size, 1);
  if (/ln_\w+\.weight$/.test(name)) return { shape, data: numbers(name, count, 0.2, 1) };
  const spread = shape.length === 2 && name.startsWith("h.") ? Math.sqrt(3 / shape[0]) : 0.1;
  return { shape, data: numbers(name, count, spread) };
}

function shapeOf(/** @type {string} */ name, of = config) {
  const width = of.n_embd;
  if (name === "wte.weight") return [of.vocab_size, width];
  if (name === "wpe.weight") return [of.n_positions, width];
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
export function parameterNames(of = config) {
  const both = (/** @type {string} */ name) => [`${name}.weight`, `${name}.bias`];
  const blocks = Array.from({ length: of.n_layer }, (_, layer) =>
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

/** The products of one block with its weights: [rows, inner, columns] of each. */
export const blockProducts = ({ n_embd: width, n_positions: length } = config) =>
  [
    [width, 3 * width],
    [width, width],
    [width, 4 * width],
    [4 * width, width],
  ].map(([inner, columns]) => [length, inner, columns]);

/**
 * Floating-point operations of a prefill of every position that no implementation can do without: the products with the
 * weights, scores and weighted sums of the keys that a causal query sees, and the logits of the last position.
 */
export function prefillWork(of = config) {
  const { n_layer, n_embd: width, n_positions: length, vocab_size } = of;
  const linear = blockProducts(of).reduce((sum, sizes) => sum + sizes.reduce((a, b) => a * b, 2), 0);
  const attention = 2 * 2 * width * ((length * (length + 1)) / 2);
  return { linear: n_layer * linear, attention: n_layer * attention, head: 2 * width * vocab_size };
}

/** Bytes of weights that one decoded token needs: all but the table of positions, of which it reads one row. */
export function weightBytes(of = config) {
  const count = parameterNames(of)
    .filter((name) => name !== "wpe.weight")
    .reduce((sum, name) => sum + shapeOf(name, of).reduce((a, b) => a * b, 1), of.n_embd);
  return 4 * count;
}

/** Bytes of cached keys and values that one of the decoded tokens needs, on average. */
export const cacheBytes = ({ n_layer, n_embd: width, n_positions: length } = config) =>
  4 * 2 * n_layer * width * (length - (decoded - 1) / 2);
