// What the tests of the question banks share: the built files, and answers as a learner would give them.
import { readFileSync } from "node:fs";
import path from "node:path";

import { folders } from "../../web/course/paths.js";
import { engine } from "./figures-support.js";

export const exercises = engine.exercises().filter(({ answer }) => ["numbers", "choice"].includes(answer));

/** A file of build/lms/. @param {string} name */
export function bank(name) {
  return readFileSync(path.join(folders.lms, name));
}

/** The instance of a question, by its id: "rope_vector_3". @param {string} id */
export function instanceOf(id) {
  const [, exercise, seed] = /^(.*)_(\d+)$/.exec(id) ?? [];
  return engine.createInstance(exercise, { seed: Number(seed) });
}

/** An answer of the engine, its parts. */
export function parts(answer) {
  if (typeof answer === "string") return { choice: answer, numbers: [] };
  if (Array.isArray(answer) || ArrayBuffer.isView(answer)) return { choice: undefined, numbers: Array.from(answer) };
  return { choice: answer.choice, numbers: Array.from(answer.numbers ?? []) };
}

/** A number as it is typed when so many decimals are asked for; ones that are graded relatively in six digits. */
export function typed(instance, value, index) {
  if (instance.relative) return String(Number(value.toPrecision(6)));
  return value.toFixed(instance.fields[index].decimals);
}

/** The mistakes at this instance whose numbers can be typed. @returns {{ id: string, title: string, answer: ReturnType<typeof parts> }[]} */
export function mistakesOf(instance) {
  return engine
    .misconceptions(instance.id, instance)
    .filter(({ applicable }) => applicable)
    .map(({ id, title }) => ({ id, title, answer: parts(engine.runMistake(instance, id)) }))
    .filter(({ answer }) => answer.numbers.length === 0 || answer.numbers.length === instance.fields.length);
}

/** Whether the engine passes these numbers with this choice. */
export function passes(instance, choice, numbers) {
  const answer = choice === undefined ? numbers : numbers.length > 0 ? { choice, numbers } : choice;
  return engine.grade(instance, answer).passed;
}
