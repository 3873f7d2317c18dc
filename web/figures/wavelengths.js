// The wavelength of every pair against the length of the context: which hands come round, and which never do.
import { scaleLinear, scaleLog } from "./scale.js";
import { arrowAlong } from "./arrows.js";
import * as colour from "./colour.js";
import { plain, powerOfTen, significant } from "./number.js";
import { grip, handle, label, picture, piece, power, round, stroke } from "./picture.js";
import { axes } from "./plot.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

export const name = "wavelengths";

/** @type {import("./types.js").Setting[]} */
export const settings = [
  {
    name: "context",
    type: "whole",
    default: 4096,
    minimum: 16,
    maximum: 1048576,
    step: 1,
    scale: "log",
    unit: "tokens",
  },
  { name: "base", type: "number", default: 10000, minimum: 2, maximum: 1e7, step: 1, scale: "log" },
  { name: "head_dim", type: "whole", default: 128, minimum: 4, maximum: 256, step: 2 },
  { name: "pair", type: "whole", default: 46, minimum: 0, maximum: 127, step: 1, drawn: true },
];

/** @param {State} state */
export function settle(state) {
  const width = 2 * Math.round(state.head_dim / 2);
  return { ...state, head_dim: width, pair: Math.min(state.pair, width / 2 - 1) };
}

/**
 * The wavelength of each pair, and how many exceed the context.
 * @param {any} engine
 * @param {State} state
 */
export function compute(engine, { base, head_dim, context }) {
  const { inverse_frequencies } = engine.ropeFrequencies({ head_dim, rope_theta: base });
  const frequencies = Array.from(inverse_frequencies);
  const wavelengths = frequencies.map((frequency) => (2 * Math.PI) / frequency);
  return { frequencies, wavelengths, slow: wavelengths.filter((wavelength) => wavelength > context).length };
}

/** @param {View} view */
function geometry({ wide, width }) {
  const area = { left: 44, right: width - 12, top: 34, bottom: wide ? 350 : 300 };
  return { area, formula: area.bottom + 70, height: area.bottom + 108 };
}

/**
 * @param {View} view
 * @param {any} values
 */
function scales(view, values) {
  const { area } = geometry(view);
  const count = values.wavelengths.length;
  const top = 10 ** Math.ceil(Math.log10(Math.max(1048576, ...values.wavelengths)));
  return {
    across: scaleLinear([-0.5, count - 0.5], [area.left, area.right]),
    up: scaleLog([4, top], [area.bottom, area.top]),
  };
}

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const { area, height } = geometry(view);
  const { across, up } = scales(view, values);
  const count = values.wavelengths.length;
  const pair = view.focus?.pair ?? state.pair;
  const level = round(up(state.context));
  const decades = Array.from({ length: 9 }, (_, index) => 10 ** (index + 1)).filter((tick) => tick <= up.domain()[1]);
  const ticks = across.ticks(view.wide ? 8 : 4).filter((tick) => Number.isInteger(tick) && tick >= 0 && tick < count);
  const context = {
    value: state.context,
    minimum: 16,
    maximum: 1048576,
    words: text("context", { context: plain(state.context) }),
  };
  const marked = { x: round(across(pair)), y: round(up(values.wavelengths[pair])) };
  return picture(svg, view, { height, label: text("label", { count }), navigable: true }, [
    axes(
      svg,
      area,
      { scale: across, ticks, title: text("pair_axis") },
      {
        scale: up,
        ticks: decades,
        title: text("wavelength_axis"),
        format: (tick) => powerOfTen(Math.round(Math.log10(tick))),
      },
    ),
    values.wavelengths.map((/** @type {number} */ wavelength, /** @type {number} */ index) => {
      const slow = wavelength > state.context;
      return svg`<circle cx="${round(across(index))}" cy="${round(up(wavelength))}" r="${count > 64 ? 2.5 : 4}"
        fill="${slow ? colour.paper : colour.position}" stroke="${colour.position}" stroke-width="1.5"/>`;
    }),
    stroke(svg, marked.x, marked.y, marked.x, area.bottom, { colour: colour.ink, dash: "2 3" }),
    stroke(svg, area.left, marked.y, marked.x, marked.y, { colour: colour.ink, dash: "2 3" }),
    svg`<circle cx="${marked.x}" cy="${marked.y}" r="8" fill="none" stroke="${colour.ink}" stroke-width="2"/>`,
    handle(svg, view, { name: "context", label: text("settings.context"), ...context }, [
      svg`<rect class="grip" x="${area.left}" y="${level - 7}" width="${area.right - area.left}" height="14" fill="transparent"/>`,
      stroke(svg, area.left, level, area.right, level, { colour: colour.ink, width: 2 }),
      svg`<circle cx="${area.right - 8}" cy="${level}" r="8" fill="${colour.ink}"/>`,
      grip(svg, area.right - 8, level),
    ]),
    label(svg, area.left + 8, level - 8, context.words, { weight: 600, halo: true }),
    key(svg, values, text, area),
    formula(svg, state, values, pair, text, view),
  ]);
}

/**
 * What filled and hollow dots mean, with their numbers.
 * @param {any} svg
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {import("./plot.js").Area} area
 */
function key(svg, { wavelengths, slow }, text, area) {
  const entry = (/** @type {number} */ y, /** @type {string} */ fill, /** @type {string} */ words) => [
    svg`<circle cx="${area.right - 8}" cy="${y - 4}" r="4" fill="${fill}" stroke="${colour.position}" stroke-width="1.5"/>`,
    label(svg, area.right - 18, y, words, { anchor: "end", size: 12, halo: true }),
  ];
  return [
    entry(area.bottom - 30, colour.paper, text("slow", { count: slow })),
    entry(area.bottom - 10, colour.position, text("fast", { count: wavelengths.length - slow })),
  ];
}

/**
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {number} pair
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function formula(svg, { base, head_dim, context }, values, pair, text, view) {
  const y = geometry(view).formula;
  const size = view.wide ? 16 : 13;
  const wavelength = values.wavelengths[pair];
  const raised = power(svg, plain(base), `2·${pair}/${head_dim}`);
  const result = piece(svg, significant(wavelength, 5), colour.position, 700);
  return [
    label(svg, 0, y, svg`<tspan>${text("of_pair", { pair })} = 2π · ${raised} = ${result}</tspan>`, { size }),
    label(svg, 0, y + 26, text("turns", { turns: significant(context / wavelength, 3) }), { size: 13 }),
  ];
}

/** @type {import("./types.js").Sentence} */
export function sentence({ context }, { wavelengths, slow }, text) {
  const slowest = significant(wavelengths[wavelengths.length - 1], 5);
  return text("sentence", { slow, count: wavelengths.length, context: plain(context), slowest });
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative({ context }, { frequencies, wavelengths }, text) {
  return {
    caption: text("label", { count: wavelengths.length }),
    columns: [
      text("pair_axis"),
      text("frequency"),
      text("wavelength_axis"),
      text("turns_column", { context: plain(context) }),
    ],
    rows: wavelengths.map((/** @type {number} */ wavelength, /** @type {number} */ pair) => [
      String(pair),
      significant(frequencies[pair]),
      significant(wavelength, 5),
      significant(context / wavelength, 3),
    ]),
  };
}

/** @type {import("./types.js").At} */
export function at(point, state, values, view) {
  const { area } = geometry(view);
  if (point.x < area.left || point.x > area.right || point.y < area.top || point.y > area.bottom) return null;
  const nearest = Math.round(scales(view, values).across.invert(point.x));
  const pair = Math.min(values.wavelengths.length - 1, Math.max(0, nearest));
  return { focus: { pair }, changes: { pair } };
}

/** @type {import("./types.js").Drag} */
export function drag(name, from, to, state, values, view) {
  const { up } = scales(view, values);
  return { context: (state.context * up.invert(to.y)) / up.invert(from.y) };
}

/** @type {import("./types.js").Keys} */
export function keys(key, state, values, name, large) {
  const step = large ? 8 : 1;
  if (name === "context") {
    const direction = arrowAlong(key);
    return direction ? { context: state.context * 2 ** (direction * (large ? 1 : 1 / 8)) } : null;
  }
  const last = values.wavelengths.length - 1;
  if (key === "ArrowRight") return { pair: Math.min(last, state.pair + step) };
  if (key === "ArrowLeft") return { pair: Math.max(0, state.pair - step) };
  if (key === "Home") return { pair: 0 };
  if (key === "End") return { pair: last };
  return null;
}
