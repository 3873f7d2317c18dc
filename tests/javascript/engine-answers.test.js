import assert from "node:assert/strict";
import { test } from "node:test";

import { parseAnswer } from "../../web/engine/answers.js";

const good = {
  0.141: 0.141,
  "-.99": -0.99,
  "\u22120.99": -0.99,
  "1e-2": 0.01,
  "1E-2": 0.01,
  "0,141": 0.141,
  ",5": 0.5,
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

test("a comma parts thousands only where a whole number is asked for", () => {
  assert.equal(parseAnswer("786,432", true), 786432);
  assert.equal(parseAnswer("1,234,567", true), 1234567);
  assert.equal(parseAnswer("786,432"), 786.432);
  assert.equal(parseAnswer("1,5", true), 1.5);
});
