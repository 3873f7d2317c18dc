// Which fields of an answer are marked, and what is said of them.
import assert from "node:assert/strict";
import test from "node:test";

import { loadEngine } from "../../build/package/index.js";
import { isRounded, marksOf, wrongChoice } from "../../web/elements/exercise-marks.js";

const engine = await loadEngine();

/** @param {any} instance @param {any} answer */
function marked(instance, answer) {
  return marksOf(engine, instance, answer, engine.grade(instance, answer)).map(({ index, kind }) => `${index} ${kind}`);
}

const row = engine.createInstance("sinusoid_row", { seed: 1, parameters: { position: 3, width: 4, base: 10000 } });
const rowWith = (/** @type {Record<number, string>} */ other) => ["0.141", "-0.990", "0.030", "1.000"].map((text, index) => other[index] ?? text); // prettier-ignore

test("every field that is off is marked, not the first alone", () => {
  assert.deepEqual(marked(row, rowWith({})), []);
  assert.deepEqual(marked(row, rowWith({ 1: "0.5" })), ["1 off"]);
  assert.deepEqual(marked(row, rowWith({ 0: "0.5", 2: "7", 3: "sin(1)" })), ["0 off", "2 off", "3 off"]);
});

test("of an answer with a gap the gaps alone are marked: a number beside them is neither called right nor wrong", () => {
  assert.deepEqual(marked(row, rowWith({ 1: "", 2: "7", 3: "abc" })), ["1 unreadable", "3 unreadable"]);
  for (const first of ["0.141", "0.1", "0.5"])
    assert.deepEqual(marked(row, [first, "", "", ""]), ["1 unreadable", "2 unreadable", "3 unreadable"], first);
  const bug = engine.createInstance("find_the_bug", { seed: 2, parameters: { variant: "index_modulo" } });
  const { choice, numbers } = engine.solution(bug).answer;
  for (const first of [String(numbers[0]), "99"])
    assert.deepEqual(marked(bug, { choice, numbers: [first, "", ""] }), ["1 unreadable", "2 unreadable"], first);
});

test("a number that is right but for its rounding is no wrong number", () => {
  assert.deepEqual(marked(row, ["0.14", "\u22120,99", "0.03", "1.0"]), ["0 coarse"]); // 0.141; the others are near enough
  assert.deepEqual(marked(row, rowWith({ 0: "0.1", 1: "-1", 2: "0.0" })), ["0 coarse", "1 coarse", "2 coarse"]);
  // An empty rounding, a number near by, and expressions: those are exact, or wrong.
  assert.deepEqual(marked(row, rowWith({ 0: "0", 1: "-0.97", 2: "3/101" })), ["0 off", "1 off"]);
  const cut = engine.createInstance("sinusoid_row", { seed: 1, parameters: { position: 5, width: 4, base: 10000 } });
  // -0.95892, 0.28366, 0.04998, 0.99875
  assert.deepEqual(marked(cut, ["-0.958", "0.28", "0.049", "0.998"]), ["0 cut", "1 coarse", "2 cut", "3 cut"]);
});

test("where the tolerance is a part of the number, it is rounding that goes further which is said", () => {
  const turn = engine.createInstance("wavelength", { seed: 1, parameters: { width: 64, pair: 0, base: 10000 } });
  assert.deepEqual(marked(turn, ["6.28"]), []);
  assert.deepEqual(marked(turn, ["6.3"]), ["0 coarse"]);
  assert.deepEqual(marked(turn, ["6"]), ["0 coarse"]);
  assert.deepEqual(marked(turn, ["7"]), ["0 off"]);
});

test("with a choice, fields are marked where it is the right one", () => {
  const bug = engine.createInstance("find_the_bug", { seed: 2, parameters: { variant: "index_modulo" } });
  const { choice, numbers } = engine.solution(bug).answer;
  const off = [numbers[0] + 7, ...numbers.slice(1)].map(String);
  assert.deepEqual(marked(bug, { choice, numbers: off }), ["0 off"]);
  const other = bug.choices?.find(({ id }) => id !== choice)?.id ?? "";
  assert.deepEqual(marked(bug, { choice: other, numbers: off }), []);
  assert.deepEqual(marked(bug, { choice: "", numbers: ["", ""] }), []);
});

test("an answer that lacks nothing but decimals is told from a wrong one", () => {
  const rounded = (/** @type {any} */ answer) => isRounded(marksOf(engine, row, answer, engine.grade(row, answer)));
  assert.ok(rounded(rowWith({ 0: "0.1", 2: "0.0" })));
  for (const other of [{}, { 0: "0.5" }, { 0: "0.1", 1: "0.5" }, { 0: "0.1", 1: "" }]) assert.ok(!rounded(rowWith(other)), JSON.stringify(other)); // prettier-ignore
});

test("a choice that is wrong is known, and one that is right is not called wrong for its numbers", () => {
  const wrong = (/** @type {any} */ instance, /** @type {any} */ answer) =>
    wrongChoice(engine, instance, answer.choice ?? answer, engine.grade(instance, answer));
  const blind = engine.createInstance("permute", { parameters: { kind: "none", causal: "false" } });
  assert.deepEqual(["moves", "stays", "changes", ""].map((choice) => wrong(blind, choice)), ["", "stays", "changes", ""]); // prettier-ignore
  const bug = engine.createInstance("find_the_bug", { seed: 2, parameters: { variant: "index_modulo" } });
  const { choice, numbers } = engine.solution(bug).answer;
  const typed = numbers.map(String);
  assert.equal(wrong(bug, { choice, numbers: typed.with(0, "99") }), "");
  assert.equal(wrong(bug, { choice: "line_1", numbers: typed }), "line_1");
  const place = engine.createInstance("rope_place", { seed: 1 });
  assert.equal(
    wrong(
      place,
      place.choices?.map(({ id }) => id),
    ),
    "",
  );
});

test("an answer in an open convention is held against the right numbers of its own convention", () => {
  const parameters = { vector: [1, 0.5, -0.3, 0.8], position: 3, layout: "any", base: 10000 };
  const any = engine.createInstance("rope_vector", { seed: 1, parameters });
  const half = engine.solution({ ...any, parameters: { ...parameters, layout: "half" } }).answer;
  const typed = half.map((/** @type {number} */ value) => value.toFixed(3));
  assert.deepEqual(marked(any, typed), []);
  assert.deepEqual(marked(any, typed.with(2, "9")), ["2 off"]);
});

test("a question says in words what a choice of its parameters is", () => {
  for (let seed = 1; seed <= 40; ++seed) {
    const { prompt, parameters } = engine.createInstance("permute", { seed });
    assert.match(prompt, parameters.causal === "true" ? / under the causal mask,/ : / without a mask,/);
    assert.doesNotMatch(prompt, /\btrue\b|\bfalse\b|none|alibi|sinusoidal|\{/);
  }
  const vector = { vector: [1, 0.5, -0.3, 0.8], position: 3, layout: "half", base: 10000 };
  const turned = engine.createInstance("rope_vector", { seed: 1, parameters: vector });
  const { note } = engine.grade(turned, engine.runMistake(turned, "other_layout"));
  assert.equal(note, "You paired the entries as in the interleaved layout. Asked for was the half-split one.");
});
