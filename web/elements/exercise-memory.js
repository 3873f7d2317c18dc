// What a learner has typed, kept in the browser so that a reload loses nothing. Where storage is blocked (an opaque frame, a
// private window) it lasts as long as the page, and so it does in other people's pages, whose storage is theirs.
import { guests } from "./registry.js";

/**
 * How far a learner has come with one exercise.
 * @typedef {object} Work
 * @property {number} seed of the instance being worked on
 * @property {string[]} typed one text a field
 * @property {string} choice
 * @property {number} hints how many are shown
 * @property {number} tries honest ones: answers that could be read
 * @property {boolean} solution whether the worked solution is open
 * @property {boolean} [shown] whether it was ever open
 */

/** What storage would hold, for pages without it. @type {Map<string, string>} */
const untilLeaving = new Map();

/** @typedef {Pick<Storage, "getItem" | "setItem">} Keeper */

/**
 * Where a page keeps it that has a place of its own for it, as in packages for learning platforms (lms/scorm/run.js). It is no import: every
 * lesson would load this file apart from the exercise then.
 * @returns {Keeper | undefined}
 */
function ownKeeper() {
  return /** @type {any} */ (globalThis).whereaboutsKeeper;
}

/** @param {number} seed @returns {Work} */
export function newWork(seed) {
  return { seed, typed: [], choice: "", hints: 0, tries: 0, solution: false };
}

/**
 * What is kept of one exercise of a page. Each instance has an entry of its own, so that two tabs at different instances do
 * not write over each other; one more entry says which instance was last worked on.
 */
export class Memory {
  #name;
  #storage;

  /**
   * @param {string} name of the exercise, its first seed and its parameters
   * @param {Keeper | undefined} [storage]
   */
  constructor(name, storage = ownKeeper() ?? (guests() ? undefined : browserStorage())) {
    this.#name = name;
    this.#storage = storage;
  }

  /** Whether `key` of the storage holds the work on the instance of `seed`. @param {string | null} key @param {number} seed */
  holds(key, seed) {
    return key === this.#entry(seed);
  }

  /**
   * @param {number} [seed] of an instance; the last one worked on if none is given
   * @returns {Work | undefined} nothing where nothing was kept, or something that is no work of ours
   */
  recall(seed) {
    try {
      const work = readWork(JSON.parse(this.#read(this.#entry(seed ?? this.#read(this.#name) ?? "")) ?? "null"));
      return seed === undefined || work?.seed === seed ? work : undefined;
    } catch {
      return undefined; // not JSON
    }
  }

  /**
   * @param {Work} work
   * @returns {boolean} whether it outlives the page
   */
  keep(work) {
    const written = this.#write(this.#entry(work.seed), JSON.stringify(work));
    return this.#write(this.#name, String(work.seed)) && written;
  }

  /** @param {number | string} seed */
  #entry(seed) {
    return `${this.#name} instance ${seed}`;
  }

  /** @param {string} key @returns {string | undefined} */
  #read(key) {
    // What could not be written to storage is newer than what stands there.
    const unwritten = untilLeaving.get(key);
    if (unwritten !== undefined) return unwritten;
    try {
      return this.#storage?.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** @param {string} key @param {string} text */
  #write(key, text) {
    try {
      if (this.#storage !== undefined) {
        this.#storage.setItem(key, text);
        untilLeaving.delete(key);
        return true;
      }
    } catch {
      // blocked or full
    }
    untilLeaving.set(key, text);
    return false;
  }
}

/** Reading the property throws where storage is blocked. */
function browserStorage() {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

/** @param {any} kept @returns {Work | undefined} */
function readWork(kept) {
  const whole = (/** @type {unknown} */ value) => Number.isSafeInteger(value) && /** @type {number} */ (value) >= 0;
  const sound =
    typeof kept === "object" &&
    kept !== null &&
    [kept.seed, kept.hints, kept.tries].every(whole) &&
    Array.isArray(kept.typed) &&
    kept.typed.every((/** @type {unknown} */ text) => typeof text === "string") &&
    typeof kept.choice === "string" &&
    typeof kept.solution === "boolean" &&
    ["boolean", "undefined"].includes(typeof kept.shown);
  return sound ? kept : undefined;
}
