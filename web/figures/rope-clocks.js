// RoPE at work: query and key as hands of one clock for each pair, turned by their positions. The score is read off the angle
// between them, and stays when both positions are shifted.
import { arrowAlong } from "./arrows.js";
import { arc, clockFace, hand, onFace, turned } from "./clock.js";
import * as colour from "./colour.js";
import { decimal, plain, significant, small, sumOf } from "./number.js";
import { handle, label, picture, piece, stroke } from "./picture.js";
import { rowDot, rowOf } from "./rows.js";
import { furthest, shiftScale, shiftStrip } from "./shift-strip.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

export const name = "rope-clocks";

const width = 4;

/** @type {import("./types.js").Setting[]} */
export const settings = [
  { name: "m", type: "number", default: 5, minimum: 0, maximum: 64, step: 0.1 },
  { name: "n", type: "number", default: 2, minimum: 0, maximum: 64, step: 0.1 },
  { name: "shift", type: "whole", default: 100, minimum: 0, maximum: furthest, step: 1 },
  { name: "base", type: "number", default: 10000, minimum: 2, maximum: 1e6, step: 1, scale: "log" },
  { name: "layout", type: "choice", default: "interleaved", choices: ["interleaved", "half"] },
  { name: "query", type: "numbers", default: [1, 0.5, -0.3, 0.8], minimum: -9, maximum: 9, length: 4 },
  { name: "key", type: "numbers", default: [0.2, -0.6, 0.9, 0.4], minimum: -9, maximum: 9, length: 4 },
  { name: "pair", type: "whole", default: 1, minimum: 0, maximum: 1, step: 1, drawn: true },
];

/** The two entries that turn together. @param {string} layout @param {number} pair */
const entries = (layout, pair) => (layout === "half" ? [pair, pair + 2] : [2 * pair, 2 * pair + 1]);

/**
 * Query and key turned at every shift from 0 to 1000; the scores there; and what each pair adds at the chosen one.
 * @param {any} engine
 * @param {State} state
 */
export function compute(engine, { m, n, shift, base, layout, query, key }) {
  const shifts = Array.from({ length: furthest + 1 }, (_, index) => index);
  const options = { head_dim: width, layout, rope_theta: base };
  const turn = (/** @type {number[]} */ vector, /** @type {number} */ position) => {
    const positions = shifts.map((each) => position + each);
    return engine.rotate({ vectors: shifts.flatMap(() => vector), positions, ...options }).data;
  };
  const [queries, keys] = [turn(query, m), turn(key, n)];
  const scores = shifts.map((each) => rowDot(queries, each, keys, each, width));
  const [turnedQuery, turnedKey] = [rowOf(queries, width, shift), rowOf(keys, width, shift)];
  const frequencies = Array.from(engine.ropeFrequencies({ head_dim: width, rope_theta: base }).inverse_frequencies);
  const pairs = frequencies.map((frequency, pair) => {
    const [first, second] = entries(layout, pair);
    const pick = (/** @type {number[]} */ vector) => ({ right: vector[first], up: vector[second] });
    const [q, k] = [pick(turnedQuery), pick(turnedKey)];
    return {
      frequency,
      query: q,
      key: k,
      plainQuery: pick(query),
      plainKey: pick(key),
      part: q.right * k.right + q.up * k.up,
    };
  });
  return {
    pairs,
    scores,
    largest: Math.max(...scores.map((score) => Math.abs(score - scores[0]))),
    norm: Math.hypot(...turnedQuery),
  };
}

/** @param {View} view */
function geometry({ wide, width }) {
  const radius = wide ? 104 : 76;
  const faces = [0, 1].map((pair) => ({ x: wide ? 130 + 260 * pair : 88 + 176 * pair, y: 34 + radius, radius }));
  const under = 34 + 2 * radius;
  const result = wide ? { x: 524, y: 70, beside: 0 } : { x: 8, y: under + 122, beside: 168 };
  const formula = under + 90;
  const top = wide ? under + 140 : under + 218;
  const strip = { left: 44, right: width - 22, top, bottom: top + 84 };
  return { faces, under, result, formula, strip, height: strip.bottom + 44 };
}

/**
 * The angle from the key to the query, the short way round: all that a pair tells the score.
 * @param {any} pair
 */
function angleBetween({ query, key }) {
  const difference = Math.atan2(query.up, query.right) - Math.atan2(key.up, key.right);
  return Math.atan2(Math.sin(difference), Math.cos(difference));
}

/**
 * What the chosen pair, or the one under the pointer, adds to the score, with its numbers in it.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function formula(svg, state, values, text, view) {
  const pair = view.focus?.pair ?? state.pair;
  const { query, key, part } = values.pairs[pair];
  // The narrow drawing has no room for a further digit.
  const written = (/** @type {number} */ length) => decimal(length, length < 10 ? 3 : 2);
  const [q, k] = [query, key].map(({ right, up }) => written(Math.hypot(right, up)));
  const product = svg`<tspan>${piece(svg, q, colour.query)} · ${piece(svg, k, colour.key)}</tspan>`;
  const words = svg`<tspan>${text("adds", { pair })} |q| |k| cos α = ${product} · cos(${decimal(angleBetween(values.pairs[pair]))}) = ${piece(svg, decimal(part), colour.sum, 700)}</tspan>`;
  return label(svg, 0, geometry(view).formula, words, { size: view.wide ? 15 : 12 });
}

/**
 * Hands are as long as the vectors are in this pair, on one scale for all.
 * @param {any} values
 */
function longest(values) {
  const lengths = values.pairs.flatMap((/** @type {any} */ { query, key }) => [
    Math.hypot(query.right, query.up),
    Math.hypot(key.right, key.up),
  ]);
  return Math.max(...lengths, 1e-9);
}

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const { faces, height } = geometry(view);
  const title = text("label", { m: plain(state.m + state.shift), n: plain(state.n + state.shift) });
  return picture(svg, view, { height, label: title, handles: true }, [
    faces.map((face, pair) => clock(svg, state, values, text, view, face, pair)),
    formula(svg, state, values, text, view),
    result(svg, state, values, text, view),
    shiftStrip(svg, state, values, text, view, geometry(view).strip),
  ]);
}

/**
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 * @param {import("./clock.js").Face} face
 * @param {number} pair
 */
function clock(svg, state, values, text, view, face, pair) {
  const { query, key, plainQuery, plainKey, part } = values.pairs[pair];
  const scale = 1 / longest(values);
  const sized = (/** @type {{ right: number, up: number }} */ { right, up }) => ({
    right: right * scale,
    up: up * scale,
  });
  const angle = (/** @type {{ right: number, up: number }} */ { right, up }) => Math.atan2(up, right);
  const between = angleBetween(values.pairs[pair]);
  const chosen = pair === (view.focus?.pair ?? state.pair);
  const { under } = geometry(view);
  const ends = { minimum: 0, maximum: 64 };
  const movable = (/** @type {"m" | "n"} */ which, /** @type {any} */ tip, /** @type {string} */ paint) => {
    const shown = plain(state[which] + state.shift);
    const options = {
      label: text(`hand_${which}`, { pair }),
      words: text("at", { position: shown }),
      value: state[which],
      ...ends,
    };
    return handle(svg, view, { name: `${which}-${pair}`, ...options }, hand(svg, face, sized(tip), paint));
  };
  const ghost = (/** @type {any} */ tip, /** @type {string} */ paint) => {
    const { x, y } = onFace(face, sized(tip).right, sized(tip).up);
    return stroke(svg, face.x, face.y, x, y, { colour: paint, width: 1.5, dash: "1 4" });
  };
  const [first, second] = entries(state.layout, pair);
  const wavelength = significant((2 * Math.PI) / values.pairs[pair].frequency);
  const faint = { anchor: "middle", size: 12, fill: colour.quiet };
  return [
    label(svg, face.x, 18, text("pair", { first, second }), { ...faint, fill: chosen ? colour.ink : colour.quiet }),
    clockFace(svg, face),
    arc(svg, face, angle(key), angle(key) + between, 0.26, colour.ink, 2.5),
    ghost(plainQuery, colour.query),
    ghost(plainKey, colour.key),
    movable("n", key, colour.key),
    movable("m", query, colour.query),
    label(svg, face.x, under + 22, text("part", { part: decimal(part) }), { anchor: "middle", weight: 600 }),
    label(svg, face.x, under + 41, text("between", { angle: decimal(between) }), faint),
    label(svg, face.x, under + 58, text("round", { wavelength }), faint),
  ];
}

/**
 * Which hand is which, and the score as the sum of the pairs.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function result(svg, state, values, text, view) {
  const { x, y, beside } = geometry(view).result;
  const [m, n] = [plain(state.m + state.shift), plain(state.n + state.shift)];
  const parts = sumOf(values.pairs.map((/** @type {any} */ { part }) => part));
  // Beside the clocks one under the other, under the clocks side by side.
  const [left, top] = beside ? [x + beside, y] : [x, y + 58];
  return [
    label(svg, x, y, text("query_at", { m }), { fill: colour.query, weight: 600 }),
    label(svg, x, y + 22, text("key_at", { n }), { fill: colour.key, weight: 600 }),
    label(svg, x, beside ? y + 48 : y + 154, text("norm", { norm: decimal(values.norm) }), {
      size: 12,
      fill: colour.quiet,
    }),
    label(svg, x, beside ? y + 66 : y + 172, text("dotted"), { size: 12, fill: colour.quiet }),
    label(svg, left, top, `${text("score", { m, n })} =`),
    label(svg, left, top + 22, parts),
    label(svg, left, top + 50, piece(svg, `= ${decimal(values.scores[state.shift])}`, colour.sum, 700), { size: 20 }),
  ];
}

/** @type {import("./types.js").Sentence} */
export function sentence({ m, n, shift }, values, text) {
  const change = Math.abs(values.scores[shift] - values.scores[0]);
  const fields = { m: plain(m), n: plain(n), score: decimal(values.scores[0]), shift, change: small(change) };
  if (shift === 0) return text("sentence_still", fields);
  return text("sentence", fields);
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative({ m, n, layout }, values, text) {
  const chosen = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
  const caption = text("table", { layout: text(`choices.${layout}`) });
  return {
    caption,
    columns: [text("shift_axis"), text("query_position"), text("key_position"), text("score_axis"), text("change")],
    rows: chosen.map((shift) => [
      plain(shift),
      plain(m + shift),
      plain(n + shift),
      decimal(values.scores[shift], 6),
      small(Math.abs(values.scores[shift] - values.scores[0])),
    ]),
  };
}

/** @type {import("./types.js").At} */
export function at(point, state, values, view) {
  const { faces } = geometry(view);
  const pair = faces.findIndex(({ x, y, radius }) => Math.hypot(point.x - x, point.y - y) <= radius + 12);
  return pair < 0 ? null : { focus: { pair }, changes: { pair } };
}

/** @type {import("./types.js").Drag} */
export function drag(name, from, to, state, values, view) {
  const [which, pair] = name.split("-");
  if (which === "shift") {
    const scale = shiftScale(geometry(view).strip);
    return { shift: state.shift + scale.invert(to.x) - scale.invert(from.x) };
  }
  const face = geometry(view).faces[Number(pair)];
  return { [which]: state[which] + turned(face, from, to) / values.pairs[Number(pair)].frequency };
}

/** @type {import("./types.js").Keys} */
export function keys(key, state, values, name, large) {
  const direction = arrowAlong(key);
  if (!name || !direction) return null;
  const which = name.split("-")[0];
  return { [which]: state[which] + direction * (which === "shift" ? (large ? 100 : 10) : large ? 10 : 1) };
}
