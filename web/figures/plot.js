// Axes, curves and movable marks of the figures that plot one number against another.
import * as colour from "./colour.js";
import { grip, handle, label, path, round, stroke } from "./picture.js";

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Area */

/**
 * Ticks and names of both axes; a line where y is zero, if zero is in sight.
 * @param {any} svg
 * @param {Area} area
 * @param {{ scale: any, ticks: number[], title: string, format?: (tick: number) => string }} across
 * @param {{ scale: any, ticks: number[], title: string, format?: (tick: number) => string }} up
 */
export function axes(svg, { left, right, top, bottom }, across, up) {
  const small = { size: 12, fill: colour.quiet };
  const write = (/** @type {typeof across} */ axis, /** @type {number} */ tick) => axis.format?.(tick) ?? tick;
  return [
    up.ticks.map((tick) => [
      stroke(svg, left, up.scale(tick), right, up.scale(tick)),
      label(svg, left - 8, round(up.scale(tick) + 4), write(up, tick), { ...small, anchor: "end" }),
    ]),
    across.ticks.map((tick) => [
      stroke(svg, across.scale(tick), bottom, across.scale(tick), bottom + 4, { colour: colour.quiet }),
      label(svg, round(across.scale(tick)), bottom + 18, write(across, tick), { ...small, anchor: "middle" }),
    ]),
    label(svg, right, bottom + 34, across.title, { ...small, anchor: "end" }),
    label(svg, 0, top - 12, up.title, small),
  ];
}

/**
 * A curve through points in units of the drawing.
 * @param {any} svg
 * @param {number[][]} points
 * @param {string} paint
 */
export function curve(svg, points, paint, { width = 2, dash = "none", opacity = 1 } = {}) {
  return svg`<path d="${path(points)}" fill="none" stroke="${paint}" stroke-width="${width}" stroke-dasharray="${dash}"
    stroke-linejoin="round" opacity="${opacity}"/>`;
}

/**
 * A dot, with the ring of the keyboard's focus and a target large enough for a finger.
 * @param {any} svg
 * @param {number} x
 * @param {number} y
 * @param {string} paint
 */
export function dot(svg, x, y, paint, radius = 6) {
  return [
    svg`<circle cx="${round(x)}" cy="${round(y)}" r="${radius}" fill="${paint}" stroke="${colour.paper}" stroke-width="2"/>`,
    grip(svg, x, y),
  ];
}

/**
 * A level across a plot that can be dragged up and down: a dashed line with its name, and its knob beside the plot, where it
 * covers no mark.
 * @param {any} svg
 * @param {import("./types.js").View} view
 * @param {Parameters<typeof handle>[2]} options
 * @param {Area} area
 * @param {number} at
 */
export function level(svg, view, options, { left, right }, at) {
  const y = round(at);
  return handle(svg, view, options, [
    svg`<rect class="grip" x="${left}" y="${y - 7}" width="${right - left}" height="14" fill="transparent"/>`,
    stroke(svg, left, y, right + 12, y, { colour: colour.ink, width: 1.5, dash: "6 4" }),
    svg`<circle cx="${right + 14}" cy="${y}" r="8" fill="${colour.ink}"/>`,
    grip(svg, right + 14, y),
    label(svg, left + 6, y - 6, options.words, { size: 12, weight: 600, halo: true }),
  ]);
}
