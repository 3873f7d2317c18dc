// What every way of scaling does to every frequency: the wavelengths before and after, and how far each was stretched.
import { scaleLinear, scaleLog } from "./scale.js";
import { arrowAlong } from "./arrows.js";
import * as colour from "./colour.js";
import { plain, powerOfTen } from "./number.js";
import { label, picture, round, stroke } from "./picture.js";
import { axes, curve, level } from "./plot.js";
import { pairWords } from "./rope-scaling-words.js";
import { isScaled, ropeScaling, scalingSettings, settleBand } from "./rope-scalings.js";

export { alternative, sentence } from "./rope-scaling-words.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

/**
 * One pair: its frequency before and after, the factor by which its wavelength grew, its turns within the trained context before
 * and within the text after, and whether the text reaches angles that training did not.
 * @typedef {{ before: number, after: number, stretch: number, turnsTrained: number, turns: number, unseen: boolean }} Pair
 */

export const name = "rope-scaling";

const tokens = {
  type: /** @type {const} */ ("whole"),
  minimum: 16,
  step: 1,
  scale: /** @type {const} */ ("log"),
  unit: "tokens",
};

/** @type {import("./types.js").Setting[]} */
export const settings = [
  ...scalingSettings(),
  { name: "length", default: 256, maximum: 1048576, ...tokens },
  { name: "trained", default: 64, maximum: 131072, ...tokens },
  { name: "head_dim", type: "whole", default: 16, minimum: 4, maximum: 128, step: 2 },
  { name: "base", type: "number", default: 10000, minimum: 2, maximum: 1e7, step: 1, scale: "log", drawn: true },
  { name: "pair", type: "whole", default: 4, minimum: 0, maximum: 63, step: 1, drawn: true },
];

/** @param {State} state */
export function settle(state) {
  const head_dim = 2 * Math.round(state.head_dim / 2);
  return settleBand({ ...state, head_dim, pair: Math.min(state.pair, head_dim / 2 - 1) });
}

/**
 * A pair that came round in training has shown all its angles; another has shown those up to its last.
 * @param {any} engine
 * @param {State} state
 */
export function compute(engine, state) {
  const { head_dim, base, trained, length } = state;
  const ask = { head_dim, rope_theta: base, sequence_length: length };
  const plainly = engine.ropeFrequencies(ask).inverse_frequencies;
  const scaled = engine.ropeFrequencies({ ...ask, rope_scaling: ropeScaling(state, trained) });
  /** @type {Pair[]} */
  const pairs = Array.from(scaled.inverse_frequencies, (after, index) => {
    const before = plainly[index];
    const [turnsTrained, turns] = [trained * before, length * after].map((angle) => angle / (2 * Math.PI));
    const unseen = turnsTrained < 1 && turns > turnsTrained * (1 + 1e-9);
    return { before, after, stretch: before / after, turnsTrained, turns, unseen };
  });
  return { pairs, unseen: pairs.filter(({ unseen }) => unseen).length, temperature: scaled.attention_factor ** 2 };
}

/** @param {View} view */
function geometry({ wide, width }) {
  const upper = { left: 52, right: width - 32, top: wide ? 34 : 52, bottom: 250 };
  const lower = { ...upper, top: upper.bottom + 44, bottom: upper.bottom + 150 };
  return { upper, lower, words: lower.bottom + 62, height: lower.bottom + (wide ? 124 : 166) };
}

/** @param {View} view @param {State} state @param {{ pairs: Pair[] }} values */
function scales(view, { length, trained }, { pairs }) {
  const { upper, lower } = geometry(view);
  const waves = pairs.flatMap(({ before, after }) => [wavelength(before), wavelength(after)]);
  const top = 10 ** Math.ceil(Math.log10(Math.max(1.5 * length, 1.5 * trained, ...waves)));
  const most = Math.max(64, 2 ** Math.ceil(Math.log2(Math.max(...pairs.map(({ stretch }) => stretch)))));
  return {
    across: scaleLinear([-0.5, pairs.length - 0.5], [upper.left, upper.right]),
    up: scaleLog([4, top], [upper.bottom, upper.top]),
    stretched: scaleLog([0.85, most], [lower.bottom, lower.top]),
  };
}

/** @param {number} frequency */
const wavelength = (frequency) => (2 * Math.PI) / frequency;

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const { upper, lower, words, height } = geometry(view);
  const { across, up, stretched } = scales(view, state, values);
  /** @type {Pair[]} */
  const pairs = values.pairs;
  const pair = view.focus?.pair ?? state.pair;
  const ticks = across
    .ticks(view.wide ? 8 : 4)
    .filter((tick) => Number.isInteger(tick) && tick >= 0 && tick < pairs.length);
  const below = (/** @type {any} */ scale, /** @type {number} */ base) =>
    Array.from({ length: 24 }, (_, index) => base ** index).filter((tick) => tick <= scale.domain()[1]);
  const stretches = pairs.map(({ stretch }, index) => [across(index), stretched(stretch)]);
  const lines = lineOptions(state, text);
  return picture(
    svg,
    view,
    { height, label: text("label", { name: text(`choices.${state.scaling}`) }), navigable: true },
    [
      regions(svg, state, values, text, view),
      axes(
        svg,
        upper,
        { scale: across, ticks: [], title: "" },
        {
          scale: up,
          ticks: below(up, 10).slice(1),
          title: text("wavelength_axis"),
          format: (tick) => powerOfTen(Math.round(Math.log10(tick))),
        },
      ),
      axes(
        svg,
        lower,
        { scale: across, ticks, title: text("pair_axis") },
        { scale: stretched, ticks: below(stretched, 4), title: text("stretch_axis"), format: (tick) => plain(tick) },
      ),
      [upper, lower].map(({ top, bottom }) =>
        stroke(svg, across(pair), top, across(pair), bottom, { colour: colour.ink, dash: "2 3" }),
      ),
      trainedLine(svg, state, text, view, up),
      pairs.map((each, index) => mark(svg, across(index), each, up, pairs.length)),
      level(svg, view, lines.length, upper, up(state.length)),
      curve(svg, stretches, colour.position),
      stretches.map(([x, y]) => dotAt(svg, x, y, pairs.length)),
      isScaled(state) ? level(svg, view, lines.factor, lower, stretched(state.factor)) : "",
      key(svg, values, text, view),
      pairWords(svg, words, state, values, pair, text, view),
    ],
  );
}

/** @param {any} svg @param {State} state @param {import("./types.js").Text} text @param {View} view @param {any} up */
function trainedLine(svg, { trained, length }, text, view, up) {
  const { left, right } = geometry(view).upper;
  const y = round(up(trained));
  // Above its line, as the other's name is, unless the two would lie on each other.
  const above = Math.abs(y - up(length)) > 18;
  return [
    stroke(svg, left, y, right, y, { colour: colour.ink, width: 1.5 }),
    // Where there is little room the first pairs would lie on the name: theirs are the short waves, on the left.
    label(svg, view.wide ? left + 6 : right - 6, above ? y - 6 : y + 14, text("trained", { trained: plain(trained) }), {
      anchor: view.wide ? "start" : "end",
      size: 12,
      halo: true,
    }),
  ];
}

/** The two lines that can be dragged. @param {State} state @param {import("./types.js").Text} text */
function lineOptions(state, text) {
  const line = (
    /** @type {"length" | "factor"} */ which,
    /** @type {number} */ minimum,
    /** @type {number} */ maximum,
  ) => ({
    ...{ name: which, label: text(`settings.${which}`), value: state[which], minimum, maximum },
    words: text(which, { [which]: plain(state[which]) }),
  });
  return { length: line("length", 16, 1048576), factor: line("factor", 1, 32) };
}

/** @param {number} count */
const radius = (count) => (count > 32 ? 2.5 : 4.5);

/** @param {any} svg @param {number} x @param {number} y @param {number} count */
function dotAt(svg, x, y, count) {
  return svg`<circle cx="${round(x)}" cy="${round(y)}" r="${radius(count)}" fill="${colour.position}"/>`;
}

/** @param {any} svg @param {number} x @param {number} y @param {number} count */
function ringAt(svg, x, y, count) {
  return svg`<circle cx="${round(x)}" cy="${round(y)}" r="${radius(count)}" fill="${colour.paper}" stroke="${colour.quiet}" stroke-width="1.5"/>`;
}

/** Where the text reaches angles that training did not. @param {any} svg @param {number} x @param {number} y @param {number} count */
function triangleAt(svg, x, y, count) {
  const r = radius(count) + 2;
  const [left, right, base] = [x - r, x + r, y + r * 0.75].map(round);
  return svg`<path d="M${round(x)} ${round(y - r)}L${right} ${base}L${left} ${base}Z" fill="${colour.position}" stroke="${colour.ink}"
    stroke-width="1.5"/>`;
}

/** A pair's wavelength before, as a ring, and after. @param {any} svg @param {number} x @param {Pair} pair @param {any} up @param {number} count */
function mark(svg, x, { before, after, unseen }, up, count) {
  const [from, to] = [before, after].map((frequency) => up(wavelength(frequency)));
  const arrival = unseen ? triangleAt : dotAt;
  return [
    stroke(svg, x, from, x, to, { colour: colour.position, width: 1.5 }),
    ringAt(svg, x, from, count),
    arrival(svg, x, to, count),
  ];
}

/**
 * Neighbouring pairs that fare alike: kept, stretched by the whole factor, or something between.
 * @param {State} state
 * @param {{ pairs: Pair[] }} values
 */
export function regionsOf({ factor }, { pairs }) {
  /** @type {{ region: "kept" | "between" | "stretched", first: number, last: number }[]} */
  const found = [];
  for (const [index, { stretch }] of pairs.entries()) {
    const kept = Math.abs(stretch - 1) < 1e-9;
    const region = kept ? "kept" : Math.abs(stretch / factor - 1) < 1e-9 ? "stretched" : "between";
    const last = found.at(-1);
    if (last?.region === region) last.last = index;
    else found.push({ region, first: index, last: index });
  }
  return found;
}

/** The regions as bands behind both plots. @param {any} svg @param {State} state @param {any} values @param {import("./types.js").Text} text @param {View} view */
function regions(svg, state, values, text, view) {
  const { upper, lower } = geometry(view);
  const { across } = scales(view, state, values);
  const shade = { kept: 0, between: 0.22, stretched: 0.5 };
  return regionsOf(state, values).map(({ region, first, last }) => {
    const [left, right] = [across(first - 0.5), across(last + 0.5)].map(round);
    const named = text(`region.${region}`, { factor: plain(state.factor) });
    const room = right - left > named.length * 6.5;
    return [
      svg`<rect x="${left}" y="${upper.top}" width="${round(right - left)}" height="${lower.bottom - upper.top}" fill="${colour.line}"
        opacity="${shade[region]}"/>`,
      room
        ? label(svg, round((left + right) / 2), upper.bottom + 17, named, {
            anchor: "middle",
            size: 12,
            fill: colour.quiet,
          })
        : "",
    ];
  });
}

/** What the marks mean. @param {any} svg @param {any} values @param {import("./types.js").Text} text @param {View} view */
function key(svg, { unseen }, text, { wide }) {
  const places = wide ? [316, 404, 466] : [10, 92, 150];
  const marks = [ringAt, dotAt, triangleAt];
  return ["before", "after", "unseen"].map((each, index) => [
    marks[index](svg, places[index], wide ? 18 : 14, 1),
    label(svg, places[index] + (index === 2 ? 12 : 10), wide ? 22 : 18, text(`key.${each}`, { count: unseen }), {
      size: 12,
      fill: colour.quiet,
    }),
  ]);
}

/** @type {import("./types.js").At} */
export function at(point, state, values, view) {
  const { upper, lower } = geometry(view);
  if (point.x < upper.left || point.x > upper.right || point.y < upper.top || point.y > lower.bottom) return null;
  const nearest = Math.round(scales(view, state, values).across.invert(point.x));
  const pair = Math.min(values.pairs.length - 1, Math.max(0, nearest));
  return { focus: { pair }, changes: { pair } };
}

/** @type {import("./types.js").Drag} */
export function drag(which, from, to, state, values, view) {
  const { up, stretched } = scales(view, state, values);
  const scale = which === "length" ? up : stretched;
  return { [which]: (state[which] * scale.invert(to.y)) / scale.invert(from.y) };
}

/** @type {import("./types.js").Keys} */
export function keys(key, state, values, which, large) {
  const direction = arrowAlong(key);
  if (which) return direction ? { [which]: state[which] * 2 ** (direction * (large ? 1 : 1 / 8)) } : null;
  const last = values.pairs.length - 1;
  const moves = { ArrowRight: state.pair + 1, ArrowLeft: state.pair - 1, Home: 0, End: last };
  const pair = moves[/** @type {"Home"} */ (key)];
  return pair === undefined ? null : { pair: Math.min(last, Math.max(0, pair)) };
}
