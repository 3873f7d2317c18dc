// The race of encodings as a pure figure: settings that hold several choices, the recorded lanes, the reader's own, the address.
import assert from "node:assert/strict";
import test from "node:test";

import { addressOf, entriesIn } from "../../web/elements/address.js";
import * as race from "../../web/figures/encoding-race.js";
import { svg } from "../../web/figures/markup.js";
import { createView } from "../../web/figures/picture.js";
import { attentionSteps, packed, unpacked } from "../../web/figures/packed-maps.js";
import { recordedLane } from "../../web/figures/race-recording.js";
import { stepsTo99 } from "../../web/figures/race-run.js";
import { encodings, laneName, modelConfig, positionOf, taskOptions } from "../../web/figures/race-set-up.js";
import { defaults, readSetting, settingProblem, writeSetting } from "../../web/figures/settings.js";
import { at, engine, shownTexts, textOf } from "./figures-support.js";

const text = textOf(race);
const first = defaults(race.settings);
const racing = race.settings.find(({ name }) => name === "encodings");

/** A lane of the reader's own that got everything right at step 30. */
const mine = {
  points: [
    { step: 0, accuracy: 0.0625, loss: 3 },
    { step: 30, accuracy: 0.995, loss: 0.2 },
  ],
  maps: [[Float32Array.of(1, 0, 0.5, 0.5), Float32Array.of(1, 0, 0.2, 0.8)]],
  written: "to be\n\nor not",
};

test("a set is written as a list, read again, and refused where it is too small, too large, unknown or double", () => {
  const value = ["rope", "none"];
  assert.equal(writeSetting(racing, value), "rope,none");
  for (const written of ["rope,none", " rope, none ", "rope none"])
    assert.deepEqual(readSetting(racing, written), value);
  assert.equal(settingProblem(racing, value), null);
  assert.equal(settingProblem(racing, encodings.slice(0, 4)), null);
  for (const wrong of [[], encodings.slice(0, 5), ["rope", "rope"], ["rope", "rotary"], "rope", undefined]) {
    const problem = settingProblem(racing, wrong);
    assert.equal(problem?.key, "problem.set", JSON.stringify(wrong));
    assert.match(
      text(problem.key, { name: "Encodings", ...problem.fields }),
      /^Encodings: choose 1 to 4 of rope, learned/,
    );
  }
});

test("the address holds what differs from the first state, and is read back to the same state", () => {
  const state = { ...first, task: "copy", encodings: ["none", "t5_bias"], steps: 1500 };
  const address = addressOf(race.settings, state, first, "https://example.org/en/lab.html?other=1#race");
  assert.equal(address, "https://example.org/en/lab.html?other=1&task=copy&encodings=none,t5_bias&steps=1500#race");
  const read = entriesIn(race.settings, new URL(address).search).map(([setting, entry]) => [
    setting.name,
    readSetting(setting, entry),
  ]);
  assert.deepEqual({ ...first, ...Object.fromEntries(read) }, state);
  assert.equal(addressOf(race.settings, first, first, address), "https://example.org/en/lab.html?other=1#race");
  assert.deepEqual(entriesIn(race.settings, "?elsewhere=1"), []);
});

test("weights of attention are packed to half a step, and every step has a character of its own", () => {
  const weights = Float32Array.from({ length: 1001 }, (_, index) => index / 1000);
  const back = unpacked(JSON.parse(JSON.stringify(packed(weights))));
  assert.ok(weights.every((weight, index) => Math.abs(weight - back[index]) <= 0.5 / attentionSteps + 1e-6));
  assert.equal(new Set(packed(weights)).size, attentionSteps + 1);
  assert.equal(JSON.stringify(packed(weights)).length, 1003, "no character is escaped");
});

test("the first state is recorded: every encoding, to the last step, with maps whose rows sum to one", () => {
  for (const encoding of encodings) {
    const run = recordedLane(first, encoding);
    assert.ok(run, encoding);
    assert.deepEqual([run.points[0].step, run.points[run.points.length - 1].step], [0, first.steps]);
    const length = 32;
    assert.deepEqual([run.maps.length, ...run.maps.map((heads) => heads.length)], [2, 2, 2]);
    for (const map of run.maps.flat()) {
      assert.equal(map.length, length * length);
      for (let row = 0; row < length; ++row) {
        const weights = map.subarray(row * length, (row + 1) * length);
        assert.ok(Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 1) < 0.2, `${encoding}, row ${row}`);
        assert.ok(
          weights.subarray(row + 1).every((weight) => weight === 0),
          "nothing later is looked at",
        );
      }
    }
  }
  assert.equal(recordedLane({ ...first, seed: 1 }, "rope"), undefined);
});

test("the recorded first points are what the engine computes", async () => {
  const task = engine.createTask(first.task, taskOptions(first, ""));
  for (const encoding of encodings) {
    const model = engine.createModel(modelConfig(first, task.config, encoding), { seed: first.seed });
    const { accuracy, loss } = task.evaluate(model, { sequences: 64 });
    const [point] = recordedLane(first, encoding).points;
    assert.ok(Math.abs(point.loss - loss) < 2e-3 && Math.abs(point.accuracy - accuracy) < 5e-3, encoding);
    model.dispose();
  }
  task.dispose();
});

test("a lane of the reader's own takes the place of the recorded one", async () => {
  const live = new Map([[laneName(first, "learned"), mine]]);
  const { state, values } = await at(race, {}, { live });
  const lanes = values.lanes.map(({ encoding, live: own }) => [encoding, own]);
  assert.deepEqual(lanes, [["rope", false], ["learned", true], ["sinusoidal", false], ["alibi", false]]); // prettier-ignore
  assert.match(
    race.sentence(state, values, text),
    /^Recorded with seed 0: .*; learned table has 99\u00a0% right at step 30;/,
  );
  const alone = await at(race, { encodings: ["learned"] }, { live });
  assert.equal(
    race.sentence(alone.state, alone.values, text),
    "Trained here with seed 0: learned table has 99\u00a0% right at step 30.",
  );
  assert.equal(alone.state.chosen, "learned", "the marked lane is one that races");
  const shown = shownTexts(String(race.draw(svg, alone.state, alone.values, text, createView())));
  for (const words of ["99.5 % right, loss 0.200", "99 % right at step 30", "to be ↵ or not"])
    assert.ok(shown.includes(words), words);
  const other = await at(race, { encodings: ["learned"], seed: 5 }, { live });
  assert.equal(race.sentence(other.state, other.values, text), "No encoding has been trained on this set-up yet.");
  assert.ok(shownTexts(String(race.draw(svg, other.state, other.values, text, createView()))).includes("not trained"));
});

test("another text is another race; no other task asks which", () => {
  assert.notEqual(laneName({ ...first, task: "text" }, "rope", 0), laneName({ ...first, task: "text" }, "rope", 1));
  assert.equal(laneName(first, "rope", 0), laneName(first, "rope", 1));
  for (const change of [{ task: "copy" }, { size: "medium" }, { length: 16 }, { steps: 300 }, { seed: 1 }])
    assert.notEqual(laneName({ ...first, ...change }, "rope"), laneName(first, "rope"), JSON.stringify(change));
});

test("every task and size can be trained with every encoding", () => {
  const source = "it was the best of times, it was the worst of times, ".repeat(30);
  for (const task of race.settings[0].choices)
    for (const size of ["small", "medium"])
      for (const length of [8, 32, 64]) {
        const state = race.settle({ ...first, task, size, length });
        const made = engine.createTask(task, taskOptions(state, source));
        for (const encoding of encodings) {
          const model = engine.createModel(modelConfig(state, made.config, encoding));
          const { loss } = model.gradients(made.batch(2));
          assert.ok(loss > 0 && loss < 20, `${task} ${size} ${length} ${encoding}: ${loss}`);
          model.dispose();
        }
        made.dispose();
      }
  assert.equal(race.settle({ ...first, task: "copy", length: 33 }).length, 32, "copies have two halves");
  assert.deepEqual(positionOf("sinusoidal", 64), { kind: "sinusoidal", scale: 1 / 8 });
});

test("a press on a lane marks it, and the arrow keys mark the next", async () => {
  const { state, values } = await at(race);
  for (const wide of [true, false]) {
    const view = createView({ wide });
    const marked = new Set();
    for (let y = 0; y < 1200; y += 20)
      for (let x = 0; x < view.width; x += 20) {
        const found = race.at({ x, y }, state, values, view);
        if (found) marked.add(found.changes.chosen);
      }
    assert.deepEqual([...marked].sort(), [...state.encodings].sort());
    assert.equal(race.at({ x: 20, y: 100 }, state, values, view), null, "the curves are no lane");
  }
  assert.deepEqual(race.keys("ArrowRight", state), { chosen: "learned" });
  assert.deepEqual(race.keys("ArrowLeft", state), { chosen: "rope" });
  assert.deepEqual(race.keys("ArrowRight", { ...state, chosen: "alibi" }), { chosen: "alibi" });
  assert.equal(race.keys("x", state), null);
});

test("99 % counts from the first step that has it", () => {
  assert.equal(stepsTo99(mine), 30);
  assert.equal(stepsTo99({ ...mine, points: [{ step: 10, accuracy: 0.989, loss: 1 }] }), null);
  assert.equal(stepsTo99({ ...mine, points: [] }), null);
});
