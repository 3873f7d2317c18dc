/** @type {Record<string, number>} */
const along = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/**
 * Which way an arrow key moves a value: 1 to the right and up, −1 to the left and down, 0 for other keys.
 * @param {string} key
 */
export function arrowAlong(key) {
  return along[key] ?? 0;
}

/**
 * The same in a list that runs downwards: 1 to the right and down.
 * @param {string} key
 */
export function arrowDown(key) {
  return key === "ArrowUp" || key === "ArrowDown" ? -arrowAlong(key) : arrowAlong(key);
}
