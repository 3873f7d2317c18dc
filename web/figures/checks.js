// The checks that a checkpoint goes through: what is known of each beforehand, and the module in which it runs, draws, says and writes down. The
// first one comes with the figure, the others when a reader chooses them.
import * as sum from "./check-sum.js";
import { part } from "./part.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Text} Text */

/**
 * What is known of a model before and while it is checked.
 * @typedef {object} Facts
 * @property {string} id tells its runs from those of another
 * @property {string} title
 * @property {string} kind of its position encoding
 * @property {number | null} rows of its learned table; null without one
 * @property {number} trained positions that training used
 * @property {string} [layout] of its rotation
 * @property {number} [excerpt] tokens of the site's own text, where a longer window than that is to be avoided
 * @property {string} [ids] where no text can be read: token ids to begin with
 * @property {"sentence" | "first"} [idsAre] what these are: a sentence in GPT-2's vocabulary, or the first of a vocabulary that is not known
 */

/**
 * A model that is open, with what a check asks of it.
 * @typedef {object} Specimen
 * @property {any} engine the one that the model lives in
 * @property {any} model
 * @property {Facts} facts
 * @property {(typed: string) => Promise<Int32Array>} tokens of a text, or the ids themselves where there is no tokenizer
 * @property {(token: number) => Promise<string>} word what a token stands for
 * @property {(state: State) => Promise<{ tokens: Int32Array, title: string }>} material the text that readings read
 * @property {() => Promise<void>} dispose gives its memory back
 */

/**
 * @typedef {object} Control
 * @property {AbortSignal} signal
 * @property {() => Promise<void>} turn
 * @property {() => Promise<void> | undefined} pause
 * @property {(progress: { done: number, total: number, unit?: string }) => void} progress
 * @property {(run: any) => void} show what there is so far
 */

/** What a check draws: the run of a state, and the facts of the model. @typedef {{ run: any, facts: Facts, check: string }} Values */

/**
 * What is known of a check before it is there.
 * @typedef {object} Kind
 * @property {string} shipped the shipped model that it runs on while there is no other
 * @property {string[]} controls the settings that mean something to it
 * @property {(facts: Facts) => boolean} applies
 * @property {(state: State) => any[]} subject what of the settings a run is of: states with the same subject share their run
 * @property {() => Promise<Check>} load
 */

/**
 * @typedef {object} Check
 * @property {(run: any, state: State) => boolean} isDone whether a run has what a state asks for; one that lacks something has no more to come
 * @property {(specimen: Specimen, state: State, control: Control, before?: any) => Promise<any>} run plain data; `before` is the run so far.
 *   Where the model has nothing to show, `lacking` alone: why, as a message and its fields
 * @property {(svg: any, state: State, values: Values, text: Text, view: import("./types.js").View) => any} draw
 * @property {(state: State, values: Values, text: Text) => string} sentence
 * @property {(state: State, values: Values, text: Text) => import("./types.js").Alternative} alternative
 * @property {(state: State, values: Values) => any[][]} csv a line of names, then lines of values with all their digits
 * @property {(point: import("./types.js").Point, state: State, values: Values, view: import("./types.js").View) => { focus: any, changes?: State } | null} [at]
 * @property {(step: number, state: State, values: Values) => State} [keys]
 */

const hasTable = (/** @type {Facts} */ { kind }) => kind === "learned";
const turns = (/** @type {Facts} */ { kind }) => kind === "rope";
const always = () => true;

/** The text that a reading reads. @param {State} state */
const textRead = ({ from, text }) => [from, from === "typed" ? text : ""];

/** Every row, and every turn, is looked at in the same run: the table itself is what it reads. */
const wholeTable = () => [];

/** @type {Record<string, Kind>} in the order in which they are offered */
export const kinds = {
  sum: {
    ...{ shipped: "learned", applies: hasTable, controls: ["text"] },
    subject: ({ text }) => [text],
    load: async () => sum,
  },
  perplexity: {
    ...{ shipped: "learned", applies: hasTable },
    controls: ["from", "text", "amount", "window", "stride", "seed"],
    subject: (state) => [...textRead(state), state.window, state.stride],
    load: () => import("./check-perplexity.js"),
  },
  edge: {
    ...{ shipped: "learned", applies: always, controls: ["asked"] },
    subject: ({ asked }) => [asked],
    load: () => import("./check-edge.js"),
  },
  rows: {
    ...{ shipped: "learned", applies: hasTable, controls: ["row"] },
    subject: wholeTable,
    load: () => import("./check-rows.js"),
  },
  helix: {
    ...{ shipped: "learned", applies: hasTable, controls: ["turn"] },
    subject: wholeTable,
    load: () => import("./check-helix.js"),
  },
  shift: {
    ...{ shipped: "rope", applies: always, controls: ["text", "shift"] },
    subject: ({ text, shift }) => [text, shift],
    load: () => import("./check-shift.js"),
  },
  layout: {
    ...{ shipped: "rope", applies: turns, controls: ["from", "text", "amount", "window", "stride"] },
    subject: (state) => [...textRead(state), state.window, state.stride],
    load: () => import("./check-layout.js"),
  },
  scaling: {
    ...{ shipped: "rope", applies: turns },
    controls: ["scaling", "factor", "fast", "slow", "from", "text", "amount", "length"],
    subject: (state) => [...textRead(state), state.length],
    load: () => import("./check-scaling.js"),
  },
};

/** Those that are there. @type {Map<string, Check>} */
const there = new Map([["sum", /** @type {Check} */ (sum)]]);

/** @param {string} name @param {string} [words] what is said where it does not come @returns {Promise<Check>} */
export async function loadCheck(name, words) {
  const known = there.get(name) ?? (await part(kinds[name].load, words));
  there.set(name, known);
  return known;
}

/** One that was loaded, as it is before anything of it is drawn. @param {string} name */
export const loadedCheck = (name) => /** @type {Check} */ (there.get(name));

/** Whether nothing is left to be run for a state. @param {any} run @param {State} state */
export async function isDone(run, state) {
  return run !== null && (run.lacking !== undefined || (await loadCheck(state.check)).isDone(run, state));
}

/** What may take long runs when it is asked for, and not before. @param {string} name */
export const takesLong = (name) => ["perplexity", "layout", "scaling"].includes(name);

/** Runs are kept by model and by what they are of. @param {Facts} facts @param {State} state */
export function runName(facts, state) {
  return JSON.stringify([facts.id, state.check, ...kinds[state.check].subject(state)]);
}

/** What is known of a shipped model without loading it. @param {any} engine @param {string} name @returns {Promise<Facts>} */
export async function shippedFacts(engine, name) {
  const all = await engine.shippedModels();
  const { card, title } = all.find((/** @type {{ name: string }} */ each) => each.name === name);
  const { position, n_positions } = card.config;
  const learned = position.kind === "learned";
  return {
    ...{ id: name, title, kind: position.kind, rows: learned ? n_positions : null, trained: card.context },
    ...(position.kind === "rope" ? { layout: position.layout ?? "half" } : {}),
  };
}
