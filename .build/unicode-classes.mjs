// Makes src/tokenizers/unicode_runs.hpp: which code points are letters, numbers and white space, after the Unicode version that
// Node knows.
//   node .build/unicode-classes.mjs > src/tokenizers/unicode_runs.hpp
import { fileURLToPath } from "node:url";

/** The classes that GPT-2's pattern asks for; a code point's class is the first that matches, 0 where none does. */
const patterns = [/^\p{L}$/u, /^\p{N}$/u, /^\p{White_Space}$/u];

/** @param {number} point */
const classOf = (point) => patterns.findIndex((pattern) => pattern.test(String.fromCodePoint(point))) + 1;

/**
 * All code points from 0 in runs of one class.
 * @returns {{ length: number, kind: number }[]}
 */
export function unicodeRuns() {
  /** @type {{ length: number, kind: number }[]} */
  const runs = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    const kind = classOf(point);
    if (runs.at(-1)?.kind === kind) /** @type {any} */ (runs.at(-1)).length++;
    else runs.push({ length: 1, kind });
  }
  return runs;
}

/**
 * A run is the number 4 (length - 1) + class, in groups of seven bits, lowest first; the eighth says that more follow (LEB128).
 * @param {{ length: number, kind: number }[]} runs
 */
export function packed(runs) {
  /** @type {number[]} */
  const bytes = [];
  for (const { length, kind } of runs) {
    let left = 4 * (length - 1) + kind;
    for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
    bytes.push(left);
  }
  return bytes;
}

function main() {
  const bytes = packed(unicodeRuns());
  const lines = [];
  for (let at = 0; at < bytes.length; at += 24) lines.push(`    ${bytes.slice(at, at + 24).join(", ")},`);
  console.log(`// Made by .build/unicode-classes.mjs from the Unicode Character Database, version ${process.versions.unicode}, as Node has it:
// letters (general categories L*), numbers (N*) and White_Space. Not to be changed by hand.
#pragma once

#include <cstdint>

namespace whereabouts {

inline constexpr char unicode_version[] = "${process.versions.unicode}";

/// All code points from 0 in runs of one class, each run as 4 (length - 1) + class in LEB128.
inline constexpr std::uint8_t unicode_runs[] = {
${lines.join("\n")}
};

}  // namespace whereabouts`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
