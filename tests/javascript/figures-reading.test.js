// Models that read a text piece by piece, against one reading of the whole by the engine; scaled frequencies and changed tables.
import assert from "node:assert/strict";
import test from "node:test";

import { blockOf, inBlocks, scaledPosition, subjectOf } from "../../web/figures/past-training.js";
import { blocks, mean, property, readText } from "../../web/figures/reading.js";
import { changedTable, orderOf, readWith, subjectOf as tableSubject } from "../../web/figures/table-reading.js";
import { assertRejects, engine } from "./figures-support.js";

const config = { model_type: "gpt2", n_layer: 1, n_head: 2, n_embd: 16, n_positions: 24, vocab_size: 11 };
const tokens = Int32Array.from({ length: 24 * 40 }, (_, index) => (index * index + 3 * index) % 11);

const near = (got, wanted, tolerance = 1e-6) =>
  assert.ok(Math.abs(got - wanted) <= tolerance, `${got} is not ${wanted}`);

test("reading piece by piece gives what reading all at once gives", async () => {
  const model = engine.createModel({ ...config, position: { kind: "rope" } }, { seed: 3 });
  const whole = await model.perplexity(tokens, { window: 24, stride: 24 });
  const reports = [];
  const { losses, windows } = await readText(model, tokens, { window: 24, windows: 40 }, (each) => reports.push(each));
  assert.equal(windows, 40);
  assert.deepEqual(reports.map((report) => report.windows), [8, 16, 32, 40]); // prettier-ignore
  assert.ok(Number.isNaN(losses[0]));
  losses.slice(1).forEach((loss, index) => near(loss, whole.loss_by_position[index + 1]));
  near(mean(losses, 0, 24), whole.loss);
  // The twin that counts every piece the same, long or short.
  const twin = reports.map((report) => report.losses[5]).reduce((sum, loss) => sum + loss, 0) / reports.length;
  await assertRejects(() => near(twin, whole.loss_by_position[5]));
  model.dispose();
});

test("a model with fewer positions reads the beginnings of the same windows", async () => {
  const model = engine.createModel({ ...config, n_positions: 8, position: { kind: "learned" } }, { seed: 3 });
  const { losses } = await readText(model, tokens, { window: 8, stride: 24, windows: 12 });
  assert.equal(losses.length, 8);
  let sum = 0;
  for (let window = 0; window < 12; window += 1) {
    const part = tokens.slice(24 * window, 24 * window + 8);
    const { loss } = model.run(part, { targets: [...part.slice(1), -1] });
    sum += loss;
  }
  near(mean(losses, 0, 8), sum / 12);
  await assert.rejects(
    readText(model, tokens, { window: 8, stride: 24, windows: 41 }),
    /41 windows of 24 tokens in 960/,
  );
  model.dispose();
});

test("reading stops between pieces when its report asks to wait, and where it is aborted", async () => {
  const model = engine.createModel({ ...config, position: { kind: "none" } }, { seed: 3 });
  const controller = new AbortController();
  let pieces = 0;
  const reading = readText(model, tokens, { window: 24, windows: 40, signal: controller.signal }, async () => {
    await new Promise((resolve) => setTimeout(resolve));
    pieces += 1;
    if (pieces === 2) controller.abort();
  });
  await assert.rejects(reading, { code: "aborted" });
  assert.equal(pieces, 2);
  model.dispose();
});

test("blocks are means of what was counted, and null where nothing was", () => {
  assert.deepEqual(blocks([NaN, 1, 2, 3, 5, 7], 2, 4), [1, 2.5, 6, null]);
  assert.equal(mean([1, 2, 3], 3, 5), null);
  assert.equal(inBlocks(Array.from({ length: 64 }, () => 1.23456789)).filter((loss) => loss === 1.2346).length, 4);
  assert.deepEqual(blockOf(200), { first: 192, last: 207 });
});

test("a property is read here and in a worker alike", async () => {
  assert.equal(await property({ size: 4 }, "size"), 4);
  assert.equal(await property({ size: async () => 4 }, "size"), 4);
});

test("what is read depends on the scaling and its own numbers alone", () => {
  const state = { scaling: "ntk", factor: 4, fast: 4, slow: 1, steps: 10, position: 3 };
  assert.equal(subjectOf(state), subjectOf({ ...state, fast: 9, position: 7, steps: 1 }));
  assert.notEqual(subjectOf(state), subjectOf({ ...state, factor: 5 }));
  assert.notEqual(subjectOf({ ...state, scaling: "yarn" }), subjectOf({ ...state, scaling: "yarn", fast: 9 }));
  assert.equal(subjectOf({ ...state, scaling: "default" }), subjectOf({ ...state, scaling: "default", factor: 9 }));
});

test("a scaled model turns with the engine's scaled frequencies", async () => {
  const position = { kind: "rope", layout: "half", rope_theta: 100 };
  const model = engine.createModel({ ...config, position }, { seed: 3 });
  const plain = model.run(tokens.slice(0, 20), {}).logits.data;
  for (const scaling of ["linear", "ntk", "dynamic", "yarn", "llama3"]) {
    model.setPosition(scaledPosition(position, { scaling, factor: 4, fast: 4, slow: 1 }));
    assert.equal(model.config.position.rope_scaling.rope_type, scaling);
    assert.equal(model.config.position.rope_theta, 100);
    const scaled = model.run(tokens.slice(0, 20), {}).logits.data;
    // A text as long as the model was trained on is all that dynamic scaling leaves alone.
    assert.equal(engine.allclose(scaled, plain).passed, scaling === "dynamic", scaling);
  }
  model.setPosition(scaledPosition(position, { scaling: "default", factor: 4 }));
  assert.deepEqual(model.run(tokens.slice(0, 20), {}).logits.data, plain);
  model.dispose();
});

test("an order holds every row once, the same for a seed, and hardly one in its place", () => {
  const order = orderOf(64, 1);
  assert.deepEqual([...order].sort((a, b) => a - b), Array.from({ length: 64 }, (_, row) => row)); // prettier-ignore
  assert.deepEqual(order, orderOf(64, 1));
  assert.notDeepEqual(order, orderOf(64, 2));
  const kept = Array.from({ length: 100 }, (_, seed) => orderOf(64, seed).filter((row, at) => row === at).length);
  const average = kept.reduce((sum, count) => sum + count) / 100;
  assert.ok(average > 0.7 && average < 1.3, `${average} rows stay in place on average, not 1`);
});

test("a changed table has the trained rows, as strong as asked and where the order puts them", () => {
  const table = { data: Float32Array.of(1, 2, 3, 4, 5, 6), shape: [3, 2] };
  assert.deepEqual([...changedTable(table, { strength: 1, shuffled: false, seed: 1 })], [1, 2, 3, 4, 5, 6]);
  assert.deepEqual([...changedTable(table, { strength: 0.5, shuffled: false, seed: 1 })], [0.5, 1, 1.5, 2, 2.5, 3]);
  const shuffled = changedTable(table, { strength: 2, shuffled: true, seed: 5 });
  orderOf(3, 5).forEach((from, row) => assert.deepEqual([...shuffled.slice(2 * row, 2 * row + 2)], [4 * from + 2, 4 * from + 4])); // prettier-ignore
  const longer = { data: Float32Array.from({ length: 70 }, (_, row) => row), shape: [70, 1] };
  const rows = changedTable(longer, { strength: 1, shuffled: true, seed: 5 });
  assert.deepEqual([...rows.slice(0, 64)], orderOf(64, 5));
  assert.deepEqual([...rows.slice(64)], [64, 65, 66, 67, 68, 69]);
  assert.equal(
    tableSubject({ strength: 0, shuffled: true, seed: 4 }),
    tableSubject({ strength: 0, shuffled: false, seed: 1 }),
  );
  assert.notEqual(
    tableSubject({ strength: 1, shuffled: true, seed: 4 }),
    tableSubject({ strength: 1, shuffled: true, seed: 5 }),
  );
});

test("a model with a changed table reads as one whose table was written by hand", async () => {
  const position = { kind: "learned" };
  const make = () => engine.createModel({ ...config, n_positions: 64, position }, { seed: 3 });
  const [model, other] = [make(), make()];
  model.tokenizer = { encode: () => Int32Array.of(1, 2), decode: (ids) => ids.join(" ") };
  const table = model.readParameter("wpe.weight");
  const state = { strength: 0.25, shuffled: false, seed: 1 };
  const { perplexity, sample } = await readWith(model, table, tokens, state);
  other.writeParameter("wpe.weight", table.data.map((value) => value / 4)); // prettier-ignore
  const wanted = await other.perplexity(tokens, { window: 64, stride: 64 });
  near(perplexity, wanted.perplexity, 1e-4);
  assert.match(sample, /^She was (\d+ ){47}\d+$/);
  const { perplexity: kept } = await readWith(model, table, tokens, { ...state, strength: 1 });
  await assertRejects(() => near(kept, wanted.perplexity, 1e-4));
  model.dispose();
  other.dispose();
});
