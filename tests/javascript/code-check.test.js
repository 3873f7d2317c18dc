// Programs checked as the page checks them, with the engine and the interpreter: right ones pass, mistaken ones are traced.
import assert from "node:assert/strict";
import test from "node:test";

import { loadEngine } from "../../build/package/index.js";
import { checkProgram } from "../../web/code/check.js";
import { Sandbox } from "../../web/code/sandbox.js";

const engine = await loadEngine();
const sandbox = new Sandbox(120_000); // a busy machine may take long for anything
const ids = ["code_position_table", "code_rope", "code_alibi"];

/** @param {any} instance @param {string} program */
const check = (instance, program) => checkProgram(engine, instance, program, (request) => sandbox.run(request));

for (const id of ids) {
  test(`${id}: the program of the worked solution passes at every seed`, async () => {
    for (let seed = 0; seed < 20; ++seed) {
      const instance = engine.createInstance(id, { seed });
      const { grade, sentences, line } = await check(instance, engine.solution(instance).program ?? "");
      assert.deepEqual([grade.verdict, sentences, line], ["correct", [], null]);
    }
  });

  test(`${id}: the starter defines the function, and is not right yet`, async () => {
    for (let seed = 0; seed < 5; ++seed) {
      const instance = engine.createInstance(id, { seed });
      const { grade, sentences } = await check(instance, instance.starter ?? "");
      assert.equal(grade.passed, false);
      assert.ok(sentences.length > 0);
      assert.doesNotMatch(sentences.join(" "), /There is no function/);
    }
  });
}

const slopes = (/** @type {string} */ slope, bias = "key - row") => `function alibiRow(n_head, head, row) {
  const slope = ${slope};
  return Array.from({ length: row + 1 }, (_, key) => slope * (${bias}));
}`;

const power = "2 ** Math.floor(Math.log2(n_head))";
const right = `head < ${power} ? 2 ** (-8 * (head + 1) / ${power}) : 2 ** (-4 * (2 * (head - ${power}) + 1) / ${power})`;

const alibi = {
  correct: slopes(right),
  equivalent: slopes(right, "key"),
  wrong_sign: slopes(right, "row - key"),
  query_only: slopes(right, "-row"),
  plain_formula: slopes("2 ** ((-8 * (head + 1)) / n_head)"),
  starts_at_one: slopes("2 ** ((-8 * head) / n_head)"),
};

for (const [verdict, program] of Object.entries(alibi))
  test(`code_alibi: ${verdict}`, async () => {
    const instance = engine.createInstance("code_alibi", { seed: 1, parameters: { n_head: 6, head: 4, row: 3 } });
    const { grade } = await check(instance, program);
    assert.equal(grade.misconception?.id ?? grade.verdict, verdict);
  });

test("code_alibi: the key alone with one more bug is shown beside the key alone", async () => {
  const instance = engine.createInstance("code_alibi", { seed: 1, parameters: { n_head: 6, head: 4, row: 3 } });
  const { grade, sentences } = await check(instance, slopes(right, "(n_head === 8 && key === 2 ? 5 : key)"));
  assert.deepEqual([grade.first_mismatch.index, grade.first_mismatch.entry], [0, 2]);
  assert.deepEqual(sentences, ["alibiRow(8, 2, 3) returned 0.6250 as entry 2. It should be 0.2500."]);
  const plain = await check(instance, slopes("2 ** ((-8 * (head + 1)) / n_head)", "key"));
  assert.equal(plain.grade.misconception?.id, "plain_formula");
  assert.equal(plain.compared?.right[0], 0);
});

const instance = engine.createInstance("code_position_table", { parameters: { position: 7, width: 4, base: 1000 } });

test("a program that fails in a later case is told what was wrong before, and else where it failed", async () => {
  const odd = (/** @type {string} */ row) => `function positionTable(positions, width, base) {
  if (width % 2) throw new Error("odd width");
  return positions.map((p) => Array.from({ length: width }, (_, c) => ${row}));
}`;
  const fine = await check(instance, odd("(c % 2 ? Math.cos : Math.sin)(p / base ** ((c - (c % 2)) / width))"));
  assert.deepEqual(
    [fine.grade.verdict, fine.line, fine.ran, fine.sentences],
    [
      "malformed",
      2,
      true,
      [
        "Line 2 ended the program with an error. Error: odd width.",
        "It happened in one of the hidden cases, positionTable([1, 7], 5, 1000).",
      ],
    ],
  );
  const swapped = await check(instance, odd("(c % 2 ? Math.sin : Math.cos)(p / base ** ((c - (c % 2)) / width))"));
  assert.equal(swapped.grade.misconception.id, "sin_cos_swapped");
  assert.deepEqual(swapped.compared?.right, engine.solution(instance).answer[0][0]);
});

test("a mistake in a hidden case alone shows no comparison and no right number", async () => {
  const program = /** @type {string} */ (engine.solution(instance).program).replace(
    "base **",
    "(base === 500 ? 1000 : base) **",
  );
  const { grade, sentences, compared } = await check(instance, program);
  assert.equal(grade.passed, false);
  assert.equal(compared, null);
  assert.match(
    sentences[0],
    /^The cases that you see are right\. The hidden case positionTable\(\[5, 2, 7\], 4, 500\) is not/,
  );
});

test("whether a program ran decides whether it was a try", async () => {
  for (const [program, ran] of /** @type {const} */ ([
    ["function positionTable( {", false],
    ["function table() {}", false],
    ["function positionTable() { return 1; }", true],
    ["function positionTable() { return x; }", true],
  ]))
    assert.equal((await check(instance, program)).ran, ran, program);
});

test("an interpreter that could not start in time makes no try of a program that was not run", async () => {
  const failure = { kind: /** @type {const} */ ("slow"), line: null, call: null, message: "" };
  const outcome = { outputs: [], failure, printed: [] };
  assert.equal((await checkProgram(engine, instance, "x", async () => outcome)).ran, false);
});

test("an interpreter that does not come is a failure with the program untouched", async () => {
  const failure = { kind: /** @type {const} */ ("load"), line: null, call: null, message: "No network." };
  const { grade, sentences, ran } = await checkProgram(engine, instance, "x", async () => ({
    outputs: [],
    failure,
    printed: [],
  }));
  assert.deepEqual([grade.verdict, ran], ["malformed", false]);
  assert.match(sentences[0], /^The interpreter could not be loaded, so your program was not run\. No network\./);
});
