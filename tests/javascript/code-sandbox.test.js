// Learners' programs in the interpreter: whatever one does, it ends in an outcome with its line, and the next one runs.
import assert from "node:assert/strict";
import test from "node:test";

import { Sandbox } from "../../web/code/sandbox.js";
import { timeLimit } from "../../web/code/sandbox-limits.js";

const sandbox = new Sandbox();
/** For what is not about time: a busy machine may take long for anything. */
const patient = new Sandbox(120_000);

/** @param {string} program @param {any[][]} [calls] */
const run = (program, calls = [[1]]) => patient.run({ program, name: "f", calls });
/** @param {string} program @param {any[][]} [calls] */
const runTimed = (program, calls = [[1]]) => sandbox.run({ program, name: "f", calls });

/** @param {string} program what the function f returns */
async function returned(program) {
  const { outputs, failure } = await run(program);
  assert.equal(failure, null);
  return outputs[0];
}

test("calls get their arguments, and lists and typed arrays of numbers come back", async () => {
  const program = `function f(list, factor) { return list.map((x) => x * factor); }`;
  const { outputs, failure, printed } = await run(program, [
    [[1, 2.5], 2],
    [[], 1],
  ]);
  assert.deepEqual({ outputs, failure, printed }, { outputs: [[2, 5], []], failure: null, printed: [] });
  assert.deepEqual(await returned("const f = () => [new Float64Array([0.1]), new Float32Array(2), [1]]"), [
    [0.1],
    [0, 0],
    [1],
  ]);
  assert.deepEqual(await returned("let f = (x) => new Int32Array([x, 2]).subarray(1)"), [2]);
});

test("Math, powers, spreads and the array methods of today are there", async () => {
  const program = `function f() {
    const { sin, PI, hypot, fround } = Math;
    return [sin(PI / 6), hypot(3, 4), fround(0.1), 10000 ** (2 / 4), [1, 2, 3].at(-1), ...Array.from({ length: 2 }, (_, i) => i)];
  }`;
  const [sine, ...rest] = await returned(program);
  assert.ok(Math.abs(sine - 0.5) < 1e-15);
  assert.deepEqual(rest, [5, Math.fround(0.1), 100, 3, 0, 1]);
});

test("what is no number is named", async () => {
  const values = {
    undefined: { is: "undefined" },
    null: { is: "null" },
    "'abc'": { is: "string", text: "abc" },
    true: { is: "boolean" },
    "10n": { is: "bigint" },
    "() => 1": { is: "function" },
    "({ a: 1 })": { is: "object" },
    "new Map()": { is: "object" },
    "Promise.resolve(1)": { is: "promise" },
    "0 / 0": { is: "NaN" },
    "1 / 0": { is: "Infinity" },
    "[1, , 2]": [1, { is: "hole" }, 2],
    "[[[[1]]]]": [[[{ is: "list" }]]],
    "new BigInt64Array(1)": [{ is: "bigint" }],
    "new Array(50000).fill(0)": { is: "long" },
    "new Array(1e9)": { is: "long" },
  };
  for (const [value, expected] of Object.entries(values))
    assert.deepEqual(await returned(`function f() { return ${value}; }`), expected, value);
});

const failures = {
  "a syntax error": ["let a = 1;\nlet b = ;", "syntax", 2, null],
  "an unclosed bracket": ["function f() {\n  return [1, 2;\n}", "syntax", 2, null],
  "an error of its own": ["function f() {\n  throw new Error('mine');\n}", "thrown", 2, 0],
  "an unknown name": ["function f(x) {\n\n  return y;\n}", "thrown", 3, 0],
  "an undeclared variable": ["function f(x) {\n  z = x;\n}", "thrown", 2, 0],
  "an error before any call": ["const f = 1;\nf.g.h;", "thrown", 2, null],
  "a thrown text": ["throw 'text';", "thrown", null, null],
  "a thrown nothing": ["throw null;", "thrown", null, null],
  "a call of what is no function": ["function f() {\n  return Math.Sin(1);\n}", "thrown", 2, 0],
  "an impossible length": ["function f() {\n  return new Float64Array(-1);\n}", "thrown", 2, 0],
  "no such function": ["function g() {}", "missing", null, null],
  "a name that is no function": ["const f = 5;", "missing", null, null],
  "an endless loop": ["function f() {\n  while (true) {}\n}", "time", 1, 0],
  "an endless loop that catches everything": [
    "function f() {\n  for (;;) { try { for (;;) {} } catch { continue; } finally { continue; } }\n}",
    "time",
    1,
    0,
  ],
  "an endless loop outside functions": ["\n\nfor (;;) {}", "time", 1, null],
  "an expression that takes for ever": ["function f() {\n  return /(a+)+b/.test('a'.repeat(40));\n}", "time", 2, 0],
  "too large a list": [
    "function f() {\n  const rows = [];\n  for (;;) {\n    rows.push([1, 2, 3]);\n  }\n}",
    "memory",
    4,
    0,
  ],
  "one huge list": ["function f() {\n  return new Array(1e9).fill(0);\n}", "memory", 2, 0],
  "a text that doubles": ["function f() {\n  let s = 'x';\n  for (;;) s += s;\n}", "memory", 3, 0],
  "endless recursion": ["function f(n) {\n  return f(n + 1) + 1;\n}", "stack", 2, 0],
  "endless recursion by a getter": [
    "const o = {\n  get x() { return this.x; },\n};\nfunction f() {\n  return o.x;\n}",
    "stack",
    2,
    0,
  ],
  "deeply nested brackets": ["(".repeat(20_000), "stack", null, null],
  "a deeply nested value": [
    "function f() {\n  let a = [];\n  for (let i = 0; i < 1e5; ++i) a = [a];\n  return JSON.stringify(a);\n}",
    "stack",
    null,
    0,
  ],
};

for (const [name, [program, kind, line, call]] of Object.entries(failures))
  test(`${name} is a failure of the kind "${kind}", and the next program runs`, async () => {
    const { failure, outputs } = await (kind === "time" ? runTimed : run)(/** @type {string} */ (program));
    assert.deepEqual([failure?.kind, failure?.line, failure?.call], [kind, line, call], JSON.stringify(failure));
    assert.deepEqual(outputs, []);
    assert.equal(await returned("function f() { return 7; }"), 7);
  });

test("what was thrown and is no error is shown as a program would write it", async () => {
  for (const [thrown, shown] of [
    ["{}", "{}"],
    ["[]", "[]"],
    ["''", '""'],
    ["null", "null"],
    ["undefined", "undefined"],
    ["{ name: 'Mine' }", "Mine"],
    ["'text'", "text"],
  ]) {
    const { failure } = await run(`throw ${thrown};`);
    assert.deepEqual([failure?.kind, failure?.message], ["thrown", shown]);
  }
});

test("the program and all its calls have two seconds together", async () => {
  const begun = performance.now();
  const slow = "function f(x) { const end = Date.now() + x; while (Date.now() < end); return x; }";
  const { outputs, failure } = await runTimed(slow, [[900], [900], [900]]);
  assert.deepEqual([outputs, failure?.kind, failure?.call], [[900, 900], "time", 2]);
  assert.ok(performance.now() - begun < timeLimit + 1500);
});

test("the calls before a failure keep their outputs", async () => {
  const program = "function f(x) {\n  if (x === 3) throw new RangeError('three');\n  return x;\n}";
  const { outputs, failure } = await run(program, [[1], [2], [3], [4]]);
  assert.deepEqual(outputs, [1, 2]);
  assert.deepEqual(failure, { kind: "thrown", line: 2, call: 2, message: "RangeError: three" });
  const { failure: nothing } = await run("function f() {\n  throw null;\n}", [[]]);
  assert.equal(nothing?.kind === "thrown" && nothing.message, "null");
});

test("programs know nothing of each other", async () => {
  await run("globalThis.left = 1; Array.prototype.map = null; Math.sin = () => 0; function f() {}");
  assert.deepEqual(
    await returned("function f(x) { return [x].map(() => typeof left === 'undefined' && Math.sin(1) > 0.8 ? 1 : 0); }"),
    [1],
  );
});

test("a program sees no page, no network, no files and no modules", async () => {
  const names = [
    "window",
    "self",
    "document",
    "fetch",
    "XMLHttpRequest",
    "WebSocket",
    "Worker",
    "process",
    "require",
    "importScripts",
  ];
  const program = `function f() { return [${names.map((name) => `typeof ${name} === "undefined" ? 1 : 0`)}]; }`;
  assert.deepEqual(
    await returned(program),
    names.map(() => 1),
  );
  assert.deepEqual(await returned("async function f() { await import('node:fs'); }"), { is: "promise" });
});

test("a program that changes the interpreter's own functions changes what it returns, and no more", async () => {
  const program = `JSON.stringify = () => "[]"; JSON.parse = () => [9]; Array.isArray = () => false; Array.prototype.push = null;
    function f(x) { return [x, 2]; }`;
  assert.deepEqual(await returned(program), [1, 2]);
});

test("what a program does to the prototypes of lists and objects changes nothing of what it returned", async () => {
  for (const meddling of [
    "Array.prototype.toJSON = () => [9];",
    "Object.prototype.toJSON = () => 9;",
    "Object.defineProperty(Array.prototype, 0, { set() {}, get: () => 9 });",
    "Object.defineProperty(Object.prototype, 'is', { set() {}, get: () => 'list' });",
    "Array.prototype[Symbol.iterator] = null;",
  ]) {
    const { outputs, failure, printed } = await run(`${meddling} console.log(7); function f(x) { return [x, null]; }`);
    assert.deepEqual([outputs, failure, printed], [[[1, { is: "null" }]], null, ["7"]], meddling);
  }
});

test("each call is heard of before it is made", async () => {
  /** @type {number[]} */
  const calls = [];
  const program = "function f(x) { if (x === 2) throw 1; return x; }";
  await patient.run({ program, name: "f", calls: [[1], [2], [3]] }, (call) => void calls.push(call));
  assert.deepEqual(calls, [0, 1]);
});

test("what is printed is kept: values as they are written, some lines, each cut", async () => {
  const { printed } = await run(
    "console.log('a', 1, [1, NaN], { b: new Float32Array([0.5]) }, null, undefined);\nconsole.error(() => 1);\nfunction f(x) { console.log(x); }",
  );
  assert.deepEqual(printed, ['a 1 [1,"NaN"] {"b":[0.5]} null undefined', "function", "1"]);
  const flood = await runTimed("for (;;) console.log('x'.repeat(1000));");
  assert.equal(flood.failure?.kind, "time");
  assert.equal(flood.printed.length, 50);
  assert.equal(flood.printed[0].length, 200);
  const odd = await run(
    "const o = {}; o.o = o; console.log(o);\nconsole.log({ get x() { throw 1; } });\nfunction f() {}",
  );
  assert.deepEqual([odd.failure, odd.printed], [null, ["[object]", "[object]"]]);
});
