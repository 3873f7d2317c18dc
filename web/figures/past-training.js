// How shipped models read on past the length of their training: which text, how much of it, and RoPE under every scaling.
import { blocks, property, readText, tokensOf } from "./reading.js";
import { hasBand, isScaled, ropeScaling } from "./rope-scalings.js";

/** @typedef {import("./types.js").State} State */

/** Mean losses in blocks of positions; null where the model has no position. @typedef {(number | null)[]} Losses */

/**
 * @typedef {object} Measured
 * @property {{ source: string, title: string }} text what was read
 * @property {number} windows over how many
 * @property {Record<string, Losses>} curves of the models as they were trained
 * @property {{ subject: string, losses: Losses, windows: number }} scaled RoPE, scaled as the figure first stands
 */

/** As the models were trained, and as they are read here. */
export const trained = 64;
export const length = 256;
export const windows = 48;
export const block = 16;

/** Characters that are read; what follows them in the text is for fine-tuning. */
export const readCharacters = length * windows;

export const models = ["none", "learned", "sinusoidal", "rope", "alibi", "t5_bias"];

/** States with the same subject read the text alike. @param {State} state */
export function subjectOf(state) {
  const { scaling, factor, fast, slow } = state;
  return JSON.stringify(
    !isScaled(state) ? [scaling] : hasBand(state) ? [scaling, factor, fast, slow] : [scaling, factor],
  );
}

/** The position encoding of the scaled model. @param {any} position the model's own @param {State} state */
export function scaledPosition(position, state) {
  return { ...position, rope_scaling: ropeScaling(state, trained) };
}

/** @param {number[]} losses by position */
export const inBlocks = (losses) =>
  blocks(losses, block, length / block).map((loss) => loss && Number(loss.toFixed(4)));

/** How the text is read: all models see the same tokens at the same positions, as far as they have positions. */
export const plan = { window: length, stride: length, windows };

/**
 * What the figure first shows, on the models themselves.
 * @param {any} engine
 * @param {{ text: string, source: { source: string, title: string } }} material
 * @param {State} state
 * @returns {Promise<Measured>}
 */
export async function measure(engine, { text, source }, state) {
  /** @type {Record<string, Losses>} */
  const curves = {};
  for (const kind of models) curves[kind] = await withModel(engine, kind, text, readAsTrained);
  const scaled = await withModel(engine, "rope", text, async (model, tokens) => {
    const { position } = await property(model, "config");
    await model.setPosition(scaledPosition(position, state));
    return inBlocks((await readText(model, tokens, plan)).losses);
  });
  return { text: source, windows, curves, scaled: { subject: subjectOf(state), losses: scaled, windows } };
}

/** @param {any} model @param {Int32Array} tokens */
async function readAsTrained(model, tokens) {
  const { position, n_positions } = await property(model, "config");
  const window = position.kind === "learned" ? Math.min(length, n_positions) : length;
  return inBlocks((await readText(model, tokens, { ...plan, window })).losses);
}

/**
 * @template Result
 * @param {any} engine
 * @param {string} kind
 * @param {string} text
 * @param {(model: any, tokens: Int32Array) => Promise<Result>} use
 */
async function withModel(engine, kind, text, use) {
  const model = await engine.loadShippedModel(kind);
  try {
    return await use(model, await tokensOf(model, text.slice(0, readCharacters)));
  } finally {
    await model.dispose();
  }
}

/** What a fine-tuning trains. @param {State} state */
export const tuningOf = (state) => `${subjectOf(state)} ${state.steps}`;

/** The first and the last position of a block. @param {number} position */
export function blockOf(position) {
  const first = Math.floor(position / block) * block;
  return { first, last: first + block - 1 };
}
