// What became of a program, in sentences: why it ended, what it returned instead of what is asked for, or which number is off.
import { startLimit, timeLimit } from "./sandbox-limits.js";
import { misfit } from "./shape.js";
import { loopLines, returnLine, returnsNothing } from "./syntax.js";
import { say } from "./words.js";

/** @typedef {import("./sandbox.js").Failure} Failure */
/** @typedef {{ arguments: any[], hidden: boolean }} Case */
/** @typedef {{ sentences: string[], line: number | null }} Explanation the line that is meant, from 1 */

/**
 * @param {Failure} failure
 * @param {string} program
 * @param {string} name of the function
 * @param {Case[]} cases
 * @returns {Explanation}
 */
export function explainFailure({ kind, line, call, message = "" }, program, name, cases) {
  const during =
    call === null ? [] : [say(cases[call].hidden ? "during_hidden" : "during", { call: written(name, cases[call]) })];
  if (kind === "time") return timedOut(program, line, during);
  if (kind === "stopped") return endedOutside(program, during);
  const placed = line === null || kind === "load" ? kind : `${kind}_line`;
  const seconds = (kind === "slow" ? startLimit : timeLimit) / 1000;
  const sentence = say(`failure.${placed}`, { line: line ?? 0, message, name, seconds });
  return { sentences: [sentence, ...during], line };
}

/**
 * The interpreter knows only the function that was running. Where that has one loop, it is meant.
 * @param {string} program
 * @param {number | null} line
 * @param {string[]} during
 */
function timedOut(program, line, during) {
  const loops = line === null ? [] : loopLines(program, line);
  const place = loops.length > 0 ? "time_loops" : line === null ? "time" : "time_line";
  const sentence = say(`failure.${place}`, { seconds: timeLimit / 1000, line: line ?? 0, loops: loops.join(", ") });
  return { sentences: [sentence, ...during], line: loops[0] ?? line };
}

/**
 * Nothing was heard of its lines any more. If it has loops, they are meant.
 * @param {string} program
 * @param {string[]} during
 */
function endedOutside(program, during) {
  const loops = loopLines(program, null);
  const seconds = timeLimit / 1000;
  const sentence = say(loops.length > 0 ? "failure.stopped_loops" : "failure.stopped", {
    seconds,
    loops: loops.join(", "),
  });
  return { sentences: [sentence, ...during], line: loops[0] ?? null };
}

/**
 * @param {any} output of a case, as the sandbox gives it
 * @param {any[]} expected
 * @param {string} program
 * @param {string} name
 * @param {Case} of
 * @param {boolean} rows whether a list of rows is asked for
 * @returns {Explanation}
 */
export function explainOutput(output, expected, program, name, of, rows) {
  const { key, fields } = /** @type {import("./shape.js").Misfit} */ (misfit(output, expected, rows));
  const { got } = fields;
  const call = say(of.hidden ? "call_hidden" : "call", { call: written(name, of) });
  const line = returnLine(program, name);
  const sentences = [say(`output.${key}`, { ...fields, call, got: typeof got === "number" ? got : described(got) })];
  if (key === "nothing" && returnsNothing(program, name)) sentences.push(say("output.no_return", { name }));
  if (key.endsWith("not_a_number")) sentences.push(say("output.nan"));
  if (line !== null) sentences.push(say("output.returned", { line }));
  return { sentences, line };
}

/**
 * @param {{ index: number, row?: number, entry: number, got: number }} place
 * @param {any[]} expected of its case
 * @param {string} name
 * @param {Case} of
 * @returns {string}
 */
export function explainNumber({ row, entry, got }, expected, name, of) {
  const right = row === undefined ? expected[entry] : expected[row][entry];
  const key = `${row === undefined ? "entry" : "row_entry"}${of.hidden ? "_hidden" : ""}`;
  return say(`wrong.${key}`, {
    call: written(name, of),
    row: row ?? 0,
    entry,
    got: decimals(got),
    right: decimals(right),
  });
}

/** A call as it would stand in a program; long lists are cut. @param {string} name @param {Case} of */
export function written(name, { arguments: given }) {
  const shown = (/** @type {any} */ value) => {
    if (!Array.isArray(value)) return String(value);
    const entries = value.length > 8 ? [...value.slice(0, 4), "…"] : value;
    return `[${entries.join(", ")}]`;
  };
  return `${name}(${given.map(shown).join(", ")})`;
}

/** @param {number} number */
function decimals(number) {
  const digits = Math.abs(number) < 1e6 ? number.toFixed(4) : String(number);
  return (Number(digits) === 0 ? digits.replace("-", "") : digits).replace("-", "\u2212");
}

/** @param {any} value that is no number */
function described(value) {
  return value === undefined ? "" : say(`value.${value.is}`, { text: value.text ?? "" });
}
