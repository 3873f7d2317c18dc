// The figures of the lesson on the learned table that draw no model: counts of parameters, angles of random directions.
import assert from "node:assert/strict";
import test from "node:test";

import * as cost from "../../web/figures/add-or-concatenate.js";
import * as directions from "../../web/figures/directions.js";
import { createView } from "../../web/figures/picture.js";
import { assertRejects, at, drawingAt, engine, sentenceAt, shownTexts } from "./figures-support.js";

const near = (got, wanted, tolerance) => assert.ok(Math.abs(got - wanted) <= tolerance, `${got} is not ${wanted}`);

test("add-or-concatenate: the lesson's GPT-2 small with 64 columns appended", async () => {
  assert.equal(
    await sentenceAt(cost),
    "Appending 64 columns widens every matrix of 12 blocks: 84.9 million weights become 99.7 million, 17.4\u00a0% more. " +
      "Adding costs its table of 786,432 and nothing else.",
  );
  const { values } = await at(cost);
  assert.equal(values.added.blocks, 12 * 12 * 768 ** 2);
  assert.equal(values.joined.blocks, 12 * 12 * 832 ** 2);
  assert.equal(values.added.table, 786432);
  assert.equal(values.joined.table, 65536);
  await assertRejects(() => assert.equal(values.joined.blocks, values.added.blocks + 12 * 12 * 64 ** 2));
});

test("add-or-concatenate: real models of other widths and depths hold what is counted", async () => {
  for (const [n_layer, n_head, n_embd] of [
    [3, 2, 24],
    [1, 4, 128],
  ]) {
    const config = { model_type: "gpt2", n_layer, n_head, n_embd, n_positions: 40, vocab_size: 5 };
    const model = engine.createModel(config, { seed: 1 });
    const matrices = model.parameters().filter(({ name, shape }) => name.startsWith("h.") && shape.length === 2);
    const weights = matrices.reduce((sum, { shape }) => sum + shape[0] * shape[1], 0);
    const table = model.parameters().find(({ name }) => name === "wpe.weight").shape;
    model.dispose();
    const { values } = await at(cost, { n_embd, appended: 0, n_layer, n_positions: 40 });
    assert.equal(weights, values.added.blocks);
    assert.equal(values.added.table, table[0] * table[1]);
  }
});

test("add-or-concatenate: other states, none appended and a table that outweighs the blocks", async () => {
  assert.match(await sentenceAt(cost, { appended: 0 }), /^With no column appended there is no position/);
  const long = await sentenceAt(cost, { n_embd: 64, appended: 16, n_layer: 1, n_positions: 65536 });
  assert.match(
    long,
    /^Appending 16 columns takes the blocks from 49,152 to 76,800 weights\. .* its table alone has 4\.2 million\.$/,
  );
  assert.equal((await at(cost, { n_embd: 32, appended: 500 })).state.appended, 32);
  assert.ok(shownTexts(await drawingAt(cost)).includes("matrix: 832 × 832"));
});

test("add-or-concatenate: the end of the appended columns can be dragged and stepped", async () => {
  const { state, values } = await at(cost);
  const further = cost.drag("appended", { x: 500, y: 55 }, { x: 520, y: 55 }, state, values, createView());
  near(further.appended, 64 + (20 / 212) * 832, 1e-9);
  assert.deepEqual(cost.keys("ArrowLeft", state, values, "appended", false), { appended: 48 });
  assert.deepEqual(cost.keys("ArrowRight", state, values, "appended", true), { appended: 192 });
});

test("directions: the engine's random rows are normal, the same for the same seed and others for another", () => {
  const drawn = Array.from(directions.randomRows(engine, 100, 1000, 5));
  const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
  const deviation = Math.sqrt(drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / drawn.length);
  near(mean / deviation, 0, 0.015);
  const within = (times) => drawn.filter((value) => Math.abs(value) < times * deviation).length / drawn.length;
  near(within(1), 0.6827, 0.006);
  near(within(2), 0.9545, 0.003);
  const neighbours = drawn.slice(1).reduce((sum, value, index) => sum + value * drawn[index], 0);
  near(neighbours / drawn.length / deviation ** 2, 0, 0.015);
  assert.deepEqual(Array.from(directions.randomRows(engine, 100, 1000, 5)), drawn);
  assert.notDeepEqual(Array.from(directions.randomRows(engine, 100, 1000, 6)), drawn);
});

test("directions: the angles are those between the rows of the engine's own table", () => {
  const angles = directions.randomAngles(engine, 24, 3);
  const config = { model_type: "gpt2", n_layer: 1, n_head: 1, n_embd: 16, n_positions: 1, vocab_size: 150 };
  const model = engine.createModel(config, { seed: 3 });
  const { data } = model.readParameter("wte.weight");
  model.dispose();
  const row = (index) => Array.from(data.slice(24 * index, 24 * index + 24));
  const cosine = (a, b) => a.reduce((sum, value, column) => sum + value * b[column], 0) / Math.hypot(...a) / Math.hypot(...b); // prettier-ignore
  // Pairs stand as (1, 0), (2, 0), (2, 1), (3, 0), …
  for (const [place, a, b] of [
    [0, 1, 0],
    [2, 2, 1],
    [4949, 99, 98],
  ]) {
    near(angles[place], (Math.acos(cosine(row(a), row(b))) * 180) / Math.PI, 1e-6);
  }
});

test("directions: cosines shrink as one over the root of the width, for every seed", async () => {
  for (const seed of [1, 2, 77]) {
    for (const width of [2, 8, 64, 768]) {
      const { values } = await at(directions, { width, seed });
      near(values.rootMeanSquare * Math.sqrt(width), 1, 0.06);
      assert.equal(values.count, 4950);
      near(
        values.histogram.reduce((sum, share) => sum + share, 0),
        1,
        1e-9,
      );
    }
  }
  const { values } = await at(directions, { width: 64 });
  await assertRejects(() => near(values.rootMeanSquare * Math.sqrt(256), 1, 0.06));
});

test("directions: in two dimensions any angle is as likely as any other, in wide rows nearly all are near 90 degrees", async () => {
  const flat = (await at(directions, { width: 2 })).values;
  near(flat.share, 20 / 180, 0.03);
  const wide = (await at(directions, { width: 1024 })).values;
  assert.ok(wide.share > 0.99);
  const shares = wide.shares.map(({ share }) => share);
  assert.deepEqual(
    shares,
    [...shares].sort((a, b) => a - b),
  );
  // The exact share for width 3, where the cosine is uniform: sin 10°.
  near(wide.shares[1].share, Math.sin((10 * Math.PI) / 180), 0.03);
});

test("directions: the sentence and the curve carry the numbers of the state", async () => {
  const { values } = await at(directions);
  const sentence = await sentenceAt(directions);
  assert.ok(
    sentence.startsWith(`At width 64, ${(100 * values.share).toFixed(1)}\u00a0% of the pairs lie within 10°`),
    sentence,
  );
  assert.ok(sentence.endsWith(`cosine is ${values.rootMeanSquare.toFixed(3)}; 1/√64 is 0.125.`), sentence);
  const at64 = values.shares.find(({ width }) => width === 64);
  assert.equal(at64.share, values.share);
});
