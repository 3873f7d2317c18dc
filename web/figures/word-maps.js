// Three maps of one head beside each other: the sentence as it was typed, as it stands now, and how far the two differ word by word.
import * as colour from "./colour.js";
import { heatMap, legend } from "./heat-map.js";
import { label, outline, round } from "./picture.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

const edge = 14;
const mapTop = 36;

/** @param {View} view */
function geometry({ wide, width }) {
  const gap = wide ? 26 : 8;
  const column = (width - 2 * gap) / 3;
  return { gap, column, side: column - edge };
}

/** The room that the maps take, with their legend and a line of numbers under it. @param {View} view */
export function mapsHeight(view) {
  return Math.ceil(mapTop + geometry(view).side + (view.wide ? 92 : 106));
}

/** @param {number} index @param {View} view */
function mapX(index, view) {
  const { column, gap } = geometry(view);
  return index * (column + gap) + edge;
}

/**
 * The pair of slots at a point: `typed` where they are slots of the typed sentence.
 * @param {import("./types.js").Point} point
 * @param {any} values
 * @param {View} view
 * @param {number} top
 */
export function pairAt({ x, y }, { words }, view, top) {
  const { side } = geometry(view);
  const cell = side / words.length;
  const row = Math.floor((y - top - mapTop) / cell);
  for (let index = 0; index < 3; ++index) {
    const column = Math.floor((x - mapX(index, view)) / cell);
    const inside = [row, column].every((each) => each >= 0 && each < words.length);
    if (inside) return { row, column, typed: index === 0 };
  }
  return null;
}

/**
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 * @param {number} top
 */
export function maps(svg, state, values, text, view, top) {
  const { side } = geometry(view);
  const { words, typed, now, differences } = values;
  const { order } = state;
  const shown = /** @type {"scores" | "weights"} */ (state.shown);
  const count = words.length;
  const cell = side / count;
  const y = top + mapTop;
  // A difference has the colours of what differs: rounding shows as nothing.
  const limit = shown === "weights" ? 1 : Math.max(1e-6, ...[...typed.scores, ...now.scores].map(Math.abs));
  const chosen = view.focus ?? state;
  const asTyped = words.map((/** @type {string} */ _, /** @type {number} */ slot) => slot);
  const drawn = [
    { words: "as_typed", data: typed[shown], names: asTyped, row: order[chosen.row], column: order[chosen.column] },
    { words: "now", data: now[shown], names: order, row: chosen.row, column: chosen.column },
    { words: "difference", data: differences[shown], names: order, row: chosen.row, column: chosen.column },
  ];
  const tick = { size: count > 5 && !view.wide ? 10 : 12, fill: colour.quiet, anchor: "middle" };
  return [
    label(svg, 0, top, text(`heading_${shown}`), { size: 12, fill: colour.quiet }),
    drawn.map(({ words: heading, data, names, row, column }, index) => {
      const x = mapX(index, view);
      const at = (/** @type {number} */ place) => cell * (place + 0.5) + 4;
      return [
        label(svg, round(x), y + side + 16, text(heading), { size: 12, weight: 600 }),
        names.map((/** @type {number} */ was, /** @type {number} */ place) => [
          label(svg, round(x + at(place) - 4), y - 5, was, tick),
          label(svg, round(x - 8), round(y + at(place)), was, tick),
        ]),
        heatMap(svg, { x: round(x), y, width: round(side), height: round(side) }, data, count, limit),
        outline(svg, { x: x + column * cell, y: y + row * cell, width: cell, height: cell }, colour.ink, 2),
      ];
    }),
    legend(svg, { x: edge, y: y + side + 30, width: view.wide ? 190 : 150 }, limit, 1),
  ];
}
