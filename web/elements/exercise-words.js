// What the live exercise and its still form in a page have in common.
import { Texts } from "../engine/texts.js";
import { languageHere, wordsHere } from "./words.js";

/** @typedef {{ decimals: number }} Field */
/** @typedef {{ tolerance: number, relative: boolean }} Tolerance of an instance */

/**
 * The words around an exercise: sentences below "exercise.ui", what a field is to be filled with, and to what a number was rounded.
 * @param {string} language
 * @param {any} catalogue of that language, complete
 */
export function exerciseWords(language, catalogue) {
  const words = new Texts(language, catalogue, catalogue);
  const say = (/** @type {string} */ key, /** @type {Record<string, string | number>} */ fields = {}) =>
    words.text(`exercise.ui.${key}`, fields);
  const decimals = (/** @type {number} */ count) =>
    count === 1 ? say("one_decimal") : say("decimals", { decimals: count });
  const expected = (/** @type {Field} */ field, /** @type {Tolerance} */ { tolerance, relative }) => {
    if (field.decimals === 0) return say("whole");
    return relative ? say("within", { percent: Number((100 * tolerance).toPrecision(3)) }) : decimals(field.decimals);
  };
  const rounded = (/** @type {number} */ count) => (count === 0 ? say("to_whole") : decimals(count));
  return { say, expected, rounded };
}

/** @type {ReturnType<typeof exerciseWords> | undefined} */
let here;

/** The words of this page, found when the first of them is wanted. */
function wordsOfPage() {
  return (here ??= exerciseWords(languageHere(), wordsHere()));
}

/**
 * A sentence of the exercises' surroundings.
 * @param {string} key below "exercise.ui"
 * @param {Record<string, string | number>} [fields]
 */
export function say(key, fields = {}) {
  return wordsOfPage().say(key, fields);
}

/** What a field is to be filled with. @param {Field} field @param {Tolerance} instance */
export function expected(field, instance) {
  return wordsOfPage().expected(field, instance);
}

/** To what a number was rounded. @param {number} decimals */
export function rounded(decimals) {
  return wordsOfPage().rounded(decimals);
}

/** How the fields of an instance are laid out. @param {import("../engine/types.js").Instance} instance */
export function fieldLayout({ fields = [], columns }) {
  if (fields.length === 1) return "fields single";
  return columns === 2 || fields.length === 2 ? "fields pairs" : "fields";
}

/** The lines of a program, each with its end. @param {string} program */
export function programLines(program) {
  return program
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => `${line}\n`);
}

/**
 * A parameter as it stands in an attribute: a choice is a text, numbers and lists are as in JSON, lists also without brackets. What is
 * neither stays as it is written.
 * @param {string} written
 * @param {string} [type] of the parameter
 */
export function readParameter(written, type = "choice") {
  if (type === "choice") return written;
  const list = type.endsWith("s") && !written.trim().startsWith("[");
  try {
    return JSON.parse(list ? `[${written}]` : written) ?? written;
  } catch {
    return written;
  }
}

/**
 * The parameters that the attributes of an element fix, not checked.
 * @param {Element} element
 * @param {{ name: string, type: string }[]} parameters
 * @returns {Record<string, any>}
 */
export function readParameters(element, parameters) {
  const fixed = parameters.filter(({ name }) => element.hasAttribute(name));
  const read = (/** @type {string} */ name) => /** @type {string} */ (element.getAttribute(name));
  return Object.fromEntries(fixed.map(({ name, type }) => [name, readParameter(read(name), type)]));
}
