// A trained model whose learned table is weakened or shuffled, beside one that was trained without any: what it depends on, and what
// could be done without.
import { scaleLinear, scaleLog } from "./scale.js";
import { arrowAlong } from "./arrows.js";
import * as colour from "./colour.js";
import { decimal, plain } from "./number.js";
import { handle, label, paragraph, picture, round, stroke } from "./picture.js";
import { axes, curve, dot } from "./plot.js";
import { strengths, subjectOf } from "./table-reading.js";

export { measure } from "./table-reading.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./table-reading.js").Reading} Reading */
/** @typedef {import("./table-reading.js").Measured} Measured */

export const name = "table-perplexity";

/** What a page in one file carries for it. */
export const shippedModels = ["learned"];

/** @type {import("./types.js").Setting[]} */
export const settings = [
  { name: "strength", type: "number", default: 0, minimum: 0, maximum: 1, step: 0.05 },
  { name: "shuffled", type: "switch", default: false },
  { name: "seed", type: "whole", default: 1, minimum: 0, maximum: 999, step: 1, applies: ({ shuffled }) => shuffled },
];

/**
 * The curves through what was measured, in order and shuffled, and the reading of this very state; null while it is not there.
 * @param {any} _engine
 * @param {State} state
 * @param {{ measured: Measured, read?: Record<string, Reading> }} resources
 */
export function compute(_engine, state, { measured, read = {} }) {
  const readings = { ...measured.readings, ...read };
  const places = [...new Set([...strengths, state.strength])].sort((a, b) => a - b);
  const curves = [false, true].map((shuffled) =>
    places.flatMap((strength) => {
      const known = readings[subjectOf({ ...state, strength, shuffled })];
      return known ? [{ strength, perplexity: known.perplexity }] : [];
    }),
  );
  return {
    ...{ curves, kept: readings["1"], zeroed: readings["0"], without: measured.without, text: measured.text },
    now: readings[subjectOf(state)] ?? null,
  };
}

/** @param {View} view */
function geometry({ wide, width }) {
  const area = { left: 40, right: width - (wide ? 150 : 16), top: 36, bottom: wide ? 290 : 270 };
  return { area, words: area.bottom + 62, height: area.bottom + (wide ? 92 : 134) };
}

/** @param {View} view @param {any} values */
function scales(view, { curves, without, now }) {
  const { area } = geometry(view);
  const drawn = [...curves.flat(), ...(now ? [now] : [])].map(({ perplexity }) => perplexity);
  return {
    across: scaleLinear([0, 1], [area.left, area.right]),
    up: scaleLog([Math.min(without, ...drawn) * 0.85, Math.max(without, ...drawn) * 1.15], [area.bottom, area.top]),
  };
}

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const { area, words, height } = geometry(view);
  const { across, up } = scales(view, values);
  const [kept, shuffled] = values.curves.map((/** @type {any[]} */ points) =>
    points.map(({ strength, perplexity }) => [across(strength), up(perplexity)]),
  );
  const [low, high] = up.domain();
  const ticks = [3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200].filter((tick) => tick >= low && tick <= high);
  const percent = (/** @type {number} */ share) => `${plain(100 * share)} %`;
  const level = up(values.without);
  const x = across(state.strength);
  const options = { name: "strength", label: text("settings.strength"), value: state.strength, minimum: 0, maximum: 1 };
  return picture(svg, view, { height, label: text("label"), handles: true }, [
    axes(
      svg,
      area,
      { scale: across, ticks: strengths, title: text("strength_axis"), format: percent },
      { scale: up, ticks, title: text("perplexity_axis"), format: (tick) => plain(tick) },
    ),
    stroke(svg, area.left, level, area.right, level, { colour: colour.ink, width: 1.5 }),
    curve(svg, shuffled, colour.position, { dash: "5 3", width: 1.75 }),
    curve(svg, kept, colour.position, { width: 2.5 }),
    [...kept, ...shuffled].map(
      ([px, py]) => svg`<circle cx="${round(px)}" cy="${round(py)}" r="3" fill="${colour.position}"/>`,
    ),
    label(svg, area.right, round(level - 7), text("without", { perplexity: decimal(values.without, 2) }), {
      anchor: "end",
      size: 12,
      halo: true,
    }),
    ends(svg, kept, shuffled, values, text, area, view),
    handle(svg, view, { ...options, words: text("strength", { strength: percent(state.strength) }) }, [
      stroke(svg, x, area.top, x, area.bottom, { colour: colour.ink, dash: "2 3" }),
      dot(svg, x, values.now ? up(values.now.perplexity) : area.bottom, colour.ink, 8),
    ]),
    sample(svg, words, state, values, text, view),
  ]);
}

/** The names of the curves at their right ends: beside the plot, or where that is narrow, at their other side. @param {any} svg @param {number[][]} kept @param {number[][]} shuffled @param {any} values @param {import("./types.js").Text} text @param {import("./plot.js").Area} area @param {View} view */
function ends(svg, kept, shuffled, values, text, area, { wide }) {
  const each = (/** @type {number[][]} */ points, /** @type {string} */ words, /** @type {number} */ below) => {
    const [x, y] = points[points.length - 1];
    const place = wide ? { x: x + 14, y: y + 4, anchor: "start" } : { x: area.right, y: y + below, anchor: "end" };
    return label(svg, round(place.x), round(place.y), words, {
      fill: colour.position,
      anchor: place.anchor,
      halo: true,
      weight: 600,
    });
  };
  // Another order has no curve before it is read at full strength.
  const last = values.curves[1].find((/** @type {any} */ { strength }) => strength === 1);
  return [
    each(kept, text("kept", { perplexity: decimal(values.kept.perplexity, 2) }), 20),
    last ? each(shuffled, text("shuffled", { perplexity: decimal(last.perplexity, 2) }), -10) : "",
  ];
}

/** What the model writes with this table. @param {any} svg @param {number} y @param {State} state @param {any} values @param {import("./types.js").Text} text @param {View} view */
function sample(svg, y, state, { now }, text, view) {
  const words = now ? text("writes", { sample: now.sample }) : text("reading");
  return paragraph(svg, 0, y, view.width, words, { size: 14, fill: now ? colour.ink : colour.quiet });
}

/** @type {import("./types.js").Sentence} */
export function sentence({ strength, shuffled, seed }, { kept, zeroed, without, now }, text) {
  const written = (/** @type {number} */ perplexity) => decimal(perplexity, 2);
  const fields = { kept: written(kept.perplexity), zeroed: written(zeroed.perplexity), without: written(without) };
  if (!now) return text("sentence_reading", fields);
  const key = strength === 0 ? "zeroed" : shuffled ? "shuffled" : strength === 1 ? "kept" : "weaker";
  return text(`sentence_${key}`, { ...fields, now: written(now.perplexity), strength: plain(100 * strength), seed });
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative(state, { curves, without }, text) {
  const [kept, shuffled] = curves.map((/** @type {any[]} */ points) =>
    strengths.map((strength) => points.find((point) => point.strength === strength)?.perplexity),
  );
  const written = (/** @type {number | undefined} */ perplexity) =>
    perplexity === undefined ? "–" : decimal(perplexity);
  return {
    caption: text("label"),
    columns: [text("strength_axis"), text("in_order"), text("settings.shuffled"), text("without_column")],
    rows: strengths.map((strength, index) => [
      `${100 * strength} %`,
      written(kept[index]),
      written(shuffled[index]),
      decimal(without),
    ]),
  };
}

/** @type {import("./types.js").At} */
export function at(point, state, values, view) {
  const { area } = geometry(view);
  if (point.x < area.left - 8 || point.x > area.right + 8 || point.y < area.top || point.y > area.bottom) return null;
  return { focus: null, changes: { strength: scales(view, values).across.invert(point.x) } };
}

/** @type {import("./types.js").Drag} */
export function drag(_name, from, to, state, values, view) {
  const { across } = scales(view, values);
  return { strength: state.strength + across.invert(to.x) - across.invert(from.x) };
}

/** @type {import("./types.js").Keys} */
export function keys(key, { strength }, values, name, large) {
  const direction = arrowAlong(key);
  return direction && name ? { strength: strength + direction * (large ? 0.25 : 0.05) } : null;
}
