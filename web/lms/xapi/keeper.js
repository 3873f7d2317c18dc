// Where the exercises of a launch page keep what is typed: apart for each learner, since learners share browsers.

/**
 * @param {Pick<Storage, "getItem" | "setItem">} storage
 * @param {string} learner everything by which the launch is told from another learner's
 * @returns {import("../../elements/exercise-memory.js").Keeper}
 */
export function keeperOf(storage, learner) {
  // Begins as the keys of exercises do elsewhere, by which a page of the site that forgets everything finds it.
  const own = (/** @type {string} */ key) => `where-exercise of ${learner} ${key}`;
  return {
    getItem: (key) => storage.getItem(own(key)),
    setItem: (key, value) => storage.setItem(own(key), value),
  };
}
