// What a model reads with its learned table as it is, zeroed, shuffled, and moved on by one slot.
import { csvOfOutcomes, drawOutcomes, hasError, overflowWords, tableOfOutcomes } from "./check-bars.js";
import { changedRows, fewWindows, tableArms } from "./check-reading.js";
import { readWindows, windowNote } from "./check-window.js";
import { plain, significant } from "./number.js";

/** @typedef {import("./checks.js").Check} Check */
/** @typedef {import("./check-reading.js").Outcome} Outcome */
/** @typedef {import("./types.js").State} State */

/** @type {Check["isDone"]} */
export const isDone = ({ outcomes }, state) => missing(outcomes, state).length === 0;

/** What was read of the table as a state has it: rows that another seed shuffled are in another order. @param {State} state */
const isOf =
  ({ seed }) =>
  (/** @type {Outcome} */ each) =>
    each.name !== "shuffled" || each.seed === seed;

/** @param {Outcome[]} outcomes @param {State} state */
function missing(outcomes, state) {
  const enough = outcomes.filter((each) => isOf(state)(each) && (each.whole || state.amount === "four"));
  return tableArms.filter((arm) => !enough.some(({ name }) => name === arm));
}

/** @type {Check["run"]} */
export async function run(specimen, state, control, before) {
  const { model, facts } = specimen;
  if (Number(facts.rows) < 2) return { lacking: { key: "perplexity.one_row", fields: {} } };
  const table = await model.readParameter("wpe.weight");
  const put = (/** @type {string} */ arm) =>
    model.writeParameter("wpe.weight", changedRows(table, arm, /** @type {any} */ (state)));
  const outcomes = before?.outcomes ?? [];
  const wanted = missing(outcomes, state);
  return readWindows(specimen, state, control, {
    arms: wanted.length > 0 ? wanted : tableArms,
    before: outcomes,
    put,
    back: async () => put("kept"),
    of: (arm) => (arm === "shuffled" ? { seed: state.seed } : {}),
  });
}

/** @param {import("./types.js").Text} text */
const nameOf = (text) => (/** @type {string} */ arm) => text(`perplexity.arm.${arm}`);

/** @param {Outcome[]} outcomes @param {State} state */
function inOrder(outcomes, state) {
  const shown = outcomes.filter(isOf(state));
  return tableArms.flatMap((arm) => shown.find((each) => each.name === arm) ?? []);
}

/** @type {Check["draw"]} */
export function draw(svg, state, { run }, text, view) {
  const known = inOrder(run.outcomes, state);
  const waiting = tableArms.filter((arm) => !known.some((each) => each.name === arm));
  const note = windowNote(run, state, text);
  return drawOutcomes(svg, known, { waiting, name: nameOf(text), heading: text("perplexity.label"), note }, text, view);
}

/** @type {Check["sentence"]} */
export function sentence(state, { run: { outcomes } }, text) {
  const of = (/** @type {string} */ arm) => outcomes.find((/** @type {Outcome} */ each) => each.name === arm);
  const [kept, zeroed] = [of("kept"), of("zeroed")];
  if (!kept || !zeroed || kept.whole !== zeroed.whole) return text("reading.sentence_begun");
  const overflow = overflowWords([kept, zeroed], inOrder(outcomes, state), nameOf(text), text);
  if (overflow) return overflow;
  const ratio = zeroed.perplexity / kept.perplexity;
  const written = (/** @type {Outcome} */ each) => significant(each.perplexity, 4);
  const fields = { kept: written(kept), zeroed: written(zeroed), ratio: significant(ratio, 3) };
  if (!hasError(kept)) return text("perplexity.sentence_one", fields);
  const errors = {
    difference: significant(Math.abs(zeroed.loss - kept.loss), 3),
    error: significant(kept.standard_error, 2),
    other_error: significant(zeroed.standard_error, 2),
  };
  const amount = kept.whole ? "whole" : "four";
  return text(`perplexity.sentence_${amount}`, { ...fields, ...errors, windows: fewWindows, count: plain(kept.count) });
}

/** @type {Check["alternative"]} */
export function alternative(state, { run: { outcomes } }, text) {
  return tableOfOutcomes(inOrder(outcomes, state), nameOf(text), text("perplexity.label"), text);
}

/** @type {Check["csv"]} */
export const csv = (state, { run }) =>
  csvOfOutcomes({ ...run, outcomes: inOrder(run.outcomes, state) }, /** @type {any} */ (state));
