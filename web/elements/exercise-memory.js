// What a learner has typed, kept in the browser so that a reload loses nothing. Where storage is blocked (an opaque frame, a
// private window) it lasts as long as the page.

/**
 * How far a learner has come with one exercise.
 * @typedef {object} Work
 * @property {number} seed of the instance being worked on
 * @property {string[]} typed one text a field
 * @property {string} choice
 * @property {number} hints how many are shown
 * @property {number} tries honest ones: answers that could be read
 * @property {boolean} solution whether the worked solution is open
 */

/** @type {Map<string, Work>} */
const untilLeaving = new Map();

/** @param {number} seed @returns {Work} */
export function newWork(seed) {
  return { seed, typed: [], choice: "", hints: 0, tries: 0, solution: false };
}

/**
 * @param {string} key
 * @param {Storage | undefined} [storage]
 * @returns {Work | undefined} nothing where nothing was kept, or something that is no work of ours
 */
export function recall(key, storage = browserStorage()) {
  try {
    const kept = storage?.getItem(key);
    return kept ? readWork(JSON.parse(kept)) : untilLeaving.get(key);
  } catch {
    return untilLeaving.get(key);
  }
}

/**
 * @param {string} key
 * @param {Work} work
 * @param {Storage | undefined} [storage]
 * @returns {boolean} whether it outlives the page
 */
export function keep(key, work, storage = browserStorage()) {
  untilLeaving.set(key, work);
  try {
    if (storage === undefined) return false;
    storage.setItem(key, JSON.stringify(work));
    return true;
  } catch {
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
    typeof kept.solution === "boolean";
  return sound ? kept : undefined;
}
