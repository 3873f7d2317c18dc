// The sinusoidal position table as a heat map: one row a position, one column an entry, and the formula of a chosen cell.
import { scaleLinear } from "./scale.js";
import * as colour from "./colour.js";
import { heatMap, legend } from "./heat-map.js";
import { decimal, plain, significant } from "./number.js";
import { label, outline, path, picture, piece, power, round, stroke, wholeTicks } from "./picture.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

export const name = "position-table";

/** @type {import("./types.js").Setting[]} */
export const settings = [
  { name: "base", type: "number", default: 10000, minimum: 2, maximum: 1e6, step: 1, scale: "log" },
  { name: "width", type: "whole", default: 64, minimum: 4, maximum: 128, step: 1 },
  { name: "positions", type: "whole", default: 64, minimum: 4, maximum: 256, step: 1 },
  { name: "layout", type: "choice", default: "interleaved", choices: ["interleaved", "concatenated", "tensor2tensor"] },
  { name: "position", type: "whole", default: 22, minimum: 0, maximum: 255, step: 1, drawn: true },
  { name: "column", type: "whole", default: 14, minimum: 0, maximum: 127, step: 1, drawn: true },
];

/** The chosen cell stays inside the table when the table shrinks. @param {State} state */
export function settle(state) {
  return {
    ...state,
    position: Math.min(state.position, state.positions - 1),
    column: Math.min(state.column, state.width - 1),
  };
}

/** Which function and which pair a column holds. @param {string} layout @param {number} width @param {number} column */
function part(layout, width, column) {
  if (layout === "interleaved") return { wave: column % 2 ? "cos" : "sin", pair: column >> 1 };
  const half = layout === "tensor2tensor" ? width >> 1 : (width + 1) >> 1;
  if (column < half) return { wave: "sin", pair: column };
  if (column < 2 * half) return { wave: "cos", pair: column - half };
  return { wave: "zero", pair: half };
}

/**
 * The table, and for each column its wave and its frequency in radians per position, read off the engine's own row of position 1.
 * @param {any} engine
 * @param {State} state
 */
export function compute(engine, { base, width, positions, layout }) {
  const options = { kind: "sinusoidal", width, base, layout };
  const all = Array.from({ length: positions }, (_, index) => index);
  const table = engine.positionTable({ ...options, positions: all });
  const first = engine.positionTable({ ...options, positions: [1] }).data;
  const parts = Array.from({ length: width }, (_, column) => part(layout, width, column));
  const frequency = (/** @type {{ wave: string, pair: number }} */ { wave, pair }) => {
    if (wave === "zero") return 0;
    const sine = parts.findIndex((other) => other.wave === "sin" && other.pair === pair);
    const cosine = parts.findIndex((other) => other.wave === "cos" && other.pair === pair);
    return cosine < 0 ? Math.asin(first[sine]) : Math.atan2(first[sine], first[cosine]);
  };
  return { data: table.data, columns: parts.map((each) => ({ ...each, frequency: frequency(each) })) };
}

/**
 * The cell that the formula is about: the one under the pointer, otherwise the chosen one.
 * @param {State} state
 * @param {any} values
 * @param {{ position: number, column: number } | null} focus
 */
function cellOf(state, values, focus) {
  const { position, column } = focus ?? /** @type {any} */ (state);
  return { position, column, ...values.columns[column], value: values.data[position * state.width + column] };
}

/** @param {View} view */
function geometry({ wide }) {
  const map = wide ? { x: 52, y: 36, size: 380 } : { x: 40, y: 34, size: 232 };
  const right = wide ? { x: 452, width: 176 } : { x: 286, width: 56 };
  const bottom = { y: map.y + map.size + 20, height: wide ? 72 : 52 };
  return { map, right, bottom, formula: bottom.y + bottom.height + (wide ? 50 : 86), height: wide ? 592 : 462 };
}

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const { map, right, bottom, height, formula: line } = geometry(view);
  const { width, positions } = state;
  const x = scaleLinear([0, width], [map.x, map.x + map.size]);
  const y = scaleLinear([0, positions], [map.y, map.y + map.size]);
  const scene = { svg, state, values, text, view, x, y, cell: cellOf(state, values, view.focus) };
  const { position, column } = scene.cell;
  const one = { width: map.size / width, height: map.size / positions };
  const heading = text(view.wide ? "wave" : "wave_short", { column });
  return picture(svg, view, { height, label: text("label", { width, positions }), navigable: true }, [
    axes(scene),
    heatMap(svg, { x: map.x, y: map.y, width: map.size, height: map.size }, values.data, width),
    outline(svg, { x: map.x, y: y(position), width: map.size, height: one.height }, colour.position),
    outline(svg, { x: x(column), y: map.y, width: one.width, height: map.size }, colour.ink, 1),
    outline(svg, { x: x(state.column), y: y(state.position), ...one }, colour.ink, 2),
    wave(scene),
    fingerprint(scene),
    label(svg, right.x + right.width / 2, map.y - 6, heading, { anchor: "middle", size: 12 }),
    label(svg, map.x, bottom.y + bottom.height + 16, text("fingerprint", { position }), { size: 12 }),
    view.wide
      ? legend(svg, { x: right.x, y: bottom.y + 20, width: right.width })
      : legend(svg, { x: map.x, y: bottom.y + bottom.height + 28, width: map.size }),
    formula(scene, line),
  ]);
}

/**
 * Position down the side, column across the top; the two numbers of the cell in bold where they are read off.
 * @param {any} scene
 */
function axes({ svg, state, text, view, x, y, cell }) {
  const { map } = geometry(view);
  const count = view.wide ? 8 : 5;
  const style = { size: 12, fill: colour.quiet };
  const across = wholeTicks(state.width - 1, count).filter((tick) => Math.abs(x(tick) - x(cell.column)) > 18);
  const down = wholeTicks(state.positions - 1, count).filter((tick) => Math.abs(y(tick) - y(cell.position)) > 14);
  return [
    across.map((tick) => label(svg, x(tick + 0.5), map.y - 6, tick, { ...style, anchor: "middle" })),
    down.map((tick) => label(svg, map.x - 6, y(tick + 0.5) + 4, tick, { ...style, anchor: "end" })),
    label(svg, x(cell.column + 0.5), map.y - 6, cell.column, { anchor: "middle", weight: 700 }),
    label(svg, map.x - 6, y(cell.position + 0.5) + 4, cell.position, {
      anchor: "end",
      weight: 700,
      fill: colour.position,
    }),
    label(svg, map.x + map.size, map.y - 22, text("columns"), { ...style, anchor: "end" }),
    label(svg, 0, map.y - 22, text("positions"), style),
  ];
}

/**
 * The chosen column down the positions: beside the map, at the same height.
 * @param {any} scene
 */
function wave({ svg, state, values, view, x, y, cell }) {
  const { right } = geometry(view);
  const across = scaleLinear([-1, 1], [right.x + 6, right.x + right.width - 6]);
  const level = y(cell.position + 0.5);
  const points = Array.from({ length: state.positions }, (_, row) => [
    across(values.data[row * state.width + cell.column]),
    y(row + 0.5),
  ]);
  return [
    stroke(svg, x(state.width), level, right.x, level, { colour: colour.position, dash: "2 3" }),
    stroke(svg, across(0), y(0), across(0), y(state.positions)),
    svg`<path d="${path(points)}" fill="none" stroke="${colour.ink}" stroke-width="1.5" stroke-linejoin="round"/>`,
    stroke(svg, across(0), level, across(cell.value), level, { colour: colour.position, width: 3 }),
    svg`<circle cx="${across(cell.value)}" cy="${level}" r="4.5" fill="${colour.position}"/>`,
  ];
}

/**
 * The chosen row across the columns: under the map, column for column.
 * @param {any} scene
 */
function fingerprint({ svg, state, values, view, x, y, cell }) {
  const { bottom } = geometry(view);
  const up = scaleLinear([-1, 1], [bottom.y + bottom.height, bottom.y]);
  const thick = (x(1) - x(0)) * 0.7;
  const row = values.data.slice(cell.position * state.width, (cell.position + 1) * state.width);
  const bars = Array.from(row, (value, column) => {
    const [top, end] = [Math.min(up(0), up(value)), Math.max(up(0), up(value))];
    const paint = column === cell.column ? colour.ink : colour.position;
    return svg`<rect x="${round(x(column + 0.5) - thick / 2)}" y="${round(top)}" width="${round(thick)}"
      height="${round(Math.max(0.5, end - top))}" fill="${paint}"/>`;
  });
  return [
    stroke(svg, x(cell.column + 0.5), y(state.positions), x(cell.column + 0.5), bottom.y, {
      colour: colour.ink,
      dash: "2 3",
    }),
    stroke(svg, x(0), up(0), x(state.width), up(0)),
    bars,
  ];
}

/**
 * The exponent of the base as a learner writes it: twice the pair over the width, or tensor2tensor's own.
 * @param {State} state
 * @param {number} pair
 */
function exponent({ layout, width }, pair) {
  return layout === "tensor2tensor" ? `${pair}/(${width >> 1}−1)` : `2·${pair}/${width}`;
}

/**
 * The formula of the cell with its numbers in it, each in the colour of the place it came from.
 * @param {any} scene
 * @param {number} y
 */
function formula({ svg, state, text, view, cell }, y) {
  const size = view.wide ? 17 : 15;
  const position = piece(svg, cell.position, colour.position);
  const entry = svg`<tspan>PE[${position}, ${piece(svg, cell.column, colour.ink, 700)}]</tspan>`;
  if (cell.wave === "zero")
    return [label(svg, 0, y, svg`${entry}<tspan> = 0</tspan>`, { size }), label(svg, 0, y + 27, text("padding"))];
  const divisor = power(svg, plain(state.base), exponent(state, cell.pair));
  const reduced = `${significant(1 / cell.frequency)}) = ${cell.wave}(${significant(cell.position * cell.frequency)}) = `;
  const first = svg`${entry}<tspan> = ${cell.wave}(${position} / ${divisor})</tspan>`;
  const second = svg`<tspan>= ${cell.wave}(${position} / ${reduced}${piece(svg, decimal(cell.value), colour.ink, 700)}</tspan>`;
  return [label(svg, 0, y, first, { size }), label(svg, 0, y + 27, second, { size })];
}

/** @type {import("./types.js").Sentence} */
export function sentence(state, values, text) {
  const cell = cellOf(state, values, null);
  if (cell.wave === "zero") return text("sentence_padding", { column: cell.column });
  return text("sentence", {
    position: cell.position,
    column: cell.column,
    value: decimal(cell.value),
    wave: text(`waves.${cell.wave}`),
    angle: significant(cell.position * cell.frequency),
    pair: cell.pair,
    wavelength: significant((2 * Math.PI) / cell.frequency),
  });
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative(state, values, text) {
  const { width, positions } = state;
  const numbers = (/** @type {number} */ row) =>
    [...values.data.slice(row * width, (row + 1) * width)].map((value) => decimal(value));
  return {
    caption: text("label", { width, positions }),
    columns: [
      text("position"),
      ...values.columns.map((/** @type {any} */ _, /** @type {number} */ index) => String(index)),
    ],
    rows: Array.from({ length: positions }, (_, row) => [String(row), ...numbers(row)]),
  };
}

/** @type {import("./types.js").At} */
export function at(point, state, values, view) {
  const { map } = geometry(view);
  const column = Math.floor(((point.x - map.x) / map.size) * state.width);
  const position = Math.floor(((point.y - map.y) / map.size) * state.positions);
  const inside = column >= 0 && column < state.width && position >= 0 && position < state.positions;
  return inside ? { focus: { position, column }, changes: { position, column } } : null;
}

/** @type {import("./types.js").Keys} */
export function keys(key, state, values, handle, large) {
  const step = large ? 8 : 1;
  const { position, column, positions, width } = state;
  if (key === "ArrowDown") return { position: Math.min(positions - 1, position + step) };
  if (key === "ArrowUp") return { position: Math.max(0, position - step) };
  if (key === "ArrowRight") return { column: Math.min(width - 1, column + step) };
  if (key === "ArrowLeft") return { column: Math.max(0, column - step) };
  if (key === "Home") return { column: 0 };
  if (key === "End") return { column: width - 1 };
  return null;
}
