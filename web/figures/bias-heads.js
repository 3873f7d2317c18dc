// Under the biases, what they are made of: ALiBi's slope of every head, or T5's bucket of every distance.
import { scaleLinear, scaleLog } from "./scale.js";
import * as colour from "./colour.js";
import { significant } from "./number.js";
import { round, stroke, wholeTicks } from "./picture.js";
import { axes } from "./plot.js";

/** @typedef {import("./plot.js").Area} Area */

/** "1/8" where it is one over a whole number, decimals otherwise. @param {number} slope */
export function fraction(slope) {
  const denominator = 1 / slope;
  return Number.isInteger(denominator) ? `1/${denominator}` : significant(slope, 3);
}

/** @param {Area} area @param {number} heads */
function headScale({ left, right }, heads) {
  return scaleLinear([-0.5, heads - 0.5], [left, right]);
}

/** The head whose slope stands at a point; -1 for none. @param {import("./types.js").Point} point @param {Area} area @param {number} heads */
export function headAt({ x, y }, area, heads) {
  if (y < area.top - 8 || y > area.bottom + 20) return -1;
  const head = Math.round(headScale(area, heads).invert(x));
  return head < heads ? Math.max(-1, head) : -1;
}

/**
 * The slope of every head, in the order of the heads.
 * @param {any} svg
 * @param {Area} area
 * @param {any} values
 * @param {number} chosen
 * @param {import("./types.js").Text} text
 * @param {import("./types.js").View} view
 */
export function slopePlot(svg, area, { heads, slopes }, chosen, text, { wide }) {
  const across = headScale(area, heads);
  const up = scaleLog([1 / 300, 0.8], [area.bottom, area.top]);
  return [
    axes(
      svg,
      area,
      { scale: across, ticks: wholeTicks(heads - 1, wide ? 16 : 8), title: text("head_axis") },
      { scale: up, ticks: [1 / 256, 1 / 64, 1 / 16, 1 / 4], title: text("slope_axis"), format: fraction },
    ),
    slopes.map((/** @type {number} */ slope, /** @type {number} */ head) => [
      stroke(svg, across(head), area.bottom, across(head), up(slope), { colour: colour.position }),
      svg`<circle cx="${round(across(head))}" cy="${round(up(slope))}" r="${head === chosen ? 7 : 4}" fill="${colour.position}"/>`,
    ]),
  ];
}

/**
 * The bucket of every distance.
 * @param {any} svg
 * @param {Area} area
 * @param {any} values
 * @param {number} chosen
 * @param {import("./types.js").Text} text
 */
export function bucketPlot(svg, area, { buckets, learned }, chosen, text) {
  const last = learned.num_buckets - 1;
  const across = scaleLinear([0, buckets.length - 1], [area.left, area.right]);
  const up = scaleLinear([0, last], [area.bottom, area.top]);
  return [
    axes(
      svg,
      area,
      { scale: across, ticks: wholeTicks(buckets.length - 1, 8), title: text("distance_axis") },
      { scale: up, ticks: [0, (last + 1) / 4, (last + 1) / 2, last], title: text("bucket_axis") },
    ),
    buckets.map(
      (/** @type {number} */ bucket, /** @type {number} */ distance) =>
        svg`<circle cx="${round(across(distance))}" cy="${round(up(bucket))}" r="${distance === chosen ? 6 : 2}" fill="${colour.position}"/>`,
    ),
  ];
}
