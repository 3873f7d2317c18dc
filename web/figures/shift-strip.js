// The score at every shift of both positions: a strip under the clocks of RoPE.
import { scaleLinear } from "./scale.js";
import * as colour from "./colour.js";
import { decimal, plain, small } from "./number.js";
import { handle, label, round } from "./picture.js";
import { axes, curve, dot } from "./plot.js";

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Strip */

/** The last shift that is drawn. */
export const furthest = 1000;

/**
 * A level line with a handle at the chosen shift.
 * @param {any} svg
 * @param {import("./types.js").State} state
 * @param {any} values `scores`, one for each shift, and the `largest` change among them
 * @param {import("./types.js").Text} text
 * @param {import("./types.js").View} view
 * @param {Strip} strip where it lies
 */
export function shiftStrip(svg, state, values, text, view, strip) {
  const scale = shiftScale(strip);
  const reach = Math.max(1, Math.ceil(Math.abs(values.scores[0]) * 2));
  const up = scaleLinear([-reach, reach], [strip.bottom, strip.top]);
  const points = values.scores.map((/** @type {number} */ score, /** @type {number} */ shift) => [
    scale(shift),
    up(score),
  ]);
  const every = points.filter((/** @type {number[]} */ _, /** @type {number} */ shift) => shift % 10 === 0);
  const ends = { minimum: 0, maximum: furthest };
  const words = text("shift_words", { shift: state.shift, score: decimal(values.scores[state.shift]) });
  return [
    axes(
      svg,
      strip,
      {
        scale,
        ticks: view.wide ? [0, 100, 200, 400, 600, 800, 1000] : [0, 500, 1000],
        title: text("shift_axis"),
        format: plain,
      },
      { scale: up, ticks: [-reach, 0, reach], title: text("score_axis"), format: plain },
    ),
    curve(svg, every, colour.sum),
    label(svg, strip.right, strip.top - 12, text("largest", { largest: small(values.largest) }), {
      anchor: "end",
      size: 12,
    }),
    handle(
      svg,
      view,
      { name: "shift", label: text("settings.shift"), value: state.shift, words, ...ends },
      dot(svg, round(scale(state.shift)), up(values.scores[state.shift]), colour.sum, 8),
    ),
  ];
}

/** @param {Strip} strip */
export function shiftScale(strip) {
  return scaleLinear([0, furthest], [strip.left, strip.right]);
}
