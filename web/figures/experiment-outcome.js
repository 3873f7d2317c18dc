// What an experiment comes down to: one number of each run, and how it is said.
import { decimal, plain } from "./number.js";

/** @typedef {import("./experiment.js").Run} Run */
/** @typedef {import("./experiment.js").Recorded} Recorded */
/** @typedef {import("./types.js").Text} Text */

/**
 * The measure that each experiment is about. "steps_to_99" is null where 99 % were not reached; then the accuracy says how far
 * the run came.
 * @type {Record<string, string>}
 */
const measureOf = {
  A1: "steps_to_99",
  A2: "accuracy_inside",
  A3: "first_failing",
  A4: "steps_to_99",
  B: "steps_to_99",
  C: "accuracy",
};

/** From here on a position counts as failed: as often wrong as right. */
const failing = 0.5;

/**
 * The measures of a run and those that follow from its accuracy by position: the first position that fails, null for none.
 * @param {Run} run
 * @returns {Record<string, number | null>}
 */
export function measuresOf({ measures, accuracy_by_position }) {
  const known = Object.entries(measures).map(([name, value]) => [name, Number.isFinite(value) ? value : null]);
  if (accuracy_by_position.length === 0) return Object.fromEntries(known);
  const first = accuracy_by_position.findIndex((share) => share !== null && share < failing);
  return Object.fromEntries([...known, ["first_failing", first === -1 ? null : first]]);
}

/**
 * The outcome of a run: the key of its sentence and what stands in it.
 * @param {string} id of the experiment
 * @param {Run} run
 */
export function outcome(id, run) {
  const measures = measuresOf(run);
  const step = plain(run.curve[run.curve.length - 1]?.step ?? 0);
  const accuracy = decimal(run.curve[run.curve.length - 1]?.accuracy ?? 0);
  const name = measureOf[id];
  const value = measures[name];
  if (name === "steps_to_99") return value === null || value === undefined ? { key: "not_99", fields: { accuracy, step } } : { key: "to_99", fields: { steps: plain(value) } }; // prettier-ignore
  if (name === "first_failing") return value === null || value === undefined ? { key: "nowhere", fields: {} } : { key: "fails_at", fields: { position: plain(value) } }; // prettier-ignore
  if (value === null || value === undefined) return { key: "under_way", fields: { accuracy, step } };
  return { key: "share", fields: { share: decimal(value) } };
}

/** @param {ReturnType<typeof outcome>} found @param {Text} text */
export function outcomeWords({ key, fields }, text) {
  return text(`outcome.${key}`, fields);
}

/**
 * The outcome over several seeds: mean and spread, or in how many of them it came about.
 * @param {string} id
 * @param {Recorded} recorded
 * @param {Text} text
 */
export function settledWords(id, { measures, runs, first }, text) {
  const name = measureOf[id];
  const found = measures[name];
  const places = name === "steps_to_99" || name === "first_failing" ? 0 : 3;
  if (found && found.reached === runs) {
    const fields = { mean: decimal(found.mean ?? 0, places), spread: decimal(found.spread, places) };
    return text(`settled.${name}`, fields);
  }
  if (name === "first_failing") return found?.reached ? text("settled.sometimes_fails", { reached: found.reached, runs }) : text("outcome.nowhere"); // prettier-ignore
  if (found?.reached) return text("settled.sometimes_99", { reached: found.reached, runs });
  const { mean, spread } = measures.accuracy;
  const step = plain(first.curve[first.curve.length - 1].step);
  return text("settled.never_99", { mean: decimal(mean ?? 0), spread: decimal(spread), step });
}
