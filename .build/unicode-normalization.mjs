// Makes src/tokenizers/unicode_pairs.hpp and unicode_sequences.hpp: what Normalization Form C needs to know of characters, after the
// Unicode version that Node knows. Node's own normalize() is asked, a character or two at a time.
//   node .build/unicode-normalization.mjs src/tokenizers
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const lastPoint = 0x10ffff;
/** Syllables of Hangul are computed, not listed. */
const isHangul = (/** @type {number} */ point) => point >= 0xac00 && point <= 0xd7a3;
const isSurrogate = (/** @type {number} */ point) => point >= 0xd800 && point <= 0xdfff;
const text = (/** @type {number[]} */ ...points) => String.fromCodePoint(...points);
const pointsOf = (/** @type {string} */ written) =>
  [...written].map((character) => /** @type {number} */ (character.codePointAt(0)));

/**
 * Characters that a text taken apart does not have: those that two others become one in, and those that only come apart.
 * @returns {{ pairs: number[][], sequences: number[][] }} [whole, first, second], [whole, ...parts], each list by its wholes
 */
function decompositions() {
  /** @type {number[][]} */
  const pairs = [];
  /** @type {number[][]} */
  const sequences = [];
  for (let point = 0; point <= lastPoint; point++) {
    if (isHangul(point) || isSurrogate(point)) continue;
    const parts = pointsOf(text(point).normalize("NFD"));
    if (parts.length === 1 && parts[0] === point) continue;
    const first = pointsOf(text(...parts.slice(0, -1)).normalize("NFC"));
    const stays = text(point).normalize("NFC") === text(point);
    if (stays && first.length !== 1) throw new Error(`U+${point.toString(16)} is not made of two`);
    if (stays) pairs.push([point, first[0], /** @type {number} */ (parts.at(-1))]);
    else sequences.push([point, ...parts]);
  }
  return { pairs, sequences };
}

/** Whether two characters change places: the first has the higher combining class, and neither has none. */
const changePlaces = (/** @type {number} */ a, /** @type {number} */ b) =>
  a !== b && text(a, b).normalize("NFD") === text(b, a);

/** Their classes are the lowest and the highest that there are. */
const [overlay, iota] = [0x334, 0x345];

/**
 * Combining classes by their order, from 1: what their numbers are makes no difference to the form.
 * @returns {{ point: number, rank: number }[]} of all characters that have one
 */
function combiningRanks() {
  const marks = [];
  for (let point = 0; point <= lastPoint; point++) {
    if (isSurrogate(point) || text(point).normalize("NFD") !== text(point)) continue;
    if (point === overlay || changePlaces(point, overlay) || changePlaces(iota, point)) marks.push(point);
  }
  /** One mark of each class, in order. @type {number[]} */
  const known = [];
  for (const mark of marks) {
    const after = known.findIndex((one) => changePlaces(one, mark));
    const place = after < 0 ? known.length : after;
    if (place === 0 || changePlaces(mark, known[place - 1])) known.splice(place, 0, mark);
  }
  const rankOf = (/** @type {number} */ mark) => known.filter((one) => changePlaces(mark, one)).length + 1;
  return marks.map((point) => ({ point, rank: rankOf(point) }));
}

/** A number from 0 in groups of seven bits, lowest first; the eighth says that more follow (LEB128). @param {number} number */
function packed(number) {
  const bytes = [];
  let left = number;
  for (; left > 127; left >>= 7) bytes.push((left & 127) | 128);
  return [...bytes, left];
}

/** Numbers that may be below 0: even ones from 0 up, odd ones from -1 down. @param {number} number */
const signed = (number) => (number < 0 ? -2 * number - 1 : 2 * number);

/** Every number as the difference to the one at its place in the entry before. @param {number[][]} entries */
function packedPairs(entries) {
  return entries.flatMap((entry, i) =>
    entry.flatMap((value, at) => packed(signed(value - (entries[i - 1]?.[at] ?? 0)))),
  );
}

/** The whole and the first of its parts as differences, then how many more, and these. @param {number[][]} entries */
function packedSequences(entries) {
  return entries.flatMap(([whole, first, ...others], i) => {
    const [before, firstBefore] = entries[i - 1] ?? [0, 0];
    const begin = [signed(whole - before), signed(first - firstBefore), others.length];
    return [...begin, ...others].flatMap(packed);
  });
}

/** Runs of one rank: how far from the end of the run before, how many more than one, the rank. */
function packedRanks() {
  /** @type {{ start: number, end: number, rank: number }[]} */
  const runs = [];
  for (const { point, rank } of combiningRanks()) {
    const last = runs.at(-1);
    if (last?.end === point && last.rank === rank) last.end++;
    else runs.push({ start: point, end: point + 1, rank });
  }
  return runs.flatMap(({ start, end, rank }, i) =>
    [start - (runs[i - 1]?.end ?? 0), end - start - 1, rank].flatMap(packed),
  );
}

/** @param {string} name @param {string} comment @param {number[]} bytes */
function array(name, comment, bytes) {
  const lines = [""];
  for (const byte of bytes) {
    if (lines[lines.length - 1].length + `${byte}, `.length > 116) lines.push("");
    lines[lines.length - 1] += `${byte}, `;
  }
  const body = lines.map((line) => `    ${line.trimEnd()}`).join("\n");
  return `/// ${comment}\ninline constexpr std::uint8_t ${name}[] = {\n${body}\n};\n`;
}

/** @param {string} what @param {string[]} arrays */
const header = (
  what,
  arrays,
) => `// Made by .build/unicode-normalization.mjs from the Unicode Character Database, version ${process.versions.unicode}, as Node has it:
// ${what}. Not to be changed by hand.
#pragma once

#include <cstdint>

namespace whereabouts {

${arrays.join("\n")}
}  // namespace whereabouts
`;

/** The files by their names. @returns {Record<string, string>} */
function headers() {
  const { pairs, sequences } = decompositions();
  return {
    "unicode_pairs.hpp": header("characters that two others become, and combining classes", [
      array(
        "unicode_pairs",
        "Whole, first, second; each as the difference to the entry before, 2 n or -2 n - 1, in LEB128.",
        packedPairs(pairs),
      ),
      array(
        "unicode_ranks",
        "Runs of one combining class: the gap before, the length less one, the class by its order from 1, in LEB128.",
        packedRanks(),
      ),
    ]),
    "unicode_sequences.hpp": header("characters that come apart and do not come together again", [
      array(
        "unicode_sequences",
        "Whole and first part, as differences to the entry before; how many more parts, and these; in LEB128.",
        packedSequences(sequences),
      ),
    ]),
  };
}

for (const [name, content] of Object.entries(headers()))
  writeFileSync(join(process.argv[2], name), content);
