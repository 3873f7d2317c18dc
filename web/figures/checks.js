// The checks that a checkpoint goes through, each a module of its own: what it runs, draws, says and writes down.
import * as edge from "./check-edge.js";
import * as helix from "./check-helix.js";
import * as layout from "./check-layout.js";
import * as perplexity from "./check-perplexity.js";
import * as rows from "./check-rows.js";
import * as scaling from "./check-scaling.js";
import * as shift from "./check-shift.js";
import * as sum from "./check-sum.js";

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
 * @property {string} [ids] where no text can be read: token ids to begin with
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
 * @typedef {object} Check
 * @property {string} name
 * @property {string} shipped the shipped model that it runs on while there is no other
 * @property {string[]} controls the settings that mean something to it
 * @property {(facts: Facts) => boolean} applies
 * @property {(state: State) => any[]} subject what of the settings a run is of: states with the same subject share their run
 * @property {(run: any, state: State) => boolean} isDone whether a run has what a state asks for
 * @property {(specimen: Specimen, state: State, control: Control, before?: any) => Promise<any>} run plain data; `before` is the run so far
 * @property {(svg: any, state: State, values: Values, text: Text, view: import("./types.js").View) => any} draw
 * @property {(state: State, values: Values, text: Text) => string} sentence
 * @property {(state: State, values: Values, text: Text) => import("./types.js").Alternative} alternative
 * @property {(state: State, values: Values) => any[][]} csv a line of names, then lines of values with all their digits
 * @property {(point: import("./types.js").Point, state: State, values: Values, view: import("./types.js").View) => { focus: any, changes?: State } | null} [at]
 * @property {(step: number, state: State, values: Values) => State} [keys]
 */

/** @type {Record<string, Check>} in the order in which they are offered */
export const checks = { sum, perplexity, edge, rows, helix, shift, layout, scaling };

/** What may take long runs when it is asked for, and not before. @param {string} name */
export const takesLong = (name) => ["perplexity", "layout", "scaling"].includes(name);

/** Runs are kept by model and by what they are of. @param {Facts} facts @param {State} state */
export function runName(facts, state) {
  return JSON.stringify([facts.id, state.check, ...checks[state.check].subject(state)]);
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
