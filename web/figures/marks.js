// Marks that tell curves apart where colours and dashes would not: each curve wears its own shape, and so does its name.
import * as colour from "./colour.js";
import { round } from "./picture.js";

/** Outlines around (0, 0), in order of use; each is used filled, then hollow. */
const shapes = [
  "M-4,0A4,4,0,1,1,4,0A4,4,0,1,1,-4,0Z",
  "M-3.5,-3.5H3.5V3.5H-3.5Z",
  "M0,-4.5L4.5,3.5H-4.5Z",
  "M0,-5L5,0L0,5L-5,0Z",
];

/** How many curves can wear different marks. */
export const markCount = 2 * shapes.length;

/**
 * @param {any} svg
 * @param {number} index of the curve
 * @param {number} x
 * @param {number} y
 * @param {string} paint
 */
export function mark(svg, index, x, y, paint) {
  const hollow = index % markCount >= shapes.length;
  return svg`<path class="mark" d="${shapes[index % shapes.length]}" transform="translate(${round(x)},${round(y)})"
    fill="${hollow ? colour.paper : paint}" stroke="${hollow ? paint : colour.paper}" stroke-width="${hollow ? 1.5 : 1}"/>`;
}

/**
 * Where a curve wears its marks: at regular distances along it, and curves that lie upon each other at different places; a curve
 * shorter than that, at its end.
 * @param {number[][]} path points from left to right
 * @param {{ left: number, right: number }} area
 * @param {number} index of the curve
 * @param {number} count of curves
 */
export function markPlaces(path, { left, right }, index, count) {
  const pitch = (right - left) / 4;
  const places = [];
  let next = (pitch * (index + 0.5)) / count;
  let gone = 0;
  for (const [at, [x1, y1]] of path.entries()) {
    const [x0, y0] = path[Math.max(0, at - 1)];
    const long = Math.hypot(x1 - x0, y1 - y0);
    for (; next <= gone + long && long > 0; next += pitch) {
      const share = (next - gone) / long;
      places.push([x0 + share * (x1 - x0), y0 + share * (y1 - y0)]);
    }
    gone += long;
  }
  return places.length > 0 ? places : path.slice(-1);
}
