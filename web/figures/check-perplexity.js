// What a model reads with its learned table as it is, zeroed, shuffled, and moved on by one slot.
import { csvOfOutcomes, drawOutcomes, hasError, tableOfOutcomes } from "./check-bars.js";
import { changedRows, fewWindows, tableArms } from "./check-reading.js";
import { readWindows, windowNote } from "./check-window.js";
import { plain, significant } from "./number.js";

/** @typedef {import("./checks.js").Check} Check */
/** @typedef {import("./check-reading.js").Outcome} Outcome */

/** @type {Check["isDone"]} */
export const isDone = ({ outcomes }, { amount }) =>
  tableArms.every((arm) =>
    outcomes.some((/** @type {Outcome} */ each) => each.name === arm && (each.whole || amount === "four")),
  );

/** @type {Check["run"]} */
export async function run(specimen, state, control, before) {
  const { model } = specimen;
  const table = await model.readParameter("wpe.weight");
  const put = (/** @type {string} */ arm) =>
    model.writeParameter("wpe.weight", changedRows(table, arm, /** @type {any} */ (state)));
  const outcomes = before?.outcomes ?? [];
  const change = { arms: tableArms, before: outcomes, put, back: async () => put("kept") };
  return readWindows(specimen, state, control, change);
}

/** @param {import("./types.js").Text} text */
const nameOf = (text) => (/** @type {string} */ arm) => text(`perplexity.arm.${arm}`);

/** @param {Outcome[]} outcomes */
function inOrder(outcomes) {
  return tableArms.flatMap((arm) => outcomes.find((each) => each.name === arm) ?? []);
}

/** @type {Check["draw"]} */
export function draw(svg, state, { run }, text, view) {
  const known = inOrder(run.outcomes);
  const waiting = tableArms.filter((arm) => !known.some((each) => each.name === arm));
  const note = windowNote(run, state, text);
  return drawOutcomes(svg, known, { waiting, name: nameOf(text), heading: text("perplexity.label"), note }, text, view);
}

/** @type {Check["sentence"]} */
export function sentence(_state, { run: { outcomes } }, text) {
  const of = (/** @type {string} */ arm) => outcomes.find((/** @type {Outcome} */ each) => each.name === arm);
  const [kept, zeroed] = [of("kept"), of("zeroed")];
  if (!kept || !zeroed || kept.whole !== zeroed.whole) return text("reading.sentence_begun");
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
export function alternative(_state, { run: { outcomes } }, text) {
  return tableOfOutcomes(inOrder(outcomes), nameOf(text), text("perplexity.label"), text);
}

/** @type {Check["csv"]} */
export const csv = (state, { run }) =>
  csvOfOutcomes({ ...run, outcomes: inOrder(run.outcomes) }, /** @type {any} */ (state));
