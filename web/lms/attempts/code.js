// An attempt as a short code that a learner copies and an instructor pastes: what was asked, what became of it, how long it took.
// A checksum finds typing errors; nothing keeps anybody from making a code up.
//
// Bytes: version and flags; exercise (2); with a mistake its id (2); seed, tries and seconds, seven bits a byte; with a learner theirs
// (3); checksum over all of it (3). A code of another version is told apart, not guessed at.
import { decode, encode } from "./base32.js";
import { crc24 } from "./crc.js";
import { numberOf } from "./names.js";

/**
 * @typedef {object} Attempt
 * @property {string} exercise
 * @property {number} seed a whole number from 0
 * @property {string} verdict one of `verdicts`
 * @property {string | null} misconception
 * @property {number} tries
 * @property {number} duration in milliseconds; a code keeps whole seconds
 * @property {boolean} solution whether the worked solution was seen first
 * @property {number | null} [learner] of learner.js, where the address names one
 */

/**
 * What a code says: exercise and misconception as their numbers (names.js).
 * @typedef {object} Read
 * @property {number} exercise
 * @property {number} seed
 * @property {string} verdict
 * @property {number | null} misconception
 * @property {number} tries
 * @property {number} seconds
 * @property {boolean} solution
 * @property {number | null} learner
 */

export const verdicts = ["correct", "equivalent", "misconception", "incorrect"];

const version = 1;
const checksumBytes = 3;

/** More than this is written as this: a page left open over night, say. */
const most = 99_999;

/** @param {Attempt} attempt @returns {string} in groups of four, "0C4V-…" */
export function writeCode(attempt) {
  const { exercise, seed, verdict, misconception, tries, duration, solution, learner = null } = attempt;
  const kind = verdicts.indexOf(verdict);
  if (kind < 0) throw new Error(`no code is made of the verdict "${verdict}"`);
  const flags = (version << 5) | (kind << 2) | (Number(solution) << 1) | Number(learner !== null);
  const bytes = [
    flags,
    ...bytesOf(numberOf(exercise), 2),
    ...(misconception === null ? [] : bytesOf(numberOf(misconception), 2)),
    ...[seed, Math.min(tries, most), Math.min(Math.round(duration / 1000), most)].flatMap(sevenBits),
    ...(learner === null ? [] : bytesOf(learner, 3)),
  ];
  const code = encode(Uint8Array.from([...bytes, ...bytesOf(crc24(bytes), checksumBytes)]));
  return (code.match(/.{1,4}/g) ?? []).join("-");
}

/**
 * @param {string} text
 * @returns {{ attempt: Read } | { problem: "damaged" | "version" }}
 */
export function readCode(text) {
  const bytes = decode(text);
  if (bytes === null || bytes.length <= checksumBytes) return { problem: "damaged" };
  const [body, check] = [bytes.subarray(0, -checksumBytes), bytes.subarray(-checksumBytes)];
  if (crc24(body) !== numberIn(check)) return { problem: "damaged" };
  const reader = new Reader(body);
  const [flags] = reader.take(1);
  if (flags >> 5 !== version) return { problem: "version" };
  const verdict = verdicts[(flags >> 2) & 7];
  const exercise = numberIn(reader.take(2));
  const misconception = verdict === "misconception" ? numberIn(reader.take(2)) : null;
  const [seed, tries, seconds] = [reader.varying(), reader.varying(), reader.varying()];
  const learner = flags & 1 ? numberIn(reader.take(3)) : null;
  // Right by its checksum, and still not of our making.
  if (verdict === undefined || !reader.finished) return { problem: "damaged" };
  return { attempt: { exercise, seed, verdict, misconception, tries, seconds, solution: Boolean(flags & 2), learner } };
}

/** @param {number} value @param {number} count @returns {number[]} the highest first */
function bytesOf(value, count) {
  return Array.from({ length: count }, (_, index) => (value >> (8 * (count - 1 - index))) & 255);
}

/** @param {Uint8Array} bytes the highest first */
function numberIn(bytes) {
  return bytes.reduce((number, byte) => number * 256 + byte, 0);
}

/** A whole number in sevens of bits, the lowest first; the eighth says that more follow. @param {number} value */
function sevenBits(value) {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${value} is no whole number from 0`);
  const bytes = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return [...bytes, value];
}

class Reader {
  #bytes;
  #at = 0;
  #short = false;

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
  }

  /** Whether everything was read, and nothing was missing. */
  get finished() {
    return this.#at === this.#bytes.length && !this.#short;
  }

  /** @param {number} count */
  take(count) {
    const taken = this.#bytes.subarray(this.#at, (this.#at += count));
    this.#short ||= taken.length < count;
    return taken;
  }

  varying() {
    let number = 0;
    for (let factor = 1; factor <= 2 ** 49; factor *= 128) {
      const [byte] = this.take(1);
      if (byte === undefined) return 0;
      number += (byte % 128) * factor;
      if (byte < 128) return number;
    }
    this.#short = true; // longer than any number of ours
    return 0;
  }
}
