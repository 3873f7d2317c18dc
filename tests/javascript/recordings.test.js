// The recorded runs of the experiments: they are those that the engine has, and running one again comes to the same.
import assert from "node:assert/strict";
import test from "node:test";

import { trainOwnIndex } from "../../web/elements/own-index.js";
import { recordings } from "../../web/figures/experiment-recordings.js";
import { setUp } from "../../web/figures/mask-leak-set-up.js";
import maskLeak from "../../lessons/recordings/mask-leak.json" with { type: "json" };
import { assertRejects, engine } from "./figures-support.js";

test("there is a recording of every arm of every experiment, in the engine's order, with several seeds", () => {
  const listed = engine.experiments();
  assert.deepEqual(Object.keys(recordings), listed.map(({ id }) => id)); // prettier-ignore
  for (const { id, arms } of listed) {
    const recorded = recordings[id];
    assert.deepEqual(Object.keys(recorded.arms), arms.map(({ name }) => name)); // prettier-ignore
    for (const { runs, first, measures } of Object.values(recorded.arms)) {
      assert.equal(runs, recorded.seeds.length);
      assert.ok(first.curve.length > 1);
      assert.ok(Number.isFinite(measures.accuracy.mean) && measures.accuracy.reached === runs);
    }
  }
});

/** The run again, at the first recorded seed, against the recording: rounding grows while training, so not to the last digit. */
async function sameAs(recorded, id, arm) {
  const [seed] = recordings[id].seeds;
  const { measures, curve } = await engine.runExperiment(id, { arm, seed });
  assert.ok(Math.abs(curve[0].accuracy - recorded.first.curve[0].accuracy) < 0.02, "where it begins");
  assert.ok(Math.abs(measures.accuracy - recorded.first.measures.accuracy) < 0.03, "where it ends");
  const steps = recorded.first.measures.steps_to_99;
  if (steps !== undefined) assert.ok(Math.abs(measures.steps_to_99 - steps) <= 10, "how fast it gets there");
}

test("an experiment run again comes to what was recorded", async () => {
  const { none_causal, rope } = recordings.B.arms;
  await sameAs(none_causal, "B", "none_causal");
  await assertRejects(() => sameAs(rope, "B", "none_causal"));
});

test("so does the training of 'mask-leak', wherever it runs", async () => {
  const state = { mask: true, begin: true, tokens: "equal", seed: maskLeak.seed };
  const steps = [];
  let result;
  const control = {
    turn: async () => {},
    progress: ({ done }) => steps.push(done),
    signal: new AbortController().signal,
  };
  const before = engine.liveHandles;
  let model;
  await trainOwnIndex(engine, state, control, (each) => (result = each), (made) => (model = made)); // prettier-ignore
  assert.equal(engine.liveHandles, before + 1, "the model is kept, and nothing else");
  model.dispose();
  const recorded = maskLeak.runs[setUp(state)];
  assert.equal(result.curve.length, recorded.curve.length);
  assert.ok(Math.abs(result.accuracy - recorded.accuracy) < 0.03);
  result.mean.forEach((each, row) => assert.ok(Math.abs(each - recorded.mean[row]) < 0.3, `row ${row}: ${each}`));
  assert.deepEqual(steps.slice(0, 3), [0, 10, 20]);
  const other = maskLeak.runs[setUp({ ...state, mask: false })];
  assert.ok(Math.abs(result.accuracy - other.accuracy) > 0.5);
});

test("a training that is stopped says so, gives its memory back and keeps its model", async () => {
  const state = { mask: true, begin: true, tokens: "random", seed: 3 };
  const controller = new AbortController();
  const control = {
    turn: async () => controller.signal.throwIfAborted(),
    progress: ({ done }) => done === 20 && controller.abort(),
    signal: controller.signal,
  };
  const before = engine.liveHandles;
  let model;
  await assert.rejects(
    trainOwnIndex(engine, state, control, () => {}, (made) => (model = made)), // prettier-ignore
    { name: "AbortError" },
  );
  assert.equal(engine.liveHandles, before + 1);
  assert.equal(model.run([0, 1, 2]).logits.shape[0], 3);
  model.dispose();
});
