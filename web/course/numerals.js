// Numbers in prose. A number that the engine can give is written {{shown = expression}}: the reader sees `shown`, the build
// evaluates `expression` and compares. Any other numeral must stand on the lesson's allow-list, so that text and engine cannot
// drift apart.

/** "{{0.141 = row(3, 4)[0]}}"; the expression ends at the first "}}", so nested braces need a space between them. */
export const checkedNumber = /\{\{([\s\S]*?)\}\}/y;

const minus = "\u2212";

/**
 * A number as an author shows it: "0.141", "−0.990", "-1", "47,117", ".5", "3e-8", "1/256".
 * @typedef {{ value: number, tolerance: number, sign: string, digits: string, exponent: string | null }} Shown
 */

/** @param {string} inside what stands between the braces */
export function splitChecked(inside) {
  const match = /^\s*(\S+)\s+=\s+(\S[\s\S]*?)\s*$/.exec(inside);
  return match === null ? null : { shown: match[1], expression: match[2] };
}

/**
 * @param {string} shown
 * @returns {Shown | null} null where it is no number
 */
export function readShown(shown) {
  const match = /^([-+\u2212]?)((?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?)(?:e([-\u2212]?\d+)|\/(\d+))?$/.exec(shown);
  if (match === null || match[2] === "") return null;
  const [, sign, digits, exponent, denominator] = match;
  const plain = digits.replaceAll(",", "");
  const magnitude = exponent === undefined ? 1 : 10 ** Number(exponent.replace(minus, "-"));
  const signed = (sign === "" || sign === "+" ? 1 : -1) * Number(plain);
  if (denominator !== undefined) {
    const value = signed / Number(denominator);
    return { value, tolerance: 1e-12 * Math.abs(value), sign, digits: `${digits}/${denominator}`, exponent: null };
  }
  const decimals = plain.includes(".") ? plain.length - plain.indexOf(".") - 1 : 0;
  // Half a unit of the last digit shown; the slack is for a value that lies on that very edge.
  const tolerance = (0.5 + 1e-9) * 10 ** -decimals * magnitude;
  return { value: signed * magnitude, tolerance, sign, digits, exponent: exponent ?? null };
}

/** As prose shows it, in HTML: a real minus sign, a power of ten with a raised exponent. */
export function proseNumber(/** @type {Shown} */ { sign, digits, exponent }) {
  const power = exponent === null ? "" : `\u00a0×\u00a010<sup>${exponent.replace("-", minus)}</sup>`;
  return (sign === "-" ? minus : sign) + digits + power;
}

/** As TeX wants it: thousands without the space that a comma would bring. */
export function texNumber(/** @type {Shown} */ { sign, digits, exponent }) {
  const power = exponent === null ? "" : ` \\times 10^{${exponent.replace(minus, "-")}}`;
  return sign.replace(minus, "-") + digits.replaceAll(",", "{,}") + power;
}

/**
 * `asks` says whether an expression uses a name that asks the engine. One that does not would agree with itself for ever.
 * @typedef {((expression: string) => unknown) & { asks: (expression: string) => boolean }} Evaluate
 */

/**
 * A function that evaluates expressions with the given names in scope. Lessons are our own text: they are trusted like code.
 * @param {Record<string, unknown>} asking names that ask the engine
 * @param {Record<string, unknown>} [arithmetic] names that only work on what was asked
 * @returns {Evaluate}
 */
export function createEvaluate(asking, arithmetic = {}) {
  const scope = { ...asking, ...arithmetic };
  const names = Object.keys(scope);
  const values = Object.values(scope);
  const evaluate = (/** @type {string} */ expression) =>
    new Function(...names, `"use strict"; return (${expression});`)(...values);
  const asks = (/** @type {string} */ expression) =>
    (expression.match(/[A-Za-z_$][\w$]*/g) ?? []).some((word) => Object.hasOwn(asking, word));
  return Object.assign(evaluate, { asks });
}

/**
 * What is wrong with a checked number, or null.
 * @param {string} shown
 * @param {string} expression
 * @param {Evaluate} evaluate
 * @returns {string | null}
 */
export function checkNumber(shown, expression, evaluate) {
  const read = readShown(shown);
  if (read === null) return `"${shown}" is no number (in {{${shown} = ${expression}}})`;
  let value;
  try {
    value = evaluate(expression);
  } catch (error) {
    return `"${expression}" cannot be evaluated: ${error.message}`;
  }
  if (typeof value !== "number" || Number.isNaN(value)) return `"${expression}" gives ${describe(value)}, not a number`;
  if (!(Math.abs(value - read.value) <= read.tolerance)) return `${shown} is shown, but ${expression} is ${value}`;
  if (!evaluate.asks(expression))
    return `{{${shown} = ${expression}}} asks nothing of the engine: give ${shown} a reason under "numbers" instead`;
  return null;
}

/** @param {unknown} value */
function describe(value) {
  if (typeof value === "number") return "NaN";
  return value === undefined
    ? "undefined"
    : Array.isArray(value) || ArrayBuffer.isView(value)
      ? "a list"
      : `a ${typeof value}`;
}

// Decimal digits of any script with their separators, and every other digit-like sign (superscripts, fractions).
const numerals = /(?:\p{Nd}{1,3}(?:,\p{Nd}{3})+(?!\p{Nd})|\p{Nd}+)(?:\.\p{Nd}+)?|\.\p{Nd}+|\p{No}+/gu;
// In code, whole numbers are names and indices; numbers with decimals are values.
const decimalsInCode = /\d+\.\d+/g;

/** The allow-list of one lesson; it knows which of its entries were needed. */
export class AllowList {
  #unused;

  /** @param {Record<string, string>} reasons by numeral ("2") or by a phrase that holds one ("GPT-2") */
  constructor(reasons = {}) {
    this.#unused = new Set(Object.keys(reasons));
    this.entries = Object.keys(reasons);
  }

  /**
   * The numerals in a text that are not allowed, each with the number of line breaks before it.
   * @param {string} text
   * @param {"prose" | "code"} kind
   */
  unmarked(text, kind = "prose") {
    const phrases = this.entries.filter((entry) => entry.match(numerals)?.[0] !== entry);
    /** @type {{ start: number, end: number, entry: string }[]} */
    const covered = phrases.flatMap((entry) => occurrences(text, entry));
    const found = [];
    for (const match of text.matchAll(kind === "code" ? decimalsInCode : numerals)) {
      const [numeral] = match;
      const start = match.index;
      const phrase = covered.find((range) => range.start <= start && start + numeral.length <= range.end);
      const entry = phrase?.entry ?? (this.entries.includes(numeral) ? numeral : undefined);
      if (entry === undefined) found.push({ numeral, breaks: countBreaks(text.slice(0, start)) });
      else this.#unused.delete(entry);
    }
    return found;
  }

  /** Entries that allowed nothing: an allow-list that is longer than it need be hides mistakes. */
  get unused() {
    return [...this.#unused];
  }
}

/** @param {string} text @param {string} phrase */
function occurrences(text, phrase) {
  const found = [];
  for (let start = text.indexOf(phrase); start !== -1; start = text.indexOf(phrase, start + 1)) {
    found.push({ start, end: start + phrase.length, entry: phrase });
  }
  return found;
}

/** @param {string} text */
export function countBreaks(text) {
  return text.split("\n").length - 1;
}
