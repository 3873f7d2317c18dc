// What the encodings of a race are made of: the same task, model and training for each, so that only the encoding differs.

/** @typedef {import("./types.js").State} State */

export const encodings = ["rope", "learned", "sinusoidal", "t5_bias", "alibi", "none"];

const tasks = ["k_back", "which_first", "own_index", "copy", "reverse", "text"];

/** @type {Record<string, { n_layer: number, n_embd: number, n_head: number }>} */
const sizes = {
  small: { n_layer: 2, n_embd: 32, n_head: 2 },
  medium: { n_layer: 3, n_embd: 64, n_head: 4 },
};

/** @type {import("./types.js").Setting[]} */
export const settings = [
  { name: "task", type: "choice", default: "k_back", choices: tasks },
  {
    name: "encodings",
    type: "set",
    default: ["rope", "learned", "sinusoidal", "alibi"],
    choices: encodings,
    minimum: 1,
    maximum: 4,
  },
  { name: "size", type: "choice", default: "small", choices: Object.keys(sizes) },
  { name: "length", type: "whole", default: 32, minimum: 8, maximum: 64, step: 8, unit: "tokens" },
  { name: "steps", type: "whole", default: 200, minimum: 20, maximum: 2000, step: 10, scale: "log" },
  { name: "seed", type: "whole", default: 0, minimum: 0, maximum: 999, step: 1 },
  { name: "chosen", type: "choice", default: "rope", choices: encodings, drawn: true },
];

/** Sequences in a step. @type {Record<string, number>} */
const batchSize = { small: 32, medium: 16 };

/** Different tokens of every task but a text, which has its own. */
const vocabulary = 16;

/** How often the curves get a point of their own on sequences that nothing is learned from. */
const evaluationEvery = 10;

/** The sequences of a task that the race draws. @param {State} state @param {string} source the text to learn from */
export function taskOptions({ task, length, seed }, source) {
  if (task === "text") return { text: source, length, seed };
  // An index is answered by the token of its number: there must be as many.
  return { length, vocab_size: task === "own_index" ? length : vocabulary, seed };
}

/**
 * @param {State} state
 * @param {{ vocab_size: number, length: number, causal: boolean }} task its config
 * @param {string} encoding
 */
export function modelConfig({ size }, { vocab_size, length, causal }, encoding) {
  const shape = sizes[size];
  return {
    model_type: "gpt2",
    ...shape,
    n_positions: length,
    vocab_size,
    causal,
    position: positionOf(encoding, shape.n_embd),
  };
}

/**
 * The encoding with the settings that all experiments of the course share: sinusoidal rows as large as the embeddings, T5's
 * buckets up to a distance of 64.
 * @param {string} kind
 * @param {number} width
 */
export function positionOf(kind, width) {
  if (kind === "sinusoidal") return { kind, scale: 1 / Math.sqrt(width) };
  return kind === "t5_bias" ? { kind, max_distance: 64 } : { kind };
}

/** @param {State} state */
export function trainerOptions({ steps }) {
  return { learning_rate: 5e-3, warmup_steps: Math.min(20, steps), total_steps: steps, schedule: "cosine" };
}

/** @param {State} state */
export function trainOptions({ task, size, steps }) {
  // One answer in a sequence needs more of them than one at every position.
  const sequences = task === "which_first" ? 256 : 64;
  return { steps, batch_size: batchSize[size], evaluate_every: evaluationEvery, sequences };
}

/** Races that differ in nothing that is trained have the same name. @param {State} state @param {string} encoding @param {number} text a text's number */
export function laneName({ task, size, length, steps, seed }, encoding, text = 0) {
  return [task, size, length, steps, seed, encoding, ...(task === "text" ? [text] : [])].join(" ");
}
