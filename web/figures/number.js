// How figures write numbers: a real minus sign, fixed decimals, groups of three digits, powers of ten with raised exponents.
import { parseAnswer } from "../engine/answers.js";

const minus = "\u2212";
const raised = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

/** @param {string} digits an ASCII number, possibly with decimals */
function group(digits) {
  const [whole, decimals] = digits.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** From here on a number has no digits of its own but those of its power of ten. */
const huge = 1e21;

/** "2.08 × 10³⁹" @param {number} value @param {number} places */
function scientific(value, places) {
  const [digits, exponent] = value.toExponential(places).split("e");
  return `${digits.replace("-", minus)}\u00a0×\u00a0${powerOfTen(Number(exponent))}`;
}

/**
 * "−0.990": fixed decimals, and no minus sign on a value that shows as zero.
 * @param {number} value
 * @param {number} [places]
 */
export function decimal(value, places = 3) {
  if (!Number.isFinite(value)) return String(value);
  if (Math.abs(value) >= huge) return scientific(value, 2);
  const digits = group(Math.abs(value).toFixed(places));
  return value < 0 && /[1-9]/.test(digits) ? minus + digits : digits;
}

/**
 * A further term of a sum, as its sign and its size: "−" and "0.242".
 * @param {number} value
 */
export function term(value) {
  const written = decimal(value);
  return written.startsWith(minus) ? { sign: minus, size: written.slice(1) } : { sign: "+", size: written };
}

/**
 * "0.120 − 0.095": numbers as a sum.
 * @param {number[]} values
 */
export function sumOf([first, ...others]) {
  return [decimal(first), ...others.map((value) => `${term(value).sign} ${term(value).size}`)].join(" ");
}

/**
 * "47,117", "6.283", "0.0001334": as many decimals as the significant digits need.
 * @param {number} value
 * @param {number} [significant]
 */
export function significant(value, significant = 4) {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const magnitude = Math.floor(Math.log10(Math.abs(value)));
  return decimal(value, Math.min(12, Math.max(0, significant - 1 - magnitude)));
}

/**
 * "5", "5.3", "10,000": no decimals that say nothing.
 * @param {number} value
 * @param {number} [places]
 */
export function plain(value, places = 3) {
  if (Math.abs(value) >= huge && Number.isFinite(value)) return scientific(value, 0);
  const rounded = Number(value.toFixed(places));
  const digits = group(String(Math.abs(rounded)));
  return rounded < 0 ? minus + digits : digits;
}

/**
 * "3 × 10⁻⁸" for what three decimals would show as zero, three decimals for the rest, and "0" for zero.
 * @param {number} value
 */
export function small(value) {
  if (value === 0) return "0";
  if (Math.abs(value) >= 0.001) return decimal(value);
  return scientific(value, 0);
}

/** Of what exercises read, a field takes numbers, and no expressions. */
const numeral = /^[+-]?[\d.]*\s*[¼-¾⅐-⅞]?(e[+-]?\d+)?$/iu;

/**
 * A number as a reader may type it: "−0.99", "-.99", "10,000". A comma parts groups of three digits where the first of them
 * can begin a number, as in the numbers that figures write; otherwise it is the decimal point. The rest is read as in exercises:
 * "0,141", "2½", "10 000".
 * @param {string} typed
 * @returns {number} NaN where it is no number
 */
export function readNumber(typed) {
  const ascii = typed.trim().replaceAll(minus, "-");
  const grouped = /^[+-]?[1-9]\d{0,2}(,\d{3})+(?![\d,])/.test(ascii);
  const pointed = grouped ? ascii.replaceAll(",", "") : ascii.replace(/^([+-]?\d*),(\d)/, "$1.$2");
  const spaced = /^[+-]?\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+$/.test(pointed);
  return spaced || numeral.test(pointed) ? parseAnswer(pointed) : NaN;
}

/**
 * "10⁴": a power of ten by its exponent.
 * @param {number} exponent
 */
export function powerOfTen(exponent) {
  return `10${[...String(exponent)].map((sign) => raised[/** @type {keyof typeof raised} */ (sign)]).join("")}`;
}
