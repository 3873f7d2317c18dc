// A GPT-2 that a reader dropped on the figure: loaded, measured and checked before anything on the page makes room for it.
import { plain } from "../figures/number.js";
import { checkRows, tablesOf } from "../figures/sum-check.js";

/** "The cat sat on the mat" in the ids of GPT-2's own vocabulary. */
const catSat = [464, 3797, 3332, 319, 262, 2603];

/** @typedef {{ vocab_size: number, n_positions: number, n_embd: number }} Sizes of its two tables */

/**
 * @typedef {object} DroppedModel
 * @property {any} model
 * @property {any} engine the one it lives in
 * @property {Sizes} sizes
 * @property {number} parameterCount
 * @property {number[]} ids the first text of the sum check
 * @property {Awaited<ReturnType<typeof checkRows>>} rows the check on that text
 */

/**
 * Throws with a sentence where the files give no model that the figure can show; then nothing of it stays in memory.
 * @param {any} engine
 * @param {{ weights: Blob | Uint8Array, config: any }} files
 * @param {import("../figures/types.js").Text} text
 * @returns {Promise<DroppedModel>}
 */
export async function openDroppedModel(engine, files, text) {
  const model = await engine.loadModel(files);
  try {
    /** @type {{ name: string }[]} */
    const parameters = await model.parameters();
    if (!parameters.some(({ name }) => name === "wpe.weight")) throw new Error(text("drop.no_table"));
    const { wte, wpe } = await tablesOf(model);
    const [[vocab_size, n_embd], [n_positions]] = [wte.shape, wpe.shape];
    const known = catSat.every((id) => id < vocab_size) ? catSat : [0, 1, 2, 3].filter((id) => id < vocab_size);
    const ids = known.slice(0, n_positions);
    const rows = await checkRows(engine, model, ids);
    const parameterCount = await model.parameterCount();
    return { model, engine, sizes: { vocab_size, n_positions, n_embd }, parameterCount, ids, rows };
  } catch (error) {
    await model.dispose();
    throw error;
  }
}

/**
 * Whether loading failed for what the configuration says, and not for the weights: the engine names the setting by its path.
 * @param {any} error
 */
export function isConfigFault(error) {
  return /^(config|position)\b/.test(error.fields?.argument ?? "");
}

/** @param {Sizes} sizes as a sentence takes them */
export function written(sizes) {
  return Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, plain(size)]));
}
