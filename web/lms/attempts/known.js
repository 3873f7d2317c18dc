// What attempt codes can be about, in words: written by the build into a file beside the instructor's page.
import { byNumber } from "./names.js";

/**
 * @param {any} engine of build/package, which speaks the language
 * @returns {import("./table.js").KnownExercise[]}
 */
export function knownExercises(engine) {
  const known = engine.exercises().map((/** @type {{ id: string, title: string }} */ { id, title }) => ({
    id,
    title,
    mistakes: engine.misconceptions(id).map((/** @type {any} */ { id, title }) => ({ id, title })),
  }));
  // No two may be taken for each other.
  byNumber(known);
  for (const { mistakes } of known) byNumber(mistakes);
  return known;
}
