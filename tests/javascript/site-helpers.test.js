// The names that lessons may use in checked numbers, on the engine as it is shipped, against values worked out by other means:
// the worked examples of the lessons, and double precision formulas written down here once more.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";

import { readCards } from "../../web/course/cards.js";
import { arithmetic, createHelpers } from "../../web/course/number-helpers.js";

/** @type {ReturnType<typeof createHelpers>} */
let helpers;

before(async () => {
  const { loadEngine } = await import("../../build/package/index.js");
  helpers = createHelpers(await loadEngine());
});

/** @param {ArrayLike<number>} got @param {number[]} expected */
function close(got, expected, tolerance = 5e-4) {
  assert.equal(got.length, expected.length);
  expected.forEach((value, index) =>
    assert.ok(Math.abs(got[index] - value) <= tolerance, `${index}: ${got[index]}, not ${value}`),
  );
}

test("rows of the table", () => {
  close(helpers.row(3, 4), [0.141, -0.99, 0.03, 1]);
  close(helpers.row(3, 4, 1000), [0.141, -0.99, Math.sin(3 / 1000 ** 0.5), Math.cos(3 / 1000 ** 0.5)]);
  close(helpers.row(3, 4, 10000, "concatenated"), [0.141, 0.03, -0.99, 1]);
  const table = helpers.table(5, 4);
  assert.equal(table.length, 5);
  assert.deepEqual(table[3], helpers.row(3, 4));
});

test("rotations and scores", () => {
  const query = [1, 0.5, -0.3, 0.8];
  close(helpers.rotate(query, 3), [-1.061, -0.354, -0.324, 0.791]);
  close(helpers.rotate(query, 3, { layout: "half" }), [-0.948, 0.476, 0.438, 0.815]);
  close(helpers.rotate([1, 0], 1, { base: 7 }), [Math.cos(1), Math.sin(1)]);
  close([helpers.score(5, 2), helpers.score(2, 5), helpers.score(5, 2, { layout: "half" })], [0.025, 0.273, 0.245]);
  close([helpers.score(0, 0, { query: [1, 2], key: [3, 4] })], [11]);
});

test("wavelengths", () => {
  close([helpers.wavelength(64, 31)], [47117], 1);
  close(helpers.wavelengths(4), [2 * Math.PI, 200 * Math.PI], 1e-4);
  close([helpers.wavelength(2, 0, 7)], [2 * Math.PI], 1e-5);
  const slow = Array.from({ length: 64 }, (_, pair) => 2 * Math.PI * 10000 ** ((2 * pair) / 128)).filter(
    (length) => length > 4096,
  );
  assert.equal(helpers.slowPairs(128, 4096), slow.length);
});

test("distances between rows", () => {
  // Two neighbours: the squared distance is the sum of 2 − 2 cos ω over the pairs.
  const squares = Array.from({ length: 4 }, (_, pair) => 2 - 2 * Math.cos(10000 ** (-pair / 4)));
  close([helpers.nearestRows(3, 8)], [Math.sqrt(squares.reduce((sum, square) => sum + square))]);
});

test("sums", () => {
  assert.equal(arithmetic.dot([1, 2], [3, 4]), 11);
  assert.throws(() => arithmetic.dot([1, 2], [3]), /dot of 2 and 1 numbers/);
  assert.equal(arithmetic.norm([3, 4]), 5);
  assert.equal(arithmetic.sum(Float32Array.of(1, 2, 3)), 6);
});

test("frequencies, and the answers of exercises and of their mistakes", () => {
  close([helpers.frequency(64, 0), helpers.frequency(64, 16), helpers.frequency(4, 1)], [1, 0.01, 0.01]);
  assert.deepEqual([...helpers.tableEdge(1024, 768)], [1023, 786432]);
  const row = { position: 3, width: 4, base: 10000 };
  close([helpers.mistake("sinusoid_row", row, "exponent_i_over_d")[2]], [Math.sin(0.3)]);
});

test("frequencies under a scaling, the base it amounts to, its temperature", () => {
  const linear = { rope_type: "linear", factor: 4 };
  const ntk = { rope_type: "ntk", factor: 4 };
  const yarn = { rope_type: "yarn", factor: 4, original_max_position_embeddings: 64 };
  close([...helpers.scaledFrequencies(4, linear)], [0.25, 0.0025], 1e-12);
  close([...helpers.scaledFrequencies(4, null, { base: 100 })], [1, 0.1], 1e-12);
  close(helpers.stretches(8, ntk), [0, 2, 4, 6].map((twice) => 4 ** (twice / 6)), 1e-12); // prettier-ignore
  close([helpers.newBase(64, ntk)], [41829], 0.5);
  close([helpers.newBase(64, { ...ntk, factor: 1 }, { base: 500 })], [500], 1e-9);
  const dynamic = { rope_type: "dynamic", factor: 1, original_max_position_embeddings: 64 };
  close([helpers.newBase(64, dynamic, { length: 256 })], [41829], 0.5);
  close([helpers.temperature(yarn), helpers.temperature(linear)], [(1 + 0.1 * Math.log(4)) ** 2, 1], 1e-12);
});

test("the cards of shipped models, and what is said of one that is missing", () => {
  const cards = new Map([
    ["rope", { loss: 1.7, loss_by_position: { "64-95": 1.8 }, stretched: { ntk: { "64-95": 1.9 } } }],
  ]);
  const { card, lossAt } = createHelpers({}, cards);
  assert.equal(card("rope").loss, 1.7);
  assert.equal(lossAt("rope", "64-95"), 1.8);
  assert.equal(lossAt("rope", "64-95", "ntk"), 1.9);
  assert.throws(() => lossAt("rope", "64-96"), /the card of "rope" has no loss at 64-96/);
  assert.throws(() => lossAt("rope", "64-95", "yarn"), /has no loss at 64-95, yarn/);
  assert.throws(() => card("rpe"), /there is no card of a model "rpe"; there are rope/);
  const folder = mkdtempSync(path.join(tmpdir(), "cards-"));
  try {
    assert.deepEqual(readCards(path.join(folder, "nowhere")), new Map());
    writeFileSync(path.join(folder, "rope.json"), JSON.stringify({ loss: 1.5 }));
    writeFileSync(path.join(folder, "rope.safetensors"), "");
    assert.deepEqual(readCards(folder), new Map([["rope", { loss: 1.5 }]]));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a model's matrices are counted, its random rows are nearly perpendicular", () => {
  // Attention has 4 d², the MLP 8 d².
  assert.equal(helpers.blockWeights(128, 3), 3 * 12 * 128 ** 2);
  const typical = helpers.randomCosine(256);
  assert.ok(Math.abs(typical * 16 - 1) < 0.02, `${typical} is not near 1/16`);
});

test("without an encoding: shares of the first row, and outputs that move with their tokens unless a mask holds them", () => {
  for (const row of [0, 1, 4, 15]) close([helpers.share(row)], [1 / (row + 1)], 1e-6);
  assert.ok(helpers.reversed({ causal: false }) < 1e-5);
  assert.ok(helpers.reversed({ causal: true }) > 1);
});

test("what was measured is read from the recordings, and what was not is no number", () => {
  const { arms } = JSON.parse(readFileSync(new URL("../../lessons/recordings/C.json", import.meta.url), "utf8"));
  assert.equal(helpers.measured("C", "begin_random", "accuracy"), arms.begin_random.measures.accuracy.mean);
  assert.throws(() => helpers.measured("Z", "rope", "accuracy"), /no lessons\/recordings\/Z\.json/);
  assert.throws(() => helpers.measured("C", "rope", "accuracy"), /no recording of accuracy of rope in C/);
  assert.throws(() => helpers.measured("C", "equal", "speed"), /no recording of speed/);
  assert.throws(() => helpers.measured("B", "none", "steps_to_99"), /never reached/);
});
