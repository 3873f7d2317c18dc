// Where a model believes each row to stand, against where it stands: one dot a row, on the diagonal where it is right.
import { scaleLinear } from "./scale.js";
import * as colour from "./colour.js";
import { plain } from "./number.js";
import { label, round, stroke } from "./picture.js";
import { axes, curve } from "./plot.js";

/** @typedef {import("./plot.js").Area} Area */

/**
 * @param {Area} area
 * @param {number} rows
 */
export function recoveredScales({ left, right, top, bottom }, rows) {
  const domain = [-0.5, rows - 0.5];
  return { across: scaleLinear(domain, [left, right]), up: scaleLinear(domain, [bottom, top]) };
}

/**
 * The dots with the diagonal; a bar through each dot where its spread is known. What leaves the drawing ends at its edge.
 * @param {any} svg
 * @param {Area} area
 * @param {{ mean: number[], spread?: number[], rows: number, active: number | null }} recovered
 * @param {{ ticks: number[], across: string, up: string }} words
 */
export function recoveredPlot(svg, area, { mean, spread, rows, active }, { ticks, across: acrossTitle, up: upTitle }) {
  const { across, up } = recoveredScales(area, rows);
  const inside = (/** @type {number} */ y) => Math.min(area.bottom, Math.max(area.top, y));
  const last = rows - 1;
  const radius = rows > 20 ? 3 : 5;
  return [
    axes(
      svg,
      area,
      { scale: across, ticks, title: acrossTitle, format: (tick) => plain(tick) },
      { scale: up, ticks, title: "", format: (tick) => plain(tick) },
    ),
    label(svg, area.left - 24, area.top - 16, upTitle, { size: 12, fill: colour.quiet }),
    curve(svg, [0, last].map((row) => [across(row), up(row)]), colour.quiet, { width: 1.5, dash: "2 4" }), // prettier-ignore
    active === null
      ? ""
      : stroke(svg, across(active), area.top, across(active), area.bottom, { colour: colour.quiet, width: 1 }),
    spread?.map((each, row) =>
      stroke(svg, across(row), inside(up(mean[row] - each)), across(row), inside(up(mean[row] + each)), {
        colour: colour.position,
        width: 2,
      }),
    ),
    mean.map(
      (each, row) =>
        svg`<circle cx="${round(across(row))}" cy="${round(inside(up(each)))}" r="${row === active ? radius + 2 : radius}"
          fill="${colour.position}" stroke="${colour.paper}" stroke-width="1.5"/>`,
    ),
  ];
}
