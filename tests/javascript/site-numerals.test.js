import assert from "node:assert/strict";
import { test } from "node:test";

import {
  AllowList,
  checkNumber,
  createEvaluate,
  proseNumber,
  readShown,
  splitChecked,
  texNumber,
} from "../../web/course/numerals.js";

const evaluate = createEvaluate(
  { third: 1 / 3, list: [1], asked: (/** @type {number} */ value) => value },
  { double: (/** @type {number} */ value) => 2 * value },
);

test("a checked number is right at the decimals that it shows", () => {
  const right = [
    ["0.333", "third"],
    ["0.3", "third"],
    ["\u22120.333", "-third"],
    ["-.333", "-third"],
    ["47,117", "asked(47117.2)"],
    ["1/3", "third"],
    ["3e-8", "asked(2.9e-8)"],
    ["1.500", "asked(1.5)"],
    ["0.5", "asked(0.45)"],
  ];
  for (const [shown, expression] of right) assert.equal(checkNumber(shown, expression, evaluate), null, shown);
});

test("a checked number that is off by one in its last digit is wrong", () => {
  const wrong = [
    ["0.334", "third"],
    ["0.332", "third"],
    ["0.333", "-third"],
    ["47,118", "47117.2"],
    ["1/4", "third"],
    ["3e-8", "2.4e-8"],
    ["3e-8", "3e-7"],
    ["1.500", "1.501"],
  ];
  for (const [shown, expression] of wrong) {
    assert.match(String(checkNumber(shown, expression, evaluate)), /is shown, but/, `${shown} = ${expression}`);
  }
});

test("an expression that asks the engine nothing checks nothing, and is refused", () => {
  for (const [shown, expression] of [
    ["700", "700"],
    ["3", "8 - 5"],
    ["4", "double(2)"],
    ["6.283", "2 * Math.PI"],
  ]) {
    assert.match(String(checkNumber(shown, expression, evaluate)), /asks nothing of the engine/, expression);
  }
  assert.equal(checkNumber("0.667", "double(third)", evaluate), null);
});

test("what is no number, or cannot be evaluated, is named", () => {
  assert.match(String(checkNumber("1,23", "third", evaluate)), /is no number/);
  assert.match(String(checkNumber("a", "third", evaluate)), /is no number/);
  assert.match(String(checkNumber("", "third", evaluate)), /is no number/);
  assert.match(String(checkNumber("1", "unknown()", evaluate)), /cannot be evaluated: unknown is not defined/);
  assert.match(String(checkNumber("1", "list", evaluate)), /gives a list/);
  assert.match(String(checkNumber("1", "list[5]", evaluate)), /gives undefined/);
  assert.match(String(checkNumber("1", "0 / 0", evaluate)), /gives NaN/);
  assert.match(String(checkNumber("1", "true", evaluate)), /gives a boolean/);
});

test("the parts of a checked number are split at the first equals sign between spaces", () => {
  assert.deepEqual(splitChecked("0.5 = f(1, { layout: 'half' })"), {
    shown: "0.5",
    expression: "f(1, { layout: 'half' })",
  });
  assert.deepEqual(splitChecked(" 1 = a === b ? 1 : 0 "), { shown: "1", expression: "a === b ? 1 : 0" });
  assert.equal(splitChecked("0.5"), null);
  assert.equal(splitChecked("0.5 ="), null);
});

test("numbers are set with a real minus sign and thousands as each medium wants them", () => {
  const shown = (/** @type {string} */ text) => readShown(text) ?? assert.fail(text);
  assert.equal(proseNumber(shown("-0.5")), "\u22120.5");
  assert.equal(proseNumber(shown("\u22120.5")), "\u22120.5");
  assert.equal(proseNumber(shown("47,117")), "47,117");
  assert.equal(proseNumber(shown("3e-8")), "3\u00a0×\u00a010<sup>\u22128</sup>");
  assert.equal(texNumber(shown("\u22120.5")), "-0.5");
  assert.equal(texNumber(shown("47,117")), "47{,}117");
  assert.equal(texNumber(shown("3e-8")), "3 \\times 10^{-8}");
});

test("every numeral that is not allowed is found, with its line", () => {
  const found = (/** @type {string} */ text, reasons = {}) =>
    new AllowList(reasons).unmarked(text).map(({ numeral, breaks }) => [numeral, breaks]);
  assert.deepEqual(found("no numerals here"), []);
  assert.deepEqual(found("a 7, then\n1,024 and 0.5\nand .03"), [
    ["7", 0],
    ["1,024", 1],
    ["0.5", 1],
    [".03", 2],
  ]);
  assert.deepEqual(found("x² and ½ and T5"), [
    ["²", 0],
    ["½", 0],
    ["5", 0],
  ]);
  assert.deepEqual(found("٣ is a numeral too"), [["٣", 0]]);
});

test("an allow-list entry allows that numeral and no other", () => {
  const found = (/** @type {string} */ text, /** @type {string} */ entry) =>
    new AllowList({ [entry]: "a reason" }).unmarked(text).map(({ numeral }) => numeral);
  assert.deepEqual(found("2 and 22 and 2.2 and 2,222", "2"), ["22", "2.2", "2,222"]);
  assert.deepEqual(found("GPT-2 has 2, GPT-22 does not exist", "GPT-2"), ["2", "22"]);
});

test("allow-list entries that allow nothing are known", () => {
  const list = new AllowList({ 2: "used", "GPT-3": "never used" });
  list.unmarked("2");
  assert.deepEqual(list.unused, ["GPT-3"]);
});

test("in code only numbers with decimals count", () => {
  const found = new AllowList().unmarked("h[0] = 0.25; rows 0..1023; wte2", "code");
  assert.deepEqual(
    found.map(({ numeral }) => numeral),
    ["0.25"],
  );
});
