// Exercises as questions of a bank: the prompt, the numbers asked for with what is accepted, and each known mistake with what it
// gives and what is said about it. Everything is the engine's; Moodle XML (moodle.js) and QTI (qti.js) are written from it.
import { exerciseWords } from "../elements/exercise-words.js";
import { sectionText } from "../course/catalogue.js";
import { conventions } from "./conventions.js";

/** What an answer consists of; `choice` only where there are choices. @typedef {{ choice?: string, numbers: number[] }} Answer */

/**
 * @typedef {object} Field one number asked for
 * @property {string} label
 * @property {string} expected what is to be typed: "3 decimals"
 * @property {number} decimals
 */

/**
 * @typedef {object} Known an answer that is known, with what is said about it
 * @property {string} id of the misconception, "right", or "other_convention"
 * @property {Answer} answer a mistake without numbers stands for its choice with any numbers
 * @property {string} title
 * @property {string} feedback
 */

/**
 * @typedef {object} Question
 * @property {string} id unique in all banks
 * @property {string} name
 * @property {import("../engine/types.js").Instance} instance
 * @property {string[]} text the prompt and what has to be said besides, a paragraph each
 * @property {Field[]} fields
 * @property {{ id: string, text: string }[]} choices none where only numbers are asked for
 * @property {Known} right
 * @property {Known[]} equivalents right as well, where the prompt leaves a convention open
 * @property {Known[]} mistakes
 * @property {string[]} steps of the worked solution
 */

/** How many seeds are tried for each question wanted: most instances of a seed are new. */
const patience = 20;

/** Whether there is a bank of an exercise: platforms grade no programs and no orders. @param {{ answer: string }} exercise */
export function isBanked({ answer }) {
  return ["numbers", "choice"].includes(answer);
}

export class Questions {
  /**
   * @param {any} engine of build/package, which speaks the language
   * @param {string} language
   * @param {any} catalogue of that language, complete
   */
  constructor(engine, language, catalogue) {
    this.engine = engine;
    this.say = sectionText(catalogue, "lms");
    this.words = exerciseWords(language, catalogue);
    this.prompts = catalogue.lms.prompts;
  }

  /** The exercises that banks are made of: those answered with numbers or a choice. @returns {any[]} */
  exercises() {
    return this.engine.exercises().filter(isBanked);
  }

  /**
   * Fresh instances, no two alike, from seed 1 on.
   * @param {any} exercise one of `exercises()`
   * @param {number} count
   * @param {{ single?: boolean }} [options] `single`: only what has a single right answer
   * @returns {Question[]}
   */
  draw(exercise, count, { single = false } = {}) {
    /** @type {Map<string, Question>} */
    const drawn = new Map();
    for (let seed = 1; drawn.size < count; ++seed) {
      if (seed > patience * count) throw new Error(`${exercise.id} has only ${drawn.size} different instances`);
      const instance = this.engine.createInstance(exercise.id, { seed });
      // What is seen: a parameter may play no part in an instance.
      const key = JSON.stringify([instance.prompt, instance.choices, instance.given, instance.fields]);
      const convention = conventions[exercise.id];
      if (drawn.has(key) || (single && convention?.leavesOpen(instance) && !convention.closed)) continue;
      drawn.set(key, this.#question(exercise, instance, drawn.size + 1));
    }
    return [...drawn.values()];
  }

  /**
   * @param {any} exercise
   * @param {import("../engine/types.js").Instance} instance
   * @param {number} number in its bank
   * @returns {Question}
   */
  #question({ id, title }, instance, number) {
    const { fields = [], choices = [], parameters } = instance;
    const { answer, steps } = this.engine.solution(instance);
    const said = conventions[id]?.closed ? [this.say(`conventions.${id}`)] : [];
    const other = this.#byAnotherConvention(instance, answer);
    const prompt = this.prompts[id] === undefined ? instance.prompt : this.say(`prompts.${id}`, parameters);
    return {
      id: `${id}_${instance.seed}`,
      name: this.say("name", { title, number }),
      instance,
      text: [prompt, ...said, ...(fields.length > 0 ? [this.say("numbers")] : [])],
      fields: fields.map((field) => ({ ...field, expected: this.words.expected(field, instance) })),
      choices: choices.map((choice, index) => ({
        id: choice.id,
        // Blanks at the beginning of a line of a program would be lost.
        text: instance.lines ? this.say("line", { number: index + 1, line: choice.text.trim() }) : choice.text,
      })),
      right: this.#known("right", answer, instance),
      equivalents: conventions[id]?.closed ? [] : other,
      mistakes: [...this.#mistakes(instance), ...(conventions[id]?.closed ? other : [])],
      steps,
    };
  }

  /** @param {string} id @param {any} answer @param {import("../engine/types.js").Instance} instance @returns {Known} */
  #known(id, answer, instance) {
    const { note } = this.engine.grade(instance, answer);
    return { id, answer: plainAnswer(answer), title: "", feedback: note ?? "" };
  }

  /** @param {import("../engine/types.js").Instance} instance @param {any} right @returns {Known[]} none where there is no other */
  #byAnotherConvention(instance, right) {
    const convention = conventions[instance.id];
    if (!convention?.leavesOpen(instance)) return [];
    const answer = convention.other(this.engine, instance, right);
    const { verdict } = this.engine.grade(instance, answer);
    if (verdict !== "equivalent") throw new Error(`${instance.id}, seed ${instance.seed}: [${answer}] is ${verdict}`);
    const known = this.#known("other_convention", answer, instance);
    if (!convention.closed) return [known];
    const feedback = `${known.feedback} ${this.say(`conventions.${instance.id}`)}`;
    return [{ ...known, title: this.say("other_convention"), feedback }];
  }

  /** The mistakes whose answer can be typed into the fields. @param {import("../engine/types.js").Instance} instance */
  #mistakes(instance) {
    /** @type {Known[]} */
    const mistakes = [];
    for (const { id, title, explanation, applicable } of this.engine.misconceptions(instance.id, instance)) {
      if (!applicable) continue;
      const made = this.engine.runMistake(instance, id);
      const { passed } = this.engine.grade(instance, made);
      if (passed) throw new Error(`${instance.id}, seed ${instance.seed}: the mistake ${id} passes`);
      const { answer, feedback } = this.#known(id, made, instance);
      if (answer.numbers.length > 0 && answer.numbers.length !== instance.fields?.length) continue;
      mistakes.push({ id, answer, title, feedback: `${title}. ${feedback} ${explanation}`.replace(/ {2,}/g, " ") });
    }
    return mistakes;
  }
}

/** @param {any} answer as the engine has it @returns {Answer} */
function plainAnswer(answer) {
  if (typeof answer === "string") return { choice: answer, numbers: [] };
  if (Array.isArray(answer) || ArrayBuffer.isView(answer)) return { numbers: Array.from(/** @type {any} */ (answer)) };
  return { choice: answer.choice, numbers: Array.from(answer.numbers ?? []) };
}

/**
 * How far a number typed may lie from `expected`: the grader's rule.
 * @param {import("../engine/types.js").Instance} instance
 * @param {number} expected
 */
export function allowed({ tolerance, relative }, expected) {
  return relative ? tolerance * Math.abs(expected) : tolerance;
}

/** A number as banks write it: twelve digits, and no minus before a zero. @param {number} value */
export function written(value) {
  return String(Number(value.toPrecision(12)) + 0);
}
