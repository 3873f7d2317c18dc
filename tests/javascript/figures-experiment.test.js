// The figure 'experiment': what a run comes down to, which runs are shown, and drawings of every experiment.
import assert from "node:assert/strict";
import test from "node:test";

import * as figure from "../../web/figures/experiment.js";
import { measuresOf, outcome, outcomeWords, settledWords } from "../../web/figures/experiment-outcome.js";
import { experimentIds, recordings } from "../../web/figures/experiment-recordings.js";
import { markCount, markPlaces } from "../../web/figures/marks.js";
import { svg } from "../../web/figures/markup.js";
import { createView, round } from "../../web/figures/picture.js";
import { assertInside, assertRejects, assertWellFormed, at, drawingAt, shownTexts, textOf } from "./figures-support.js";

const text = textOf(figure);
const curve = [
  { step: 10, loss: 2.7, accuracy: 0.1 },
  { step: 50, loss: 0.2, accuracy: 0.992 },
];
const run = (measures, accuracy_by_position = []) => ({ measures, curve, accuracy_by_position });

test("a position fails where less than half of its answers are right; the first one counts", () => {
  assert.equal(measuresOf(run({}, [null, 0.5, 0.49, 0.9])).first_failing, 2);
  assert.equal(measuresOf(run({}, [null, null, 0.5, 1])).first_failing, null);
  assert.deepEqual(measuresOf(run({ steps_to_99: NaN, accuracy: 0.3 })), { steps_to_99: null, accuracy: 0.3 });
});

test("each experiment comes down to its own measure, and says so where it is not there yet", () => {
  const said = (id, each) => outcomeWords(outcome(id, each), text);
  assert.equal(said("A1", run({ steps_to_99: 1250 })), "1,250 steps");
  assert.equal(said("A1", run({ steps_to_99: null })), "0.992 after 50 steps");
  assert.equal(said("B", run({})), "0.992 after 50 steps");
  assert.equal(said("A2", run({ accuracy: 0.8, accuracy_inside: 0.09, accuracy_outside: 1 })), "0.090");
  assert.equal(said("A2", run({})), "step 50: 0.992");
  assert.equal(said("A3", run({}, [1, 1, 0.2])), "position 2");
  assert.equal(said("A3", run({}, [1, 1, 1])), "none");
  assert.equal(said("C", run({ accuracy: 0.986 })), "0.986");
});

test("over several seeds: mean and spread, or in how many runs it came about", () => {
  const recorded = (measures) => ({ runs: 3, first: run({}), measures });
  const steps = (mean, reached) => ({
    steps_to_99: { mean, spread: 5.4, reached },
    accuracy: { mean: 0.33, spread: 0.01, reached: 3 },
  });
  assert.equal(settledWords("A1", recorded(steps(47.3, 3)), text), "47 ± 5 steps");
  assert.equal(settledWords("A1", recorded(steps(47.3, 2)), text), "in 2 of 3 runs");
  assert.equal(settledWords("A1", recorded(steps(null, 0)), text), "0.330 ± 0.010 after 50");
  const failing = (reached) => ({ first_failing: { mean: 17, spread: 0.6, reached } });
  assert.equal(settledWords("A3", recorded(failing(3)), text), "position 17 ± 1");
  assert.equal(settledWords("A3", recorded(failing(1)), text), "fails in 1 of 3");
  assert.equal(settledWords("A3", recorded(failing(0)), text), "none");
});

test("a long bar is as long as the number beside it says: the mean of the recorded runs, or the reader's own", async () => {
  const { t5_bias } = recordings.B.arms;
  const { mean } = t5_bias.measures.accuracy;
  assert.ok(Math.abs(mean - t5_bias.first.measures.accuracy) > 0.05, "the first run would do as well");
  assert.equal(figure.wholeShare(t5_bias, null), mean);
  assert.equal(figure.wholeShare(t5_bias, run({})), 0.992);
  assert.equal(figure.wholeShare(t5_bias, { ...run({}), curve: [] }), 0);
  const { state, values } = await at(figure, { experiment: "B" });
  const drawn = String(figure.draw(svg, state, values, text, createView(960)));
  assert.ok(drawn.includes(`width="${round(258 * mean)}" height="10"`), "no bar of the mean's length");
  assert.match(figure.sentence(state, values, text), /the curves are those of the first\.$/);
  const places = await at(figure, { experiment: "A3" });
  assert.match(figure.sentence(places.state, places.values, text), /bars of the positions are those of the first\.$/);
});

test("the arms that can be chosen are those of the experiment, and an arm of another one is none", async () => {
  for (const experiment of experimentIds) {
    const arms = Object.keys(recordings[experiment].arms);
    const { state } = await at(figure, { experiment });
    const offered = figure.settingsOf(state).find(({ name }) => name === "arm").choices;
    assert.deepEqual(offered, ["every", ...arms]);
    for (const arm of arms) assert.equal((await at(figure, { experiment, arm })).state.arm, arm);
  }
  assert.equal((await at(figure, { experiment: "C", arm: "rope" })).state.arm, "every");
  assert.deepEqual(figure.trainedArms({ experiment: "A2", arm: "rope" }), ["rope"]);
  assert.deepEqual(figure.trainedArms({ experiment: "A2", arm: "every" }), Object.keys(recordings.A2.arms));
});

test("every experiment and arm is drawn whole at both widths, with the names of its arms", async () => {
  for (const experiment of experimentIds) {
    for (const arm of ["every", ...Object.keys(recordings[experiment].arms)]) {
      for (const wide of [true, false]) {
        const drawing = await drawingAt(figure, { experiment, arm }, { wide });
        assertWellFormed(drawing);
        assertInside(drawing);
        const shown = shownTexts(drawing);
        for (const each of Object.keys(recordings[experiment].arms))
          assert.ok(shown.includes(text(`experiment.arm.${each}`)), `${experiment} ${each}`);
      }
    }
  }
});

test("with all arms shown each wears marks of its own, on its curve, at the curve's name and in its row", async () => {
  /** The marks of a drawing by shape, and whether they are hollow. @param {string} drawing */
  const worn = (drawing) => {
    const counts = new Map();
    for (const [all, shape] of drawing.matchAll(/<path class="mark" d="([^"]*)"[^>]*>/g)) {
      const name = `${shape} ${all.includes('stroke-width="1.5"')}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return counts;
  };
  for (const experiment of experimentIds) {
    const arms = Object.keys(recordings[experiment].arms);
    assert.ok(arms.length <= markCount, experiment);
    for (const [wide, besides] of /** @type {const} */ ([
      [true, 2],
      [false, 1],
    ])) {
      const counts = worn(await drawingAt(figure, { experiment }, { wide }));
      assert.equal(counts.size, arms.length, experiment);
      for (const count of counts.values()) assert.ok(count > besides, `${experiment}: a curve without a mark`);
    }
  }
  // Two curves that are the same are told apart all the same.
  const path = [0, 100].map((x) => [x, 50]);
  const places = [0, 1].map((index) => markPlaces(path, { left: 0, right: 100 }, index, 2).map(([x]) => x));
  assert.equal(new Set(places.flat()).size, places.flat().length);
  assert.deepEqual(markPlaces([[0, 9], [3, 5]], { left: 0, right: 100 }, 1, 2), [[3, 5]]); // prettier-ignore
});

test("a run of this page stands beside the recorded ones, whole or just begun", async () => {
  const changes = { experiment: "A2", arm: "learned", seed: 4 };
  const by = Array.from({ length: 32 }, (_, position) => (position < 3 ? NaN : position / 40));
  for (const [live, words] of [
    [run({ accuracy_inside: 0.091 }, by), "Learned table: 0.091"],
    [{ measures: {}, curve: [], accuracy_by_position: [] }, "Learned table: step 0: 0.000"],
  ]) {
    const { state, values } = await at(figure, changes, { live: new Map([["A2 learned 4", live]]) });
    for (const wide of [true, false]) {
      const drawing = String(figure.draw(svg, state, values, text, createView({ wide })));
      assertWellFormed(drawing);
      assertInside(drawing);
    }
    const sentence = figure.sentence(state, values, text);
    assert.equal(sentence, `Trained here with seed 4: ${words}.`);
    const { columns, rows } = figure.alternative(state, values, text);
    assert.ok(rows.every((row) => row.length === columns.length));
    assert.ok(rows.some(([head]) => head.endsWith("here")));
  }
  const other = await at(figure, { ...changes, seed: 5 }, { live: new Map([["A2 learned 4", run({}, by)]]) });
  assert.match(figure.sentence(other.state, other.values, text), /^(?!Trained here)/);
});

test("rows are chosen by pointer and by keys, and the keys end at the first and the last", async () => {
  const { state, values } = await at(figure, { experiment: "A2" });
  const view = createView();
  const arms = Object.keys(recordings.A2.arms);
  arms.forEach((arm, index) => {
    assert.deepEqual(figure.at({ x: 300, y: 276 + 46 * index + 10 }, state, values, view).changes, { arm });
  });
  assert.equal(figure.at({ x: 300, y: 100 }, state, values, view), null);
  assert.deepEqual(figure.keys("ArrowDown", state), { arm: arms[0] });
  assert.deepEqual(figure.keys("ArrowUp", { ...state, arm: arms[0] }), { arm: "every" });
  assert.deepEqual(figure.keys("ArrowDown", { ...state, arm: arms[arms.length - 1] }), { arm: arms[arms.length - 1] });
  assert.equal(figure.keys("Enter", state), null);
  await assertRejects(() => assert.deepEqual(figure.keys("ArrowDown", state), { arm: "every" }));
});
