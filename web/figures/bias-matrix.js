// What a distance costs: the bias of every query and key of one head, all heads against distance, and ALiBi's slopes or T5's buckets.
import { scaleLinear } from "./scale.js";
import { arrowAlong, arrowDown } from "./arrows.js";
import { bucketPlot, fraction, headAt, slopePlot } from "./bias-heads.js";
import { biasOf, learnedTable, tableOf } from "./bias-shapes.js";
import * as colour from "./colour.js";
import { heatMap, legend } from "./heat-map.js";
import { decimal, plain } from "./number.js";
import { label, outline, paragraph, path, picture, round, wholeTicks } from "./picture.js";
import { axes, curve } from "./plot.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

export const name = "bias-matrix";

const mostHeads = 32;
const mostTokens = 192;
const ofAlibi = (/** @type {State} */ { kind }) => kind === "alibi";

/** @type {import("./types.js").Setting[]} */
export const settings = [
  { name: "kind", type: "choice", default: "alibi", choices: ["alibi", "t5_bias"] },
  { name: "n_head", type: "whole", default: 8, minimum: 1, maximum: mostHeads, step: 1, applies: ofAlibi },
  { name: "head", type: "whole", default: 1, minimum: 0, maximum: mostHeads - 1, step: 1 },
  {
    name: "length",
    type: "whole",
    default: 16,
    minimum: 8,
    maximum: mostTokens,
    step: 1,
    unit: "tokens",
    scale: "log",
  },
  { name: "row", type: "whole", default: 9, minimum: 0, maximum: mostTokens - 1, step: 1, drawn: true },
  { name: "column", type: "whole", default: 4, minimum: 0, maximum: mostTokens - 1, step: 1, drawn: true },
];

/** The shipped model that learned the buckets has so many heads. */
const learnedHeads = 4;

/** A head that there is, and a pair inside the text: under the mask no key comes after its query. @param {State} state */
export function settle(state) {
  const heads = state.kind === "alibi" ? state.n_head : learnedHeads;
  const row = Math.min(state.row, state.length - 1);
  return { ...state, head: Math.min(state.head, heads - 1), row, column: Math.min(state.column, row) };
}

/** The learned table, so that a reader who looks on need not fetch the model. @param {any} engine */
export function measure(engine) {
  return learnedTable(engine);
}

/**
 * The bias of the chosen head for all pairs, of all heads for all distances, and of these the slopes or the buckets.
 * @param {any} engine
 * @param {State} state
 * @param {{ measured?: import("./bias-shapes.js").Learned }} [resources]
 */
export async function compute(engine, { kind, n_head, head, length }, resources) {
  const learned = kind === "alibi" ? null : (resources?.measured ?? (await tableOf(engine)));
  const options = learned ? { kind, ...learned } : { kind, n_head };
  const positions = Array.from({ length }, (_, position) => position);
  const heads = options.n_head;
  const last = engine.attentionBias({ ...options, query_positions: [length - 1], key_positions: positions }).data;
  const against = Array.from({ length: heads }, (_, each) =>
    positions.map((distance) => last[each * length + length - 1 - distance]),
  );
  const relative_positions = positions.map((distance) => -distance);
  return {
    ...{ heads, against, learned },
    matrix: biasOf(engine, options, head, positions, positions),
    slopes: learned ? null : [...engine.alibiSlopes(n_head)],
    buckets: learned && [
      ...engine.t5Buckets({
        relative_positions,
        num_buckets: learned.num_buckets,
        max_distance: learned.max_distance,
      }),
    ],
  };
}

/** @param {View} view */
function geometry({ wide, width }) {
  const map = wide ? { x: 34, y: 50, side: 262 } : { x: 34, y: 50, side: 290 };
  const plot = wide
    ? { left: 360, right: width - 10, top: 50, bottom: 312 }
    : { left: 44, right: width - 10, top: 460, bottom: 630 };
  const below = wide ? 400 : 718;
  const lower = { left: 44, right: width - 10, top: below + 8, bottom: below + 118 };
  return { map, plot, lower, formula: lower.bottom + 58, height: lower.bottom + (wide ? 72 : 92) };
}

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const { height, formula, map, lower } = geometry(view);
  const { kind, head } = state;
  const title = text("label", { kind: text(`choices.${kind}`), head });
  const limit = limitOf(values);
  return picture(svg, view, { height, label: title, navigable: true }, [
    matrix(svg, state, values, limit, text, view),
    legend(svg, { x: map.x, y: map.y + map.side + 30, width: 180 }, limit, 1),
    distances(svg, state, values, text, view),
    values.slopes
      ? slopePlot(svg, lower, values, headOf(state, view.focus), text, view)
      : bucketPlot(svg, lower, values, pairDistance(state, view.focus), text),
    paragraph(svg, 0, formula, view.width, words(state, values, view.focus, text), { size: view.wide ? 15 : 13 }),
  ]);
}

/** The strongest colour is that of the chosen head's largest bias. @param {any} values */
function limitOf({ matrix: data }) {
  return data.reduce((/** @type {number} */ most, /** @type {number} */ value) => Math.max(most, Math.abs(value)), 0.1);
}

/** The pair under the pointer, or the chosen one. @param {State} state @param {any} focus */
const pairOf = (state, focus) => (focus?.row === undefined ? state : focus);

/** @param {State} state @param {any} focus */
function pairDistance(state, focus) {
  const { row, column } = pairOf(state, focus);
  return row - column;
}

/** The head under the pointer, or the chosen one. @param {State} state @param {any} focus */
const headOf = (state, focus) => focus?.head ?? state.head;

/**
 * The chosen pair with its numbers.
 * @param {State} state
 * @param {any} values
 * @param {any} focus
 * @param {import("./types.js").Text} text
 */
function words(state, values, focus, text) {
  const { row, column } = pairOf(state, focus);
  const head = headOf(state, focus);
  const distance = row - column;
  const bias = decimal(values.against[head][distance]);
  const fields = { head, row, column, distance, bias };
  return values.slopes
    ? text("pair_alibi", { ...fields, slope: fraction(values.slopes[head]) })
    : text("pair_t5_bias", { ...fields, bucket: values.buckets[distance] });
}

/**
 * Queries down, keys across; what the mask hides is left out.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {number} limit
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function matrix(svg, state, values, limit, text, view) {
  const { map } = geometry(view);
  const { length } = state;
  const cell = map.side / length;
  const { row, column } = pairOf(state, view.focus);
  const tick = { size: 12, fill: colour.quiet };
  const ticks = wholeTicks(length - 1, 6);
  const stairs = Array.from({ length: length - 1 }, (_, each) => [
    [map.x + cell * (each + 1), map.y + cell * each],
    [map.x + cell * (each + 1), map.y + cell * (each + 1)],
  ]).flat();
  const hidden = [...stairs, [map.x + map.side + 1, map.y + map.side - cell], [map.x + map.side + 1, map.y - 1]];
  return [
    label(svg, 0, 14, text("matrix_heading", { head: state.head }), { size: 12, fill: colour.quiet }),
    ticks.map((each) => [
      label(svg, round(map.x + cell * (each + 0.5)), map.y - 6, each, { ...tick, anchor: "middle" }),
      label(svg, map.x - 6, round(map.y + cell * (each + 0.5) + 4), each, { ...tick, anchor: "end" }),
    ]),
    heatMap(svg, { x: map.x, y: map.y, width: map.side, height: map.side }, values.matrix, length, limit),
    svg`<path d="${path([[map.x + cell, map.y - 1], ...hidden])}Z" fill="${colour.paper}"/>`,
    label(svg, map.x + map.side, map.y + 16, text("hidden"), { ...tick, anchor: "end" }),
    outline(svg, { x: map.x + column * cell, y: map.y + row * cell, width: cell, height: cell }, colour.ink, 2),
  ];
}

/**
 * The bias of every head against distance.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function distances(svg, state, values, text, view) {
  const { plot } = geometry(view);
  const { across, up } = distanceScales(state, values, view);
  const head = headOf(state, view.focus);
  const distance = pairDistance(state, view.focus);
  const line = (/** @type {number[]} */ biases) => biases.map((bias, each) => [across(each), up(bias)]);
  const chosen = values.against[head];
  return [
    axes(
      svg,
      plot,
      { scale: across, ticks: wholeTicks(state.length - 1, 6), title: text("distance_axis") },
      { scale: up, ticks: up.ticks(5), title: "", format: (tick) => plain(tick) },
    ),
    label(svg, plot.left - 34, plot.top - 12, text("bias_axis"), { size: 12, fill: colour.quiet }),
    values.against.map((/** @type {number[]} */ biases) =>
      curve(svg, line(biases), colour.quiet, { width: 1, opacity: 0.5 }),
    ),
    curve(svg, line(chosen), colour.position, { width: 2.5 }),
    svg`<circle cx="${round(across(distance))}" cy="${round(up(chosen[distance]))}" r="5" fill="${colour.position}"
      stroke="${colour.paper}" stroke-width="2"/>`,
  ];
}

/** @param {State} state @param {any} values @param {View} view */
function distanceScales({ length }, { against }, view) {
  const { plot } = geometry(view);
  const all = [0, ...against.flat()];
  return {
    across: scaleLinear([0, length - 1], [plot.left, plot.right]),
    up: scaleLinear([Math.min(-0.1, ...all), Math.max(...all)], [plot.bottom, plot.top]),
  };
}

/** @type {import("./types.js").Sentence} */
export function sentence(state, values, text) {
  const { length, row, column, head } = state;
  const distance = row - column;
  const fields = { head, row, column, distance, bias: decimal(values.against[head][distance]) };
  if (values.slopes) {
    const key = values.heads === 1 ? "sentence_alibi_one" : "sentence_alibi";
    return text(key, { ...fields, heads: values.heads, slope: fraction(values.slopes[head]) });
  }
  const used = new Set(values.buckets).size;
  return text("sentence_t5_bias", { ...fields, bucket: values.buckets[distance], used, length });
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative({ kind, head }, { heads, against, slopes, buckets }, text) {
  const named = (/** @type {number} */ each) =>
    text("head_column", { head: each }) + (slopes ? `: ${fraction(slopes[each])}` : "");
  return {
    caption: text("label", { kind: text(`choices.${kind}`), head }),
    columns: [
      text("distance_axis"),
      ...(buckets ? [text("bucket_axis")] : []),
      ...Array.from({ length: heads }, (_, each) => named(each)),
    ],
    rows: against[0].map((/** @type {number} */ _, /** @type {number} */ distance) => [
      plain(distance),
      ...(buckets ? [plain(buckets[distance])] : []),
      ...against.map((/** @type {number[]} */ biases) => decimal(biases[distance])),
    ]),
  };
}

/** @type {import("./types.js").At} */
export function at({ x, y }, state, values, view) {
  const { map, lower } = geometry(view);
  const [row, column] = [y - map.y, x - map.x].map((away) => Math.floor((away * state.length) / map.side));
  if (row >= 0 && row < state.length && column >= 0 && column <= row)
    return { focus: { row, column }, changes: { row, column } };
  const head = values.slopes ? headAt({ x, y }, lower, values.heads) : -1;
  return head < 0 ? null : { focus: { head }, changes: { head } };
}

/** @type {import("./types.js").Keys} */
export function keys(key, { row, column, length }, _values, _handle, large) {
  const across = key === "ArrowLeft" || key === "ArrowRight";
  const direction = across ? arrowAlong(key) : arrowDown(key);
  if (!direction) return null;
  const step = direction * (large ? 8 : 1);
  if (across) return { column: Math.min(row, Math.max(0, column + step)) };
  const moved = Math.min(length - 1, Math.max(0, row + step));
  return { row: moved, column: Math.min(column, moved) };
}
