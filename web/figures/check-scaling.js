// What a model with rotations reads beyond its trained length, as it is and under each scaling that the reader tries.
import { csvOfOutcomes, drawOutcomes, hasError, overflowWords, tableOfOutcomes } from "./check-bars.js";
import { fewWindows, positionOf, scaled, scalingArm } from "./check-reading.js";
import { readWindows } from "./check-window.js";
import { plain, significant } from "./number.js";

/** @typedef {import("./checks.js").Check} Check */
/** @typedef {import("./check-reading.js").Outcome} Outcome */

/** How many lines are drawn: as trained, and the last ones tried. */
const drawn = 6;

/** Windows lie end to end. @param {import("./types.js").State} state */
const inWindows = (state) => ({ ...state, window: state.length, stride: state.length });

/** @param {import("./types.js").State} state */
const armsOf = (state) => [...new Set(["default", scalingArm(state)])];

/** @type {Check["isDone"]} */
export const isDone = ({ outcomes }, state) => missing(outcomes, state).length === 0;

/** @param {Outcome[]} outcomes @param {import("./types.js").State} state */
function missing(outcomes, state) {
  const enough = (/** @type {Outcome} */ each) => each.whole || state.amount === "four";
  return armsOf(state).filter((arm) => !outcomes.some((each) => each.name === arm && enough(each)));
}

/** @type {Check["run"]} */
export async function run(specimen, state, control, before) {
  const { model, facts } = specimen;
  const position = await positionOf(specimen);
  const outcomes = before?.outcomes ?? [];
  const put = (/** @type {string} */ arm) =>
    model.setPosition(arm === "default" ? position : scaled(position, state, facts.trained));
  const wanted = missing(outcomes, state);
  const arms = wanted.length > 0 ? wanted : armsOf(state);
  return readWindows(specimen, inWindows(state), control, {
    arms,
    before: outcomes,
    put,
    back: async () => put("default"),
  });
}

/** "NTK by 4". @param {import("./types.js").Text} text */
const nameOf = (text) => (/** @type {string} */ arm) => {
  const [scaling, factor, fast, slow] = arm.split(" ");
  if (scaling === "default") return text("choices.default");
  const fields = { name: text(`choices.${scaling}`), factor, fast, slow };
  return text(fast === undefined ? "scaling.arm" : "scaling.arm_band", fields);
};

/** As trained, then the last ones tried. @param {Outcome[]} outcomes */
function inOrder(outcomes) {
  const own = outcomes.filter((each) => each.name === "default");
  return [...own, ...outcomes.filter((each) => each.name !== "default").slice(1 - drawn)];
}

/** @type {Check["draw"]} */
export function draw(svg, state, { run: { outcomes, title, window }, facts }, text, view) {
  const known = inOrder(outcomes);
  const waiting = armsOf(state).filter((arm) => !known.some((each) => each.name === arm));
  const fields = { title, window: plain(window), trained: plain(facts.trained) };
  const chosen = scalingArm(state);
  const options = {
    waiting,
    name: nameOf(text),
    heading: text("scaling.label"),
    note: text(window < state.length ? "scaling.note_short" : "scaling.note", fields),
    chosen,
  };
  return drawOutcomes(svg, known, options, text, view);
}

/** @type {Check["sentence"]} */
export function sentence(state, { run: { outcomes, window }, facts }, text) {
  const of = (/** @type {string} */ arm) => outcomes.find((/** @type {Outcome} */ each) => each.name === arm);
  const [own, now] = [of("default"), of(scalingArm(state))];
  if (!own || !now || own.whole !== now.whole) return text("reading.sentence_begun");
  const overflow = overflowWords([own, now], inOrder(outcomes), nameOf(text), text);
  if (overflow) return overflow;
  const sizes = { windows: fewWindows, window: plain(window), trained: plain(facts.trained), count: plain(own.count) };
  const read = text(`scaling.read_${!hasError(own) ? "one" : own.whole ? "whole" : "four"}`, sizes);
  const fields = { read, own: significant(own.perplexity, 4) };
  const compared = { ...fields, name: nameOf(text)(now.name), now: significant(now.perplexity, 4) };
  const said = own === now ? text("scaling.sentence_default", fields) : text("scaling.sentence", compared);
  // Within the trained length a scaling is not what a reader wants to see put to the test.
  const beyond = window > facts.trained;
  const ends = window < state.length ? (beyond ? "text_ends" : "text_within") : beyond ? null : "window_within";
  return ends === null ? said : `${said} ${text(`scaling.${ends}`)}`;
}

/** @type {Check["alternative"]} */
export function alternative(_state, { run: { outcomes } }, text) {
  return tableOfOutcomes(inOrder(outcomes), nameOf(text), text("scaling.label"), text);
}

/** @type {Check["csv"]} */
export const csv = ({ length }, { run }) => csvOfOutcomes(run, { window: length, stride: length });
