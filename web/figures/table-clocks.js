// Every pair of columns of the position table as a clock: one position, all hands, and the row that they spell.
import { arrowAlong } from "./arrows.js";
import { arc, clockFace, hand, onFace, turned } from "./clock.js";
import * as colour from "./colour.js";
import { decimal, plain, significant } from "./number.js";
import { handle, label, picture, piece, power, round, stroke } from "./picture.js";
import { rowOf } from "./rows.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

export const name = "table-clocks";

/** @type {import("./types.js").Setting[]} */
export const settings = [
  { name: "position", type: "number", default: 1, minimum: 0, maximum: 128, step: 0.1 },
  { name: "width", type: "whole", default: 4, minimum: 2, maximum: 16, step: 2 },
  { name: "base", type: "number", default: 10000, minimum: 2, maximum: 1e6, step: 1, scale: "log" },
  {
    name: "embedding",
    type: "numbers",
    default: [0.2, -0.1, 0.4, 0.5],
    minimum: -9,
    maximum: 9,
    length: 4,
    drawn: true,
  },
  { name: "pair", type: "whole", default: 1, minimum: 0, maximum: 7, step: 1, drawn: true },
];

export const play = { setting: "position", perSecond: 1 };

const trail = 24;

/** Columns come in pairs, and the chosen pair is one of them. @param {State} state */
export function settle(state) {
  const width = 2 * Math.round(state.width / 2);
  return { ...state, width, pair: Math.min(state.pair, width / 2 - 1) };
}

/**
 * The row of the position, the rows of the whole positions just passed, and what an embedding of the same width becomes.
 * @param {any} engine
 * @param {State} state
 */
export function compute(engine, { position, width, base, embedding }) {
  const last = Math.floor(position);
  const passed = Array.from({ length: Math.min(trail, last + 1) }, (_, index) => last - index);
  const rows = engine.positionTable({ kind: "sinusoidal", width, base, positions: [position, ...passed] }).data;
  const row = (/** @type {number} */ index) => rowOf(rows, width, index);
  const frequencies = engine.ropeFrequencies({ head_dim: width, rope_theta: base }).inverse_frequencies;
  const sum = embedding.length === width ? row(0).map((value, column) => value + embedding[column]) : null;
  return { row: row(0), passed: passed.map((_, index) => row(index + 1)), frequencies: Array.from(frequencies), sum };
}

/**
 * Where the clocks stand: two large ones, or rows of four (two on a narrow page).
 * @param {number} count
 * @param {View} view
 */
function geometry(count, view) {
  const large = count <= 2;
  const perRow = large || !view.wide ? 2 : 4;
  const cell = large ? (view.wide ? 196 : 176) : view.width / perRow;
  const radius = large ? (view.wide ? 76 : 64) : 56;
  const pitch = 2 * radius + 82;
  const faces = Array.from({ length: count }, (_, index) => ({
    x: round(cell * ((index % perRow) + 0.5)),
    y: 32 + radius + pitch * Math.floor(index / perRow),
    radius,
  }));
  const bottom = 24 + pitch * Math.ceil(count / perRow);
  const sums = large && view.wide ? { x: 416, y: 70, cell: 66 } : { x: 0, y: bottom + 24, cell: view.wide ? 100 : 86 };
  return { faces, sums, bottom };
}

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const { faces, sums, bottom } = geometry(values.frequencies.length, view);
  const below = values.sum && !(view.wide && faces.length <= 2);
  const height = bottom + (below ? 208 : 42);
  const title = text("label", { count: faces.length, position: plain(state.position) });
  return picture(svg, view, { height, label: title, handles: true }, [
    faces.map((face, pair) => clock(svg, state, values, text, view, face, pair)),
    values.sum ? addition(svg, state, values, text, sums) : "",
    formula(svg, state, values, text, view, height - 14),
  ]);
}

/**
 * The angle of the chosen clock, or of the one under the pointer, with its numbers in it.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 * @param {number} y
 */
function formula(svg, { position, width, base, pair: chosen }, values, text, view, y) {
  const pair = view.focus?.pair ?? chosen;
  const place = piece(svg, plain(position), colour.position);
  const divisor = power(svg, plain(base), `2·${pair}/${width}`);
  const angle = significant(position * values.frequencies[pair]);
  const words = svg`<tspan>${text("angle", { pair })} = ${place} / ${divisor} = ${angle}</tspan>`;
  return label(svg, 0, y, words, { size: view.wide ? 16 : 14 });
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
  const [up, right] = [values.row[2 * pair], values.row[2 * pair + 1]];
  const tip = onFace(face, right, up);
  const middle = { anchor: "middle", size: 12 };
  const chosen = pair === (view.focus?.pair ?? state.pair);
  const shown = plain(state.position);
  const dots = values.passed.map((/** @type {number[]} */ row, /** @type {number} */ age) => {
    const { x, y } = onFace(face, row[2 * pair + 1], row[2 * pair]);
    return svg`<circle cx="${x}" cy="${y}" r="2.5" fill="${colour.position}" opacity="${round(1 - age / trail)}"/>`;
  });
  const options = {
    name: `pair-${pair}`,
    label: text("hand", { pair }),
    value: state.position,
    words: text("hand_words", { position: shown, sine: decimal(up), cosine: decimal(right) }),
    minimum: settings[0].minimum ?? 0,
    maximum: settings[0].maximum ?? 0,
  };
  const under = face.y + face.radius;
  return [
    label(svg, face.x, face.y - face.radius - 14, text("pair", { pair }), {
      ...middle,
      fill: chosen ? colour.ink : colour.quiet,
      weight: chosen ? 700 : 400,
    }),
    clockFace(svg, face),
    dots,
    arc(svg, face, 0, state.position * values.frequencies[pair], 0.28, colour.position, 1.5),
    stroke(svg, tip.x, face.y, tip.x, tip.y, { colour: colour.position, dash: "2 3" }),
    stroke(svg, face.x, tip.y, tip.x, tip.y, { colour: colour.position, dash: "2 3" }),
    handle(svg, view, options, hand(svg, face, { right, up }, colour.position)),
    label(svg, face.x, under + 18, `${text("sine")} ${decimal(up)} · ${text("cosine")} ${decimal(right)}`, {
      ...middle,
      size: 13,
      fill: colour.position,
      weight: 600,
    }),
    label(
      svg,
      face.x,
      under + 36,
      text("round", { wavelength: significant((2 * Math.PI) / values.frequencies[pair]) }),
      {
        ...middle,
        fill: colour.quiet,
      },
    ),
  ];
}

/**
 * The embedding, the row of the position and their sum, column under column.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {{ x: number, y: number, cell: number }} place
 */
function addition(svg, state, values, text, { x, y, cell }) {
  const lines = [
    { words: text("word"), numbers: state.embedding, paint: colour.content },
    { words: text("row", { position: plain(state.position) }), numbers: values.row, paint: colour.position },
    { words: text("sum"), numbers: values.sum, paint: colour.sum },
  ];
  return lines.map(({ words, numbers, paint }, index) => [
    index === 2 ? stroke(svg, x, y + 94, x + 4 * cell - 4, y + 94, { colour: colour.quiet }) : "",
    label(svg, x, y + 54 * index, words, { size: 12, fill: paint }),
    numbers.map((/** @type {number} */ value, /** @type {number} */ column) =>
      label(svg, x + (column + 1) * cell - 10, y + 22 + 54 * index, decimal(value), {
        anchor: "end",
        size: 15,
        fill: paint,
        weight: 600,
      }),
    ),
  ]);
}

/** @type {import("./types.js").Sentence} */
export function sentence(state, values, text) {
  const list = (/** @type {number[]} */ numbers) => numbers.map((value) => decimal(value)).join(", ");
  const position = plain(state.position);
  if (values.sum) return text("sentence_sum", { position, row: list(values.row), sum: list(values.sum) });
  const turns = values.frequencies.map((/** @type {number} */ each) => (state.position * each) / (2 * Math.PI));
  const last = turns.length - 1;
  return text("sentence", { position, first: decimal(turns[0]), pair: last, last: significant(turns[last], 3) });
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative(state, values, text) {
  return {
    caption: text("label", { count: values.frequencies.length, position: plain(state.position) }),
    columns: [text("pair_column"), text("sine"), text("cosine"), text("wavelength")],
    rows: values.frequencies.map((/** @type {number} */ frequency, /** @type {number} */ pair) => [
      String(pair),
      decimal(values.row[2 * pair]),
      decimal(values.row[2 * pair + 1]),
      significant((2 * Math.PI) / frequency),
    ]),
  };
}

/** @type {import("./types.js").At} */
export function at(point, state, values, view) {
  const { faces } = geometry(values.frequencies.length, view);
  const pair = faces.findIndex(({ x, y, radius }) => Math.hypot(point.x - x, point.y - y) <= radius + 12);
  return pair < 0 ? null : { focus: { pair }, changes: { pair } };
}

/** @type {import("./types.js").Drag} */
export function drag(name, from, to, state, values, view) {
  const pair = Number(name.split("-")[1]);
  const face = geometry(values.frequencies.length, view).faces[pair];
  return { pair, position: state.position + turned(face, from, to) / values.frequencies[pair] };
}

/** @type {import("./types.js").Keys} */
export function keys(key, state, values, name, large) {
  const direction = arrowAlong(key);
  if (!name || !direction) return null;
  return { position: state.position + direction * (large ? 10 : 1) };
}
