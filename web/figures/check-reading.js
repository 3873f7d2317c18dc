// Reading a text with a changed model: perplexity as trained beside what each change makes of it. Four windows come first, with their
// standard error; the whole text is read on request.
import { property } from "./reading.js";
import { ropeScaling } from "./rope-scalings.js";
import { orderOf } from "./table-reading.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./checks.js").Specimen} Specimen */
/** @typedef {import("./checks.js").Control} Control */
/** @typedef {{ name: string, perplexity: number, loss: number, standard_error: number, count: number, whole: boolean, seed?: number }} Outcome of one arm; whether all of the text was read, and by which seed its rows were shuffled */

/** How many windows are read at first. */
export const fewWindows = 4;

/** What a learned table is made into. */
export const tableArms = ["kept", "zeroed", "shuffled", "shifted"];

/** What a rotation is made into. */
export const layoutArms = ["own", "other"];

/**
 * A table with the rows that a window reads in another order, or without them. "shifted" is torch.roll(wpe[:window], 1, dims=0): every
 * slot gets the row of the slot before it, the first one that of the last.
 * @param {{ data: ArrayLike<number>, shape: number[] }} table
 * @param {string} arm
 * @param {{ window: number, seed: number }} state
 */
export function changedRows({ data, shape: [rows, width] }, arm, { window, seed }) {
  const read = Math.min(rows, window);
  const order = arm === "shuffled" ? orderOf(read, seed) : [];
  const from = (/** @type {number} */ row) =>
    row >= read || arm === "kept" ? row : arm === "shifted" ? (row + read - 1) % read : order[row];
  if (arm === "zeroed") return new Float32Array(rows * width);
  const changed = new Float32Array(rows * width);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < width; column += 1) changed[row * width + column] = data[from(row) * width + column];
  return changed;
}

/** The same rotation in the other layout. @param {any} position */
export function otherLayout({ layout = "half", ...others }) {
  return { ...others, layout: layout === "half" ? "interleaved" : "half" };
}

/** What scaling alone is called among the arms. @param {State} state */
export function scalingArm({ scaling, factor, fast, slow }) {
  if (scaling === "default") return "default";
  return ["yarn", "llama3"].includes(scaling) ? [scaling, factor, fast, slow].join(" ") : [scaling, factor].join(" ");
}

/**
 * The tokens that are read: those of the first windows, or all.
 * @param {Int32Array} tokens
 * @param {State} state
 */
export function tokensRead(tokens, { amount, window, stride }) {
  return amount === "whole" ? tokens : tokens.slice(0, window + (fewWindows - 1) * stride);
}

/**
 * Reads the text once for each arm that is wanted, and shows each when it is there. Throws an error with the key "not_put_back" where the
 * model stays changed.
 * @param {Specimen} specimen
 * @param {State} state
 * @param {Control} control
 * @param {{ arms: string[], before: Outcome[], put: (arm: string) => Promise<void>, back: () => Promise<void>, of?: (arm: string) => Partial<Outcome> }} change
 *   `of` is what else is written down of an arm
 * @returns {Promise<{ outcomes: Outcome[], title: string }>}
 */
export async function readArms(
  { model, material },
  state,
  { signal, progress, pause, show },
  { arms, before, put, back, of = () => ({}) },
) {
  const { tokens, title } = await material(state);
  const read = tokensRead(tokens, state);
  // A text of four windows and no more is read whole by them.
  const whole = read.length === tokens.length;
  let outcomes = before;
  try {
    for (const [index, arm] of arms.entries()) {
      signal.throwIfAborted();
      await put(arm);
      const onProgress = (/** @type {{ done: number, total: number }} */ { done, total }) => {
        progress({ done: index * total + done, total: arms.length * total, unit: "window" });
        return pause();
      };
      const { window, stride } = state;
      const result = await model.perplexity(read, { window, stride, signal, onProgress });
      const { perplexity, loss, standard_error, count } = result;
      outcomes = [
        ...outcomes.filter((each) => each.name !== arm),
        { name: arm, perplexity, loss, standard_error, count, whole, ...of(arm) },
      ];
      show({ outcomes, title });
    }
  } catch (error) {
    // Where the model has ended, with its worker or by itself, there is nothing to put back, and why it ended is what is told.
    const failed = await back().catch(unrestored);
    throw failed?.key === "not_put_back" ? failed : error;
  }
  await back().catch((error) => {
    throw unrestored(error);
  });
  return { outcomes, title };
}

/** What is thrown where a model that is still there could not be put back: it is no longer the one that was opened. @param {any} error */
function unrestored(error) {
  if (error.code === "disposed") return error;
  return Object.assign(new Error(error.message, { cause: error }), { key: "not_put_back" });
}

/** @param {Specimen} specimen */
export async function positionOf({ model }) {
  return (await property(model, "config")).position;
}

/** @param {any} position @param {State} state @param {number} trained */
export function scaled(position, state, trained) {
  return { ...position, rope_scaling: ropeScaling(state, trained) };
}
