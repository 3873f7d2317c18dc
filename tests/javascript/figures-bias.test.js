// The figures of the lesson on distance: biases and buckets against formulas written out here, the slopes of any number of heads, and
// what the softmax can tell apart.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { fraction } from "../../web/figures/bias-heads.js";
import * as matrix from "../../web/figures/bias-matrix.js";
import { learnedTable } from "../../web/figures/bias-shapes.js";
import * as attention from "../../web/figures/biased-attention.js";
import { createView } from "../../web/figures/picture.js";
import { assertRejects, at, drawingAt, engine, sentenceAt, shownTexts } from "./figures-support.js";

const near = (got, wanted, tolerance = 1e-6) =>
  assert.ok(Math.abs(got - wanted) <= tolerance, `${got} is not ${wanted}`);

/** The released code's slopes, by its own recursion. */
function slopesOf(heads) {
  const power = 2 ** Math.floor(Math.log2(heads));
  const ofPower = (count) => Array.from({ length: count }, (_, head) => 2 ** ((-8 * (head + 1)) / count));
  const further = ofPower(2 * power).filter((_, head) => head % 2 === 0);
  return [...ofPower(power), ...further.slice(0, heads - power)];
}

/** T5's bucket of a distance back, with logarithms; its own edges are decided with whole numbers. */
function bucketOf(distance, longest) {
  if (distance < 16) return distance;
  const share = Math.log(distance / 16) / Math.log(longest / 16);
  return Math.min(31, 16 + Math.floor(share * 16 + 1e-9));
}

test("bias-matrix: ALiBi's costs and slopes for any number of heads", async () => {
  for (const n_head of [1, 2, 6, 8, 12, 31]) {
    const head = n_head - 1;
    const { values } = await at(matrix, { n_head, head });
    values.slopes.forEach((slope, each) => near(slope, slopesOf(n_head)[each], 1e-12));
    assert.equal(values.slopes.length, n_head);
    for (let row = 0; row < 16; ++row)
      for (let key = 0; key <= row; ++key)
        near(values.matrix[row * 16 + key], -slopesOf(n_head)[head] * (row - key), 1e-5);
    values.against.forEach((biases, each) =>
      biases.forEach((bias, distance) => near(bias, -slopesOf(n_head)[each] * distance, 1e-5)),
    );
  }
  const twelve = (await at(matrix, { n_head: 12 })).values.slopes;
  await assertRejects(() => twelve.forEach((slope, head) => near(slope, 2 ** ((-8 * (head + 1)) / 12))));
  await assertRejects(() =>
    assert.deepEqual(
      twelve,
      twelve.toSorted((a, b) => b - a),
    ),
  );
});

test("bias-matrix: T5's numbers are those that the shipped model learned, by bucket", async () => {
  const file = readFileSync(new URL("../../lessons/models/t5_bias.safetensors", import.meta.url));
  const header = JSON.parse(file.subarray(8, 8 + Number(file.readBigUInt64LE(0))).toString());
  const { dtype, shape } = header["relative_attention_bias.weight"];
  const learned = await learnedTable(engine);
  assert.deepEqual(shape, [learned.num_buckets, learned.n_head]);
  assert.ok(dtype.length > 0);
  const { values } = await at(matrix, { kind: "t5_bias", length: 150, head: 2 });
  for (let distance = 0; distance < 150; ++distance) {
    const bucket = bucketOf(distance, 64);
    assert.equal(values.buckets[distance], bucket, `distance ${distance}`);
    values.against.forEach((biases, head) => near(biases[distance], learned.table[bucket * 4 + head]));
  }
  near(values.matrix[100 * 150 + 60], learned.table[bucketOf(40, 64) * 4 + 2]);
  await assertRejects(() => assert.equal(values.buckets[40], bucketOf(40, 128)));
});

test("bias-matrix: what a page brings along is what the model would give", async () => {
  const brought = await matrix.measure(engine);
  const [own, given] = await Promise.all(
    [undefined, { measured: brought }].map((resources) => at(matrix, { kind: "t5_bias" }, resources)),
  );
  assert.deepEqual(own.values.against, given.values.against);
  const other = { ...brought, table: brought.table.map((value) => value + 1) };
  const changed = await at(matrix, { kind: "t5_bias" }, { measured: other });
  near(changed.values.against[0][3], own.values.against[0][3] + 1);
});

test("bias-matrix: sentences and formulas", async () => {
  assert.equal(
    await sentenceAt(matrix),
    "Of 8 heads, head 1 has the slope 1/4: it adds \u22121.250 to the score of query 9 with key 4, 5 back.",
  );
  assert.match(await sentenceAt(matrix, { n_head: 1 }), /^One head alone has the slope 1\/256/);
  assert.match(await sentenceAt(matrix, { kind: "t5_bias", head: 0 }), /^Head 0 adds \u22120\.\d+ at distance 5, bucket 5\. A text of 16 tokens uses 16 buckets\.$/); // prettier-ignore
  assert.match(await sentenceAt(matrix, { kind: "t5_bias", length: 128 }), /uses 32 buckets/);
  assert.ok(shownTexts(await drawingAt(matrix)).includes("head 1: bias(9, 4) = \u22121/4 · 5 = \u22121.250"));
  assert.equal(fraction(1 / 128), "1/128");
  assert.equal(fraction(Math.SQRT1_2), "0.707");
});

test("bias-matrix: a head that there is, a key that the query sees, and the drawing's own places", async () => {
  const settled = (changes) => matrix.settle({ kind: "alibi", n_head: 4, head: 9, length: 8, row: 30, column: 40, ...changes }); // prettier-ignore
  assert.deepEqual([settled({}).head, settled({}).row, settled({}).column], [3, 7, 7]);
  assert.equal(settled({ kind: "t5_bias", n_head: 32 }).head, 3);
  const { state, values } = await at(matrix);
  const view = createView();
  const cell = 262 / 16;
  const place = (row, column) => ({ x: 34 + (column + 0.5) * cell, y: 50 + (row + 0.5) * cell });
  assert.deepEqual(matrix.at(place(12, 3), state, values, view)?.changes, { row: 12, column: 3 });
  assert.equal(matrix.at(place(3, 12), state, values, view), null);
  assert.deepEqual(matrix.at({ x: 669, y: 500 }, state, values, view)?.changes, { head: 7 });
  assert.deepEqual(matrix.keys("ArrowRight", state, values, null, false), { column: 5 });
  assert.deepEqual(matrix.keys("ArrowUp", { ...state, row: 4 }, values, null, false), { row: 3, column: 3 });
  assert.deepEqual(matrix.keys("ArrowDown", state, values, null, true), { row: 15, column: 4 });
});

test("biased-attention: the sums done here agree with the model's own attention", async () => {
  for (const mask of [true, false]) {
    for (const head of [0, 1, 2, 3]) {
      const { values } = await at(attention, { mask, head });
      const model = engine.createModel({ model_type: "gpt2", n_layer: 1, n_head: 4, n_embd: 16, n_positions: 32, vocab_size: 8, position: { kind: "none" } }, { seed: 7 }); // prettier-ignore
      const { scores } = model.run([0, 1, 2, 3, 0, 4], { causal: mask, capture: ["scores"] });
      model.dispose();
      const own = scores[0].data.subarray(head * 36, (head + 1) * 36);
      const sums = Array.from(own, (score, index) => score + values.bias[index]);
      attention.softmaxRows(sums, 6, mask).forEach((weight, index) => near(weight, values.weights[index]));
      await assertRejects(() => attention.softmaxRows(sums, 6, !mask).forEach((weight, index) => near(weight, values.weights[index]))); // prettier-ignore
    }
  }
});

test("biased-attention: keys alone are a distance under the mask and not without it, queries alone are nothing", async () => {
  const against = async (changes) => (await at(attention, changes)).values.against;
  for (const head of [0, 3]) {
    assert.ok((await against({ form: "key", head })).distance < 1e-6);
    assert.ok((await against({ form: "query", head })).nothing < 1e-6);
    assert.ok((await against({ form: "query", head, mask: false })).nothing < 1e-6);
    assert.equal((await against({ form: "distance", head })).distance, 0);
  }
  assert.ok((await against({ form: "key", mask: false })).distance > 0.05);
  assert.ok((await against({ form: "distance" })).nothing > 0.05);
});

test("biased-attention: the forms are biases of keys, of queries, and of both", async () => {
  const biasOf = async (form) => (await at(attention, { form })).values.bias;
  const [distance, key, query] = await Promise.all(["distance", "key", "query"].map(biasOf));
  for (let row = 0; row < 6; ++row) {
    for (let slot = 0; slot < 6; ++slot) {
      near(distance[row * 6 + slot], -Math.abs(row - slot) / 4);
      near(key[row * 6 + slot], slot / 4);
      near(query[row * 6 + slot], -row / 4);
    }
  }
  await assertRejects(() => key.forEach((bias, index) => near(bias, distance[index])));
});

test("biased-attention: sentences, the row that looks, and its weights in numbers", async () => {
  assert.match(await sentenceAt(attention), /^“mat” looks at itself with 0\.388 instead of 0\.259: /);
  assert.match(await sentenceAt(attention, { form: "key" }), /The weights agree to (0|\d\u00a0×\u00a010⁻[⁷⁸⁹])\.$/);
  assert.match(await sentenceAt(attention, { form: "key", mask: false }), /^Without the mask a bias on keys alone/);
  assert.match(await sentenceAt(attention, { form: "query" }), /those without bias, to (0|\d\u00a0×\u00a010⁻[⁷⁸⁹])\.$/);
  assert.match(await sentenceAt(attention, { mask: false }), /^Without the mask the cost runs both ways/);
  const { values } = await at(attention);
  for (let row = 0; row < 6; ++row)
    near(
      values.weights.slice(row * 6, row * 6 + 6).reduce((sum, weight) => sum + weight, 0),
      1,
    );
  assert.deepEqual(attention.keys("ArrowUp", { row: 0 }, values), { row: 0 });
  assert.deepEqual(attention.keys("ArrowDown", { row: 4 }, values), { row: 5 });
  const { state } = await at(attention);
  assert.deepEqual(attention.at({ x: 60, y: 48 + 2.5 * 30 }, state, values, createView())?.changes, { row: 2 });
  assert.ok(shownTexts(await drawingAt(attention, { row: 1 })).filter((words) => words === "hidden").length === 4);
});
