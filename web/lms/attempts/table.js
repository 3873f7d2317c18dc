// What an instructor sees of a list of attempt codes: a row for each line, and how often each mistake was made.
import { decode, encode } from "./base32.js";
import { readCode } from "./code.js";
import { codesIn } from "./lines.js";
import { byLearnerNumber, writtenNumber } from "./learner.js";
import { byNumber } from "./names.js";

/** @typedef {{ id: string, title: string, mistakes: { id: string, title: string }[] }} KnownExercise */

/**
 * @typedef {object} Row
 * @property {number} line in the list, from 1
 * @property {string} code as it was pasted
 * @property {string} beside what else stands in the line: a name, usually
 * @property {string | null} problem "damaged", "version", "foreign", or null
 * @property {number | null} twice the line that has the same code, however it is written there
 * @property {boolean} also whether it is a further code of its line
 * @property {string} [exercise] its title
 * @property {string} [exercise_id]
 * @property {number} [seed]
 * @property {string} [verdict]
 * @property {boolean} [solution]
 * @property {string} [mistake] its title
 * @property {string} [mistake_id]
 * @property {number} [tries]
 * @property {number} [seconds]
 * @property {string} [learner] a name of the list of learners, all that have the number where several do, or the number itself as
 *   learner.js writes it
 */

export class Reading {
  /** @param {KnownExercise[]} known @param {string[]} learners names that may stand in addresses */
  constructor(known, learners = []) {
    this.exercises = byNumber(known);
    this.mistakes = new Map(known.map(({ id, mistakes }) => [id, byNumber(mistakes)]));
    this.learners = byLearnerNumber(learners);
  }

  /** @param {string} text one code a line, with or without something beside it; further ones get rows of their own @returns {Row[]} */
  rows(text) {
    /** @type {Map<string, number>} */
    const first = new Map();
    /** @type {Row[]} */
    const rows = [];
    text.split(/\r\n|\r|\n/).forEach((written, index) => {
      if (written.trim() === "") return;
      const line = index + 1;
      const { codes, beside } = codesIn(written);
      codes.forEach((code, which) => {
        const row = { line, beside, also: which > 0, ...this.#read(code) };
        const same = row.problem === null ? encode(decode(code) ?? new Uint8Array()) : "";
        const twice = first.get(same) ?? null;
        if (same !== "" && twice === null) first.set(same, line);
        rows.push({ ...row, twice });
      });
    });
    return rows;
  }

  /** @param {string} code @returns {Omit<Row, "line" | "beside" | "also" | "twice">} */
  #read(code) {
    const read = readCode(code);
    if ("problem" in read) return { code, problem: read.problem };
    const { attempt } = read;
    const exercise = this.exercises.get(attempt.exercise);
    const mistakes = exercise && this.mistakes.get(exercise.id);
    const mistake = attempt.misconception === null ? undefined : mistakes?.get(attempt.misconception);
    if (!exercise || (attempt.misconception !== null && !mistake)) return { code, problem: "foreign" };
    const { seed, verdict, solution, tries, seconds, learner } = attempt;
    return {
      ...{ code, problem: null, seed, verdict, solution, tries, seconds },
      ...{ exercise: exercise.title, exercise_id: exercise.id, mistake: mistake?.title, mistake_id: mistake?.id },
      learner: learner === null ? undefined : (this.learners.get(learner)?.join(" / ") ?? writtenNumber(learner)),
    };
  }

  /** Names that codes cannot tell apart. @returns {string[][]} */
  get alike() {
    return [...this.learners.values()].filter(({ length }) => length > 1);
  }
}

/**
 * How many there are of each kind. A code that stands there again counts as a repeat and as nothing else.
 * @param {Row[]} rows
 */
export function counts(rows) {
  const sound = rows.filter(({ problem, twice }) => problem === null && twice === null);
  return {
    lines: new Set(rows.map(({ line }) => line)).size,
    sound: sound.length,
    passed: sound.filter(({ verdict }) => verdict === "correct" || verdict === "equivalent").length,
    bad: rows.filter(({ problem }) => problem !== null).length,
    twice: rows.filter(({ twice }) => twice !== null).length,
  };
}

/**
 * How often each mistake was made, the most frequent first; a code that stands there twice counts once.
 * @param {Row[]} rows
 * @returns {{ exercise: string, mistake: string, count: number }[]}
 */
export function histogram(rows) {
  /** @type {Map<string, { exercise: string, mistake: string, count: number }>} */
  const bars = new Map();
  for (const { exercise = "", mistake, exercise_id, mistake_id, twice } of rows) {
    if (mistake === undefined || twice !== null) continue;
    const key = `${exercise_id} ${mistake_id}`;
    const bar = bars.get(key) ?? { exercise, mistake, count: 0 };
    bars.set(key, { ...bar, count: bar.count + 1 });
  }
  return [...bars.values()].sort((a, b) => b.count - a.count || a.exercise.localeCompare(b.exercise) || a.mistake.localeCompare(b.mistake)); // prettier-ignore
}
