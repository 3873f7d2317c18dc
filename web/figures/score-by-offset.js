// The score of one query and one key against the offset between their positions: a sum of one cosine for each pair.
import { scaleLinear } from "./scale.js";
import { arrowAlong } from "./arrows.js";
import * as colour from "./colour.js";
import { decimal, plain, small, sumOf } from "./number.js";
import { handle, label, picture, piece, round, stroke } from "./picture.js";
import { axes, curve, dot } from "./plot.js";
import { rowOf } from "./rows.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

export const name = "score-by-offset";

const reach = 64;

/** @type {import("./types.js").Setting[]} */
export const settings = [
  { name: "offset", type: "whole", default: 3, minimum: -reach, maximum: reach, step: 1 },
  { name: "n", type: "whole", default: 64, minimum: reach, maximum: 4096, step: 1, scale: "log" },
  { name: "base", type: "number", default: 10000, minimum: 2, maximum: 1e6, step: 1, scale: "log" },
  { name: "layout", type: "choice", default: "interleaved", choices: ["interleaved", "half"] },
  { name: "vectors", type: "choice", default: "example", choices: ["example", "ones"] },
  { name: "query", type: "numbers", default: [1, 0.5, -0.3, 0.8], minimum: -9, maximum: 9, length: 4, drawn: true },
  { name: "key", type: "numbers", default: [0.2, -0.6, 0.9, 0.4], minimum: -9, maximum: 9, length: 4, drawn: true },
];

const wideRow = 64;

/** The offsets shown, query position minus key position: four for each whole one, so that the fastest wave is drawn round. */
const perWhole = 4;
export const offsets = Array.from({ length: 2 * reach * perWhole + 1 }, (_, index) => index / perWhole - reach);

/** Where a whole offset stands among them. @param {number} offset */
export const indexOf = (offset) => (offset + reach) * perWhole;

/**
 * The score at every offset with the key at position n, what each pair adds to it, and how far the scores move when the key
 * stands at position 64 instead.
 * @param {any} engine
 * @param {State} state
 */
export function compute(engine, { n, base, layout, vectors, query, key }) {
  const ones = Array.from({ length: wideRow }, () => 1);
  const [q, k] = vectors === "ones" ? [ones, ones] : [query, key];
  const head_dim = q.length;
  const turn = (/** @type {number[]} */ vector, /** @type {number[]} */ positions) =>
    engine.rotate({ vectors: positions.flatMap(() => vector), positions, head_dim, layout, rope_theta: base }).data;
  const scoresAt = (/** @type {number} */ place) => {
    const queries = turn(
      q,
      offsets.map((offset) => place + offset),
    );
    const turnedKey = turn(k, [place]);
    return offsets.map((_, row) => pairParts(rowOf(queries, head_dim, row), turnedKey, layout));
  };
  const total = (/** @type {number[]} */ parts) => parts.reduce((sum, part) => sum + part, 0);
  const [parts, elsewhere] = [scoresAt(n), scoresAt(reach)];
  const scores = parts.map(total);
  return { parts, scores, moved: Math.max(...elsewhere.map((each, index) => Math.abs(total(each) - scores[index]))) };
}

/**
 * What each pair adds to the dot product.
 * @param {ArrayLike<number>} query
 * @param {ArrayLike<number>} key
 * @param {string} layout
 */
function pairParts(query, key, layout) {
  const half = query.length / 2;
  return Array.from({ length: half }, (_, pair) => {
    const [first, second] = layout === "half" ? [pair, pair + half] : [2 * pair, 2 * pair + 1];
    return query[first] * key[first] + query[second] * key[second];
  });
}

/** @param {View} view */
function geometry({ wide, width }) {
  const area = { left: 48, right: width - 12, top: 34, bottom: wide ? 320 : 264 };
  return { area, formula: area.bottom + 68, height: area.bottom + 106 };
}

/** @param {View} view @param {any} values */
function scales(view, values) {
  const { area } = geometry(view);
  const drawn = [0, ...values.scores, ...fewParts(values).flat()];
  return {
    across: scaleLinear([-reach, reach], [area.left, area.right]),
    up: scaleLinear([Math.min(...drawn), Math.max(...drawn)], [area.bottom, area.top]).nice(),
  };
}

/** The pairs one by one, where they are few enough to be told apart: per pair a row over the offsets. */
function fewParts(/** @type {any} */ { parts }) {
  if (parts[0].length > 4) return [];
  return parts[0].map((/** @type {number} */ _, /** @type {number} */ pair) =>
    parts.map((/** @type {number[]} */ each) => each[pair]),
  );
}

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const { area, height } = geometry(view);
  const { across, up } = scales(view, values);
  const offset = view.focus?.offset ?? state.offset;
  const index = indexOf(offset);
  const line = (/** @type {number[]} */ numbers) => numbers.map((value, each) => [across(offsets[each]), up(value)]);
  const score = values.scores[index];
  const few = fewParts(values);
  const styles = ["7 4", "2 3", "10 3 2 3", "1 5"];
  const words = text("words", { offset: plain(offset), score: decimal(score) });
  const options = {
    name: "offset",
    label: text("settings.offset"),
    value: offset,
    minimum: -reach,
    maximum: reach,
    words,
  };
  return picture(svg, view, { height, label: text("label"), handles: true }, [
    axes(
      svg,
      area,
      {
        scale: across,
        ticks: across.ticks(view.wide ? 8 : 4),
        title: text("offset_axis"),
        format: (tick) => plain(tick),
      },
      { scale: up, ticks: up.ticks(5), title: text("score_axis"), format: (tick) => plain(tick) },
    ),
    stroke(svg, area.left, up(0), area.right, up(0), { colour: colour.quiet }),
    few.map((/** @type {number[]} */ numbers, /** @type {number} */ pair) =>
      curve(svg, line(numbers), colour.quiet, { width: 1.25, dash: styles[pair] }),
    ),
    curve(svg, line(values.scores), colour.sum, { width: 2.25 }),
    stroke(svg, across(offset), area.top, across(offset), area.bottom, {
      colour: colour.position,
      dash: "2 3",
      width: 1.5,
    }),
    few.map(
      (/** @type {number[]} */ numbers) =>
        svg`<circle cx="${round(across(offset))}" cy="${round(up(numbers[index]))}" r="3.5" fill="${colour.quiet}"/>`,
    ),
    handle(svg, view, options, dot(svg, across(offset), up(score), colour.sum, 7)),
    legend(svg, few.length, styles, text, area),
    formula(svg, state, values, offset, text, view),
  ]);
}

/**
 * @param {any} svg
 * @param {number} count
 * @param {string[]} styles
 * @param {import("./types.js").Text} text
 * @param {import("./plot.js").Area} area
 */
function legend(svg, count, styles, text, area) {
  return Array.from({ length: count }, (_, pair) => {
    const x = area.right - 76 * (count - pair);
    return [
      stroke(svg, x, area.top - 16, x + 26, area.top - 16, { colour: colour.quiet, width: 1.5, dash: styles[pair] }),
      label(svg, x + 32, area.top - 12, text("pair", { pair }), { size: 12, fill: colour.quiet }),
    ];
  });
}

/**
 * The chosen score with its numbers in it.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {number} offset
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function formula(svg, { n }, values, offset, text, view) {
  const y = geometry(view).formula;
  const size = view.wide ? 16 : 14;
  const parts = values.parts[indexOf(offset)];
  const score = piece(svg, decimal(values.scores[indexOf(offset)]), colour.sum, 700);
  const m = piece(svg, plain(n + offset), colour.position);
  const start = svg`<tspan>${text("score")}(${m}, ${piece(svg, plain(n), colour.position)}) = </tspan>`;
  if (parts.length > 4)
    return label(svg, 0, y, svg`${start}<tspan>${text("cosines", { count: parts.length })} = ${score}</tspan>`, {
      size,
    });
  return label(svg, 0, y, svg`${start}<tspan>${sumOf(parts)} = ${score}</tspan>`, { size });
}

/** Where the query stands, seen from the key. @param {number} offset @param {import("./types.js").Text} text */
function placeOf(offset, text) {
  if (offset === 0) return text("same");
  const side = offset > 0 ? "after" : "before";
  const distance = Math.abs(offset);
  return distance === 1 ? text(`one_${side}`) : text(side, { distance: plain(distance) });
}

/** @type {import("./types.js").Sentence} */
export function sentence({ offset, n }, values, text) {
  const fields = {
    where: placeOf(offset, text),
    n: plain(n),
    m: plain(n + offset),
    score: decimal(values.scores[indexOf(offset)]),
  };
  const moved = small(values.moved);
  return n === reach ? text("sentence", fields) : text("sentence_moved", { ...fields, moved, first: reach });
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative(state, values, text) {
  const few = fewParts(values);
  return {
    caption: text("label"),
    columns: [
      text("offset_axis"),
      ...few.map((/** @type {any} */ _, /** @type {number} */ pair) => text("pair", { pair })),
      text("score_axis"),
    ],
    rows: offsets
      .filter(Number.isInteger)
      .map((offset) => [
        plain(offset),
        ...few.map((/** @type {number[]} */ numbers) => decimal(numbers[indexOf(offset)])),
        decimal(values.scores[indexOf(offset)]),
      ]),
  };
}

/** @type {import("./types.js").At} */
export function at(point, state, values, view) {
  const { area } = geometry(view);
  if (point.x < area.left || point.x > area.right || point.y < area.top || point.y > area.bottom) return null;
  const offset = Math.round(scales(view, values).across.invert(point.x));
  return { focus: { offset }, changes: { offset } };
}

/** @type {import("./types.js").Drag} */
export function drag(name, from, to, state, values, view) {
  const { across } = scales(view, values);
  return { offset: state.offset + across.invert(to.x) - across.invert(from.x) };
}

/** @type {import("./types.js").Keys} */
export function keys(key, { offset }, values, name, large) {
  const direction = arrowAlong(key);
  return direction && name ? { offset: offset + direction * (large ? 8 : 1) } : null;
}
