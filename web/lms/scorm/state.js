// What a platform keeps of a lesson, as one text of at most 4,096 characters (cmi.suspend_data): the best score of each skill, and what
// the exercises keep of each instance (elements/exercise-memory.js), the latest as far as there is room.

import { Scores } from "../scores.js";

export const longest = 4096;

const version = 1;

export class State extends Scores {
  /** @param {string[]} skills of the lesson, in their order */
  constructor(skills) {
    super(skills);
    /** What exercises keep, the latest last. @type {Map<string, string>} */
    this.kept = new Map();
    /** Whether something found no room. */
    this.dropped = false;
    /** What to do when an exercise has kept something. */
    this.changed = () => {};
  }

  /**
   * Takes up what was kept before.
   * @param {string} text
   * @returns {boolean} false where it is none of ours; then everything is as at first
   */
  read(text) {
    if (text.trim() === "") return true;
    try {
      const { v, best, kept } = JSON.parse(text);
      if (v !== version || !Array.isArray(kept)) return false;
      /** @type {[string, import("../scores.js").Best][]} */
      const scores = Object.entries(best).map(([skill, score]) => [skill, { passed: true, score: Number(score) }]);
      const sound = kept.every(([key, value]) => typeof key === "string" && typeof value === "string");
      if (!sound || scores.some(([, { score }]) => !(score >= 0 && score <= 1))) return false;
      this.best = new Map(scores);
      this.kept = new Map(kept);
      return true;
    } catch {
      return false;
    }
  }

  /** At most `longest` characters, all of them ASCII, since some platforms count bytes. */
  write() {
    const best = Object.fromEntries([...this.best].filter(([, { passed }]) => passed).map(([skill, { score }]) => [skill, score])); // prettier-ignore
    for (;;) {
      const plain = ascii({ v: version, best, kept: [...this.kept] });
      if (plain.length <= longest || this.kept.size === 0) return plain;
      const [oldest] = this.kept.keys();
      this.kept.delete(oldest);
      this.dropped = true;
    }
  }

  /** @param {string} key */
  getItem(key) {
    return this.kept.get(key) ?? null;
  }

  /** Throws where it alone is too long: the exercise then says that it is not kept. @param {string} key @param {string} value */
  setItem(key, value) {
    if (ascii([key, value]).length > longest / 2) throw new Error("too long for a platform");
    this.kept.delete(key);
    this.kept.set(key, value);
    this.changed();
  }
}

/** JSON as `write` has it, by which also room is measured. @param {unknown} value */
function ascii(value) {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** "00:01:05.25", as SCORM 1.2 writes how long something took. @param {number} milliseconds */
export function timespan(milliseconds) {
  const hundredths = Math.min(Math.round(milliseconds / 10), 9999 * 360_000);
  const two = (/** @type {number} */ number) => String(Math.floor(number)).padStart(2, "0");
  const seconds = Math.floor(hundredths / 100);
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${two(hundredths % 100)}`;
}
