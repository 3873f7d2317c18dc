// A sentence whose words can be dragged: what a small model makes of them, beside what it made of them as they were typed.
import { arrowAlong, arrowDown } from "./arrows.js";
import * as colour from "./colour.js";
import { decimal, plain, small } from "./number.js";
import { paragraph, picture } from "./picture.js";
import { rowOf } from "./rows.js";
import { encodings, farthest, idsOf, sentenceModel, sentenceProblem, sizes, wordsOf } from "./sentence-model.js";
import { maps, mapsHeight, pairAt } from "./word-maps.js";
import { slotAt, wordRows, wordsHeight } from "./word-rows.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

export const name = "word-order";

/** Rounding moves outputs by less than this, and no encoding of order by as little. */
const rounding = 1e-5;

/** @type {import("./types.js").Setting[]} */
export const settings = [
  { name: "words", type: "text", default: "the cat sat", check: sentenceProblem },
  { name: "encoding", type: "choice", default: "none", choices: encodings },
  { name: "mask", type: "switch", default: false },
  { name: "shown", type: "choice", default: "scores", choices: ["scores", "weights"] },
  { name: "order", type: "numbers", default: [2, 1, 0], drawn: true, check: orderProblem },
  { name: "row", type: "whole", default: 0, minimum: 0, maximum: 7, step: 1, drawn: true },
  { name: "column", type: "whole", default: 1, minimum: 0, maximum: 7, step: 1, drawn: true },
];

/**
 * An order names every slot of the typed sentence once.
 * @param {any} order
 * @param {State} [state] which says how many slots there are
 */
function orderProblem(order, state) {
  const count = state ? wordsOf(state.words).length : order?.length;
  const slots = Array.isArray(order) && order.length === count ? [...order].sort((a, b) => a - b) : [];
  if (slots.length > 0 && slots.every((slot, index) => slot === index)) return null;
  return state ? { key: "problem.order", fields: { last: count - 1 } } : { key: "problem.slots", fields: {} };
}

/** Words of another number begin in reverse, as those of the first sentence do. @param {State} state */
export function settle(state) {
  const count = wordsOf(state.words).length;
  const order =
    state.order.length === count ? state.order : Array.from({ length: count }, (_, slot) => count - 1 - slot);
  return { ...state, order, row: Math.min(state.row, count - 1), column: Math.min(state.column, count - 1) };
}

/**
 * Outputs, scores and attention weights of the typed sentence and of the present one, and how far they differ word by word.
 * `order[slot]` is the slot in which the word that stands there now was typed.
 * @param {any} engine
 * @param {State} state
 */
export function compute(engine, { words: sentence, order, encoding, mask }) {
  const words = wordsOf(sentence);
  const ids = idsOf(words);
  const model = sentenceModel(engine, encoding, mask);
  const capture = ["hidden_states", "scores", "attentions"];
  const count = words.length;
  const read = (/** @type {number[]} */ slots) => {
    const { hidden_states, scores, attentions } = model.run(
      slots.map((slot) => ids[slot]),
      { capture },
    );
    const head = (/** @type {any[]} */ layers) => layers[0].data.slice(0, count * count);
    return { outputs: hidden_states[sizes.n_layer].data, scores: head(scores), weights: head(attentions) };
  };
  const typed = read(words.map((_, slot) => slot));
  const now = read(order);
  const expected = (/** @type {ArrayLike<number>} */ map) =>
    order.flatMap((/** @type {number} */ row) =>
      order.map((/** @type {number} */ column) => map[row * count + column]),
    );
  const differences = (/** @type {"scores" | "weights"} */ which) =>
    expected(typed[which]).map((/** @type {number} */ value, /** @type {number} */ at) => now[which][at] - value);
  return {
    ...{ words, typed, now },
    differences: { scores: differences("scores"), weights: differences("weights") },
    moved: order.map((/** @type {number} */ was, /** @type {number} */ slot) =>
      farthest(rowOf(typed.outputs, sizes.n_embd, was), rowOf(now.outputs, sizes.n_embd, slot)),
    ),
  };
}

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const top = wordsHeight(view);
  const height = top + mapsHeight(view);
  const title = text("label", { typed: state.words, now: inOrder(state, values) });
  return picture(svg, view, { height, label: title, navigable: true }, [
    wordRows(svg, state, values, text, view),
    maps(svg, state, values, text, view, top),
    pairFormula(svg, state, values, text, view, height - (view.wide ? 12 : 30)),
  ]);
}

/** The words as they stand now. @param {State} state @param {any} values */
function inOrder({ order }, { words }) {
  return order.map((/** @type {number} */ was) => words[was]).join(" ");
}

/**
 * The pair that the maps mark, in numbers.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 * @param {number} y
 */
function pairFormula(svg, state, values, text, view, y) {
  const { row, column } = view.focus ?? state;
  const [from, to] = [state.order[row], state.order[column]];
  const count = values.words.length;
  const shown = /** @type {"scores" | "weights"} */ (state.shown);
  const words = text(`pair_${shown}`, {
    row: values.words[from],
    column: values.words[to],
    before: decimal(values.typed[shown][from * count + to]),
    now: decimal(values.now[shown][row * count + column]),
  });
  return paragraph(svg, 0, y, view.width, words, { size: view.wide ? 15 : 13, fill: colour.ink });
}

/** @type {import("./types.js").Sentence} */
export function sentence(state, values, text) {
  const { order, encoding, mask, words: typed } = state;
  const fields = { typed, now: inOrder(state, values) };
  const mirrored = (/** @type {number} */ was, /** @type {number} */ slot) => was === order.length - 1 - slot;
  if (order.every((/** @type {number} */ was, /** @type {number} */ slot) => was === slot))
    return text("sentence_as_typed", fields);
  const most = Math.max(...values.moved);
  const moved = { ...fields, difference: small(most), word: values.words[order[values.moved.indexOf(most)]] };
  if (most < rounding) {
    const mirror = encoding === "alibi" && !mask && order.every(mirrored);
    const blind = most === 0 ? "sentence_blind_exactly" : "sentence_blind";
    return text(mirror ? "sentence_mirror" : encoding === "none" ? blind : "sentence_same", moved);
  }
  const scores = farthest(values.differences.scores, values.differences.scores.map(() => 0)); // prettier-ignore
  if (scores < rounding) return text("sentence_mask", moved);
  return text("sentence_differs", { ...moved, scores: small(scores) });
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative(state, values, text) {
  const { words, typed, now, differences } = values;
  const { order } = state;
  const shown = /** @type {"scores" | "weights"} */ (state.shown);
  const count = words.length;
  const slots = Array.from({ length: count }, (_, slot) => slot);
  const named = (/** @type {number} */ slot) => `${words[order[slot]]} (${order[slot]})`;
  const pairs = slots.flatMap((row) =>
    slots.map((column) => [
      text(`pair_row_${shown}`, { row: named(row), column: named(column) }),
      decimal(typed[shown][order[row] * count + order[column]]),
      decimal(now[shown][row * count + column]),
      small(differences[shown][row * count + column]),
    ]),
  );
  const outputs = slots.flatMap((slot) =>
    Array.from({ length: sizes.n_embd }, (_, entry) => {
      const [before, after] = [typed.outputs[order[slot] * sizes.n_embd + entry], now.outputs[slot * sizes.n_embd + entry]]; // prettier-ignore
      return [
        text("output_row", { word: named(slot), entry: plain(entry) }),
        decimal(before),
        decimal(after),
        small(after - before),
      ];
    }),
  );
  return {
    caption: text("label", { typed: state.words, now: inOrder(state, values) }),
    columns: [text("what"), text("as_typed"), text("now"), text("difference")],
    rows: [...pairs, ...outputs],
  };
}

/** @type {import("./types.js").At} */
export function at(point, state, values, view) {
  const pair = pairAt(point, values, view, wordsHeight(view));
  if (!pair) return null;
  // In the map of the typed sentence the same pair stands elsewhere.
  const cell = pair.typed
    ? { row: state.order.indexOf(pair.row), column: state.order.indexOf(pair.column) }
    : { row: pair.row, column: pair.column };
  return { focus: cell, changes: cell };
}

/** @param {State} state @param {number} was where the word was typed @param {number} slot where it shall stand */
function moved({ order }, was, slot) {
  const others = order.filter((/** @type {number} */ each) => each !== was);
  const place = Math.min(others.length, Math.max(0, slot));
  return { order: [...others.slice(0, place), was, ...others.slice(place)] };
}

/** @param {string} handle */
const typedSlot = (handle) => Number(handle.replace("word-", ""));

/** @type {import("./types.js").Drag} */
export function drag(which, _from, to, state, values, view) {
  return moved(state, typedSlot(which), slotAt(to, values, view));
}

/** @type {import("./types.js").Keys} */
export function keys(key, state, values, which, large) {
  if (which) {
    const direction = arrowAlong(key);
    const was = typedSlot(which);
    return direction
      ? moved(state, was, state.order.indexOf(was) + direction * (large ? values.words.length : 1))
      : null;
  }
  const direction = arrowDown(key);
  if (!direction) return null;
  const across = key === "ArrowLeft" || key === "ArrowRight";
  const within = (/** @type {number} */ place) => Math.min(values.words.length - 1, Math.max(0, place));
  return across ? { column: within(state.column + direction) } : { row: within(state.row + direction) };
}
