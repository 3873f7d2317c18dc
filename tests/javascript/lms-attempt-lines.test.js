// A pasted line may be a whole file without line breaks: what is looked at grows with it, and no faster.
import assert from "node:assert/strict";
import test from "node:test";

import { valueOf } from "../../web/lms/attempts/base32.js";
import { writeCode } from "../../web/lms/attempts/code.js";
import { crc24, crc24Begin, crc24Next } from "../../web/lms/attempts/crc.js";
import { codesIn, readable, trimmed } from "../../web/lms/attempts/lines.js";

const attempt = { exercise: "wavelength", verdict: "correct", misconception: null, tries: 1, duration: 1000, solution: false }; // prettier-ignore
const code = (/** @type {number} */ seed) => writeCode({ ...attempt, seed });

/** How often `look` is called while something is done. @template T @param {T} look @param {(counted: T) => void} act */
function looks(look, act) {
  let count = 0;
  const counted = (/** @type {any[]} */ ...args) => (++count, /** @type {any} */ (look)(...args));
  act(/** @type {any} */ (counted));
  return count;
}

test("a checksum byte by byte is that of all bytes, and 0 behind itself", () => {
  const bytes = [...new TextEncoder().encode("123456789")];
  const check = bytes.reduce(crc24Next, crc24Begin);
  assert.equal(check, crc24(bytes));
  const whole = [...bytes, check >> 16, (check >> 8) & 255, check & 255];
  assert.equal(whole.reduce(crc24Next, crc24Begin), 0);
  assert.notEqual([...whole.slice(0, -1), whole[11] ^ 1].reduce(crc24Next, crc24Begin), 0);
});

test("of a run of groups, from each on no more letters than those of one code are looked at", () => {
  for (const group of ["a", "ab", "abcd", "7"])
    for (const groups of [100, 2000]) {
      const run = Array(groups).fill(group).join("-");
      const count = looks(valueOf, (counted) => assert.deepEqual(readable(run, counted), []));
      assert.ok(count <= 64 * groups, `${group}: ${count} for ${groups} groups`);
    }
  // As it was: every stretch of groups read from its beginning.
  assert.ok(looks(valueOf, (counted) => stretches(Array(100).fill("a").join("-"), counted)) > 64 * 100);
});

/** Every stretch of groups of up to 64 letters, read by itself. @param {string} run @param {typeof valueOf} look */
function stretches(run, look) {
  const groups = run.split("-");
  for (let at = 0; at < groups.length; ++at)
    for (let end = at + 1; (end - at) * groups[0].length <= 64 && end <= groups.length; ++end)
      for (const letter of groups.slice(at, end).join("")) look(letter);
}

test("of what stands beside a code, only the marks around it are looked at", () => {
  const is = (/** @type {RegExp} */ mark, /** @type {string} */ character) => mark.test(character);
  for (const many of [1000, 25_000]) {
    const inside = `x${", ".repeat(many)}y`;
    assert.equal(looks(is, (counted) => assert.equal(trimmed(inside, counted), inside)), 2); // prettier-ignore
    const around = `${";".repeat(many)}-x${"- ".repeat(many)}`;
    assert.equal(looks(is, (counted) => assert.equal(trimmed(around, counted), "-x")), 3 * many + 2); // prettier-ignore
    assert.equal(looks(is, (counted) => assert.equal(trimmed(",".repeat(many), counted), "")), many); // prettier-ignore
  }
});

test("in a line of very many marks, groups and codes every code is found", () => {
  const [first, last] = [code(1), code(2)];
  for (const between of [
    ",".repeat(50_000),
    "- ".repeat(25_000),
    "-a".repeat(25_000) + "-",
    "\u2013b7".repeat(9000) + " ",
  ]) {
    const { codes } = codesIn(`Ada ${first}${between}${last}`);
    assert.deepEqual(codes, [first, last]);
  }
  const many = Array.from({ length: 2000 }, (_, seed) => code(seed));
  assert.deepEqual(codesIn(many.join("-")).codes, many);
  assert.deepEqual(codesIn(many.join("")).codes.length, 1);
});
