// What every drawing is made of: the frame, labels, things that can be dragged, axes.
import * as colour from "./colour.js";

/** @typedef {import("./types.js").View} View */

/** Two widths are enough: a drawing is scaled to its column in between. */
const widths = { wide: 680, narrow: 352 };

/** @param {Partial<View> & { wide?: boolean }} [options] @returns {View} */
export function createView({ wide = true, still = false, focus = null } = {}) {
  return { width: wide ? widths.wide : widths.narrow, wide, still, focus };
}

/**
 * The frame of a drawing. `navigable` drawings take the focus as a whole and answer to arrow keys; in the others either
 * nothing can be reached by keyboard or each handle by itself.
 * @param {any} svg
 * @param {View} view
 * @param {{ height: number, label: string, navigable?: boolean, handles?: boolean }} options
 * @param {any} content
 */
export function picture(svg, view, { height, label, navigable = false, handles = false }, content) {
  const box = `0 0 ${view.width} ${height}`;
  const role = view.still || !(navigable || handles) ? "img" : navigable ? "application" : "group";
  return svg`<svg viewBox="${box}" width="${view.width}" height="${height}" role="${role}" aria-label="${label}"
    tabindex="${navigable && !view.still ? 0 : -1}" font-family="var(--sans, system-ui, sans-serif)" font-size="13"
    fill="${colour.ink}" class="picture">${content}</svg>`;
}

/**
 * A piece of text. `anchor` is start, middle or end; `halo` keeps it readable on lines.
 * @param {any} svg
 * @param {number} x
 * @param {number} y
 * @param {any} words
 * @param {{ anchor?: string, fill?: string, size?: number, weight?: number | string, halo?: boolean }} [options]
 */
export function label(
  svg,
  x,
  y,
  words,
  { anchor = "start", fill = colour.ink, size = 13, weight = 400, halo = false } = {},
) {
  return svg`<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${fill}" font-size="${size}" font-weight="${weight}"
    stroke="${halo ? colour.paper : "none"}" stroke-width="${halo ? 4 : 0}" paint-order="stroke" stroke-linejoin="round"
    >${words}</text>`;
}

/**
 * Words broken into lines that fit a width, at half the size a character.
 * @param {any} svg
 * @param {number} x
 * @param {number} y of the first line
 * @param {number} width
 * @param {string} words
 * @param {{ fill?: string, size?: number, weight?: number }} [options]
 */
export function paragraph(svg, x, y, width, words, options = {}) {
  const size = options.size ?? 13;
  /** @type {string[]} */
  const lines = [];
  for (const word of words.split(" ")) {
    const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && longer.length * size * 0.54 <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line, index) => label(svg, x, y + index * Math.round(size * 1.45), line, options));
}

/**
 * A coloured piece inside a text.
 * @param {any} svg
 * @param {unknown} words
 * @param {string} fill
 */
export function piece(svg, words, fill, weight = 600) {
  return svg`<tspan fill="${fill}" font-weight="${weight}">${words}</tspan>`;
}

/**
 * A base with a raised exponent, inside a text.
 * @param {any} svg
 * @param {unknown} base
 * @param {unknown} exponent
 */
export function power(svg, base, exponent) {
  return svg`<tspan>${base}</tspan><tspan dy="-5" font-size="10.5">${exponent}</tspan><tspan dy="5">\u200b</tspan>`;
}

/**
 * Something to drag or to move with the arrow keys: a slider for screen readers. In a poster it is only drawn.
 * @param {any} svg
 * @param {View} view
 * @param {{ name: string, label: string, value: number, words: string, minimum: number, maximum: number }} options
 * @param {any} content
 */
export function handle(svg, view, { name, label: title, value, words, minimum, maximum }, content) {
  if (view.still) return svg`<g>${content}</g>`;
  return svg`<g class="handle" data-handle="${name}" role="slider" tabindex="0" aria-label="${title}" aria-valuenow="${value}"
    aria-valuetext="${words}" aria-valuemin="${minimum}" aria-valuemax="${maximum}">${content}</g>`;
}

/**
 * Room for a finger around the knob of a handle, 44 pixels on the narrowest page, and the ring that shows the keyboard's focus.
 * @param {any} svg
 * @param {number} x
 * @param {number} y
 */
export function grip(svg, x, y) {
  const circle = (/** @type {string} */ name, /** @type {number} */ radius) =>
    svg`<circle class="${name}" cx="${round(x)}" cy="${round(y)}" r="${radius}" fill="transparent"/>`;
  return [circle("grip", 28), circle("ring", 16)];
}

/**
 * A straight line.
 * @param {any} svg
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 */
export function stroke(svg, x1, y1, x2, y2, { colour: paint = colour.line, width = 1, dash = "none" } = {}) {
  return svg`<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${paint}"
    stroke-width="${width}" stroke-dasharray="${dash}" stroke-linecap="round"/>`;
}

/**
 * A ring around a rectangle, readable on any colour under it.
 * @param {any} svg
 * @param {{ x: number, y: number, width: number, height: number }} box
 * @param {string} paint
 */
export function outline(svg, box, paint, width = 1.5) {
  const ring = (/** @type {string} */ colourOfRing, /** @type {number} */ thickness) =>
    svg`<rect x="${round(box.x)}" y="${round(box.y)}" width="${round(box.width)}" height="${round(box.height)}" fill="none"
      stroke="${colourOfRing}" stroke-width="${thickness}"/>`;
  return [ring(colour.paper, width + 2), ring(paint, width)];
}

/**
 * A path through points.
 * @param {number[][]} points
 */
export function path(points) {
  return points.map(([x, y], index) => `${index ? "L" : "M"}${round(x)} ${round(y)}`).join("");
}

/**
 * Two decimals are enough in a drawing and keep posters small.
 * @param {number} number
 */
export function round(number) {
  return Math.round(number * 100) / 100;
}

/**
 * Evenly spaced round numbers from 0 to at most `last`.
 * @param {number} last
 * @param {number} count about how many are wanted
 */
export function wholeTicks(last, count) {
  const raw = Math.max(1, last / count);
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 4, 5, 8, 10].map((factor) => factor * magnitude).find((candidate) => candidate >= raw) ?? raw;
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step);
}
