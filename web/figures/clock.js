// A pair of numbers as a clock: its face, its hands, the arc between two hands. Angles count counter-clockwise from the right,
// as on the unit circle: the cosine is how far right the hand points, the sine how far up.
import * as colour from "./colour.js";
import { grip, round, stroke } from "./picture.js";

/** @typedef {{ x: number, y: number, radius: number }} Face */
/** @typedef {import("./types.js").Point} Point */

/**
 * Where the point (right, up) of the unit circle lies on a face.
 * @param {Face} face
 * @param {number} right
 * @param {number} up
 * @returns {Point}
 */
export function onFace(face, right, up) {
  return { x: round(face.x + face.radius * right), y: round(face.y - face.radius * up) };
}

/**
 * @param {any} svg
 * @param {Face} face
 */
export function clockFace(svg, face) {
  const { x, y, radius } = face;
  return [
    svg`<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour.line}" stroke-width="1.5"/>`,
    stroke(svg, x - radius, y, x + radius, y),
    stroke(svg, x, y - radius, x, y + radius),
  ];
}

/**
 * A hand from the middle to (right, up), with a knob that can be grabbed and a ring that shows the keyboard's focus.
 * @param {any} svg
 * @param {Face} face
 * @param {{ right: number, up: number }} tip
 * @param {string} paint
 */
export function hand(svg, face, { right, up }, paint, { width = 3.5, knob = 7, dash = "none" } = {}) {
  const tip = onFace(face, right, up);
  return [
    stroke(svg, face.x, face.y, tip.x, tip.y, { colour: paint, width, dash }),
    knob ? svg`<circle cx="${tip.x}" cy="${tip.y}" r="${knob}" fill="${paint}"/>` : "",
    knob ? grip(svg, tip.x, tip.y) : "",
  ];
}

/**
 * The arc from one angle to another, the short way only if the angles say so: more than a full turn is drawn as a circle.
 * @param {any} svg
 * @param {Face} face
 * @param {number} from in radians
 * @param {number} to in radians
 * @param {number} share of the radius
 * @param {string} paint
 */
export function arc(svg, face, from, to, share, paint, width = 2) {
  const radius = round(face.radius * share);
  if (Math.abs(to - from) >= 2 * Math.PI) {
    return svg`<circle cx="${face.x}" cy="${face.y}" r="${radius}" fill="none" stroke="${paint}" stroke-width="${width}"/>`;
  }
  const [start, end] = [from, to].map((angle) => onFace(face, share * Math.cos(angle), share * Math.sin(angle)));
  const large = Math.abs(to - from) > Math.PI ? 1 : 0;
  const shape = `M${start.x} ${start.y}A${radius} ${radius} 0 ${large} ${to > from ? 0 : 1} ${end.x} ${end.y}`;
  return svg`<path d="${shape}" fill="none" stroke="${paint}" stroke-width="${width}"/>`;
}

/**
 * How far a drag turns a hand, in radians of (−π, π].
 * @param {Face} face
 * @param {Point} from
 * @param {Point} to
 */
export function turned(face, from, to) {
  const angle = (/** @type {Point} */ point) => Math.atan2(face.y - point.y, point.x - face.x);
  const difference = angle(to) - angle(from);
  return Math.atan2(Math.sin(difference), Math.cos(difference));
}
