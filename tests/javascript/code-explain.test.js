// What is said about a program: every failure and every wrong form has its sentence, with the line where there is one.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { explainFailure, explainNumber, explainOutput, written } from "../../web/code/explain.js";
import { misfit } from "../../web/code/shape.js";
import { loopLines, returnLine, returnsNothing } from "../../web/code/syntax.js";

const seen = { arguments: [[0, 1], 4], hidden: false };
const unseen = { arguments: [[0.5], 5], hidden: true };
const catalogue = JSON.parse(readFileSync(new URL("../../web/messages/en.json", import.meta.url), "utf8"));

test("the line of the only return, and none where there are several", () => {
  assert.equal(returnLine("function f(x) {\n  if (x) {}\n  return x;\n}", "f"), 3);
  assert.equal(returnLine("const f = (x) => {\n  return x;\n};", "f"), 2);
  assert.equal(returnLine("const f = (x) =>\n  x + 1;", "f"), 2);
  assert.equal(returnLine("const f = function (x) {\n\n  return x;\n};", "f"), 3);
  assert.equal(returnLine("function f(x) {\n  if (x) return 1;\n  return 2;\n}", "f"), null);
  assert.equal(returnLine("function f(x) {\n  return x.map((y) => {\n    return y;\n  });\n}", "f"), 2);
  assert.equal(returnLine("function g() {\n  return 1;\n}", "f"), null);
  assert.equal(returnLine("function f() {", "f"), null);
});

test("a function that never returns is seen, and one that does is not", () => {
  assert.equal(returnsNothing("function f(x) {\n  x.map((y) => {\n    return y;\n  });\n}", "f"), true);
  assert.equal(returnsNothing("function f() { return; }", "f"), false);
  assert.equal(returnsNothing("const f = () => 1;", "f"), false);
  assert.equal(returnsNothing("const f = () => {};", "f"), true);
  assert.equal(returnsNothing("", "f"), false);
});

test("the loops of the function that was running", () => {
  const program =
    "function g() {\n  for (;;) {}\n}\nfunction f() {\n  let i = 0;\n  while (i < 3) {\n    g();\n  }\n  do {} while (i);\n}";
  assert.deepEqual(loopLines(program, 1), [2]);
  assert.deepEqual(loopLines(program, 4), [6, 9]);
  assert.deepEqual(loopLines("\n\nfor (;;) {}", 1), [3]);
});

const forms = /** @type {[any, any[], boolean, string | null][]} */ ([
  [[[1, 2]], [[3, 4]], true, null],
  [[], [], true, null],
  [{ is: "undefined" }, [[1]], true, "nothing"],
  [{ is: "string", text: "a" }, [[1]], true, "no_list"],
  [3, [[1]], true, "no_list"],
  [[1, 2], [[1, 2]], true, "flat"],
  [
    [[1, 2]],
    [
      [1, 2],
      [3, 4],
    ],
    true,
    "rows",
  ],
  [[[1], { is: "null" }], [[1], [1]], true, "no_row"],
  [[[1, 2, 3]], [[1, 2]], true, "row_entries"],
  [[[1, { is: "NaN" }]], [[1, 2]], true, "row_not_a_number"],
  [[[1, { is: "hole" }]], [[1, 2]], true, "row_entry"],
  [[[1, [2]]], [[1, 2]], true, "row_nested"],
  [
    [
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      [1, 2],
      [3, 4],
    ],
    true,
    "deep",
  ],
  [{ is: "long" }, [[1]], true, "long"],
  [{ is: "long" }, [1], false, "long"],
  [[{ is: "long" }], [[1]], true, "row_long"],
  [[1, 2], [1, 2], false, null],
  [[1], [1, 2], false, "entries"],
  [[{ is: "NaN" }, 1], [1, 2], false, "not_a_number"],
  [[{ is: "hole" }, 1], [1, 2], false, "entry"],
  [[[1, 2]], [1, 2], false, "nested"],
]);

test("every wrong form is told from the others", () => {
  for (const [output, expected, rows, key] of forms)
    assert.equal(misfit(output, expected, rows)?.key ?? null, key, JSON.stringify(output));
});

test("every sentence about a form is finished, names the call, and the line that returns it", () => {
  const program = "function f() {\n  return 1;\n}";
  for (const [output, expected, rows, key] of forms.filter((form) => form[3] !== null))
    for (const of of [seen, unseen]) {
      const { sentences, line } = explainOutput(output, expected, program, "f", of, rows);
      assert.equal(line, 2);
      assert.ok(sentences.at(-1)?.startsWith("Line 2 "), sentences.at(-1));
      assert.ok(sentences[0].includes(of.hidden ? "f([0.5], 5), one of the hidden cases" : "f([0, 1], 4)"), key ?? "");
      for (const sentence of sentences) assert.doesNotMatch(sentence, /\{\w+\}|undefined$|\[object|^(output|value)\./);
    }
  const { sentences } = explainOutput({ is: "undefined" }, [1], "function f() {}", "f", seen, false);
  assert.deepEqual(sentences, ["f([0, 1], 4) returned nothing.", "The function f has no return statement."]);
});

test("every kind of failure has its sentences, with and without a line", () => {
  const program = "function f() {\n  for (;;) {}\n}";
  for (const kind of /** @type {const} */ ([
    "syntax",
    "thrown",
    "time",
    "memory",
    "stack",
    "missing",
    "load",
    "slow",
    "stopped",
  ]))
    for (const line of [null, 1])
      for (const call of [null, 0, 1]) {
        const failure = {
          kind,
          line: ["missing", "load", "slow", "stopped"].includes(kind) ? null : line,
          call,
          message: "Message",
        };
        const { sentences } = explainFailure(failure, program, "f", [seen, unseen]);
        assert.equal(sentences.length, call === null ? 1 : 2);
        for (const sentence of sentences) assert.doesNotMatch(sentence, /\{\w+\}|undefined|\[object|^failure\./);
      }
  const time = { kind: /** @type {const} */ ("time"), line: 1, call: 1 };
  assert.deepEqual(explainFailure(time, program, "f", [seen, unseen]), {
    sentences: [
      "The program was stopped: it was still running after 2 seconds. Look at what ends the loop in line 2.",
      "It happened in one of the hidden cases, f([0.5], 5).",
    ],
    line: 2,
  });
});

test("a program that was ended from outside is shown its loops, and the call that was under way", () => {
  const stopped = { kind: /** @type {const} */ ("stopped"), line: null, call: 0 };
  const program = "const g = () => {\n  while (1) {}\n};\nfunction f() {\n  g();\n}";
  const { sentences, line } = explainFailure(stopped, program, "f", [seen, unseen]);
  assert.match(sentences[0], /ended from outside\. Look at the loop in line 2:/);
  assert.deepEqual([sentences[1], line], ["It happened in f([0, 1], 4).", 2]);
  const none = explainFailure({ ...stopped, call: null }, "f();", "f", []);
  assert.match(none.sentences[0], /so its line is not known\.$/);
  assert.equal(none.line, null);
});

test("a number that is off is named with its place; what is right only where the case is shown", () => {
  const place = { index: 0, row: 1, entry: 2, got: -0.25 };
  const expected = [[], [0, 0, 0.5]];
  assert.equal(
    explainNumber(place, expected, "f", seen),
    "f([0, 1], 4) returned \u22120.2500 as entry 2 of row 1. It should be 0.5000.",
  );
  const hidden = explainNumber(place, expected, "f", unseen);
  assert.match(hidden, /hidden case f\(\[0\.5\], 5\)/);
  assert.doesNotMatch(hidden, /0\.5000/);
  assert.match(
    explainNumber({ index: 0, entry: 0, got: 1 }, [2], "f", seen),
    /returned 1\.0000 as entry 0\. It should be 2\.0000/,
  );
});

test("long lists are cut in a call", () => {
  assert.equal(
    written("f", { arguments: [Array.from({ length: 16 }, (_, i) => i), -3], hidden: false }),
    "f([0, 1, 2, 3, …], -3)",
  );
});

test("no sentence of the programs' part is left over", () => {
  const { failure, output, value, wrong } = catalogue.code;
  assert.deepEqual(Object.keys(wrong).length, 5);
  const keys = new Set(forms.map((form) => form[3]));
  for (const key of Object.keys(output))
    assert.ok(keys.has(key) || ["no_return", "nan", "returned"].includes(key), key);
  for (const kind of ["syntax", "thrown", "time", "memory", "stack"])
    assert.ok(failure[`${kind}_line`] && failure[kind]);
  assert.ok(value.long && value["-Infinity"]);
});
