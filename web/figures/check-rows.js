// The rows of a learned table: how long each is, and how alike one is to all others.
import { scaleLinear } from "./scale.js";
import * as colour from "./colour.js";
import { decimal, plain } from "./number.js";
import { label, paragraph, picture, stroke, wholeTicks } from "./picture.js";
import { axes, curve, dot } from "./plot.js";
import { rowDot } from "./rows.js";

/** @typedef {import("./checks.js").Check} Check */

/** @type {Check["isDone"]} */
export const isDone = () => true;

/** @type {Check["run"]} */
export async function run({ model, facts }, _state, { progress }) {
  const { data: all, shape } = await model.readParameter("wpe.weight");
  const width = shape[1];
  // Rows that training did not use are as chance made them.
  const rows = Math.min(shape[0], facts.trained);
  const data = all.slice(0, rows * width);
  const norms = Array.from({ length: rows }, (_, row) => Math.sqrt(rowDot(data, row, data, row, width)));
  progress({ done: 1, total: 1 });
  if (rows < 2) return { lacking: { key: "rows.one_row", fields: { norm: decimal(norms[0]), columns: plain(width) } } };
  return { data, width, norms };
}

/**
 * The cosines of one row with all; a row of zeros has none.
 * @param {{ data: ArrayLike<number>, width: number, norms: number[] }} run
 * @param {number} row
 */
export function cosines({ data, width, norms }, row) {
  return norms.map((norm, other) =>
    norm * norms[row] === 0 ? 0 : rowDot(data, row, data, other, width) / (norm * norms[row]),
  );
}

/** The rows most alike to one, that one left out. @param {number[]} alike @param {number} row */
export function nearestRows(alike, row, count = 5) {
  const others = alike.map((cosine, other) => ({ row: other, cosine })).filter((each) => each.row !== row);
  return others.sort((a, b) => b.cosine - a.cosine || a.row - b.row).slice(0, count);
}

/** @param {import("./types.js").State} state @param {{ norms: number[] }} run */
const chosenRow = ({ row }, { norms }) => Math.min(row, norms.length - 1);

/** @param {import("./types.js").View} view */
function geometry({ wide, width }) {
  const high = wide ? 130 : 110;
  const upper = { left: 58, right: width - 12, top: 36, bottom: 36 + high };
  const lower = { ...upper, top: upper.bottom + 72, bottom: upper.bottom + 72 + high };
  return { upper, lower, words: lower.bottom + 60, height: lower.bottom + (wide ? 80 : 106) };
}

/** @type {Check["draw"]} */
export function draw(svg, state, { run, facts }, text, view) {
  const { upper, lower, words, height } = geometry(view);
  const row = chosenRow(state, run);
  const alike = cosines(run, row);
  const across = scaleLinear([0, run.norms.length - 1], [upper.left, upper.right]);
  const ticks = wholeTicks(run.norms.length - 1, 8);
  const norm = scaleLinear([0, Math.max(...run.norms, 1e-9)], [upper.bottom, upper.top]).nice(4);
  const cosine = scaleLinear([Math.min(-0.5, Math.floor(10 * Math.min(...alike)) / 10), 1], [lower.bottom, lower.top]);
  const points = (/** @type {number[]} */ values, /** @type {any} */ scale) =>
    values.map((value, at) => [across(at), scale(value)]);
  const fewer = run.norms.length < Number(facts.rows);
  const count = { rows: plain(run.norms.length), all: plain(Number(facts.rows)) };
  return picture(svg, view, { height, label: text("rows.label"), navigable: true }, [
    axes(
      svg,
      upper,
      { scale: across, ticks, title: "", format: plain },
      { scale: norm, ticks: norm.ticks(4), title: text("rows.norm_axis"), format: plain },
    ),
    curve(svg, points(run.norms, norm), colour.position, { width: 1.75 }),
    axes(
      svg,
      lower,
      { scale: across, ticks, title: text("slot_axis"), format: plain },
      {
        scale: cosine,
        ticks: [-1, -0.5, 0, 0.5, 1].filter((tick) => tick >= cosine.domain()[0]),
        title: text("rows.cosine_axis", { row: plain(row) }),
        format: (tick) => decimal(tick, 1),
      },
    ),
    curve(svg, points(alike, cosine), colour.position, { width: 1.75 }),
    [upper, lower].map(({ top, bottom }) => [
      stroke(svg, across(row), top, across(row), bottom, { colour: colour.ink, dash: "2 3" }),
    ]),
    fewer
      ? label(svg, upper.right, upper.top - 12, text("rows.trained", count), {
          anchor: "end",
          size: 12,
          fill: colour.quiet,
        })
      : "",
    dot(svg, across(row), norm(run.norms[row]), colour.ink, 5),
    dot(svg, across(row), cosine(alike[row]), colour.ink, 5),
    paragraph(svg, 0, words, view.width, nearestWords(alike, row, text), { size: 14 }),
  ]);
}

/** @param {number[]} alike @param {number} row @param {import("./types.js").Text} text */
function nearestWords(alike, row, text) {
  const nearest = nearestRows(alike, row).map((each) => `${plain(each.row)} (${decimal(each.cosine)})`);
  return text("rows.nearest", { row: plain(row), nearest: nearest.join(", ") });
}

/** @type {Check["sentence"]} */
export function sentence(state, { run }, text) {
  const row = chosenRow(state, run);
  const [nearest] = nearestRows(cosines(run, row), row);
  const fields = {
    row: plain(row),
    norm: decimal(run.norms[row]),
    nearest: plain(nearest.row),
    cosine: decimal(nearest.cosine),
  };
  return text("rows.sentence", { ...fields, columns: plain(run.width) });
}

/** @type {Check["alternative"]} */
export function alternative(state, { run }, text) {
  const row = chosenRow(state, run);
  const alike = cosines(run, row);
  return {
    caption: text("rows.label"),
    columns: [text("slot_axis"), text("rows.norm_axis"), text("rows.cosine_axis", { row: plain(row) })],
    rows: run.norms.map((/** @type {number} */ norm, /** @type {number} */ slot) => [
      plain(slot),
      decimal(norm),
      decimal(alike[slot]),
    ]),
  };
}

/** @type {Check["csv"]} */
export function csv(state, { run }) {
  const row = chosenRow(state, run);
  const alike = cosines(run, row);
  return [
    ["slot", "norm", `cosine_with_row_${row}`],
    ...run.norms.map((/** @type {number} */ norm, /** @type {number} */ slot) => [slot, norm, alike[slot]]),
  ];
}

/** @type {NonNullable<Check["at"]>} */
export function at(point, _state, { run }, view) {
  const { upper, lower } = geometry(view);
  if (point.x < upper.left - 8 || point.y > lower.bottom) return null;
  const row = Math.round(scaleLinear([0, run.norms.length - 1], [upper.left, upper.right]).invert(point.x));
  return { focus: null, changes: { row: Math.min(run.norms.length - 1, Math.max(0, row)) } };
}

/** @type {NonNullable<Check["keys"]>} */
export function keys(step, state, { run }) {
  return { row: Math.min(run.norms.length - 1, Math.max(0, chosenRow(state, run) + step)) };
}
