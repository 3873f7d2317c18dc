// A real model under the lesson's own checks: the files of the reader, or a shipped model while there are none.
import { arrowAlong } from "./arrows.js";
import { kinds, loadCheck, loadedCheck, runName, shippedFacts } from "./checks.js";
import * as colour from "./colour.js";
import { label, paragraph, picture } from "./picture.js";
import { scalingSettings, settleBand } from "./rope-scalings.js";
import { defaults } from "./settings.js";

/** @typedef {import("./types.js").Setting} Setting */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./checks.js").Facts} Facts */
/** @typedef {{ facts?: Facts, waiting?: string, live?: Map<string, any>, measured?: { runs: Record<string, any> } }} Resources facts of the reader's own model, or the name of one that is not open */

export const name = "checkpoint";

export const trains = true;

/** What a page in one file carries for it: with a second model lessons would grow too large, and checks of rotations say that it is not there. */
export const shippedModels = ["learned"];

export const links = ["save_csv", "save_png", "files.link"];

const longest = 131072;

/** The text of a check may be anything that is not empty. @param {string} value */
const textProblem = (value) => (value.length > 0 ? null : { key: "problem.empty", fields: {} });

/** The setting means something to these checks only. @param {Setting} setting @returns {Setting} */
function where(setting) {
  const { applies = () => true, name: of } = setting;
  return { ...setting, applies: (state) => kinds[state.check].controls.includes(of) && applies(state) };
}

/**
 * The settings for a model: the checks that it can go through, and numbers within its own limits.
 * @param {{ facts?: Facts, texts?: string[] }} [own] of the reader's model; none while there is none
 * @returns {Setting[]}
 */
export function settingsFor({ facts, texts = ["excerpt", "typed"] } = {}) {
  const readable = facts?.ids === undefined ? texts : ["typed"];
  const names = Object.keys(kinds).filter((each) => !facts || kinds[each].applies(facts));
  const trained = facts?.trained ?? 64;
  // A window of one token has nothing to foretell, whatever the table; its check says so.
  const window = Math.max(2, Math.min(trained, 1024));
  const rows = facts?.rows ?? (facts ? null : 512);
  const whole = {
    type: /** @type {const} */ ("whole"),
    minimum: 2,
    maximum: Math.max(2, rows ?? longest),
    step: 1,
    scale: /** @type {const} */ ("log"),
  };
  const reads = (/** @type {State} */ { check, from }) => !kinds[check].controls.includes("from") || from === "typed";
  return [
    { name: "check", type: "choice", default: names.includes("sum") ? "sum" : "shift", choices: names },
    where({
      name: "text",
      type: "text",
      verbatim: true,
      default: facts?.ids ?? "The cat sat on the mat.",
      check: textProblem,
      applies: reads,
    }),
    where({
      name: "row",
      type: "whole",
      default: Math.min(8, (rows ?? longest) - 1),
      minimum: 0,
      maximum: (rows ?? longest) - 1,
      step: 1,
    }),
    where({
      name: "asked",
      type: "whole",
      default: rows ?? trained,
      minimum: 0,
      maximum: longest,
      step: 1,
      scale: "log",
    }),
    where({ name: "turn", type: "whole", default: 25, minimum: 0, maximum: 360, step: 5, unit: "degrees" }),
    where({
      name: "shift",
      type: "whole",
      default: Math.min(100, Math.ceil((rows ?? longest) / 2)),
      minimum: 1,
      maximum: longest,
      step: 1,
      scale: "log",
      unit: "positions",
    }),
    ...scalingSettings().map(where),
    where({ name: "from", type: "choice", default: readable[0], choices: readable }),
    where({ name: "amount", type: "choice", default: "four", choices: ["four", "whole"] }),
    where({ name: "window", default: window, ...whole, unit: "tokens" }),
    where({ name: "stride", default: window, ...whole, minimum: 1, unit: "tokens" }),
    where({
      name: "length",
      default: Math.min(longest, 4 * trained, facts?.excerpt ?? longest),
      ...whole,
      maximum: longest,
      unit: "tokens",
    }),
    where({ name: "seed", type: "whole", default: 1, minimum: 0, maximum: 999, step: 1 }),
  ];
}

export const settings = settingsFor();

/**
 * What stays of a state when another model, or another text, has other settings: numbers where all limits are the same, since they are a
 * model's own; choices that are still there, where there was a choice; a text, unless only ids can be read.
 * @param {Setting[]} before
 * @param {Setting[]} after
 * @param {State} state
 * @returns {State}
 */
export function carriedOver(before, after, state) {
  const limits = (/** @type {Setting[]} */ all) =>
    all.map(({ maximum, default: first }) => [maximum, first]).join("; ");
  const text = (/** @type {Setting[]} */ all) => all.find(({ name: each }) => each === "text")?.default;
  const same = limits(before) === limits(after);
  const chosen = (/** @type {string} */ of) => (before.find(({ name: each }) => each === of)?.choices ?? []).length > 1;
  const stays = (/** @type {Setting} */ { name: each, type, choices }) =>
    type === "choice"
      ? chosen(each) && choices?.includes(state[each])
      : same || (each === "text" && text(before) === text(after));
  const kept = after.filter(stays).map(({ name: each }) => [each, state[each]]);
  return { ...defaults(after), ...Object.fromEntries(kept) };
}

/** A stride beyond the window would leave tokens out. @param {State} state */
export function settle(state) {
  return settleBand({ ...state, stride: Math.min(state.stride, state.window) });
}

/**
 * The run of a state, if there is one, and whose it is.
 * @param {any} engine
 * @param {State} state
 * @param {Resources} [resources]
 */
export async function compute(engine, state, { facts: own, waiting, live, measured } = {}) {
  const facts = own ?? (await shippedFacts(engine, kinds[state.check].shipped));
  const missing = await loadCheck(state.check).then(() => false, isMissing);
  const key = runName(facts, state);
  // Nothing of another model is shown in the place of one that is to be opened.
  const known = missing ? { lacking: { key: "waiting.part", fields: {} } } : (live?.get(key) ?? measured?.runs[key]);
  const run = waiting === undefined ? (known ?? null) : null;
  return { facts, title: waiting ?? facts.title, check: state.check, run, missing };
}

/** Whether it is the check itself that did not come: then nothing of another one is shown in its place. @param {any} error */
function isMissing(error) {
  if (error.key !== "part_missing") throw error;
  return true;
}

/** Whether a run has something to show: one may say that the model has nothing of the kind. @param {{ run: any }} values */
export const shows = ({ run }) => run !== null && run.lacking === undefined;

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const check = loadedCheck(values.check);
  if (shows(values)) return check.draw(svg, state, values, text, view);
  // What takes the focus when it is drawn keeps it while it is run anew.
  const options = { label: text(`${values.check}.label`), navigable: check?.keys !== undefined };
  return picture(svg, view, { height: view.wide ? 260 : 240, ...options }, [
    label(svg, 0, 20, text("waiting.model", { title: values.title }), { size: 12, fill: colour.quiet }),
    values.run === null
      ? label(svg, 0, 48, text("waiting.run"), { fill: colour.quiet })
      : paragraph(svg, 0, 48, view.width, sentence(state, values, text), { size: 14 }),
  ]);
}

/** @type {import("./types.js").Sentence} */
export function sentence(state, values, text) {
  if (values.run === null) return text("waiting.sentence", { title: values.title });
  const { lacking } = values.run;
  return lacking ? text(lacking.key, lacking.fields) : loadedCheck(values.check).sentence(state, values, text);
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative(state, values, text) {
  if (shows(values)) return loadedCheck(values.check).alternative(state, values, text);
  const why = values.run === null ? text("waiting.run") : sentence(state, values, text);
  return { caption: text(`${values.check}.label`), columns: [why], rows: [] };
}

/** Nothing to write down where nothing is shown. @param {State} state @param {any} values @returns {any[][] | null} */
export function csv(state, values) {
  return shows(values) ? loadedCheck(values.check).csv(state, values) : null;
}

/** @type {import("./types.js").At} */
export function at(point, state, values, view) {
  return shows(values) ? (loadedCheck(values.check).at?.(point, state, values, view) ?? null) : null;
}

/** @type {import("./types.js").Figure["takesKeys"]} */
export const takesKeys = (values) => shows(values) && loadedCheck(values.check).keys !== undefined;

/** @type {import("./types.js").Keys} */
export function keys(key, state, values, _which, large) {
  const direction = arrowAlong(key);
  if (!direction || !shows(values)) return null;
  return loadedCheck(values.check).keys?.(direction * (large ? 8 : 1), state, values) ?? null;
}

/**
 * What the figure first shows: its first check, on the shipped model.
 * @param {any} engine
 * @param {{ text: string, source: { title: string } }} material
 * @param {State} state
 */
export async function measure(engine, material, state) {
  const { run } = await loadCheck(state.check);
  const { specimenOf } = await import("./checkpoint-specimen.js");
  const { shipped } = kinds[state.check];
  const facts = await shippedFacts(engine, shipped);
  const model = await engine.loadShippedModel(shipped);
  try {
    const specimen = await specimenOf({ engine, model, facts, excerpt: async () => material });
    const quiet = {
      signal: new AbortController().signal,
      turn: async () => {},
      pause: () => undefined,
      progress: () => {},
      show: () => {},
    };
    return { runs: { [runName(facts, state)]: await run(specimen, state, quiet) } };
  } finally {
    await model.dispose();
  }
}
