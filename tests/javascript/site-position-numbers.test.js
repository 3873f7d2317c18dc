// What checked numbers ask about order and distance, against values worked out by hand.
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { createPositionHelpers } from "../../web/course/position-numbers.js";

/** @type {ReturnType<typeof createPositionHelpers>} */
let helpers;

before(async () => {
  const { loadEngine } = await import("../../build/package/index.js");
  helpers = createPositionHelpers(await loadEngine());
});

/** @param {number[]} got @param {number[]} expected */
function close(got, expected, tolerance = 5e-4) {
  assert.equal(got.length, expected.length);
  expected.forEach((value, index) =>
    assert.ok(Math.abs(got[index] - value) <= tolerance, `${index}: ${got[index]}, not ${value}`),
  );
}

test("a sentence in another order: blind without encoding and mask, and not otherwise", () => {
  const mirror = [2, 1, 0];
  const blind = helpers.rearranged("the cat sat", mirror);
  assert.ok(blind.outputs < 1e-5 && blind.scores < 1e-5);
  const masked = helpers.rearranged("the cat sat", mirror, { mask: true });
  assert.ok(masked.outputs > 0.1 && masked.scores < 1e-5);
  const told = helpers.rearranged("the cat sat", mirror, { encoding: "rope" });
  assert.ok(told.outputs > 0.1 && told.scores > 0.1);
  assert.ok(helpers.twice([0, 1, 0], 0, 2) < 1e-6);
  assert.ok(helpers.twice([0, 1, 0], 0, 1) > 0.1);
});

test("ALiBi's slopes, costs and what equal tokens look at", () => {
  close(helpers.slopes(6), [1 / 4, 1 / 16, 1 / 64, 1 / 256, 1 / 2, 1 / 8], 1e-12);
  close(helpers.costs(8, 0, 3), [-1.5, -1, -0.5, 0], 1e-6);
  const weights = [-1.5, -1, -0.5, 0].map(Math.exp);
  const sum = weights.reduce((total, weight) => total + weight);
  close(helpers.looks(8, 0, 3), weights.map((weight) => weight / sum), 1e-5); // prettier-ignore
});

test("T5's buckets and the size of its table", () => {
  assert.deepEqual([0, 15, 16, 18, 19, 113, 9999].map((distance) => helpers.bucket(distance)), [0, 15, 16, 16, 17, 31, 31]); // prettier-ignore
  assert.equal(helpers.firstDistance(17), 19);
  assert.equal(helpers.firstDistance(31), 113);
  assert.equal(helpers.bucketTable(12), 384);
});
