// The rows of attempt codes as CSV (RFC 4180) that a spreadsheet opens as it was meant: it runs nothing of it, and changes nothing.

/** @typedef {import("./table.js").Row} Row */

const columns = /** @type {const} */ (["line", "beside", "learner", "exercise_id", "exercise", "seed", "verdict", "mistake_id", "mistake", "solution", "tries", "seconds", "problem", "twice", "code"]); // prettier-ignore

/** What begins a formula, also in the wide forms of East Asian keyboards. */
const formula = "[=+\\-@\uff1d\uff0b\uff0d\uff20]";
const runs = new RegExp(`^\\s*(?:${formula}|[\\t\\r])`);
/** A spreadsheet may part its cells elsewhere than at commas: what follows begins a cell there. */
const runsBehind = new RegExp(`([;|\\t])(?=[\\s"']*${formula})`, "g");

/** Digits and what stands in numbers, dates and times, or a number with an exponent. */
const numberLike = /^(?=[^%]*\d)[\d.,:/\s\-\u2212%]*$|^[\d.,]+e[+-]?\d+$/i;
/** Letters of months, as English spreadsheets know them, beside digits: "5 May", "MAR1", "1-Sept-26". */
const month =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const between = "[\\s.,/\\-\u2212]*";
const dateLike = new RegExp(
  `^\\s*(?:\\d[\\d\\s.,/\\-\u2212]*${month}|${month}${between}\\d)[\\d:\\s.,/\\-\u2212]*(?:[ap]m\\s*)?$`,
  "i",
);
/** What comes back as it was: of longer numbers the last digits are lost. */
const plainNumber = /^(?:0|[1-9]\d{0,10})$/;

/** @param {Row[]} rows */
export function csv(rows) {
  const lines = [columns.join(","), ...rows.map((row) => columns.map((column) => cell(row[column])).join(","))];
  return `${lines.join("\r\n")}\r\n`;
}

/**
 * A text that would be taken for a formula, a number, a date or a time gets an apostrophe before it, and keeps its zeros and digits.
 * @param {unknown} value
 */
function cell(value) {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = value.replace(runsBehind, "$1'");
  const taken = runs.test(text) || dateLike.test(text) || (numberLike.test(text) && !plainNumber.test(text));
  const safe = taken ? `'${text}` : text;
  return /[",\r\n;\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
