// The seed of an exercise as a page writes it, and what of an exercise is told with every event.

/** A seed as an attribute or an address says it; the first one where it says none. @param {string | null} written */
export function readSeed(written) {
  if (written === null) return 1;
  return written.trim() === "" ? NaN : Number(written);
}

/** @param {number} seed */
export function isSeed(seed) {
  return Number.isSafeInteger(seed) && seed >= 0;
}

/**
 * The instance that a page asks for, before the exercise itself can say it.
 * @param {(name: string) => string | null} written what the page writes under a name
 */
export function askedInstance(written) {
  return { exercise: written("exercise") ?? "", seed: readSeed(written("seed")) };
}
