// The question banks of a language: for each exercise that is answered with numbers or a choice, one file of Moodle XML and one QTI
// package.
import { archive } from "./archive.js";
import { moodleXml } from "./moodle.js";
import { qtiPackage } from "./qti.js";
import { Questions } from "./questions.js";

/** Questions in a bank. */
export const count = 50;

/**
 * @param {any} engine of build/package, which speaks the language
 * @param {string} language
 * @param {any} catalogue of that language, complete
 * @returns {Record<string, string | Uint8Array>} files by name
 */
export function makeBanks(engine, language, catalogue) {
  const questions = new Questions(engine, language, catalogue);
  const { say, words } = questions;
  /** @type {Record<string, string | Uint8Array>} */
  const files = {};
  for (const exercise of questions.exercises()) {
    const { id, title, lesson } = exercise;
    const category = [say("course"), lesson, title].map((part) => part.replaceAll("/", "//")).join("/");
    const also = (/** @type {string} */ titles) => words.say("also", { titles });
    const given = words.say("given");
    const moodle = questions.draw(exercise, count, { single: true });
    const sentences = { given, also, not_this_choice: words.say("not_this_choice") };
    files[`moodle/${id}.xml`] = moodleXml(moodle, category, sentences);
    const qti = qtiPackage(
      questions.draw(exercise, count),
      { id, title, language },
      { given, not_this: say("not_this"), unanswered: say("unanswered"), solution: words.say("solution_title") },
    );
    files[`qti/${id}.zip`] = archive(qti);
  }
  return files;
}
