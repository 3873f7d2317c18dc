// In the site each exercise's English sentences are a script of their own: a page has those of its exercises. The package, which a
// program may ask for any exercise, keeps them all together.
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { folders, shortName } from "./paths.js";

/** @typedef {Record<string, any>} Sentences the section "exercise" of a catalogue, or a part of it */

/** Programs are graded by what is done by hand, and the sentences of these exercises name their mistakes. @type {Record<string, string[]>} */
const byHand = {
  code_position_table: ["sinusoid_row"],
  code_rope: ["rope_vector"],
  code_alibi: ["alibi_row", "alibi_slopes"],
};

/** Whether an entry of the section is an exercise, or what the engine says in any: that an answer cannot be read. */
function isExercise(/** @type {any} */ entry) {
  return typeof entry.title === "string";
}

/** Every exercise that has sentences. @param {Sentences} section */
export function exercisesIn(section) {
  return Object.keys(section).filter((id) => isExercise(section[id]));
}

/** Forms of an exercise's sentences where something that was measured is nothing (engine/exercises.js). @param {string} id */
const zero = (id) => `${id}_zero`;

/** What the engine says in any exercise; the words around one belong to its element. @param {Sentences} section @returns {Sentences} */
export function sentencesOfAll({ ui: _, ...section }) {
  const own = new Set(exercisesIn(section).flatMap((id) => [id, zero(id)]));
  return Object.fromEntries(Object.entries(section).filter(([name]) => !own.has(name)));
}

/** What the engine says in this exercise. @param {Sentences} section @param {string} id @returns {Sentences} */
export function sentencesOf(section, id) {
  const ids = [id, ...(byHand[id] ?? [])];
  const names = ids.flatMap((each) => [each, zero(each)]).filter((name) => name in section);
  return Object.fromEntries(names.map((name) => [name, section[name]]));
}

/** Where the script of an exercise is, as the bundle names it. */
export function sentencesScript(/** @type {string} */ id) {
  return shortName(path.join(folders.sentences, `${id}.js`));
}

/** Writes build/sentences anew. @param {Sentences} section of the English that the package has */
export async function makeSentences(section) {
  await rm(folders.sentences, { recursive: true, force: true });
  await mkdir(folders.sentences, { recursive: true });
  const english = path.relative(folders.sentences, path.join(folders.package, "messages", "en.js"));
  for (const id of exercisesIn(section)) {
    const file = path.join(folders.sentences, `${id}.js`);
    // The engine looks a sentence up when it says it: what comes after the engine is found too. What is borrowed comes along.
    const borrowed = byHand[id] ?? [];
    const own = [id, zero(id)].filter((name) => name in section);
    const code = `${borrowed.map((each) => `import "./${each}.js";\n`).join("")}import english from "${english}";

${own.map((name) => `english.exercise.${name} = ${JSON.stringify(section[name])};\n`).join("")}`;
    await writeFile(file, code);
  }
}
