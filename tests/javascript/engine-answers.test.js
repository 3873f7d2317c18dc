import assert from "node:assert/strict";
import { test } from "node:test";

import { doubtful, parseAnswer } from "../../web/engine/answers.js";

const good = {
  0.141: 0.141,
  "-.99": -0.99,
  "\u22120.99": -0.99,
  "1e-2": 0.01,
  "1E-2": 0.01,
  "0,141": 0.141,
  ",5": 0.5,
  "47,117": 47.117,
  "47,117.243": 47117.243,
  "1,234,567.5": 1234567.5,
  "47.117,243": 47117.243,
  "\u22121,000.5/2": -500.25,
  "47 117": 47117,
  "1\u202f048\u202f576.5": 1048576.5,
  "16’777’216": 16777216,
  "1,000,000": 1e6,
  "1.000.000": 1e6,
  "2π·1 000": 2000 * Math.PI,
  π: Math.PI,
  "2π": 2 * Math.PI,
  "2 π": 2 * Math.PI,
  "0,5π": 0.5 * Math.PI,
  "2π/10000": (2 * Math.PI) / 10000,
  "π/2": Math.PI / 2,
  "3 × 10⁻⁸": 3e-8,
  "2·3": 6,
  "-2²": -4,
  "2¹⁰": 1024,
  "½": 0.5,
  "-½": -0.5,
  "2½": 2.5,
  "¾*2": 1.5,
  " 7 ": 7,
  "+3": 3,
  "1/256": 1 / 256,
  "2^-8": 2 ** -8,
  "-2^2": -4,
  "(-2)^2": 4,
  "2*-3^2": -18,
  "6/-3": -2,
  "2^3^2": 512,
  "1-2-3": -4,
  "sin(3/100)": Math.sin(0.03),
  "sin(3/10000^(2/4))": Math.sin(0.03),
  "sqrt(2)/2": Math.SQRT1_2,
  "2*pi": 2 * Math.PI,
  "-cos(-pi)": 1,
  "exp(-1)": Math.exp(-1),
  "log(10000)": Math.log(10000),
  "((1))": 1,
};
for (const [text, value] of Object.entries(good))
  test(`"${text}" is read as ${value}`, () =>
    assert.ok(Math.abs(parseAnswer(text) - value) <= 1e-15 * Math.abs(value)));

const bad = [
  "",
  " ",
  "abc",
  "0.1.2",
  "1 2",
  "1 23",
  "1234 567",
  "1 234 56",
  "1 234,567 890",
  "1;2",
  "1,2,3",
  "()",
  "sin",
  "sin()",
  "sin(1,5,2)",
  "tan(1)",
  "pi()",
  "e",
  "x",
  "2pi",
  "1/2π",
  "1/12π",
  "2^3π",
  "π2",
  "1,23.5",
  "1234,567.5",
  "1.234,567.5",
  "⁻⁸",
  "2⁻",
  "1+",
  "*2",
  "1/0",
  "0/0",
  "log(0)",
  "sqrt(-1)",
  "1e999",
  "'1'",
  '"1"',
  "[1]",
  "a=1",
  "1==1",
  "1?2:3",
  "this",
  "constructor",
  "sin.constructor",
  "sin.constructor('return 1')()",
  "pi.x",
  "0x10",
  "1_000",
  "½½",
  "NaN",
  "Infinity",
  "true",
  "null",
  "--",
  "2**3",
  "5%",
  "1&2",
  "(1",
  "1)",
  "9".repeat(201),
];
for (const text of bad)
  test(`${JSON.stringify(text).slice(0, 40)} is no number`, () => assert.ok(Number.isNaN(parseAnswer(text))));

test("a sign before three digits may part thousands where a number can begin so", () => {
  const other = (/** @type {string} */ text) => doubtful.map((sign) => text.replace(sign, "$1$2")).filter((each) => each !== text); // prettier-ignore
  assert.deepEqual(other("47,117"), ["47117"]);
  assert.deepEqual(other("−1.041"), ["−1041"]);
  assert.deepEqual(other("2π*1,000"), ["2π*1000"]);
  for (const text of ["0,141", "00,125", "1234,567", "1,23", "1,2345", "1,000,000", "47,117.2", "12"]) assert.deepEqual(other(text), [], text); // prettier-ignore
});

test("a comma parts thousands only where a whole number is asked for", () => {
  assert.equal(parseAnswer("786,432", true), 786432);
  assert.equal(parseAnswer("1,234,567", true), 1234567);
  assert.equal(parseAnswer("786,432"), 786.432);
  assert.equal(parseAnswer("1,5", true), 1.5);
});
