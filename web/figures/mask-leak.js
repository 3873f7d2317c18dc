// A model without any encoding is asked where each row stands: with and without the causal mask, with and without a token that
// marks the beginning, among random or equal tokens.
import { arrowAlong } from "./arrows.js";
import * as colour from "./colour.js";
import { learningCurve } from "./learning-curve.js";
import { decimal, plain } from "./number.js";
import { rows, setUp } from "./mask-leak-set-up.js";
import { grip, handle, label, outline, picture, round } from "./picture.js";
import { recoveredPlot, recoveredScales } from "./recovered-plot.js";
import { rowOf } from "./rows.js";
import recordings from "../../lessons/recordings/mask-leak.json" with { type: "json" };

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./mask-leak-set-up.js").Result} Result */

export const name = "mask-leak";

/** @type {import("./types.js").Setting[]} */
export const settings = [
  { name: "mask", type: "switch", default: true },
  { name: "begin", type: "switch", default: true },
  { name: "tokens", type: "choice", default: "random", choices: ["random", "equal"] },
  { name: "seed", type: "whole", default: 0, minimum: 0, maximum: 999, step: 1 },
  { name: "row", type: "whole", default: 5, minimum: 0, maximum: rows - 1, step: 1, drawn: true },
];

export const trains = true;

/** What a state trains. @param {State} state */
export function subject(state) {
  return `${setUp(state)} ${state.seed}`;
}

/** @type {WeakMap<object, any>} one model for each engine: where it looks does not depend on its weights */
const models = new WeakMap();

/**
 * Where every row of a freshly made model without encoding looks among equal tokens: alike at all that it may see.
 * @param {any} engine
 * @param {boolean} causal
 * @returns {Promise<number[][]>} [rows][rows]
 */
async function looks(engine, causal) {
  if (!models.has(engine)) {
    const sizes = { n_layer: 1, n_head: 1, n_embd: 8, n_positions: rows, vocab_size: 2 };
    models.set(engine, engine.createModel({ model_type: "gpt2", ...sizes, position: { kind: "none" } }, { seed: 0 }));
  }
  const equal = Array.from({ length: rows }, () => 1);
  const { attentions } = await (await models.get(engine)).run(equal, { causal, capture: ["attentions"] });
  return equal.map((_, row) => rowOf(attentions[0].data, rows, row));
}

/**
 * @param {any} engine
 * @param {State} state
 * @param {{ live: Map<string, Result> }} [resources] what this page has trained, by subject
 */
export async function compute(engine, state, resources) {
  const live = resources?.live.get(subject(state));
  /** @type {Record<string, Result>} */
  const recorded = recordings.runs;
  return {
    attention: await looks(engine, state.mask),
    live: live !== undefined,
    result: live ?? recorded[setUp(state)],
  };
}

/** Rows that a row attends to. @param {any} values @param {number} row */
function seen({ attention }, row) {
  return attention[row].filter((/** @type {number} */ share) => share > 0).length;
}

/** @param {View} view */
function geometry({ wide, width }) {
  const cell = wide ? 14 : 13;
  const grid = { left: 28, top: 44, cell, side: rows * cell };
  const left = wide ? 324 : 40;
  const top = wide ? 44 : grid.top + grid.side + 76;
  const plot = { left, right: width - 12, top, bottom: top + (wide ? 224 : 200) };
  const under = plot.bottom + 66;
  const bars = { left, right: plot.right, top: under, bottom: under + 48 };
  const curveTop = wide ? grid.top + grid.side + 66 : bars.bottom + 66;
  const curve = {
    left: wide ? 28 : left,
    right: wide ? 252 : plot.right,
    top: curveTop,
    bottom: curveTop + (wide ? 48 : 70),
  };
  return { grid, plot, bars, curve, height: Math.max(bars.bottom, curve.bottom) + 42 };
}

const ticks = [0, 5, 10, 15];

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const { plot, bars, curve: area, height } = geometry(view);
  const { result } = values;
  const row = view.focus?.row ?? state.row;
  const chance = 1 / rows;
  return picture(svg, view, { height, label: text("label", { rows }), handles: true }, [
    seeing(svg, row, values, text, view),
    recoveredPlot(
      svg,
      plot,
      { mean: result.mean, spread: result.spread, rows, active: row },
      { ticks, across: text("row_axis"), up: text("recovered_axis") },
    ),
    accuracyBars(svg, bars, result.accuracy_by_row, row, text),
    learningCurve(
      svg,
      area,
      { points: result.curve, steps: result.total, chance },
      { across: text("step_axis"), up: text("accuracy_axis") },
    ),
    rowHandle(svg, state, values, text, view),
  ]);
}

/**
 * Who looks at whom: a square for each row above and each row left, the darker the more of the look it gets.
 * @param {any} svg
 * @param {number} row
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function seeing(svg, row, values, text, view) {
  const { left, top, cell, side } = geometry(view).grid;
  const small = { size: 12, fill: colour.quiet };
  const share = values.attention[row][0];
  return [
    label(svg, 0, 14, text("grid"), small),
    ticks.map((tick) => [
      label(svg, left - 7, round(top + (tick + 0.5) * cell + 4), tick, { ...small, anchor: "end" }),
      label(svg, round(left + (tick + 0.5) * cell), top - 7, tick, { ...small, anchor: "middle" }),
    ]),
    values.attention.map((/** @type {number[]} */ shares, /** @type {number} */ from) =>
      shares.map((each, to) => {
        // The root, so that a sixteenth can still be told from nothing.
        const dark = each > 0 ? 0.12 + 0.88 * Math.sqrt(each) : 0;
        return svg`<rect x="${left + to * cell}" y="${top + from * cell}" width="${cell - 1}" height="${cell - 1}"
          fill="${from === row ? colour.position : colour.content}" opacity="${dark > 0 ? decimal(dark, 2) : 0}"/>`;
      }),
    ),
    outline(svg, { x: left - 1, y: top - 1, width: side + 1, height: side + 1 }, colour.line, 1),
    label(svg, left, top + side + 18, text("sees", { row, count: seen(values, row), share: decimal(share) }), {
      size: 12,
      fill: colour.position,
      weight: 600,
    }),
  ];
}

/**
 * How often each row is named right.
 * @param {any} svg
 * @param {import("./plot.js").Area} area
 * @param {number[]} shares
 * @param {number} row
 * @param {import("./types.js").Text} text
 */
function accuracyBars(svg, area, shares, row, text) {
  const { across } = recoveredScales(area, rows);
  const tall = area.bottom - area.top;
  const wide = (across(1) - across(0)) * 0.7;
  return [
    label(svg, area.left - 24, area.top - 12, text("bars", { row, share: decimal(shares[row]) }), {
      size: 12,
      fill: colour.quiet,
    }),
    svg`<rect x="${area.left}" y="${area.bottom}" width="${round(area.right - area.left)}" height="1" fill="${colour.line}"/>`,
    shares.map((share, each) => {
      const height = Math.max(1, share * tall);
      return svg`<rect x="${round(across(each) - wide / 2)}" y="${round(area.bottom - height)}" width="${round(wide)}"
        height="${round(height)}" fill="${each === row ? colour.position : colour.quiet}"/>`;
    }),
    ticks.map((tick) =>
      label(svg, round(across(tick)), area.bottom + 18, tick, { anchor: "middle", size: 12, fill: colour.quiet }),
    ),
  ];
}

/**
 * The chosen row, to be moved along the plot.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function rowHandle(svg, { row }, values, text, view) {
  const { plot } = geometry(view);
  const { across } = recoveredScales(plot, rows);
  const x = across(row);
  const words = text("row_words", { row, mean: decimal(values.result.mean[row], 1) });
  const options = { name: "row", label: text("settings.row"), value: row, words, minimum: 0, maximum: rows - 1 };
  return handle(svg, view, options, [
    svg`<path d="M${round(x)} ${plot.top + 2}l-8 -12h16z" fill="${colour.position}"/>`,
    grip(svg, x, plot.top - 4),
  ]);
}

/** @type {import("./types.js").Sentence} */
export function sentence(state, values, text) {
  const { row, mask, seed } = state;
  const { result, live } = values;
  const fields = {
    row,
    count: seen(values, row),
    share: decimal(values.attention[row][0]),
    mean: decimal(result.mean[row], 1),
    accuracy: decimal(100 * result.accuracy, 1),
    chance: decimal(100 / rows, 1),
    step: plain(result.step),
    seed: plain(live ? seed : recordings.seed),
  };
  const sight = text(mask ? (row === 0 ? "sentence_first" : "sentence_mask") : "sentence_no_mask", fields);
  return `${sight} ${text(live ? "sentence_live" : "sentence_recorded", fields)}`;
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative(state, values, text) {
  const { mean, spread, accuracy_by_row } = values.result;
  return {
    caption: text("label", { rows }),
    columns: ["row_axis", "sees_column", "share_column", "recovered_axis", "spread_column", "accuracy_axis"].map(
      (key) => text(key),
    ),
    rows: mean.map((/** @type {number} */ each, /** @type {number} */ row) => [
      String(row),
      String(seen(values, row)),
      decimal(values.attention[row][0]),
      decimal(each, 2),
      decimal(spread[row], 2),
      decimal(accuracy_by_row[row]),
    ]),
  };
}

/** @type {import("./types.js").At} */
export function at(point, state, values, view) {
  const { grid, plot, bars } = geometry(view);
  const within = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) =>
    value >= low && value <= high;
  const chosen = (/** @type {number} */ row) => {
    const inside = Math.min(rows - 1, Math.max(0, row));
    return { focus: { row: inside }, changes: { row: inside } };
  };
  if (within(point.x, grid.left, grid.left + grid.side) && within(point.y, grid.top, grid.top + grid.side))
    return chosen(Math.floor((point.y - grid.top) / grid.cell));
  if (within(point.x, plot.left, plot.right) && within(point.y, plot.top, bars.bottom + 20))
    return chosen(Math.round(recoveredScales(plot, rows).across.invert(point.x)));
  return null;
}

/** @type {import("./types.js").Drag} */
export function drag(which, from, to, state, values, view) {
  const { across } = recoveredScales(geometry(view).plot, rows);
  return { row: state.row + across.invert(to.x) - across.invert(from.x) };
}

/** @type {import("./types.js").Keys} */
export function keys(key, { row }, values, which, large) {
  const direction = arrowAlong(key);
  return direction && which ? { row: row + direction * (large ? 5 : 1) } : null;
}
