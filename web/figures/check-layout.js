// What a model with rotations reads in the pair layout of its weights, and in the other one.
import { csvOfOutcomes, drawOutcomes, hasError, overflowWords, tableOfOutcomes } from "./check-bars.js";
import { fewWindows, layoutArms, otherLayout, positionOf } from "./check-reading.js";
import { readWindows, windowNote } from "./check-window.js";
import { plain, significant } from "./number.js";

/** @typedef {import("./checks.js").Check} Check */
/** @typedef {import("./check-reading.js").Outcome} Outcome */

/** @type {Check["isDone"]} */
export const isDone = ({ outcomes }, { amount }) =>
  layoutArms.every((arm) =>
    outcomes.some((/** @type {Outcome} */ each) => each.name === arm && (each.whole || amount === "four")),
  );

/** @type {Check["run"]} */
export async function run(specimen, state, control, before) {
  const { model } = specimen;
  const position = await positionOf(specimen);
  const put = (/** @type {string} */ arm) => model.setPosition(arm === "own" ? position : otherLayout(position));
  const outcomes = before?.outcomes ?? [];
  const change = { arms: layoutArms, before: outcomes, put, back: async () => put("own") };
  return readWindows(specimen, state, control, change);
}

/** @param {any} values @param {import("./types.js").Text} text */
function nameOf({ facts }, text) {
  const other = facts.layout === "half" ? "interleaved" : "half";
  return (/** @type {string} */ arm) =>
    text(`layout.arm.${arm}`, { layout: text(`choices.${arm === "own" ? facts.layout : other}`) });
}

/** @param {Outcome[]} outcomes */
const inOrder = (outcomes) => layoutArms.flatMap((arm) => outcomes.find((each) => each.name === arm) ?? []);

/** @type {Check["draw"]} */
export function draw(svg, state, values, text, view) {
  const known = inOrder(values.run.outcomes);
  const waiting = layoutArms.slice(known.length);
  const note = windowNote(values.run, state, text);
  return drawOutcomes(
    svg,
    known,
    { waiting, name: nameOf(values, text), heading: text("layout.label"), note },
    text,
    view,
  );
}

/** @type {Check["sentence"]} */
export function sentence(_state, values, text) {
  const [own, other] = inOrder(values.run.outcomes);
  if (!own || !other || own.whole !== other.whole) return text("reading.sentence_begun");
  const overflow = overflowWords([own, other], [own, other], nameOf(values, text), text);
  if (overflow) return overflow;
  const written = (/** @type {Outcome} */ each) => significant(each.perplexity, 4);
  const fields = { own: written(own), other: written(other) };
  if (!hasError(own)) return text("layout.sentence_one", fields);
  return text(`layout.sentence_${own.whole ? "whole" : "four"}`, {
    ...fields,
    windows: fewWindows,
    count: plain(own.count),
    difference: significant(Math.abs(other.loss - own.loss), 3),
    error: significant(own.standard_error, 2),
    other_error: significant(other.standard_error, 2),
  });
}

/** @type {Check["alternative"]} */
export function alternative(_state, values, text) {
  return tableOfOutcomes(inOrder(values.run.outcomes), nameOf(values, text), text("layout.label"), text);
}

/** @type {Check["csv"]} */
export const csv = ({ window, stride }, { run }) =>
  csvOfOutcomes({ ...run, outcomes: inOrder(run.outcomes) }, { window, stride });
