// The figures of the lesson on RoPE: values, sentences and handling, against the lesson's numbers and against formulas in double.
import assert from "node:assert/strict";
import test from "node:test";

import { createView } from "../../web/figures/picture.js";
import * as clocks from "../../web/figures/rope-clocks.js";
import * as layouts from "../../web/figures/rope-layouts.js";
import * as offsets from "../../web/figures/score-by-offset.js";
import * as wavelengths from "../../web/figures/wavelengths.js";
import { assertRejects, at, drawingAt, engine, sentenceAt, shownTexts } from "./figures-support.js";

const near = (got, wanted, tolerance = 1e-6) =>
  assert.ok(Math.abs(got - wanted) <= tolerance, `${got} is not ${wanted}`);
const query = [1, 0.5, -0.3, 0.8];
const key = [0.2, -0.6, 0.9, 0.4];

/** The score by complex numbers: each pair of the query times the conjugate of the key's, turned by offset · frequency. */
function score(offset, pairs) {
  return pairs.reduce((sum, [first, second], pair) => {
    const angle = offset * 10000 ** ((-2 * pair) / 4);
    const real = query[first] * key[first] + query[second] * key[second];
    const imaginary = query[second] * key[first] - query[first] * key[second];
    return sum + real * Math.cos(angle) - imaginary * Math.sin(angle);
  }, 0);
}
const interleaved = [[0, 1], [2, 3]]; // prettier-ignore
const half = [[0, 2], [1, 3]]; // prettier-ignore

test("rope-clocks: the lesson's scores in the sentence", async () => {
  assert.match(
    await sentenceAt(clocks),
    /^score\(5, 2\) = 0\.025; shifting both by 100 changes it by [1-9]\u00a0×\u00a010⁻[⁸⁹]\.$/,
  );
  assert.match(await sentenceAt(clocks, { m: 3, n: 0, shift: 0 }), /^score\(3, 0\) = 0\.025\. /);
  assert.match(await sentenceAt(clocks, { m: 2, n: 5 }), /^score\(2, 5\) = 0\.273; /);
  assert.match(await sentenceAt(clocks, { layout: "half" }), /^score\(5, 2\) = 0\.245; /);
  assert.match(await sentenceAt(clocks, { m: 0, n: 0, shift: 0 }), /^score\(0, 0\) = \u22120\.050\. /);
});

test("rope-clocks: scores hold at every shift, and the drawing's parts add up to them", async () => {
  for (const [layout, pairs] of Object.entries({ interleaved, half })) {
    const { values } = await at(clocks, { layout, m: 7.5, n: 3 });
    values.scores.forEach((each) => near(each, score(4.5, pairs)));
    near(values.pairs[0].part + values.pairs[1].part, score(4.5, pairs));
    near(values.norm, Math.hypot(...query));
    assert.equal(values.largest, Math.max(...values.scores.map((each) => Math.abs(each - values.scores[0]))));
  }
  await assertRejects(async () => near((await at(clocks, { m: 2, n: 5 })).values.scores[0], score(3, interleaved)));
});

test("rope-clocks: what the chosen pair adds, from lengths and angle", async () => {
  const { values } = await at(clocks, { m: 4, n: 0 });
  const shown = shownTexts(await drawingAt(clocks, { m: 4, n: 0, pair: 0 }));
  const line = shown.find((words) => words.startsWith("pair 0: |q| |k| cos α")).replaceAll("\u2212", "-");
  const [q, k, angle, part] = line.match(/-?\d\.\d{3}/g).map(Number);
  near(q, Math.hypot(1, 0.5), 6e-4);
  near(k, Math.hypot(0.2, 0.6), 6e-4);
  near(part, q * k * Math.cos(angle), 2e-3);
  near(part, values.pairs[0].part, 6e-4);
  await assertRejects(() => near(part, q * k * Math.sin(angle), 2e-3));
});

test("rope-clocks: query only rotated would move with the shift", async () => {
  const turn = (position) =>
    engine.rotate({ vectors: query, positions: [position], head_dim: 4, layout: "interleaved" }).data;
  const twin = (shift) => turn(5 + shift).reduce((sum, value, entry) => sum + value * key[entry], 0);
  await assertRejects(() => near(twin(0), twin(100), 1e-3));
});

test("rope-clocks: hands drag positions, the dot drags the shift, keys do the same", async () => {
  const { state, values } = await at(clocks);
  const view = createView();
  const [x, y] = [130, 138];
  const from = { x: x + 60, y };
  near(clocks.drag("m-0", from, { x, y: y - 60 }, state, values, view).m, 5 + Math.PI / 2, 1e-9);
  near(clocks.drag("n-0", from, { x, y: y + 60 }, state, values, view).n, 2 - Math.PI / 2, 1e-9);
  near(
    clocks.drag("n-1", { x: x + 320, y }, { x: x + 260, y: y - 60 }, state, values, view).n,
    2 + (Math.PI / 2) * 100,
    1e-6,
  );
  assert.ok(clocks.drag("shift", { x: 100, y: 400 }, { x: 162, y: 400 }, state, values, view).shift > 190);
  assert.deepEqual(clocks.keys("ArrowRight", state, values, "m-1", false), { m: 6 });
  assert.deepEqual(clocks.keys("ArrowDown", state, values, "n-0", true), { n: -8 });
  assert.deepEqual(clocks.keys("ArrowLeft", state, values, "shift", false), { shift: 90 });
  assert.equal(clocks.keys("ArrowLeft", state, values, null, false), null);
});

test("rope-clocks: the drawing shows positions with the shift, parts and sum", async () => {
  const shown = shownTexts(await drawingAt(clocks, { m: 2, n: 5, shift: 7 }));
  for (const words of ["query at 9", "key at 12", "score(9, 12) =", "= 0.273", "length of the query: 1.407"]) {
    assert.ok(shown.includes(words), `${words} in\n${shown.join("\n")}`);
  }
});

test("score-by-offset: the curve is the sum of its pairs, in both layouts and wherever the key stands", async () => {
  for (const [layout, pairs] of Object.entries({ interleaved, half })) {
    for (const n of [64, 1000]) {
      const { values } = await at(offsets, { layout, n });
      values.scores.forEach((each, index) => near(each, score(offsets.offsets[index], pairs), 2e-6));
      values.parts.forEach((parts, index) => near(parts[0] + parts[1], values.scores[index], 1e-12));
      assert.ok(values.moved < 2e-6);
    }
  }
  const { values } = await at(offsets);
  await assertRejects(() =>
    values.scores.forEach((each, index) => near(each, score(-offsets.offsets[index], interleaved))),
  );
});

test("score-by-offset: sentences and formula", async () => {
  assert.equal(await sentenceAt(offsets), "With the query 3 positions after the key the score is 0.025.");
  const moved = await sentenceAt(offsets, { n: 100, offset: -3 });
  assert.match(
    moved,
    /query 3 positions before the key, at \(97, 100\), the score is 0\.273\. Moving the key from position 64 to 100/,
  );
  for (const [offset, where] of /** @type {const} */ ([
    [-59, "59 positions before the key"],
    [-1, "one position before the key"],
    [0, "at the key’s own position"],
    [1, "one position after the key"],
  ]))
    assert.ok((await sentenceAt(offsets, { offset })).startsWith(`With the query ${where} the score is `), where);
  assert.ok(shownTexts(await drawingAt(offsets)).includes("score(67, 64) = 0.000 + 0.025 = 0.025"));
  const { values } = await at(offsets, { vectors: "ones" });
  near(values.scores[offsets.indexOf(0)], 64);
  assert.equal(values.parts[0].length, 32);
});

test("wavelengths: the lesson's counts, and frequencies that are the engine's", async () => {
  assert.equal(
    await sentenceAt(wavelengths),
    "18 of 64 pairs have a wavelength longer than 4,096 tokens. The slowest needs 54,410 positions for a full turn.",
  );
  assert.match(await sentenceAt(wavelengths, { head_dim: 64, context: 2048 }), /of 32 pairs .* needs 47,117 positions/);
  const { values } = await at(wavelengths, { head_dim: 64 });
  values.wavelengths.forEach((each, pair) => near(each / (2 * Math.PI * 10000 ** ((2 * pair) / 64)), 1, 1e-12));
  near(values.wavelengths[0], 2 * Math.PI, 1e-12);
  await assertRejects(async () => assert.match(await sentenceAt(wavelengths, { base: 500000 }), /^18 of 64/));
});

test("wavelengths: the line of the context moves by factors, pairs by steps", async () => {
  const { state, values } = await at(wavelengths);
  const view = createView();
  const up = wavelengths.drag("context", { x: 300, y: 200 }, { x: 300, y: 180 }, state, values, view).context;
  const further = wavelengths.drag(
    "context",
    { x: 300, y: 180 },
    { x: 300, y: 160 },
    { ...state, context: up },
    values,
    view,
  ).context;
  near(further / up, up / state.context, 1e-9);
  assert.ok(up > state.context);
  assert.deepEqual(wavelengths.keys("ArrowRight", state, values, null, false), { pair: 47 });
  assert.deepEqual(wavelengths.keys("End", state, values, null, false), { pair: 63 });
  assert.equal(wavelengths.keys("ArrowUp", state, values, "context", true).context, 8192);
});

test("rope-layouts: the lesson's vector in both layouts, one the other rearranged", async () => {
  const right = { interleaved: [-1.061, -0.354, -0.324, 0.791], half: [-0.948, 0.476, 0.438, 0.815] };
  for (const [layout, wanted] of Object.entries(right)) {
    const { values } = await at(layouts, { layout });
    values.turned.forEach((value, entry) => near(value, wanted[entry], 5e-4));
    assert.ok(values.agreement.passed);
    assert.deepEqual(values.order, [0, 2, 1, 3]);
    near(values.turnedNorm, values.norm);
    near(values.scores[0], values.scores[1]);
  }
});

test("rope-layouts: mixed, the length and the score break by the lesson's amounts", async () => {
  const wanted = { interleaved: 1.437, half: 1.416 };
  for (const [layout, norm] of Object.entries(wanted)) {
    const { values } = await at(layouts, { layout, mix: true });
    near(values.turnedNorm, norm, 5e-4);
    assert.ok(Math.abs(values.scores[0] - values.scores[1]) > 0.1);
    assert.ok(!values.agreement.passed);
    assert.match(await sentenceAt(layouts, { layout, mix: true }), new RegExp(`becomes ${norm} instead of 1.407`));
    const texts = shownTexts(await drawingAt(layouts, { layout, mix: true }));
    assert.equal(texts.filter((words) => words === "broken").length, 3);
  }
  const unmixed = shownTexts(await drawingAt(layouts));
  assert.equal(unmixed.filter((words) => words === "kept").length, 3);
});

test("rope-layouts: the mistake with the right table is no mistake", async () => {
  const turns = [3, 0.03].map((angle) => ({ cosine: Math.cos(angle), sine: Math.sin(angle) }));
  for (const layout of ["interleaved", "half"]) {
    const { data } = engine.rotate({ vectors: query, positions: [3], head_dim: 4, layout });
    layouts.turnWithTable(query, turns, layout, layout).forEach((value, entry) => near(value, data[entry]));
    const other = layout === "half" ? "interleaved" : "half";
    const mixed = layouts.turnWithTable(query, turns, layout, other);
    await assertRejects(() => mixed.forEach((value, entry) => near(value, data[entry])));
  }
});
