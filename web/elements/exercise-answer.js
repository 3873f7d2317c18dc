// The answer of an exercise as it stands: in the form that the engine takes, and beside the one that was checked or begun with.
import { numbersOf } from "./exercise-verdict.js";

/** @typedef {import("./exercise.js").WhereExercise} WhereExercise */
/** @typedef {import("./exercise-memory.js").Work} Work */

/** Its numbers are texts, as they were typed. @param {WhereExercise} exercise */
export function answerOf(exercise) {
  const { instance, work } = exercise;
  const { fields = [], choices, answer } = instance;
  if (answer === "order") return exercise.order.map(({ id }) => id);
  const typed = fields.map((/** @type {unknown} */ _, /** @type {number} */ index) => work.typed[index] ?? "");
  if (!choices) return typed;
  return typed.length > 0 ? { choice: work.choice, numbers: typed } : work.choice;
}

/** Whether it is no longer the one that the verdict is about. @param {WhereExercise} exercise */
export function isEdited(exercise) {
  const { instance, work, checked, program, ordering } = exercise;
  if (program) return program.edited;
  if (instance.answer === "order") return !ordering.alike(instance.choices, work.typed, checked.typed);
  const fields = /** @type {unknown[]} */ (instance.fields ?? []);
  return work.choice !== checked.choice || fields.some((_, index) => exercise.changed(index));
}

/**
 * Whether it is still what the question itself brings along: an order, or the beginning of a program.
 * @param {WhereExercise} exercise
 */
export function isUntouched({ instance, work, program, ordering }) {
  if (program) return program.text === instance.starter;
  return instance.answer === "order" && ordering.alike(instance.choices, work.typed, []);
}

/**
 * Of an answer that there is none of yet: no try.
 * @param {string} note
 * @returns {import("../engine/types.js").Grade}
 */
export function noAnswer(note) {
  return {
    ...{ verdict: "malformed", passed: false, max_error: null, tolerance: 0, first_mismatch: null },
    ...{ misconception: null, misconceptions: [], note },
  };
}

/** Whether the run of the mistake that was recognised gives away numbers that are asked for. @param {WhereExercise} exercise */
export function tellsNumbers({ instance, grade }) {
  return instance.fields?.length > 0 && numbersOf(grade?.misconception?.mistaken).length > 0;
}
