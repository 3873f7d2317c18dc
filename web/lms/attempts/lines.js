// Attempt codes within pasted lines, where names and dates stand around them, with hyphens of their own.
import { dash } from "./base32.js";
import { readCode } from "./code.js";

/** Letters and digits in groups, as many as there are: a code, or something else, or both with a hyphen between. */
const run = new RegExp(`[0-9A-Za-z]+(?:${dash}[0-9A-Za-z]+)*`, "gu");

/** What looks like a code: groups of up to four letters and digits, at least four groups. */
const shape = new RegExp(`(?<!\\w|${dash})[0-9A-Za-z]{4}(?:${dash}[0-9A-Za-z]{1,4}){3,}(?!\\w|${dash})`, "gu");

/** How many letters and digits a code has: from those of 9 bytes to more than those of 25, the longest that there is now. */
const fewest = 15;
const most = 64;

/**
 * @param {string} line
 * @returns {{ codes: string[], beside: string }} the codes as they are written there, at least one: without one that can be read what looks most
 *   like one, or the whole line; and what else stands in the line
 */
export function codesIn(line) {
  const found = [...line.matchAll(run)].flatMap(({ 0: text, index }) => readable(text).map(([from, to]) => [index + from, index + to])); // prettier-ignore
  if (found.length > 0) {
    const ends = [0, ...found.flat(), line.length];
    const around = Array.from({ length: found.length + 1 }, (_, gap) => line.slice(ends[2 * gap], ends[2 * gap + 1]));
    return {
      codes: found.map(([from, to]) => line.slice(from, to)),
      beside: around.map(trimmed).filter(Boolean).join(" "),
    };
  }
  const [likely] = (line.match(shape) ?? []).toSorted((a, b) => b.length - a.length);
  // The whole line may be a code with spaces in it.
  if (likely === undefined || !("problem" in readCode(line))) return { codes: [line.trim()], beside: "" };
  return { codes: [likely], beside: trimmed(line.replace(likely, " ")) };
}

/**
 * Successive groups of a run that can be read as a code; the checksum tells them from any others.
 * @param {string} text
 * @returns {[number, number][]} from where to where
 */
function readable(text) {
  const groups = [...text.matchAll(/[0-9A-Za-z]+/g)].map(({ 0: { length }, index }) => ({ from: index, to: index + length, length })); // prettier-ignore
  /** @type {[number, number][]} */
  const found = [];
  for (let at = 0; at < groups.length; ++at) {
    let length = 0;
    for (let end = at; end < groups.length && (length += groups[end].length) <= most; ++end) {
      const { from } = groups[at];
      const { to } = groups[end];
      if (length < fewest || isDamaged(text.slice(from, to))) continue;
      found.push([from, to]);
      at = end;
      break;
    }
  }
  return found;
}

/** @param {string} code */
function isDamaged(code) {
  const read = readCode(code);
  return "problem" in read && read.problem === "damaged";
}

/** @param {string} text */
function trimmed(text) {
  return text.replace(new RegExp(`^[\\s,;:"]+|(?:[\\s,;:"]|${dash})+$`, "gu"), "");
}
