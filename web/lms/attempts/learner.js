// A learner whom the address names, "?learner=…": numbers of their own in every exercise, and three bytes in each attempt code by which
// an instructor who knows the names finds theirs. The page neither keeps the name nor sends it on; the
// site's host gets it with the address. Who knows the names can find the bytes too.

/**
 * The name as it is compared: blanks at the ends, and how letters are composed and written, make no other learner.
 * @param {string} name
 */
function plain(name) {
  return name.normalize("NFC").trim().toLowerCase();
}

/**
 * MurmurHash3 of 32 bits over the UTF-8 bytes of a text: the same everywhere, also in pages without a secure context.
 * @param {string} text
 */
export function hash(text) {
  const bytes = new TextEncoder().encode(text);
  const mixed = (/** @type {number} */ block) => Math.imul(rotated(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593);
  let state = 0;
  let at = 0;
  for (; at + 4 <= bytes.length; at += 4) {
    const block = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
    state = (Math.imul(rotated(state ^ mixed(block), 13), 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let index = bytes.length - 1; index >= at; --index) rest = (rest << 8) | bytes[index];
  if (at < bytes.length) state ^= mixed(rest);
  state ^= bytes.length;
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

/** @param {number} value @param {number} by */
function rotated(value, by) {
  return (value << by) | (value >>> (32 - by));
}

/** Three bytes that stand for a learner in attempt codes. @param {string} name */
export function learnerNumber(name) {
  return hash(`learner ${plain(name)}`) % 2 ** 24;
}

/** Where no name is known for it: digits alone a spreadsheet would take for a number, "0e1234" among them. @param {number} number */
export function writtenNumber(number) {
  return `#${number.toString(16).padStart(6, "0")}`;
}

/**
 * Names by their numbers: two of some thousand may share one. A name that stands there twice is one.
 * @param {string[]} names
 * @returns {Map<number, string[]>}
 */
export function byLearnerNumber(names) {
  const written = new Map(names.filter((name) => name.trim() !== "").map((name) => [plain(name), name.trim()]));
  /** @type {Map<number, string[]>} */
  const found = new Map();
  for (const name of written.values())
    found.set(learnerNumber(name), [...(found.get(learnerNumber(name)) ?? []), name]);
  return found;
}

/**
 * The seed that a learner begins an exercise with.
 * @param {string} name
 * @param {string} skill
 * @param {number} seed that the page names
 */
export function learnerSeed(name, skill, seed) {
  return hash(`seed ${plain(name)} ${skill} ${seed}`) % 2 ** 20;
}
