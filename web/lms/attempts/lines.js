// Attempt codes within pasted lines, where names and dates stand around them, with hyphens of their own.
import { dash, valueOf } from "./base32.js";
import { readCode } from "./code.js";
import { crc24Begin, crc24Next } from "./crc.js";

/** Letters and digits in groups, as many as there are: a code, or something else, or both with a hyphen between. */
const run = new RegExp(`[0-9A-Za-z]+(?:${dash}[0-9A-Za-z]+)*`, "gu");

/** What looks like a code: groups of up to four letters and digits, at least four groups. */
const shape = new RegExp(`(?<!\\w|${dash})[0-9A-Za-z]{4}(?:${dash}[0-9A-Za-z]{1,4}){3,}(?!\\w|${dash})`, "gu");

/** Marks between a code and what stands beside it. A name may begin with a dash, and none ends with one. */
const opening = /[\s,;:"]/;
const closing = new RegExp(`[\\s,;:"]|${dash}`, "u");

/** How many letters and digits a code has: from those of 9 bytes to more than those of 25, the longest that there is now. */
const fewest = 15;
const most = 64;

/**
 * @param {string} line
 * @returns {{ codes: string[], beside: string }} the codes as they are written there, at least one: without one that can be read what looks most
 *   like one, or the whole line; and what else stands in the line
 */
export function codesIn(line) {
  const found = [...line.matchAll(run)].flatMap(({ 0: text, index }) =>
    readable(text).map(([from, to]) => [index + from, index + to]),
  );
  if (found.length > 0) {
    const ends = [0, ...found.flat(), line.length];
    const around = Array.from({ length: found.length + 1 }, (_, gap) => line.slice(ends[2 * gap], ends[2 * gap + 1]));
    return {
      codes: found.map(([from, to]) => line.slice(from, to)),
      beside: around
        .map((each) => trimmed(each))
        .filter(Boolean)
        .join(" "),
    };
  }
  const [likely] = (line.match(shape) ?? []).toSorted((a, b) => b.length - a.length);
  // The whole line may be a code with spaces in it.
  if (likely === undefined || !("problem" in readCode(line))) return { codes: [line.trim()], beside: "" };
  return { codes: [likely], beside: trimmed(line.replace(likely, " ")) };
}

/**
 * Successive groups of a run that can be read as a code; the checksum tells them from any others. However long the run is, from each
 * group on no more than the letters of one code are looked at, each once.
 * @param {string} text
 * @param {(character: string) => number} [look] what one stands for
 * @returns {[number, number][]} from where to where
 */
export function readable(text, look = valueOf) {
  const groups = [...text.matchAll(/[0-9A-Za-z]+/g)].map(({ 0: letters, index }) => ({ letters, from: index, to: index + letters.length })); // prettier-ignore
  /** @type {[number, number][]} */
  const found = [];
  for (let at = 0; at < groups.length; ++at) {
    const seal = new Seal(look);
    for (let end = at; end < groups.length && seal.take(groups[end].letters); ++end) {
      const { from } = groups[at];
      const { to } = groups[end];
      if (!seal.holds || isDamaged(text.slice(from, to))) continue;
      found.push([from, to]);
      at = end;
      break;
    }
  }
  return found;
}

/** Whether what was read so far ends with its own checksum. */
class Seal {
  #look;
  #letters = 0;
  #check = crc24Begin;
  #held = 0;
  #bits = 0;

  /** @param {(character: string) => number} look */
  constructor(look) {
    this.#look = look;
  }

  /** @param {string} letters that come next @returns {boolean} false where no code goes on like this */
  take(letters) {
    this.#letters += letters.length;
    if (this.#letters > most) return false;
    for (const letter of letters) {
      const value = this.#look(letter);
      if (value < 0) return false;
      this.#held = (this.#held << 5) | value;
      this.#bits += 5;
      if (this.#bits >= 8) this.#check = crc24Next(this.#check, (this.#held >> (this.#bits -= 8)) & 255);
      this.#held &= (1 << this.#bits) - 1;
    }
    return true;
  }

  get holds() {
    return this.#letters >= fewest && this.#bits < 5 && this.#held === 0 && this.#check === 0;
  }
}

/** @param {string} code */
function isDamaged(code) {
  const read = readCode(code);
  return "problem" in read && read.problem === "damaged";
}

/**
 * Without the marks around it. From its ends on: a search for marks that reach the end would begin anew at each that does not.
 * @param {string} text
 * @param {(mark: RegExp, character: string) => boolean} [is]
 */
export function trimmed(text, is = (mark, character) => mark.test(character)) {
  let [from, to] = [0, text.length];
  while (from < to && is(opening, text[from])) ++from;
  while (from < to && is(closing, text[to - 1])) --to;
  return text.slice(from, to);
}
