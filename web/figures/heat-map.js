// A table of signed values as an image inside a drawing: one pixel a value, crisp at any size, with its legend.
import { encode } from "fast-png";
import { divergingIndex, divergingPalette, quiet } from "./colour.js";
import { decimal } from "./number.js";
import { label } from "./picture.js";

/**
 * A palette PNG as a data address. @param {ArrayLike<number>} data row-major, `width` columns
 * @param {number} width
 * @param {number} limit the magnitude that gets the strongest colour
 * @param {boolean} dark
 */
function png(data, width, limit, dark) {
  const indices = Uint8Array.from(data, (value) => divergingIndex(value, limit));
  const bytes = encode({
    width,
    height: data.length / width,
    data: indices,
    channels: 1,
    depth: 8,
    palette: /** @type {any} */ (divergingPalette(dark)),
  });
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
  const image = (/** @type {boolean} */ dark) =>
    svg`<image href="${png(data, columns, limit, dark)}" x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}"
      preserveAspectRatio="none" image-rendering="pixelated" class="${dark ? "dark-map" : "light-map"}"/>`;
  return [image(false), image(true)];
}

/** The colour scale from −limit to limit. @param {any} svg */
export function legend(
  svg,
  /** @type {{ x: number, y: number, width: number }} */ { x, y, width },
  limit = 1,
  places = 0,
) {
  const steps = Array.from({ length: 127 }, (_, index) => ((index - 63) / 63) * limit);
  const ends = [decimal(-limit, places), "0", decimal(limit, places)];
  return [
    heatMap(svg, { x, y, width, height: 10 }, steps, steps.length, limit),
    ends.map((words, index) =>
      label(svg, x + (index * width) / 2, y + 24, words, {
        anchor: ["start", "middle", "end"][index],
        fill: quiet,
        size: 12,
      }),
    ),
  ];
}
