// Attention with a bias and without: three forms of ALiBi's cost, and which of them the softmax can tell apart.
import { arrowDown } from "./arrows.js";
import { fraction } from "./bias-heads.js";
import { biasOf } from "./bias-shapes.js";
import * as colour from "./colour.js";
import { heatMap } from "./heat-map.js";
import { decimal, small } from "./number.js";
import { label, outline, picture, round, stroke } from "./picture.js";
import { farthest, fitted, idsOf, sentenceModel, sentenceProblem, sizes, wordsOf } from "./sentence-model.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

export const name = "biased-attention";

const forms = ["distance", "key", "query"];

/** Weights that differ by less are equal up to rounding. */
const rounding = 1e-6;

/** @type {import("./types.js").Setting[]} */
export const settings = [
  { name: "words", type: "text", default: "the cat sat on the mat", check: sentenceProblem },
  { name: "form", type: "choice", default: "distance", choices: forms },
  { name: "head", type: "whole", default: 0, minimum: 0, maximum: sizes.n_head - 1, step: 1 },
  { name: "mask", type: "switch", default: true },
  { name: "row", type: "whole", default: 5, minimum: 0, maximum: 7, step: 1, drawn: true },
];

/** @param {State} state */
export function settle(state) {
  return { ...state, row: Math.min(state.row, wordsOf(state.words).length - 1) };
}

/**
 * The weights of one head without bias and with |i − j|, both the model's own, and with the chosen form. Of the forms the engine
 * gives the cost of keys as seen from one query after all of them, and that of queries as seen from the first key.
 * @param {any} engine
 * @param {State} state
 */
export function compute(engine, { words: sentence, form, head, mask }) {
  const words = wordsOf(sentence);
  const ids = idsOf(words);
  const count = words.length;
  const own = (/** @type {string} */ kind) => {
    const { scores, attentions } = sentenceModel(engine, kind, mask).run(ids, { capture: ["scores", "attentions"] });
    const [from, to] = [head, head + 1].map((each) => each * count * count);
    return { scores: [...scores[0].data.slice(from, to)], weights: [...attentions[0].data.slice(from, to)] };
  };
  const [without, distance] = [own("none"), own("alibi")];
  const slots = words.map((_, slot) => slot);
  const all = (/** @type {number} */ slot) => slots.map(() => slot);
  /** @type {Record<string, number[][]>} positions of queries and of keys */
  const asked = { distance: [slots, slots], key: [all(count - 1), slots], query: [slots, all(0)] };
  const options = { kind: "alibi", n_head: sizes.n_head };
  const costs = [...biasOf(engine, options, head, asked[form][0], asked[form][1])];
  // Counted from the first key on, which costs most, the cost of keys is m · j.
  const bias = form === "key" ? costs.map((cost) => cost - costs[0]) : costs;
  const scores = without.scores.map((score, index) => score + bias[index]);
  const weights = form === "distance" ? distance.weights : softmaxRows(scores, count, mask);
  return {
    ...{ words, bias, weights },
    without: without.weights,
    slope: engine.alibiSlopes(sizes.n_head)[head],
    against: { distance: farthest(weights, distance.weights), nothing: farthest(weights, without.weights) },
  };
}

/**
 * The softmax of every row, over the keys that the mask leaves.
 * @param {number[]} scores [count, count]
 * @param {number} count
 * @param {boolean} mask
 */
export function softmaxRows(scores, count, mask) {
  return scores.map((_, index) => {
    const row = Math.floor(index / count);
    const seen = scores.slice(row * count, row * count + (mask ? row + 1 : count));
    const highest = Math.max(...seen);
    const sum = seen.reduce((total, score) => total + Math.exp(score - highest), 0);
    return index - row * count < seen.length ? Math.exp(scores[index] - highest) / sum : 0;
  });
}

/** @param {View} view @param {any} values */
function geometry({ wide, width }, { words }) {
  const side = wide ? 180 : 146;
  const gap = wide ? 30 : 24;
  const first = { x: 18, y: 48, side };
  const second = { x: 18 + side + gap, y: 48, side };
  const bars = wide
    ? { left: 520, right: width, top: 60, pitch: 25 }
    : { left: 96, right: width, top: first.y + side + 58, pitch: 25 };
  const checks = wide ? 282 : bars.top + words.length * bars.pitch + 14;
  return { maps: [first, second], bars, checks, height: checks + (wide ? 34 : 70) };
}

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const { height } = geometry(view, values);
  const title = text("label", { words: state.words, form: text(`choices.${state.form}`) });
  return picture(svg, view, { height, label: title, navigable: true }, [
    attentionMaps(svg, state, values, text, view),
    bars(svg, state, values, text, view),
    checks(svg, state, values, text, view),
  ]);
}

/** The query under the pointer, or the chosen one. @param {State} state @param {View} view */
const rowOf = (state, view) => view.focus?.row ?? state.row;

/**
 * Where every word looks: without bias, and with the chosen one.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function attentionMaps(svg, state, values, text, view) {
  const { words, without, weights, slope } = values;
  const row = rowOf(state, view);
  const tick = { size: 12, fill: colour.quiet };
  const shown = [
    { heading: text("without"), data: without, fill: colour.ink, left: 0 },
    {
      heading: text(`with_${state.form}`, { slope: fraction(slope) }),
      data: weights,
      fill: colour.position,
      left: null,
    },
  ];
  return geometry(view, values).maps.map(({ x, y, side }, index) => {
    const { heading, data, fill, left } = shown[index];
    const cell = side / words.length;
    return [
      label(svg, left ?? x, 14, heading, { size: 12, weight: 600, fill }),
      words.map((/** @type {string} */ _, /** @type {number} */ slot) => [
        label(svg, round(x + cell * (slot + 0.5)), y - 6, slot, { ...tick, anchor: "middle" }),
        label(svg, x - 6, round(y + cell * (slot + 0.5) + 4), slot, { ...tick, anchor: "end" }),
      ]),
      heatMap(svg, { x, y, width: side, height: side }, data, words.length),
      outline(svg, { x, y: y + row * cell, width: side, height: cell }, colour.query, 2),
    ];
  });
}

/**
 * The weights of one query in numbers: without bias as a line, with it as a bar.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function bars(svg, state, values, text, view) {
  const { bars: area } = geometry(view, values);
  const { words } = values;
  const count = words.length;
  const row = rowOf(state, view);
  const [before, after] = [values.without, values.weights].map((all) => all.slice(row * count, (row + 1) * count));
  const room = (area.right - area.left - 52) / Math.max(...before, ...after);
  const [x, y] = view.wide ? [420, 14] : [0, area.top - 34];
  return [
    label(svg, x, y, text("row_heading", { word: words[row], row }), { size: 12, weight: 600, fill: colour.query }),
    words.map((/** @type {string} */ word, /** @type {number} */ slot) => {
      const top = area.top + slot * area.pitch - 12;
      const hidden = state.mask && slot > row;
      const style = { size: 12, fill: hidden ? colour.quiet : colour.ink, anchor: "end" };
      const mark = area.left + room * before[slot];
      return [
        label(svg, area.left - 8, top + 13, text("key", { word: fitted(word, 64, 12), slot }), style),
        svg`<rect x="${area.left}" y="${top + 3}" width="${round(room * after[slot])}" height="14" fill="${colour.position}"/>`,
        hidden ? "" : stroke(svg, mark, top, mark, top + 20, { colour: colour.ink, width: 2 }),
        label(svg, area.right, top + 14, hidden ? text("hidden") : decimal(after[slot]), style),
      ];
    }),
  ];
}

/**
 * What the softmax can tell apart.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function checks(svg, { form }, values, text, view) {
  const { checks: top } = geometry(view, values);
  const outcome = (/** @type {string} */ which) => {
    if (which === form) return text("itself");
    const difference = values.against[which];
    return text(difference < rounding ? "equal" : "differs", { difference: small(difference) });
  };
  return ["distance", "nothing"].map((which, index) => {
    const [x, y] = view.wide ? [index * 340, top] : [0, top + index * 40];
    return [
      label(svg, x, y, text(`against_${which}`), { size: 12, fill: colour.quiet }),
      label(svg, x, y + 19, outcome(which), { size: 15, weight: 600 }),
    ];
  });
}

/** @type {import("./types.js").Sentence} */
export function sentence({ form, mask, row }, { words, weights, without, against }, text) {
  const itself = row * words.length + row;
  const fields = { word: words[row], distance: small(against.distance), nothing: small(against.nothing) };
  if (form === "query") return text("sentence_query", fields);
  if (form === "key") return text(against.distance < rounding ? "sentence_key" : "sentence_key_unmasked", fields);
  const looks = { ...fields, before: decimal(without[itself]), after: decimal(weights[itself]) };
  return text(mask ? "sentence_distance" : "sentence_distance_unmasked", looks);
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative({ words: typed, form }, { words, bias, weights, without }, text) {
  const slots = words.map((/** @type {string} */ _, /** @type {number} */ slot) => slot);
  const named = (/** @type {number} */ slot) => text("key", { word: words[slot], slot });
  return {
    caption: text("label", { words: typed, form: text(`choices.${form}`) }),
    columns: [text("pair"), text("bias"), text("without"), text("with")],
    rows: slots.flatMap((/** @type {number} */ row) =>
      slots.map((/** @type {number} */ slot) => {
        const index = row * words.length + slot;
        const pair = text("pair_row", { row: named(row), column: named(slot) });
        return [pair, decimal(bias[index]), decimal(without[index]), decimal(weights[index])];
      }),
    ),
  };
}

/** @type {import("./types.js").At} */
export function at({ x, y }, _state, values, view) {
  for (const map of geometry(view, values).maps) {
    const row = Math.floor(((y - map.y) * values.words.length) / map.side);
    const inside = x >= map.x && x < map.x + map.side && row >= 0 && row < values.words.length;
    if (inside) return { focus: { row }, changes: { row } };
  }
  return null;
}

/** @type {import("./types.js").Keys} */
export function keys(key, { row }, { words }) {
  const direction = arrowDown(key);
  return direction ? { row: Math.min(words.length - 1, Math.max(0, row + direction)) } : null;
}
