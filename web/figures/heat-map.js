// A table of signed values as an image inside a drawing: one pixel a value, crisp at any size, with its legend.
import { encode } from "fast-png";
import { divergingIndex, divergingPalette, quiet } from "./colour.js";
import { decimal } from "./number.js";
import { label } from "./picture.js";

const palettes = [false, true].map(divergingPalette);

/** Images of values that are drawn again and again: a pointer over a figure changes its marks, not its map. @type {WeakMap<object, Map<string, string>>} */
const drawn = new WeakMap();

/**
 * @param {ArrayLike<number>} data
 * @param {number} width
 * @param {number} limit
 * @param {boolean} dark
 */
function image(data, width, limit, dark) {
  const known = drawn.get(data) ?? new Map();
  drawn.set(data, known);
  const key = `${width} ${limit} ${dark}`;
  if (!known.has(key)) known.set(key, png(data, width, limit, dark));
  return known.get(key);
}

/**
 * A palette PNG as a data address. @param {ArrayLike<number>} data row-major, `width` columns
 * @param {number} width
 * @param {number} limit the magnitude that gets the strongest colour
 * @param {boolean} dark
 */
function png(data, width, limit, dark) {
  const indices = new Uint8Array(data.length);
  for (let at = 0; at < indices.length; ++at) indices[at] = divergingIndex(data[at], limit);
  const picture = { width, height: data.length / width, data: indices, channels: 1, depth: /** @type {const} */ (8) };
  // A picture that is drawn anew while one looks on must be made quickly, not be as small as it can be.
  const bytes = encode({ ...picture, palette: /** @type {any} */ (palettes[Number(dark)]) }, { zlib: { level: 1 } });
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `data:image/png;base64,${btoa(binary)}`;
}

/**
 * The image, once for light pages and once for dark ones; the custom properties --light-map and --dark-map hide one of them.
 * @param {any} svg
 * @param {{ x: number, y: number, width: number, height: number }} box
 * @param {ArrayLike<number>} data
 * @param {number} columns
 * @param {number} [limit]
 */
export function heatMap(svg, box, data, columns, limit = 1) {
  const drawing = (/** @type {boolean} */ dark) =>
    svg`<image href="${image(data, columns, limit, dark)}" x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}"
      preserveAspectRatio="none" image-rendering="pixelated" class="${dark ? "dark-map" : "light-map"}"/>`;
  return [drawing(false), drawing(true)];
}

const legendSteps = Array.from({ length: 127 }, (_, index) => (index - 63) / 63);

/** The colour scale from −limit to limit. @param {any} svg */
export function legend(
  svg,
  /** @type {{ x: number, y: number, width: number }} */ { x, y, width },
  limit = 1,
  places = 0,
) {
  const ends = [decimal(-limit, places), "0", decimal(limit, places)];
  return [
    heatMap(svg, { x, y, width, height: 10 }, legendSteps, legendSteps.length),
    ends.map((words, index) =>
      label(svg, x + (index * width) / 2, y + 24, words, {
        anchor: ["start", "middle", "end"][index],
        fill: quiet,
        size: 12,
      }),
    ),
  ];
}
