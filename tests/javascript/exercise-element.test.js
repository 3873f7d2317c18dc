// What an exercise's element keeps and compares, without a document.
import assert from "node:assert/strict";
import test from "node:test";

import { comparisonRows, trialRows } from "../../web/elements/exercise-comparison.js";
import { Memory, newWork } from "../../web/elements/exercise-memory.js";
import { arranged, moved, textOf } from "../../web/elements/exercise-order.js";
import { askedInstance, isSeed, readSeed } from "../../web/elements/exercise-seed.js";
import { numbersOf } from "../../web/elements/exercise-verdict.js";
import { expected, fieldLayout, rounded, say } from "../../web/elements/exercise-words.js";

/** @param {Record<string, string>} [held] */
function storage(held = {}) {
  return /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => held[key] ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void (held[key] = value),
  });
}

const blocked = /** @type {any} */ ({
  getItem: () => {
    throw new Error("blocked");
  },
  setItem: () => {
    throw new Error("blocked");
  },
});

test("without a seed an exercise has the first one, and what is no seed is none", () => {
  assert.deepEqual([null, "0", "7", " 7"].map(readSeed), [1, 0, 7, 7]);
  assert.deepEqual(["", " ", "abc", "-1", "0.5", "9007199254740992"].map(readSeed).map(isSeed), Array(6).fill(false));
  const written = new URLSearchParams("?exercise=table_edge&seed=");
  assert.deepEqual(askedInstance((name) => written.get(name)), { exercise: "table_edge", seed: NaN }); // prettier-ignore
  assert.deepEqual(askedInstance(() => null), { exercise: "", seed: 1 }); // prettier-ignore
});

test("typed texts come back after a reload, and are kept by exercise", () => {
  const held = storage();
  const work = { ...newWork(7), typed: ["0.141", "", "½"], choice: "same", hints: 2, tries: 1, solution: true };
  assert.equal(new Memory("a", held).keep(work), true);
  assert.deepEqual(new Memory("a", held).recall(), work);
  assert.equal(new Memory("b", held).recall(), undefined);
});

test("every instance is kept for itself, and the last one worked on comes back", () => {
  const [memory, held] = [(/** @type {any} */ held) => new Memory("c", held), storage()];
  const [seventh, eighth] = [7, 8].map((seed) => ({ ...newWork(seed), typed: [`at ${seed}`] }));
  memory(held).keep(seventh);
  memory(held).keep(eighth);
  assert.deepEqual(memory(held).recall(), eighth);
  assert.deepEqual(memory(held).recall(7), seventh);
  assert.equal(memory(held).recall(9), undefined);
  assert.equal(memory(held).holds("c instance 7", 7), true);
  assert.equal(memory(held).holds("c instance 8", 7), false);
});

test("where storage is blocked or missing, work lasts as long as the page and says so", () => {
  for (const [index, none] of [blocked, undefined].entries()) {
    const work = { ...newWork(1), typed: [`typed ${index}`] };
    const memory = () => new Memory(`blocked ${index}`, none);
    assert.equal(memory().keep(work), false);
    assert.deepEqual(memory().recall(), work);
  }
});

test("what somebody else left under our key is not taken for work", () => {
  const sound = newWork(3);
  const found = (/** @type {string} */ text) =>
    new Memory("foreign", storage({ foreign: "3", "foreign instance 3": text })).recall();
  const broken = [
    "{",
    "null",
    "3",
    "[]",
    "{}",
    ...Object.keys(sound).map((name) => JSON.stringify({ ...sound, [name]: { odd: true } })),
    JSON.stringify({ ...sound, seed: -1 }),
    JSON.stringify({ ...sound, hints: 0.5 }),
    JSON.stringify({ ...sound, shown: "yes" }),
    JSON.stringify({ ...sound, typed: [1] }),
  ];
  for (const text of broken) assert.equal(found(text), undefined, text);
  assert.deepEqual(found(JSON.stringify(sound)), sound);
  assert.equal(new Memory("foreign", storage({ foreign: "odd" })).recall(), undefined);
});

const three = (/** @type {number} */ count) =>
  Array.from({ length: count }, (_, index) => ({ label: `entry ${index}`, decimals: 3 }));

test("the comparison sets mistaken numbers beside the right ones, on one zero line", () => {
  const rows = comparisonRows([0.5, -1], [1, 0], three(2));
  assert.deepEqual(
    rows.map(({ label, right, mistaken }) => [label, right, mistaken]),
    [
      ["entry 0", "0.500", "1.000"],
      ["entry 1", "\u22121.000", "0.000"],
    ],
  );
  assert.deepEqual(rows[0].rightBar, { start: 50, size: 25 });
  assert.deepEqual(rows[0].mistakenBar, { start: 50, size: 50 });
  assert.deepEqual(rows[1].rightBar, { start: 0, size: 50 });
  assert.deepEqual(rows[1].mistakenBar, { start: 50, size: 0 });
});

test("the comparison takes answers of different lengths", () => {
  const rows = comparisonRows([1, 2], [1, 2, 3, 4], three(2));
  assert.equal(rows.length, 4);
  assert.deepEqual([rows[3].label, rows[3].right, rows[3].mistaken], ["3", "", "4.000"]);
  assert.equal(rows[3].rightBar.size, 0);
});

test("counts of different things each have their own scale", () => {
  const fields = [
    { label: "last position", decimals: 0 },
    { label: "parameters", decimals: 0 },
  ];
  const rows = comparisonRows([63, 81920], [64, 81920], fields);
  assert.equal(rows[0].right, "63");
  assert.equal(rows[1].right, "81,920");
  assert.equal(rows[0].mistakenBar.size, 100);
  assert.ok(rows[0].rightBar.size > 98);
  assert.deepEqual(comparisonRows([0], [0], fields)[0].rightBar, { start: 0, size: 0 });
});

test("what came out of a mistake stands beside what is right, each thing on its own scale", () => {
  const trial = [
    { label: "change", right: -1e-16, mistaken: 0.5, decimals: 3 },
    { label: "nothing", right: 1e-16, mistaken: 0, decimals: 3 },
    { label: "perplexity", right: 7.4, mistaken: 19.8, decimals: 1 },
  ];
  const rows = trialRows(trial);
  assert.deepEqual(
    rows.map(({ label, right, mistaken }) => [label, right, mistaken]),
    [
      ["change", "0.000", "0.500"],
      ["nothing", "0.000", "0.000"],
      ["perplexity", "7.4", "19.8"],
    ],
  );
  assert.deepEqual(rows[0].mistakenBar, { start: 0, size: 100 });
  assert.deepEqual(rows[0].rightBar, { start: 0, size: 0 });
  assert.equal(rows[1].rightBar.size, 0);
  assert.equal(rows[2].mistakenBar.size, 100);
  assert.deepEqual(comparisonRows([], [], []), []);
});

test("names of an order are no numbers", () => {
  assert.deepEqual(numbersOf(["rotate", "store"]), []);
  assert.deepEqual(numbersOf({ choice: "line_2", numbers: [1, 2] }), [1, 2]);
  assert.deepEqual(numbersOf([0.5]), [0.5]);
  assert.deepEqual(numbersOf("same"), []);
});

/** @type {import("../../web/elements/exercise-order.js").Step[]} */
const steps = [
  { id: "a", text: "first", fixed: true },
  { id: "b", text: "second", fixed: true },
  { id: "m", text: "moves", places: ["before all", "between", "after all"] },
];

test("an order is kept by its names, and begins anew where they are no order of these steps", () => {
  const ids = (/** @type {string[]} */ kept) => arranged(steps, kept).map(({ id }) => id);
  assert.deepEqual(ids(["a", "m", "b"]), ["a", "m", "b"]);
  for (const kept of [[], ["a", "m"], ["a", "m", "m"], ["a", "m", "x"], ["a", "b", "m", "a"]])
    assert.deepEqual(ids(kept), ["a", "b", "m"], kept.join());
});

test("a step moves by places, and not past the ends", () => {
  assert.deepEqual(moved(["a", "b", "m"], "m", -1), ["a", "m", "b"]);
  assert.deepEqual(moved(["m", "a", "b"], "m", 1), ["a", "m", "b"]);
  assert.deepEqual(moved(["m", "a", "b"], "m", -1), ["m", "a", "b"]);
  assert.deepEqual(moved(["a", "b", "m"], "m", 1), ["a", "b", "m"]);
});

test("a step says what it does where it stands, by the fixed steps before it", () => {
  const [a, b, m] = steps;
  const other = { id: "n", text: "another" };
  assert.equal(textOf([m, a, b], m), "before all");
  assert.equal(textOf([a, other, m, b], m), "between");
  assert.equal(textOf([a, b, m], m), "after all");
  assert.equal(textOf([a, other, b, m], other), "another");
});

test("fields say what they expect and how they stand", () => {
  const absolute = { tolerance: 6e-4, relative: false };
  const asked = (/** @type {number} */ decimals, tolerance = absolute) => expected({ decimals }, tolerance);
  assert.deepEqual(
    [3, 1, 0].map((decimals) => asked(decimals)),
    ["3 decimals", "1 decimal", "whole number"],
  );
  // Where the tolerance is a part of the number, so many decimals are not asked for.
  assert.equal(asked(3, { tolerance: 1e-3, relative: true }), "at most 0.1 % off");
  assert.equal(asked(1, { tolerance: 5e-4, relative: true }), "at most 0.05 % off");
  assert.deepEqual([2, 1, 0].map(rounded), ["2 decimals", "1 decimal", "a whole number"]);
  const instance = (/** @type {object} */ parts) => /** @type {any} */ (parts);
  assert.equal(fieldLayout(instance({ fields: three(1) })), "fields single");
  assert.equal(fieldLayout(instance({ fields: three(4), columns: 2 })), "fields pairs");
  assert.equal(fieldLayout(instance({ fields: three(4) })), "fields");
  assert.equal(say("no such sentence"), "exercise.ui.no such sentence"); // a missing one is seen
});
