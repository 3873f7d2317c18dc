// A sentence as a reader types it, and a small fresh model that reads it: the words of the sentence are its whole vocabulary.
import { randomRows } from "./directions.js";

/** A sentence has two words at least, so that two can change places; more than eight would leave no room for a finger. */
const [fewest, most] = [2, 8];
const longest = 12;

export const sizes = { n_layer: 1, n_head: 4, n_embd: 16, n_positions: 32, vocab_size: most };

const seed = 7;

/** T5's buckets, as they are without a word in a config. */
const buckets = 32;

export const encodings = ["none", "learned", "sinusoidal", "rope", "alibi", "t5_bias"];

/** @param {string} sentence */
export function wordsOf(sentence) {
  return sentence.split(/\s+/).filter(Boolean);
}

/**
 * What is wrong with a sentence: the key of a message and its fields, or null.
 * @param {any} sentence
 */
export function sentenceProblem(sentence) {
  const words = wordsOf(String(sentence));
  if (words.length < fewest || words.length > most)
    return { key: "problem.words", fields: { fewest, most, count: words.length } };
  const long = words.find((word) => [...word].length > longest);
  return long === undefined ? null : { key: "problem.word", fields: { word: long, longest } };
}

/** The id of every word: words count in the order in which they first come, and a word that comes again is the same token. @param {string[]} words */
export function idsOf(words) {
  const different = [...new Set(words)];
  return words.map((word) => different.indexOf(word));
}

/** A word, cut where its place has no room for it. @param {string} word @param {number} width @param {number} size of the letters */
export function fitted(word, width, size) {
  const room = Math.max(2, Math.floor(width / (size * 0.52)));
  const letters = [...word];
  return letters.length <= room ? word : `${letters.slice(0, room - 1).join("")}…`;
}

/** @type {WeakMap<object, Map<string, any>>} the models of each engine, made when a figure first asks */
const models = new WeakMap();

/**
 * A model of one block with random weights, the same ones for every encoding and mask. A fresh T5 table holds zeros and would do
 * nothing, so it gets random numbers too.
 * @param {any} engine
 * @param {string} kind of encoding
 * @param {boolean} causal
 */
export function sentenceModel(engine, kind, causal) {
  const made = models.get(engine) ?? new Map();
  models.set(engine, made);
  const key = `${kind} ${causal}`;
  if (!made.has(key)) {
    const model = engine.createModel({ model_type: "gpt2", ...sizes, causal, position: { kind } }, { seed });
    if (kind === "t5_bias") {
      const drawn = randomRows(engine, buckets, sizes.n_head, seed).slice(0, buckets * sizes.n_head);
      // Entries of a fresh embedding deviate by 1 / √width; the scores that a bias is added to, by about 1.
      model.writeParameter("relative_attention_bias.weight", drawn.map((entry) => entry * Math.sqrt(sizes.n_embd))); // prettier-ignore
    }
    made.set(key, model);
  }
  return made.get(key);
}

/**
 * The largest difference between two lists of numbers.
 * @param {ArrayLike<number>} first
 * @param {ArrayLike<number>} second
 */
export function farthest(first, second) {
  return Array.from(first).reduce((most, value, index) => Math.max(most, Math.abs(value - second[index])), 0);
}
