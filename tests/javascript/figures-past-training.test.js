// The figures that read a text with shipped models: what they say of measurements that were made up, and how they are handled.
import assert from "node:assert/strict";
import test from "node:test";

import { createView } from "../../web/figures/picture.js";
import { apart } from "../../web/figures/loss-by-position-drawing.js";
import * as losses from "../../web/figures/loss-by-position.js";
import { tuningOf } from "../../web/figures/past-training.js";
import { isControlled } from "../../web/figures/settings.js";
import * as table from "../../web/figures/table-perplexity.js";
import { measuredBy } from "./figures-measured.js";
import {
  assertInside,
  assertRejects,
  assertWellFormed,
  at,
  drawingAt,
  sentenceAt,
  shownTexts,
} from "./figures-support.js";

const measured = measuredBy["loss-by-position"];
const tables = measuredBy["table-perplexity"];

test("loss-by-position: the scaled model beside the one as trained, past the trained length and within", async () => {
  assert.equal(
    await sentenceAt(losses),
    "At positions 192 to 207, RoPE with NTK by 4 loses 2.40 nats a letter; as trained it loses 4.00. Within the trained length it is 1.93 against 1.75.",
  );
  assert.equal(
    await sentenceAt(losses, { scaling: "default" }),
    "At positions 192 to 207, in nats a letter: RoPE 4.00, ALiBi 1.83, T5 bias 2.04, no encoding 2.46, sinusoids 3.40, learned table: no row.",
  );
  assert.match(await sentenceAt(losses, { scaling: "default", position: 20 }), /16 to 31, .* learned table: 1\.88\.$/);
  await assertRejects(async () => assert.match(await sentenceAt(losses, { position: 30 }), /4\.00/));
});

test("loss-by-position: until another scaling has been read, the last reading steps back and the sentence waits", async () => {
  assert.equal(await sentenceAt(losses, { factor: 8 }), "Reading the text with NTK by 8 …");
  assert.match(await drawingAt(losses, { factor: 8 }), /opacity="0\.35"/);
  assert.doesNotMatch(await drawingAt(losses), /opacity="0\.35"/);
  const part = { subject: '["ntk",8]', losses: measured.curves.alibi, windows: 12 };
  const soFar = await sentenceAt(losses, { factor: 8 }, { measured, read: part });
  assert.match(
    soFar,
    /^At positions 192 to 207, RoPE with NTK by 8 loses 1\.83 nats a letter so far \(25\u00a0% of the text read\)/,
  );
  const all = await sentenceAt(losses, { factor: 8 }, { measured, read: { ...part, windows: 48 } });
  assert.match(
    all,
    /^At positions 192 to 207, RoPE with NTK by 8 loses 1\.83 nats a letter; as trained it loses 4\.00\./,
  );
  // Back at the first state, what the page brought along is there at once.
  assert.match(await sentenceAt(losses, {}, { measured, read: part }), /NTK by 4 loses 2\.40/);
});

test("loss-by-position: fine-tuned, before and after", async () => {
  const live = (state) => new Map([[tuningOf({ ...state, fast: 4, slow: 1 }), { steps: state.steps, losses: measured.curves.alibi, windows: 48 }]]); // prettier-ignore
  const scaled = { scaling: "ntk", factor: 4, steps: 10 };
  assert.equal(
    await sentenceAt(losses, scaled, { measured, live: live(scaled) }),
    "At positions 192 to 207, RoPE with NTK by 4 loses 2.40 nats a letter without training and 1.83 after 10 steps of fine-tuning.",
  );
  const plain = { scaling: "default", factor: 4, steps: 3 };
  assert.match(
    await sentenceAt(losses, plain, { measured, live: live(plain) }),
    /^At positions 192 to 207, RoPE as trained loses 4\.00 nats a letter, and 1\.83 after 3 steps of fine-tuning on long texts\.$/,
  );
  assert.match(await sentenceAt(losses, { ...scaled, steps: 11 }, { measured, live: live(scaled) }), /; as trained/);
});

test("loss-by-position: names in the order of the losses at the chosen place, and where the table ends", async () => {
  const shown = shownTexts(await drawingAt(losses));
  const names = ["learned table", "RoPE", "sinusoids", "no encoding", "NTK × 4", "T5 bias", "ALiBi"];
  assert.deepEqual(shown.filter((words) => names.includes(words)), names); // prettier-ignore
  const values = ["4.00", "3.40", "2.46", "2.40", "2.04", "1.83"];
  assert.deepEqual(shown.filter((words) => /^\d\.\d\d$/.test(words)), values); // prettier-ignore
  assert.ok(shown.includes("the learned table has no row 64"));
  assert.ok(shown.some((words) => words.startsWith("Read: Small stories, 48 pieces of 256 letters")));
  const early = shownTexts(await drawingAt(losses, { position: 0 }));
  assert.equal(early.filter((words) => words === "1.88").length, 1);
});

test("loss-by-position: every state draws itself well-formed and inside its frame, fine-tuned too", async () => {
  for (const scaling of ["default", "linear", "dynamic", "yarn"]) {
    const state = { scaling, factor: 16, steps: 100, fast: 4, slow: 1 };
    const live = new Map([[tuningOf(state), { steps: 100, losses: measured.curves.alibi, windows: 8 }]]);
    for (const wide of [true, false]) {
      for (const position of [0, 100, 255]) {
        const drawing = await drawingAt(losses, { ...state, position }, { wide }, { measured, live });
        assertWellFormed(drawing);
        assertInside(drawing);
      }
    }
  }
});

test("names are kept apart, in order, and inside", () => {
  const area = { left: 0, right: 0, top: 10, bottom: 100 };
  const places = apart([20, 21, 22, 99, 100], area);
  places.forEach((place, index) => assert.ok(index === 0 || place - places[index - 1] >= 18));
  assert.ok(places.at(-1) <= 100);
  assert.deepEqual(apart([40, 80], area), [40, 80]);
});

test("loss-by-position: the line is dragged along the text and stepped, by blocks with Shift", async () => {
  const { state, values } = await at(losses);
  const view = createView();
  const perUnit = 256 / (680 - 190 - 44);
  const { position } = losses.drag("position", { x: 300, y: 330 }, { x: 340, y: 330 }, state, values, view);
  assert.ok(Math.abs(position - 200 - 40 * perUnit) < 1e-9);
  assert.deepEqual(losses.keys("ArrowLeft", state, values, "position", false), { position: 199 });
  assert.deepEqual(losses.keys("ArrowRight", state, values, "position", true), { position: 216 });
  assert.equal(losses.keys("ArrowRight", state, values, null, false), null);
  assert.deepEqual(losses.at({ x: 44 + 100 / perUnit + 0.1, y: 200 }, state, values, view)?.changes, { position: 100 });
});

test("loss-by-position: only what the scaling uses has a control", () => {
  const controlled = (scaling) =>
    losses.settings.filter((each) => isControlled(each, { scaling })).map(({ name }) => name);
  assert.deepEqual(controlled("default"), ["scaling", "steps"]);
  assert.deepEqual(controlled("linear"), ["scaling", "factor", "steps"]);
  assert.deepEqual(controlled("llama3"), ["scaling", "factor", "fast", "slow", "steps"]);
});

test("table-perplexity: zeroing shows dependence, the other model that it is no need", async () => {
  assert.equal(
    await sentenceAt(table),
    "With its table zeroed the model reads at a perplexity of 20.00 instead of 6.50: it depends on the table. But a model trained without any encoding reaches 8.70.",
  );
  assert.match(await sentenceAt(table, { strength: 1 }), /^With its table the model reads at a perplexity of 6\.50\./);
  assert.match(
    await sentenceAt(table, { strength: 0.5 }),
    /table at 50\u00a0% the model reads at a perplexity of 9\.00 instead/,
  );
  assert.match(
    await sentenceAt(table, { strength: 1, shuffled: true }),
    /another order \(seed 1, strength 100\u00a0%\) .* 30\.00/,
  );
  assert.match(await sentenceAt(table, { strength: 0, shuffled: true, seed: 9 }), /^With its table zeroed/);
  await assertRejects(async () => assert.match(await sentenceAt(table, { strength: 0.5 }), /20\.00 instead/));
});

test("table-perplexity: a state that has not been read waits, and what was read is a point of its curve", async () => {
  const state = { strength: 0.4, shuffled: true, seed: 7 };
  assert.match(await sentenceAt(table, state), /^Reading the text with this table …/);
  const read = { "0.4 shuffled 7": { perplexity: 21, sample: "She was ldk" } };
  assert.match(
    await sentenceAt(table, state, { measured: tables, read }),
    /seed 7, strength 40\u00a0%\) .* 21\.00; zeroed, it is 20\.00/,
  );
  const { values } = await at(table, state, { measured: tables, read });
  assert.deepEqual(values.curves[1], [{ strength: 0, perplexity: 20 }, { strength: 0.4, perplexity: 21 }]); // prettier-ignore
  const shown = shownTexts(await drawingAt(table, state, {}, { measured: tables, read }));
  assert.ok(shown.some((words) => words.includes("“She was ldk”")));
  assert.equal(shown.filter((words) => words.startsWith("shuffled")).length, 0);
});

test("table-perplexity: well-formed in every state, dragged and stepped", async () => {
  for (const wide of [true, false]) {
    for (const changes of [
      {},
      { strength: 1 },
      { strength: 0.5, shuffled: true },
      { strength: 0.3, shuffled: true, seed: 4 },
    ]) {
      const drawing = await drawingAt(table, changes, { wide });
      assertWellFormed(drawing);
      assertInside(drawing);
    }
  }
  const { state, values } = await at(table, { strength: 0.5 });
  const view = createView();
  assert.deepEqual(table.keys("ArrowUp", state, values, "strength", true), { strength: 0.75 });
  assert.ok(
    Math.abs(
      table.drag("strength", { x: 100, y: 0 }, { x: 200, y: 0 }, state, values, view).strength - 0.5 - 100 / 490,
    ) < 1e-9,
  );
  assert.ok(Math.abs(table.at({ x: 40 + 490 / 4, y: 100 }, state, values, view).changes.strength - 0.25) < 1e-9);
});
