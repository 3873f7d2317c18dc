// The figure of RoPE's scalings: the engine's frequencies against every method's formula, as its paper writes it.
import assert from "node:assert/strict";
import test from "node:test";

import { createView } from "../../web/figures/picture.js";
import * as figure from "../../web/figures/rope-scaling.js";
import { isControlled } from "../../web/figures/settings.js";
import { assertRejects, at, drawingAt, sentenceAt, shownTexts, textOf } from "./figures-support.js";

const near = (got, wanted, tolerance = 1e-9) =>
  assert.ok(Math.abs(got / wanted - 1) <= tolerance, `${got} is not ${wanted}`);
const llama = { head_dim: 128, base: 500000, trained: 8192, length: 65536, factor: 8 };
const tiny = { head_dim: 16, base: 10000, trained: 64, length: 256, factor: 4 };

/** How many times longer the wavelength of a pair becomes, per scaling; `turns` within the trained context. */
const formulas = {
  default: () => 1,
  linear: ({ factor }) => factor,
  ntk: ({ factor, head_dim }, pair) => factor ** ((2 * pair) / (head_dim - 2)),
  dynamic: ({ factor, head_dim, length, trained }, pair) =>
    ((factor * length) / trained - factor + 1) ** ((2 * pair) / (head_dim - 2)),
  llama3: ({ factor }, pair, turns) => {
    const kept = Math.min(1, Math.max(0, (turns - 1) / (4 - 1)));
    return 1 / (kept + (1 - kept) / factor);
  },
};

for (const [scaling, formula] of Object.entries(formulas)) {
  test(`rope-scaling: every wavelength under "${scaling}"`, async () => {
    for (const model of [tiny, llama]) {
      const { values } = await at(figure, { ...model, scaling });
      assert.equal(values.pairs.length, model.head_dim / 2);
      for (const [pair, { before, after, stretch, turns, turnsTrained }] of values.pairs.entries()) {
        const frequency = model.base ** ((-2 * pair) / model.head_dim);
        const wanted = formula(model, pair, (model.trained * frequency) / (2 * Math.PI));
        near(before, frequency);
        near(after, frequency / wanted);
        near(stretch, wanted);
        near(turnsTrained, (model.trained * frequency) / (2 * Math.PI));
        near(turns, (model.length * frequency) / wanted / (2 * Math.PI));
      }
      await assertRejects(() => near(values.pairs[1].stretch, formula(model, 1, 2) * 1.01));
    }
  });
}

test("rope-scaling: YaRN's ramp goes over whole pairs, and scores get its temperature", async () => {
  const { values, state } = await at(figure, { ...tiny, scaling: "yarn" });
  // Four turns within 64 tokens lie between pairs 0 and 1, one turn between 2 and 3: the ramp runs from 0 to 3.
  const shares = [0, 1 / 3, 2 / 3, 1, 1, 1, 1, 1];
  values.pairs.forEach(({ stretch }, pair) => near(stretch, 1 / (1 - shares[pair] + shares[pair] / 4)));
  near(values.temperature, (0.1 * Math.log(4) + 1) ** 2);
  assert.deepEqual(figure.regionsOf(state, values).map(({ region, first, last }) => [region, first, last]), [
    ["kept", 0, 0],
    ["between", 1, 2],
    ["stretched", 3, 7],
  ]); // prettier-ignore
  assert.equal((await at(figure, { ...tiny, scaling: "llama3" })).values.temperature, 1);
  await assertRejects(() => near(values.pairs[1].stretch, 4));
});

test("rope-scaling: angles are new where a pair never came round in training and now turns further", async () => {
  const unseen = async (changes) => (await at(figure, { ...tiny, ...changes })).values.unseen;
  // Wavelengths 6.3, 20, 63, 199, 628, …: five pairs need more than 64 tokens for a turn.
  assert.equal(await unseen({ scaling: "default" }), 5);
  assert.equal(await unseen({ scaling: "default", length: 64 }), 0);
  assert.equal(await unseen({ scaling: "linear" }), 0);
  assert.equal(await unseen({ scaling: "linear", length: 257 }), 5);
  // Under NTK only the slowest pair is stretched by the whole factor; twice the factor leaves two with new angles.
  assert.equal(await unseen({ scaling: "ntk" }), 4);
  assert.equal(await unseen({ scaling: "ntk", factor: 8 }), 2);
  assert.equal(await unseen({ scaling: "yarn" }), 0);
  assert.equal(await unseen({ scaling: "dynamic", length: 64 }), 0);
});

test("rope-scaling: sentences name the scaling, its reach and its price", async () => {
  assert.equal(
    await sentenceAt(figure, { scaling: "default" }),
    "As trained: in a text of 256 tokens 5 of 8 pairs reach angles that training on 64 never showed.",
  );
  assert.match(
    await sentenceAt(figure, { scaling: "linear" }),
    /^With interpolation by 4, .* 0 of 8 .* turns 0\.250 rad/,
  );
  assert.match(await sentenceAt(figure), /^With NTK by 4, .* 4 of 8 pairs .* turns 1\.00 radians a token/);
  assert.match(await sentenceAt(figure, { scaling: "yarn" }), /^With YaRN by 4, .* Scores are multiplied by 1\.296\.$/);
});

test("rope-scaling: the chosen pair in numbers, under every scaling", async () => {
  const said = async (changes) => shownTexts(await drawingAt(figure, { ...tiny, ...changes })).join(" ");
  assert.match(await said({ scaling: "ntk" }), /λ of pair 4 = 628\.3 · 2\.21 = 1,387 positions/);
  assert.match(await said({ scaling: "ntk" }), /base grows from 10,000 to 48,761: the slowest pair stretches by 4,/);
  assert.match(await said({ scaling: "linear", pair: 7 }), /λ of pair 7 = 19,869 · 4\.00 = 79,477 positions/);
  assert.match(await said({ scaling: "dynamic" }), /slowest pair stretches by 13\.0\./);
  assert.match(await said({ scaling: "yarn", pair: 1 }), /Of its frequency 33 % is divided by 4, the rest is kept\./);
  assert.match(await said({ scaling: "yarn", pair: 0 }), /This pair is kept\. All scores are multiplied by 1\.296\./);
  assert.match(await said({ scaling: "llama3", pair: 5 }), /Its frequency is divided by 4\./);
  assert.match(await said({ scaling: "default", pair: 1 }), /It came round in training/);
});

test("rope-scaling: one factor means no change, whatever the scaling", async () => {
  for (const scaling of ["linear", "ntk", "yarn", "llama3"]) {
    const { values } = await at(figure, { ...tiny, scaling, factor: 1 });
    values.pairs.forEach(({ stretch }) => near(stretch, 1));
    await drawingAt(figure, { ...tiny, scaling, factor: 1 });
  }
});

test("rope-scaling: controls that mean nothing beside a scaling are not there", () => {
  const controlled = (scaling) =>
    figure.settings.filter((setting) => isControlled(setting, { scaling })).map(({ name }) => name);
  assert.deepEqual(controlled("default"), ["scaling", "length", "trained", "head_dim"]);
  assert.deepEqual(controlled("ntk"), ["scaling", "factor", "length", "trained", "head_dim"]);
  assert.deepEqual(controlled("yarn"), ["scaling", "factor", "fast", "slow", "length", "trained", "head_dim"]);
});

test("rope-scaling: lines are dragged by factors and stepped by eighths of a doubling, pairs chosen", async () => {
  const { state, values } = await at(figure);
  const view = createView();
  const moved = figure.drag("factor", { x: 650, y: 360 }, { x: 650, y: 340 }, state, values, view).factor;
  assert.ok(moved > 4);
  const further = figure.drag(
    "factor",
    { x: 650, y: 340 },
    { x: 650, y: 320 },
    { ...state, factor: moved },
    values,
    view,
  );
  near(further.factor / moved, moved / 4);
  assert.ok(figure.drag("length", { x: 650, y: 150 }, { x: 650, y: 170 }, state, values, view).length < 256);
  assert.deepEqual(figure.keys("ArrowUp", state, values, "factor", true), { factor: 8 });
  near(figure.keys("ArrowLeft", state, values, "length", false).length, 256 * 2 ** (-1 / 8));
  assert.deepEqual(figure.keys("End", state, values, null, false), { pair: 7 });
  assert.deepEqual(figure.keys("ArrowLeft", { ...state, pair: 0 }, values, null, false), { pair: 0 });
  assert.equal(figure.keys("Enter", state, values, null, false), null);
  const [x, y] = [52 + (596 * 2.5) / 8, 150];
  assert.deepEqual(figure.at({ x, y }, state, values, view)?.changes, { pair: 2 });
  assert.equal(figure.at({ x: 20, y }, state, values, view), null);
});

test("rope-scaling: the slow end of the band stays below the fast one, and a head stays even", () => {
  const settled = figure.settle({ ...tiny, scaling: "yarn", fast: 2, slow: 8, head_dim: 15, pair: 40 });
  assert.ok(settled.slow < settled.fast);
  assert.equal(settled.head_dim, 16);
  assert.equal(settled.pair, 7);
  assert.ok(textOf(figure)("settings.fast").length > 0);
});
