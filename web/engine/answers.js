// What a learner types into a number field, read as a number: "0.141", "-.99", "−0.99", "1e-2", "0,141", "47,117.243", "47 117", "½",
// and expressions such as "sin(3/100)", "10000^(2/4)", "2π" or "3 × 10⁻⁸". Nothing is evaluated as code: jsep parses, and only what stands in
// the two tables below is computed.
import jsep from "jsep";

/** @type {Record<string, (a: number, b: number) => number>} */
const operators = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "^": Math.pow,
};

/** @type {Record<string, (x: number) => number>} */
const functions = { sqrt: Math.sqrt, sin: Math.sin, cos: Math.cos, exp: Math.exp, log: Math.log };

/** @type {Record<string, string>} */
const fractions = {
  "½": "1/2",
  "⅓": "1/3",
  "⅔": "2/3",
  "¼": "1/4",
  "¾": "3/4",
  "⅕": "1/5",
  "⅖": "2/5",
  "⅗": "3/5",
  "⅘": "4/5",
  "⅙": "1/6",
  "⅚": "5/6",
  "⅐": "1/7",
  "⅛": "1/8",
  "⅜": "3/8",
  "⅝": "5/8",
  "⅞": "7/8",
  "⅑": "1/9",
  "⅒": "1/10",
};

const longest = 200; // characters: far beyond any answer, and no page is stopped by one

jsep.removeAllUnaryOps();
jsep.removeAllBinaryOps();
for (const sign of ["+", "-"]) jsep.addUnaryOp(sign);
for (const [sign, precedence] of Object.entries({ "+": 9, "-": 9, "*": 10, "/": 10 }))
  jsep.addBinaryOp(sign, precedence);
jsep.addBinaryOp("^", 11, true);

// jsep lets a sign bind tighter than a power and forgets parentheses: -2^2 and (-2)^2 would look alike. A group keeps a
// node of its own, so that `power` can tell them apart.
jsep.hooks.add("gobble-token", function (/** @type {any} */ env) {
  if (this.code !== "(".charCodeAt(0)) return;
  env.node = { type: "Group", argument: this.gobbleGroup() };
});

/**
 * @param {string} text as typed
 * @param {boolean} [whole] whether a whole number is asked for: then "786,432" is a number with a thousands separator, not
 *   one with a decimal comma
 * @returns {number} NaN where the text is nothing of the above, or its value is not finite
 */
export function parseAnswer(text, whole = false) {
  if (text.length > longest) return NaN;
  try {
    const value = evaluate(jsep(normalised(text, whole)));
    return Number.isFinite(value) ? value : NaN;
  } catch {
    return NaN;
  }
}

/**
 * @param {string} text
 * @param {boolean} whole
 * @returns {string}
 */
function normalised(text, whole) {
  let plain = text.trim().toLowerCase().replaceAll("\u2212", "-");
  // Spaces and apostrophes part thousands and nothing else, and so does a sign that comes more than once. Of both signs in one number
  // the one that comes last is the decimal one.
  plain = plain
    .replace(/(?<![\d.,])\d{1,3}(?:([ \u00a0\u2009\u202f'’])\d{3})(?:\1\d{3})*(?!\d)/g, (number) =>
      number.replace(/\D/g, ""),
    )
    .replace(/(?<![\d.,])\d{1,3}([.,])\d{3}(?:\1\d{3})+(?![\d.,])/g, (number) => number.replace(/\D/g, ""))
    .replace(/(?<![\d.,])\d{1,3}(?:,\d{3})+\.\d+(?![\d.,])/g, (number) => number.replaceAll(",", ""))
    .replace(/(?<![\d.,])\d{1,3}(?:\.\d{3})+,\d+(?![\d.,])/g, (number) => number.replaceAll(".", ""));
  if (whole) plain = plain.replace(/(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])/g, (number) => number.replaceAll(",", ""));
  return (
    plain
      .replace(/(\d*),(\d+)/g, "$1.$2")
      .replace(/(\d+)?\s*([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])/g, (_, before, sign) => `(${before ?? 0}+${fractions[sign]})`)
      .replace(/[×·⋅]/g, "*")
      .replace(/([⁺⁻]?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (_, sign, raised) => `^(${sign === "⁻" ? "-" : ""}${lowered(raised)})`)
      // A number before π multiplies it, unless "1/2π" or "2^3π" would have two readings.
      .replace(/(?<![\d.]|[/^][\s+-]*)(\d+(?:\.\d+)?|\.\d+)\s*π/g, "$1*π")
      .replace(/π/g, "pi")
  );
}

/** The decimal signs, each with what it stands in where it may be meant to part thousands: "47,117". @type {RegExp[]} */
export const doubtful = [
  /(?<![\d.,])([1-9]\d{0,2}),(\d{3})(?![\d.,])/g,
  /(?<![\d.,])([1-9]\d{0,2})\.(\d{3})(?![\d.,])/g,
];

/** @param {string} raised digits */
function lowered(raised) {
  return Array.from(raised, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit)).join("");
}

/**
 * @param {any} node
 * @returns {number}
 */
function evaluate(node) {
  switch (node.type) {
    case "Literal":
      if (typeof node.value === "number") return node.value;
      break;
    case "Group":
      if (node.argument) return evaluate(node.argument);
      break;
    case "Identifier":
      if (node.name === "pi") return Math.PI;
      break;
    case "UnaryExpression":
      return signed(node.operator, evaluate(node.argument));
    case "BinaryExpression":
      if (node.operator === "^") return power(node.left, evaluate(node.right));
      return operators[node.operator](evaluate(node.left), evaluate(node.right));
    case "CallExpression":
      if (
        node.callee.type === "Identifier" &&
        Object.hasOwn(functions, node.callee.name) &&
        node.arguments.length === 1
      )
        return functions[node.callee.name](evaluate(node.arguments[0]));
      break;
  }
  throw new SyntaxError(); // no words: parseAnswer catches it
}

/**
 * A sign before a base belongs to the whole power: -2^2 is -4.
 * @param {any} base
 * @param {number} exponent
 * @returns {number}
 */
function power(base, exponent) {
  if (base.type === "UnaryExpression") return signed(base.operator, power(base.argument, exponent));
  return operators["^"](evaluate(base), exponent);
}

/**
 * @param {string} sign
 * @param {number} value
 * @returns {number}
 */
function signed(sign, value) {
  return sign === "-" ? -value : value;
}
