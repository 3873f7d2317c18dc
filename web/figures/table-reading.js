// The learned table of a shipped model, as trained or made weaker, its rows in order or shuffled, and how the model reads with it.
import { property, tokensOf } from "./reading.js";

/** @typedef {import("./types.js").State} State */

/** How much is read: pieces as long as the model was trained on. */
export const window = 64;
export const windows = 128;
export const readCharacters = window * windows;

/** Strengths that are measured beforehand. */
export const strengths = [0, 0.25, 0.5, 0.75, 1];

/** What the model writes when it goes on from here: text and continuation fit the table's rows. */
const prompt = "She was ";
const written = 48;

/** A point of the figure. @typedef {{ perplexity: number, sample: string }} Reading */

/**
 * @typedef {object} Measured
 * @property {{ source: string, title: string }} text
 * @property {Record<string, Reading>} readings by state (`subjectOf`)
 * @property {number} without the perplexity of the model trained without any encoding
 */

/** States with the same subject are the same table; one without strength has no order. @param {State} state */
export function subjectOf({ strength, shuffled, seed }) {
  return strength > 0 && shuffled ? `${strength} shuffled ${seed}` : `${strength}`;
}

/**
 * The same rows in another order, the same one for a seed: shuffled by Fisher and Yates' method, with numbers by mulberry32.
 * @param {number} rows
 * @param {number} seed
 */
export function orderOf(rows, seed) {
  let state = seed + 1;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const order = Array.from({ length: rows }, (_, row) => row);
  for (let last = rows - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/**
 * Shuffled are the rows that training used; a table may have more.
 * @param {{ data: ArrayLike<number>, shape: number[] }} table as trained
 * @param {State} state
 */
export function changedTable({ data, shape: [rows, width] }, { strength, shuffled, seed }) {
  const order = shuffled ? orderOf(Math.min(rows, window), seed) : [];
  return Float32Array.from(data, (_, index) => {
    const row = Math.floor(index / width);
    return strength * data[(order[row] ?? row) * width + (index % width)];
  });
}

/**
 * The model with the table of a state in place of its own.
 * @param {any} model
 * @param {{ data: ArrayLike<number>, shape: number[] }} table as trained
 * @param {Int32Array} tokens
 * @param {State} state
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<Reading>}
 */
export async function readWith(model, table, tokens, state, { signal } = {}) {
  await model.writeParameter("wpe.weight", changedTable(table, state));
  const { perplexity } = await model.perplexity(tokens, { window, stride: window, signal });
  return { perplexity: Number(perplexity.toFixed(4)), sample: await sampleOf(model, signal) };
}

/** @param {any} model @param {AbortSignal} [signal] */
async function sampleOf(model, signal) {
  const tokenizer = await property(model, "tokenizer");
  const begun = await tokenizer.encode(prompt);
  const more = await model.generate(begun, { max_new_tokens: written, temperature: 0.8, seed: 1, signal });
  return (prompt + (await tokenizer.decode(more))).replace(/\s+/g, " ");
}

/**
 * What the figure first shows: both curves, and the model that never had a table.
 * @param {any} engine
 * @param {{ text: string, source: { source: string, title: string } }} material
 * @param {State} state
 * @returns {Promise<Measured>}
 */
export async function measure(engine, { text, source }, state) {
  const model = await engine.loadShippedModel("learned");
  const other = await engine.loadShippedModel("none");
  try {
    const read = text.slice(0, readCharacters);
    const [tokens, table] = [await tokensOf(model, read), await model.readParameter("wpe.weight")];
    const wanted = [false, true].flatMap((shuffled) => strengths.map((strength) => ({ ...state, strength, shuffled })));
    /** @type {Record<string, Reading>} */
    const readings = {};
    for (const each of [...wanted, state]) readings[subjectOf(each)] ??= await readWith(model, table, tokens, each);
    const { perplexity } = await other.perplexity(await tokensOf(other, read), { window, stride: window });
    return { text: source, readings, without: Number(perplexity.toFixed(4)) };
  } finally {
    await model.dispose();
    await other.dispose();
  }
}
