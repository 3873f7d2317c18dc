// Attempt codes: what goes in comes out, slips of the keyboard are found, and what an instructor sees of a pasted list.
import assert from "node:assert/strict";
import test from "node:test";

import { decode, encode } from "../../web/lms/attempts/base32.js";
import { readCode, verdicts, writeCode } from "../../web/lms/attempts/code.js";
import { crc16, crc24 } from "../../web/lms/attempts/crc.js";
import { knownExercises } from "../../web/lms/attempts/known.js";
import { hash, learnerNumber, learnerSeed } from "../../web/lms/attempts/learner.js";
import { byNumber, numberOf } from "../../web/lms/attempts/names.js";
import { csv } from "../../web/lms/attempts/csv.js";
import { counts, histogram, Reading } from "../../web/lms/attempts/table.js";
import { engine } from "./figures-support.js";

const bytesOf = (/** @type {string} */ text) => new TextEncoder().encode(text);
const known = knownExercises(engine);
const wrong = {
  exercise: "sinusoid_row",
  seed: 7,
  verdict: "misconception",
  misconception: "wrong_base",
  tries: 2,
  duration: 65_400,
  solution: false,
};
const right = { ...wrong, verdict: "correct", misconception: null, tries: 1 };
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

test("the checksums and the hash are those that others have", () => {
  // Check values of the catalogue of CRCs, and of the published MurmurHash3.
  assert.equal(crc24(bytesOf("123456789")), 0x21cf02);
  assert.equal(crc16(bytesOf("123456789")), 0x29b1);
  for (const [text, value] of [
    ["", 0],
    ["hello", 0x248bfa47],
    ["hello, world", 0x149bbb7f],
    ["The quick brown fox jumps over the lazy dog", 0x2e4ff723],
  ])
    assert.equal(hash(text), value, text);
});

test("bytes survive as letters, also as people write those", () => {
  for (let length = 0; length < 40; ++length) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 89 + length * 7) % 256);
    assert.deepEqual(decode(encode(bytes)), bytes);
    assert.deepEqual(decode(encode(bytes).toLowerCase().replaceAll("0", "o").replaceAll("1", "l")), bytes);
  }
  assert.equal(decode("U"), null);
  assert.equal(decode("ZZ"), null, "bits at the end that no bytes leave");
});

test("a code says what the attempt was", () => {
  for (const verdict of verdicts)
    for (const seed of [0, 1, 127, 128, 16_383, 2 ** 20 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER])
      for (const learner of [null, 0, 2 ** 24 - 1])
        for (const solution of [false, true]) {
          const misconception = verdict === "misconception" ? "wrong_base" : null;
          const attempt = { ...wrong, verdict, seed, misconception, learner, solution };
          const code = writeCode(attempt);
          assert.match(code, /^([0-9A-HJKMNP-TV-Z]{4}-)+[0-9A-HJKMNP-TV-Z]{1,4}$/);
          assert.deepEqual(readCode(code), {
            attempt: {
              ...{ exercise: numberOf("sinusoid_row"), seed, verdict, tries: 2, seconds: 65, solution, learner },
              misconception: misconception && numberOf("wrong_base"),
            },
          });
        }
  assert.ok(writeCode(right).length <= 24, writeCode(right));
  assert.equal(
    /** @type {any} */ (readCode(writeCode({ ...right, duration: 1e12, tries: 1e9 }))).attempt.seconds,
    99_999,
  );
  assert.throws(() => writeCode({ ...right, verdict: "malformed" }), /malformed/);
  assert.throws(() => writeCode({ ...right, seed: -1 }), /-1/);
});

test("every wrong character, every two swapped ones and every one left out are found", () => {
  const plain = writeCode({ ...wrong, learner: 12345 }).replaceAll("-", "");
  assert.ok("attempt" in readCode(plain));
  let tried = 0;
  const damaged = (/** @type {string} */ code) => {
    if (code === plain) return;
    ++tried;
    assert.deepEqual(readCode(code), { problem: "damaged" }, code);
  };
  for (let at = 0; at < plain.length; ++at) {
    for (const other of alphabet) damaged(plain.slice(0, at) + other + plain.slice(at + 1));
    damaged(plain.slice(0, at) + plain.slice(at + 1));
    damaged(plain.slice(0, at) + plain.slice(at + 1, at + 2) + plain[at] + plain.slice(at + 2));
  }
  assert.ok(tried > 700, `${tried}`);
  for (const nonsense of ["", "-", "0000", "hello", "0000-0000-0000", plain + plain]) damaged(nonsense);
});

test("a code of another version and one of another course are told from a damaged one", () => {
  const sealed = (/** @type {number[]} */ body) => {
    const check = crc24(body);
    return encode(Uint8Array.from([...body, check >> 16, (check >> 8) & 255, check & 255]));
  };
  assert.deepEqual(readCode(sealed([2 << 5, 0, 0, 1, 1, 1])), { problem: "version" });
  assert.deepEqual(readCode(sealed([1 << 5, 0, 0, 1, 1])), { problem: "damaged" }, "too short");
  assert.deepEqual(readCode(sealed([1 << 5, 0, 0, 1, 1, 1, 1])), { problem: "damaged" }, "too long");
  assert.deepEqual(readCode(sealed([(1 << 5) | (7 << 2), 0, 0, 1, 1, 1])), { problem: "damaged" }, "no such verdict");
  const reading = new Reading(known);
  const foreign = [
    writeCode({ ...right, exercise: "long_division" }),
    writeCode({ ...wrong, misconception: "carried" }),
  ];
  assert.deepEqual(reading.rows(foreign.join("\n")).map(({ problem }) => problem), ["foreign", "foreign"]); // prettier-ignore
});

test("exercises and mistakes have numbers of their own, and two of one number end the build", () => {
  assert.ok(known.length > 15);
  for (const { id, mistakes } of known) assert.ok(mistakes.length > 0, id);
  // Two words of one CRC-16.
  const [a, b] = colliding();
  assert.throws(() => byNumber([{ id: a }, { id: b }]), /same number/);
});

function colliding() {
  const seen = new Map();
  for (let n = 0; ; ++n) {
    const other = seen.get(numberOf(`id_${n}`));
    if (other !== undefined) return [`id_${other}`, `id_${n}`];
    seen.set(numberOf(`id_${n}`), n);
  }
}

test("a learner has the same numbers everywhere, and others have other ones", () => {
  assert.equal(learnerNumber(" Ada Lovelace"), learnerNumber("ada lovelace "));
  assert.equal(learnerNumber("Zoë"), learnerNumber("Zoe\u0308"));
  const names = Array.from({ length: 300 }, (_, index) => `student ${index}`);
  assert.ok(new Set(names.map(learnerNumber)).size > 298);
  assert.ok(new Set(names.map((name) => learnerSeed(name, "wavelength", 1))).size > 298);
  assert.notEqual(learnerSeed("ada", "wavelength", 1), learnerSeed("ada", "rope_vector", 1));
  assert.notEqual(learnerSeed("ada", "wavelength", 1), learnerSeed("ada", "wavelength", 2));
  // Engine and codes take them.
  engine.createInstance("wavelength", { seed: learnerSeed("ada", "wavelength", 1) });
});

test("lines are read with what stands beside their codes, twice the same is said, and learners get their names", () => {
  const code = writeCode({ ...wrong, learner: learnerNumber("Ada") });
  const rows = new Reading(known, ["Ada", "", "Bob"]).rows(
    [`Ada Lovelace\t${code}`, "", `${writeCode(right).toLowerCase()}; Bob, 3rd row`, `again: ${code}`, "I lost mine", `x${code}`].join("\r\n"), // prettier-ignore
  );
  assert.deepEqual(
    rows.map(({ line, beside, problem, twice, learner }) => [line, beside, problem, twice, learner]),
    [
      [1, "Ada Lovelace", null, null, "Ada"],
      [3, "Bob, 3rd row", null, null, undefined],
      [4, "again", null, 1, "Ada"],
      [5, "", "damaged", null, undefined],
      [6, "", "damaged", null, undefined],
    ],
  );
  assert.deepEqual([rows[0].exercise, rows[0].mistake, rows[0].seconds], ["A row of the table", "Another base", 65]);
  assert.match(/** @type {string} */ (new Reading(known).rows(code)[0].learner), /^#[0-9a-f]{6}$/);
  assert.deepEqual(histogram(rows), [{ exercise: "A row of the table", mistake: "Another base", count: 1 }]);
});

test("the same code written otherwise is a repeat, and repeats count as nothing else", () => {
  const code = writeCode({ ...right, seed: 0 });
  const ways = [
    code,
    code.replaceAll("-", ""),
    code.toLowerCase().replaceAll("0", "o").replaceAll("1", "l"),
    code.replaceAll("-", " "),
    code.replaceAll("-", "\u2011"),
    code.replaceAll("-", "\u2013"),
    `Ada ${code.replaceAll("-", "")}`,
  ];
  const rows = new Reading(known).rows([...ways, "I lost mine"].join("\n"));
  assert.deepEqual(rows.map(({ problem, twice }) => problem ?? twice), [null, 1, 1, 1, 1, 1, 1, "damaged"]); // prettier-ignore
  assert.deepEqual(counts(rows), { lines: 8, sound: 1, passed: 1, bad: 1, twice: 6 });
});

test("a code is found behind whatever has hyphens, and so is a second one of the line", () => {
  const code = writeCode(wrong);
  for (const beside of [
    "Anna-Maria-Lena-Sophie",
    "2026-11-30-1",
    "Jean-Luc",
    "Zoë-May-Li-Wu-Ann",
    "ABCD-EFGH-JKMN-PQRS",
  ])
    for (const between of [" ", ", ", "-", "\u2013"]) {
      const rows = new Reading(known).rows(`${beside}${between}${code}`);
      assert.deepEqual(rows.map(({ beside, problem, code }) => [beside, problem, code]), [[beside, null, code]]); // prettier-ignore
    }
  const other = writeCode(right);
  const rows = new Reading(known).rows(`Ada: ${code} and ${other}\n${other}`);
  assert.deepEqual(
    rows.map(({ line, code, also, twice, problem }) => [line, code, also, twice, problem]),
    [
      [1, code, false, null, null],
      [1, other, true, null, null],
      [2, other, false, 1, null],
    ],
  );
  assert.equal(rows[0].beside, "Ada and");
  const damaged = `2026-11-30-1 ${code.slice(0, -1)}${code.endsWith("0") ? "1" : "0"}`;
  const [{ problem, code: likely }] = new Reading(known).rows(damaged);
  assert.deepEqual([problem, damaged.endsWith(likely) && likely.length === code.length], ["damaged", true]);
});

test("the most frequent mistakes come first", () => {
  const many = ["degrees", "wrong_base", "degrees"].map((misconception, seed) =>
    writeCode({ ...wrong, misconception, seed }),
  );
  const bars = histogram(new Reading(known).rows(many.join("\n")));
  assert.deepEqual(bars.map(({ mistake, count }) => [mistake, count]), [["Degrees instead of radians", 2], ["Another base", 1]]); // prettier-ignore
});

test("200 codes are read in far less than a second", () => {
  const text = Array.from({ length: 200 }, (_, seed) => `student ${seed}\t${writeCode({ ...wrong, seed })}`).join("\n");
  const began = performance.now();
  const rows = new Reading(known).rows(text);
  csv(rows);
  assert.ok(performance.now() - began < 1000);
  assert.equal(rows.filter(({ problem }) => problem === null).length, 200);
});

test("the CSV quotes what must be quoted and holds nothing that a spreadsheet would run", () => {
  const code = writeCode(right);
  const names = ['=HYPERLINK("x")', "+1", "-2+3", "@SUM(A1)", "Doe, Jane", 'the "first"', " =1", "\uff1d1"];
  const text = csv(new Reading(known).rows(names.map((name) => `${name} \t${code}`).join("\n")));
  const lines = parse(text);
  assert.equal(lines.length, names.length + 1);
  assert.ok(lines.every((cells) => cells.length === lines[0].length));
  const at = lines[0].indexOf("beside");
  assert.deepEqual(
    lines.slice(1).map((cells) => cells[at]),
    [`'=HYPERLINK("x")`, "'+1", "'-2+3", "'@SUM(A1)", "Doe, Jane", `the "first`, "'=1", "'\uff1d1"],
  );
  for (const cell of lines.flat()) assert.doesNotMatch(cell, /^[\s]*[=+\-@\uff1d]/);
  assert.ok(text.endsWith("\r\n"));
});

test("a spreadsheet changes no name and no learner's number", () => {
  const changed = ["007", "123456789012", "1e5", "1,5", "2026-11-30", "3/4", "12:30", "-", "50%", "1.0"];
  changed.push("5 May", "MAR1", "1-Sept-26", "march 2026", "Dec. 24, 2026", "24december", "5 May 10:30 PM");
  const kept = ["12345", "0", "Ada", "Ada 7", "7b", "e5", "May", "May Day 5", "Mary 1", "Augusta 3", "5 Maya", "Jan"];
  const zeros = ["0000e1", "012345", "00e123"].map((digits) => Number.parseInt(digits, 16));
  const names = [...changed, ...kept];
  const rows = new Reading(known).rows(zeros.map((learner) => writeCode({ ...right, learner })).join("\n"));
  const besides = names.map((beside) => ({ ...rows[0], beside }));
  const [head, ...lines] = parse(csv([...rows, ...besides]));
  const column = (/** @type {string} */ name) => lines.map((cells) => cells[head.indexOf(name)]);
  assert.deepEqual(column("learner").slice(0, 3), ["#0000e1", "#012345", "#00e123"]);
  assert.deepEqual(column("beside").slice(3), [...changed.map((name) => `'${name}`), ...kept]);
  // Numbers of ours stay numbers.
  assert.deepEqual([column("line")[1], column("seed")[1]], ["2", "7"]);
});

test("one long line of nothing takes no longer than many short ones", { timeout: 10_000 }, () => {
  const [row] = new Reading(known).rows(writeCode(right));
  const blanks = " ".repeat(200_000);
  for (const code of [`5may${blanks}x`, `5${blanks}x`, `may${blanks}x`, `${"1".repeat(200_000)}x`, `5 May${blanks}pm`])
    assert.equal(parse(csv([{ ...row, code }])).length, 2);
});

test("nothing runs in a spreadsheet that parts its cells at semicolons or tabs", () => {
  const [row] = new Reading(known).rows(writeCode(right));
  for (const between of [";", "\t", "; ", ';"', "|"])
    for (const start of ["=1+1", "+1", "-1", "@A1"]) {
      const text = csv([{ ...row, beside: `Ada${between}${start}` }]);
      for (const cell of text.split(/[;\t|]/)) assert.doesNotMatch(cell, /^["\s]*[=+\-@]/, text);
    }
});

test("names that share a number are both shown, and said", () => {
  const [one, other] = sameNumber();
  const code = writeCode({ ...right, learner: learnerNumber(one) });
  const reading = new Reading(known, [one, "Ada", other, ` ${one.toUpperCase()}`]);
  assert.deepEqual(reading.alike, [[one.toUpperCase(), other]]);
  assert.equal(reading.rows(code)[0].learner, `${one.toUpperCase()} / ${other}`);
  // The same name in other letters is no other name.
  assert.deepEqual(new Reading(known, ["ada", "Ada ", "Bob"]).alike, []);
});

/** Two names of one number. @returns {[string, string]} */
function sameNumber() {
  const seen = new Map();
  for (let n = 0; ; ++n) {
    const number = learnerNumber(`student ${n}`);
    if (seen.has(number)) return [seen.get(number), `student ${n}`];
    seen.set(number, `student ${n}`);
  }
}

/** CSV by RFC 4180. @param {string} text */
function parse(text) {
  const lines = [[""]];
  for (const [, quoted, plain, end] of text.matchAll(/"((?:[^"]|"")*)"|([^",\r\n]+)|(,|\r\n)/g)) {
    const line = lines[lines.length - 1];
    if (end === ",") line.push("");
    else if (end) lines.push([""]);
    else line[line.length - 1] += quoted?.replaceAll('""', '"') ?? plain;
  }
  return lines.slice(0, -1);
}
