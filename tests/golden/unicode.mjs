// The classes of code points that GPT-2's pattern asks for, in ranges.
//
//   node tests/golden/unicode.mjs > tests/golden/unicode_classes.json   as the Unicode version of this Node has them
import { fileURLToPath } from "node:url";

const lastPoint = 0x10ffff;

/** @type {Record<string, RegExp>} */
const patterns = {
  letter: /^\p{L}$/u,
  number: /^\p{N}$/u,
  white_space: /^\p{White_Space}$/u,
  unassigned: /^\p{Cn}$/u,
};

/** First and last of each range. @param {RegExp} pattern */
function ranges(pattern) {
  const found = [];
  for (let point = 0; point <= lastPoint; point++) {
    if (!pattern.test(String.fromCodePoint(point))) continue;
    if (found.at(-1)?.[1] === point - 1) found.at(-1)[1] = point;
    else found.push([point, point]);
  }
  return found;
}

/**
 * Both opinions on every code point that is assigned in both versions of Unicode: 0, or the number of its class from 1.
 * @param {Record<string, number[][]>} file
 */
export function classesOfBoth(file) {
  const kinds = Object.keys(patterns);
  const stored = new Uint8Array(lastPoint + 1);
  kinds.forEach((kind, i) => file[kind].forEach(([first, last]) => stored.fill(i + 1, first, last + 1)));
  const both = { stored: [], made: [] };
  for (let point = 0; point <= lastPoint; point++) {
    const character = String.fromCodePoint(point);
    if (stored[point] === kinds.length || patterns.unassigned.test(character)) continue;
    both.stored.push(stored[point]);
    both.made.push(kinds.findIndex((kind) => patterns[kind].test(character)) + 1);
  }
  return both;
}

/**
 * Whether both versions of Unicode know a character.
 * @param {Record<string, number[][]>} file
 */
export function knownToBoth(file) {
  const stored = new Uint8Array(lastPoint + 1).fill(1);
  file.unassigned.forEach(([first, last]) => stored.fill(0, first, last + 1));
  return (/** @type {number} */ point) => stored[point] === 1 && !patterns.unassigned.test(String.fromCodePoint(point));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lists = Object.entries(patterns).map(([kind, pattern]) => `"${kind}": ${JSON.stringify(ranges(pattern))}`);
  console.log(`{ "version": "${process.versions.unicode}",\n${lists.join(",\n")} }`);
}
