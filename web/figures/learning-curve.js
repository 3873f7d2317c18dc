// Accuracy against training steps, for one run or several.
import { scaleLinear } from "./scale.js";
import * as colour from "./colour.js";
import { plain } from "./number.js";
import { round, stroke, wholeTicks } from "./picture.js";
import { axes, curve } from "./plot.js";

/** @typedef {import("./plot.js").Area} Area */
/** @typedef {{ step: number, loss: number | null, accuracy: number | null }} Point null where it was not measured */

/**
 * @param {Area} area
 * @param {number} steps
 */
export function learningScales({ left, right, top, bottom }, steps) {
  return { across: scaleLinear([0, Math.max(1, steps)], [left, right]), up: scaleLinear([0, 1], [bottom, top]) };
}

/**
 * The places of a run's accuracies in the drawing.
 * @param {Point[]} points
 * @param {ReturnType<typeof learningScales>} scales
 */
export function accuracyPath(points, { across, up }) {
  return points.flatMap(({ step, accuracy }) => (accuracy === null ? [] : [[across(step), up(accuracy)]]));
}

/**
 * @param {any} svg
 * @param {Area} area
 * @param {{ points: Point[], steps: number, chance: number, paint?: string }} run
 * @param {{ across: string, up: string }} words
 */
export function learningCurve(svg, area, { points, steps, chance, paint = colour.ink }, words) {
  const scales = learningScales(area, steps);
  const line = accuracyPath(points, scales);
  const end = line[line.length - 1];
  return [
    axes(
      svg,
      area,
      { scale: scales.across, ticks: wholeTicks(steps, 4), title: words.across, format: (tick) => plain(tick) },
      { scale: scales.up, ticks: [0, 0.5, 1], title: words.up, format: (tick) => plain(tick) },
    ),
    stroke(svg, area.left, scales.up(chance), area.right, scales.up(chance), { colour: colour.quiet, dash: "2 4" }),
    line.length > 1 ? curve(svg, line, paint) : "",
    end ? svg`<circle cx="${round(end[0])}" cy="${round(end[1])}" r="4" fill="${paint}"/>` : "",
  ];
}
