// The lanes of a race under its curves: how far each is, where its heads look, and what it writes.
import * as colour from "./colour.js";
import { heatMap } from "./heat-map.js";
import { decimal, plain } from "./number.js";
import { label, paragraph, round, stroke } from "./picture.js";
import { dashes, lastPoint, paintOf, stepsTo99 } from "./race-run.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./race-run.js").Lane} Lane */

const inRow = { wide: 4, narrow: 2 };
const gap = 16;
const mapTop = 78;
const textLines = 7;

/** Between the maps of two heads. */
const tileGap = 3;

/** @param {View} view */
function geometry({ wide, width }) {
  const columns = wide ? inRow.wide : inRow.narrow;
  const column = (width - (columns - 1) * gap) / columns;
  return { columns, column };
}

/** Blocks of a map may be wider than tall: three blocks of four heads. @param {any} values @param {View} view */
function laneHeight({ lanes }, view) {
  const { column } = geometry(view);
  const tall = lanes.map((/** @type {Lane} */ { run: { maps } }) =>
    maps ? (column * maps.length) / maps[0].length : column,
  );
  const written = lanes.some((/** @type {Lane} */ { run }) => run.written);
  return mapTop + Math.max(...tall) + 26 + (written ? textLines * 16 + 12 : 0);
}

/** @param {any} values @param {View} view */
export function lanesHeight(values, view) {
  return Math.ceil(Math.ceil(values.lanes.length / geometry(view).columns) * laneHeight(values, view));
}

/**
 * Which lane lies at a point; -1 for none.
 * @param {import("./types.js").Point} point
 * @param {any} values
 * @param {View} view
 * @param {number} below where the lanes begin
 */
export function laneAt({ x, y }, values, view, below) {
  if (y < below) return -1;
  const { columns, column } = geometry(view);
  const across = Math.min(columns - 1, Math.floor(x / (column + gap)));
  return across + columns * Math.floor((y - below) / laneHeight(values, view));
}

/**
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 * @param {number} below
 */
export function laneColumns(svg, state, values, text, view, below) {
  const { columns, column } = geometry(view);
  const height = laneHeight(values, view);
  return values.lanes.map((/** @type {Lane} */ lane, /** @type {number} */ index) => {
    const x = (index % columns) * (column + gap);
    const y = below + Math.floor(index / columns) * height;
    return [
      heading(svg, state, lane, index, text, { x, y, column }),
      maps(svg, lane, text, { x, y: y + mapTop, column }),
    ];
  });
}

/**
 * Its line, its name, how much it has learned.
 * @param {any} svg
 * @param {State} state
 * @param {Lane} lane
 * @param {number} index
 * @param {import("./types.js").Text} text
 * @param {{ x: number, y: number, column: number }} place
 */
function heading(svg, state, { encoding, run }, index, text, { x, y, column }) {
  const paint = paintOf(state, encoding);
  const last = lastPoint(run);
  const to99 = stepsTo99(run);
  const small = { size: 12, fill: colour.quiet };
  return [
    stroke(svg, x, y, x + column, y, { colour: paint, width: 2, dash: dashes[index] }),
    label(svg, x, y + 20, text(`choices.${encoding}`), { weight: 600, fill: paint }),
    last
      ? [
          label(
            svg,
            x,
            y + 38,
            text("lane_measures", { accuracy: decimal(100 * last.accuracy, 1), loss: decimal(last.loss) }),
            small,
          ),
          label(
            svg,
            x,
            y + 54,
            text(to99 === null ? "lane_step" : "lane_to_99", { step: plain(to99 ?? last.step) }),
            small,
          ),
        ]
      : label(svg, x, y + 38, text("not_trained"), small),
  ];
}

/**
 * Where its heads look, and what it writes.
 * @param {any} svg
 * @param {Lane} lane
 * @param {import("./types.js").Text} text
 * @param {{ x: number, y: number, column: number }} place
 */
function maps(svg, { run }, text, { x, y, column }) {
  if (!run.maps) return "";
  const side = (column - (run.maps[0].length - 1) * tileGap) / run.maps[0].length;
  const pitch = side + tileGap;
  const below = y + run.maps.length * pitch;
  const lines = run.written ? shown(run.written) : "";
  return [
    label(svg, x, y - 8, text("maps"), { size: 12, fill: colour.quiet }),
    run.maps.map((heads, layer) =>
      heads.map((map, head) => {
        const box = {
          x: round(x + head * pitch),
          y: round(y + layer * pitch),
          width: round(side),
          height: round(side),
        };
        return heatMap(svg, box, map, Math.sqrt(map.length));
      }),
    ),
    lines ? label(svg, x, below + 21, text("written"), { size: 12, fill: colour.quiet }) : "",
    lines ? paragraph(svg, x, below + 38, column, lines, { size: 12 }) : "",
  ];
}

/** What a model writes has ends of lines that are not those of the drawing. @param {string} written */
function shown(written) {
  return written
    .replace(/\s*\n+\s*/g, " ↵ ")
    .replace(/\s+/g, " ")
    .trim();
}
