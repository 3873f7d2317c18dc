// How well a row's position can be read off its hidden state: a linear probe, on models that never got a position put in.
import * as colour from "./colour.js";
import { decimal, plain } from "./number.js";
import { label, picture } from "./picture.js";
import { property, tokensOf } from "./reading.js";
import { recoveredPlot, recoveredScales } from "./recovered-plot.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

export const name = "position-probe";

/** The blocks of the shipped models, and the rows they were trained with. */
const blocks = 3;
const rows = 64;

const models = ["none", "untrained", "unmasked", "rope"];

/** What a page in one file carries for it. */
export const shippedModels = ["none", "rope"];

/** @type {import("./types.js").Setting[]} */
export const settings = [
  { name: "model", type: "choice", default: "none", choices: models },
  { name: "layer", type: "whole", default: 2, minimum: 0, maximum: blocks, step: 1 },
];

/** How much is read: half of the sequences are fitted, half of them judged. */
const samples = 256;

/**
 * What came of a probe: the mean position read off each row, and how far the readings are from the truth.
 * @typedef {{ r_squared: number, mean_absolute_error: number, mean: number[] }} Probe
 */

/** @typedef {{ text: { source: string, title: string }, probes: Record<string, Probe> }} Measured */

/** States with the same subject ask the same. @param {State} state */
export function subjectOf({ model, layer }) {
  return `${model} ${layer}`;
}

/**
 * The models of this figure, from the shipped ones.
 * @param {any} engine
 * @param {string} name
 */
async function modelOf(engine, name) {
  const shipped = await engine.loadShippedModel(name === "rope" ? "rope" : "none");
  if (name === "none" || name === "rope") return shipped;
  try {
    const config = await property(shipped, "config");
    if (name === "untrained") return await engine.createModel(config, { seed: 0 });
    return await engine.loadModel({ weights: await shipped.toSafetensors(), config: { ...config, causal: false } });
  } finally {
    await shipped.dispose();
  }
}

/**
 * @param {any} engine in a worker, or not
 * @param {string} text
 * @param {State} state
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<Probe>}
 */
export async function probe(engine, text, { model: name, layer }, { signal } = {}) {
  const reader = await engine.loadShippedModel("none");
  const model = await modelOf(engine, name);
  try {
    const data = (await tokensOf(reader, text)).slice(0, samples * rows);
    const tokens = { data, shape: [Math.floor(data.length / rows), rows] };
    const { r_squared, mean_absolute_error, by_position } = await engine.positionProbe(model, {
      layer,
      tokens,
      signal,
    });
    const short = (/** @type {number} */ value) => Number(value.toFixed(4));
    return {
      r_squared: short(r_squared),
      mean_absolute_error: short(mean_absolute_error),
      mean: Array.from(by_position, short),
    };
  } finally {
    await model.dispose();
    await reader.dispose();
  }
}

/**
 * What the page brings along: every model, probed after the block of this state.
 * @param {any} engine
 * @param {{ text: string, source: { source: string, title: string } }} material
 * @param {State} state
 * @returns {Promise<Measured>}
 */
export async function measure(engine, { text, source }, state) {
  /** @type {Record<string, Probe>} */
  const probes = {};
  for (const model of models) {
    const each = { ...state, model };
    probes[subjectOf(each)] = await probe(engine, text, each);
  }
  return { text: source, probes };
}

/**
 * The probe of this very state; null while it is not there.
 * @param {any} _engine
 * @param {State} state
 * @param {{ measured: Measured, read?: Record<string, Probe> }} resources
 */
export function compute(_engine, state, { measured, read = {} }) {
  return { probe: { ...measured.probes, ...read }[subjectOf(state)] ?? null, text: measured.text };
}

/** @param {View} view */
function geometry({ wide, width }) {
  const plot = { left: 48, right: wide ? 430 : width - 12, top: 44, bottom: wide ? 324 : 300 };
  const words = wide ? { x: 476, y: 96 } : { x: 24, y: plot.bottom + 76 };
  return { plot, words, height: wide ? plot.bottom + 46 : words.y + 92 };
}

const ticks = [0, 16, 32, 48, 63];

/** @type {import("./types.js").Draw} */
export function draw(svg, state, { probe: found }, text, view) {
  const { plot, words, height } = geometry(view);
  const row = view.focus?.row ?? null;
  const faint = { size: 12, fill: colour.quiet };
  const title = text("label", { model: text(`choices.${state.model}`) });
  const titles = { ticks, across: text("row_axis"), up: text("recovered_axis") };
  const shown = found ?? { mean: [], r_squared: NaN, mean_absolute_error: NaN };
  const number = (/** @type {number} */ value, /** @type {number} */ places) => (found ? decimal(value, places) : "…");
  const second = view.wide ? { x: words.x, y: words.y + 74 } : { x: words.x + 160, y: words.y };
  const reading = row === null || !found ? "" : text("at_row", { row, mean: decimal(shown.mean[row], 1) });
  return picture(svg, view, { height, label: title }, [
    recoveredPlot(svg, plot, { mean: shown.mean, rows, active: row }, titles),
    label(svg, words.x, words.y, text("r_squared"), faint),
    label(svg, words.x, words.y + 30, number(shown.r_squared, 2), { size: 28, weight: 600, fill: colour.position }),
    label(svg, second.x, second.y, text("error"), faint),
    label(svg, second.x, second.y + 28, number(shown.mean_absolute_error, 1), { size: 22 }),
    label(svg, words.x, words.y + (view.wide ? 148 : 66), reading, { fill: colour.position, weight: 600 }),
  ]);
}

/** @type {import("./types.js").Sentence} */
export function sentence({ model, layer }, { probe: found, text: source }, text) {
  const fields = { model: text(`sentence_${model}`), where: text(layer === 0 ? "before" : "after", { layer }) };
  if (!found) return text("sentence_waits", fields);
  const r_squared = decimal(found.r_squared, 2);
  const error = decimal(found.mean_absolute_error, 1);
  return text("sentence", { ...fields, r_squared, error, title: source.title });
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative({ model }, { probe: found }, text) {
  const mean = found?.mean ?? Array.from({ length: rows }, () => null);
  return {
    caption: text("label", { model: text(`choices.${model}`) }),
    columns: [text("row_axis"), text("recovered_axis")],
    rows: mean.map((/** @type {number | null} */ each, /** @type {number} */ row) => [
      plain(row),
      each === null ? "…" : decimal(each, 2),
    ]),
  };
}

/** @type {import("./types.js").At} */
export function at(point, state, values, view) {
  const { plot } = geometry(view);
  if (point.x < plot.left || point.x > plot.right || point.y < plot.top || point.y > plot.bottom) return null;
  const row = Math.round(recoveredScales(plot, rows).across.invert(point.x));
  return { focus: { row: Math.min(rows - 1, Math.max(0, row)) } };
}
