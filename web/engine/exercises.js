// Exercises: C++ draws, solves and grades and answers with keys and numbers; here they become sentences, and what was typed
// becomes numbers.
import { doubtful, parseAnswer } from "./answers.js";
import { described, plain } from "./plain.js";

/** @typedef {import("./bridge.js").Bridge} Bridge */
/** @typedef {import("./texts.js").Texts} Texts */
/** @import * as types from "./types.js" */

export class Exercises {
  #bridge;
  #texts;

  /** @param {Bridge} bridge */
  constructor(bridge) {
    this.#bridge = bridge;
    this.#texts = bridge.texts;
  }

  /** @returns {types.ExerciseDescription[]} */
  list() {
    return this.#said(this.#bridge.call("exercises", {}));
  }

  /**
   * @param {string} id
   * @param {{ seed?: number, parameters?: Record<string, any> }} [options]
   * @returns {types.Instance}
   */
  createInstance(id, options) {
    const instance = this.#bridge.call("createInstance", { id, options });
    const { given, ...rest } = instance;
    if (given)
      rest.given = given.map((/** @type {any} */ row) => ({
        label: row.label,
        numbers: row.numbers.value,
        decimals: row.numbers.decimals,
      }));
    return this.#said(rest);
  }

  /**
   * Where a text can be read as two numbers, as "47,117" can, the better verdict counts.
   * @param {types.Instance} instance
   * @param {types.Answer} answer
   * @returns {types.Grade}
   */
  grade(instance, answer) {
    const task = plain(instance, "instance", this.#texts);
    const grades = readings(answer).map((each) => this.#gradeOf(task, each));
    const rank = (/** @type {types.Grade} */ { verdict }) => verdicts.indexOf(verdict);
    return grades.reduce((best, grade) => (rank(grade) < rank(best) ? grade : best));
  }

  /** @param {any} task @param {types.Answer} answer @returns {types.Grade} */
  #gradeOf(task, answer) {
    let numbers;
    try {
      numbers = this.#numbers(task, answer);
    } catch (error) {
      throw this.#texts.error("invalid_argument", "unreadable", { argument: "answer", detail: described(error) });
    }
    const grade = this.#said(this.#bridge.call("grade", { instance: task, answer: numbers }));
    const at = grade.first_mismatch;
    // A field that could not be read comes back as it was typed.
    if (at !== null && at.got === null) at.got = entry(answer, at.index);
    return grade;
  }

  /**
   * @param {types.Instance} instance
   * @param {number} n
   * @returns {string | null}
   */
  hint(instance, n) {
    return this.#said(this.#bridge.call("hint", { instance, n }));
  }

  /**
   * @param {types.Instance} instance
   * @returns {{ answer: any, steps: string[], program?: string }}
   */
  solution(instance) {
    return this.#said(this.#bridge.call("solution", { instance }));
  }

  /**
   * @param {string} id
   * @param {types.Instance} [instance]
   * @returns {types.Misconception[]}
   */
  misconceptions(id, instance) {
    return this.#said(this.#bridge.call("misconceptions", { id, instance }));
  }

  /**
   * @param {types.Instance} instance
   * @param {string} misconceptionId
   * @returns {any}
   */
  runMistake(instance, misconceptionId) {
    return this.#bridge.call("runMistake", { instance, misconceptionId });
  }

  /**
   * @param {types.Instance} instance
   * @returns {{ arguments: any[], hidden: boolean }[]}
   */
  codeCases(instance) {
    return this.#bridge.call("codeCases", { instance });
  }

  /**
   * The answer with every typed text read; NaN where it cannot be, which C++ reports with the field's name. What programs
   * returned are lists of numbers, or lists of those.
   * @param {any} instance
   * @param {any} answer
   * @returns {any}
   */
  #numbers(instance, answer) {
    if (instance?.answer === "order") return answer; // names, not numbers
    if (Array.isArray(answer))
      return Array.from(answer, (typed, i) => {
        if (typeof typed !== "string") return numbersIn(typed);
        return parseAnswer(typed, instance?.fields?.[i]?.decimals === 0);
      });
    if (typeof answer === "object" && answer !== null && Array.isArray(answer.numbers))
      return { ...answer, numbers: this.#numbers(instance, answer.numbers) };
    return answer;
  }

  /**
   * Every { key, values } inside made a sentence.
   * @param {any} value
   * @returns {any}
   */
  #said(value) {
    if (Array.isArray(value)) return value.map((entry) => this.#said(entry));
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
    if (typeof value.key === "string" && typeof value.values === "object") return sentence(value, this.#texts);
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, this.#said(entry)]));
  }
}

/** The best first. */
const verdicts = ["correct", "equivalent", "misconception", "incorrect", "malformed"];

/**
 * An answer as it was given, and as it may be meant: who parts thousands does so with one sign in all fields.
 * @param {any} answer
 * @returns {any[]}
 */
function readings(answer) {
  const typed = Array.isArray(answer) ? answer : answer?.numbers;
  if (!Array.isArray(typed)) return [answer];
  const others = doubtful.map((sign) =>
    typed.map((text) => (typeof text === "string" ? text.replace(sign, "$1$2") : text)),
  );
  const meant = others.filter((each) => each.some((text, index) => text !== typed[index]));
  return [answer, ...meant.map((numbers) => (Array.isArray(answer) ? numbers : { ...answer, numbers }))];
}

/**
 * @param {any} value a number, or numbers in lists one or two deep
 * @returns {any} NaN for everything else
 */
function numbersIn(value, depth = 0) {
  if (depth < 2 && (Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))))
    return Array.from(/** @type {any} */ (value), (entry) => numbersIn(entry, depth + 1));
  return typeof value === "number" ? value : NaN;
}

/**
 * @param {{ key: string, values: Record<string, any> }} text
 * @param {Texts} texts
 * @returns {string}
 */
function sentence(text, texts) {
  const values = Object.entries(text.values).map(([name, value]) => {
    const words = wordOf(name, value, texts) ?? shown(value, texts);
    return [name, setting.test(name) || Array.isArray(value?.value ?? value) ? words : grouped(words, value)];
  });
  return texts.text(formOf(text, texts), Object.fromEntries(values));
}

/**
 * A sentence that quotes what was measured may have another form where some of it is nothing: "exercise.rope_place_zero.prompt.change"
 * stands for "exercise.rope_place.prompt" where "change" is 0, but for rounding.
 * @param {{ key: string, values: Record<string, any> }} text
 * @param {Texts} texts
 * @returns {string} the place of its form
 */
function formOf({ key, values }, texts) {
  const nothing = (/** @type {any} */ value) => typeof value?.value === "number" && Math.abs(value.value) < 1e-9;
  const zeros = Object.keys(values)
    .filter((name) => nothing(values[name]))
    .toSorted();
  const form = `${key.replace(/^exercise\.\w+/, "$&_zero")}.${zeros.join("_")}`;
  return texts.has(form) ? form : key;
}

/**
 * What a reader calls a choice of a parameter, where that is not its name.
 * @param {string} name of the placeholder
 * @param {any} value
 * @param {Texts} texts
 */
function wordOf(name, value, texts) {
  const path = `exercise.value.${name}.${value}`;
  return typeof value === "string" && texts.has(path) ? texts.text(path) : undefined;
}

/**
 * A placeholder's value in words: a text, a number, or a list of numbers, with as many decimals as it asks for.
 * @param {any} value
 * @param {Texts} texts
 * @returns {string}
 */
function shown(value, texts) {
  if (typeof value === "number") return typographic(String(value));
  if (Array.isArray(value)) return `[${value.map((entry) => shown(entry, texts)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  if (typeof value.key === "string") return sentence(value, texts);
  const rounded = (/** @type {number} */ number) => {
    const digits = number.toFixed(value.decimals);
    return typographic(Number(digits) === 0 ? digits.replace("-", "") : digits);
  };
  return Array.isArray(value.value) ? `[${value.value.map(rounded).join(", ")}]` : rounded(value.value);
}

/** Placeholders of what is set in a configuration, stands in a formula ("10000^(2/4)") or is to be typed as it is written. */
const setting = /^(base|wrong|width|doubled|written|n_\w+)$/;

/**
 * A number in groups of three digits, as the pages and the fields of an answer have it: "65,536"; other texts as they are.
 * @param {string} words
 * @param {any} value that the words say
 */
function grouped(words, value) {
  if (typeof (value?.value ?? value) !== "number") return words;
  return words.replace(/\d+/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ","));
}

/** @param {string} number */
function typographic(number) {
  return number.replaceAll("-", "\u2212");
}

/**
 * @param {any} answer
 * @param {number} index
 * @returns {any}
 */
function entry(answer, index) {
  const typed = Array.isArray(answer) ? answer[index] : answer?.numbers?.[index];
  return typeof typed === "string" ? typed : null;
}
