// The figure 'position-probe': drawings of what was measured and of what is not there yet, and what the shipped models really show.
import assert from "node:assert/strict";
import test from "node:test";

import { svg } from "../../web/figures/markup.js";
import { createView } from "../../web/figures/picture.js";
import * as figure from "../../web/figures/position-probe.js";
import { assertInside, assertRejects, assertWellFormed, at, engine, shownTexts, textOf } from "./figures-support.js";

const text = textOf(figure);
const rows = 64;
const source = { source: "stories", title: "Small stories" };

/** A probe that reads `said(row)` off every row. */
const probed = (said, r_squared = 0.5) => ({
  r_squared,
  mean_absolute_error: 10.04,
  mean: Array.from({ length: rows }, (_, row) => said(row)),
});

const shown = (state, values, wide = true) =>
  String(figure.draw(svg, state, values, text, createView({ wide, focus: { row: 9 } })));

test("readings far outside the plot end at its edge, and what is not there yet is waited for", async () => {
  for (const probe of [probed((row) => row), probed(() => -90), probed((row) => 5 * row), null]) {
    const measured = { text: source, probes: probe ? { "none 2": probe } : {} };
    const { state, values } = await at(figure, { model: "none", layer: 2 }, { measured });
    for (const wide of [true, false]) {
      const drawing = shown(state, values, wide);
      assertWellFormed(drawing);
      assertInside(drawing);
      assert.equal(shownTexts(drawing).includes("…"), probe === null);
    }
    const { rows: lines } = figure.alternative(state, values, text);
    assert.equal(lines.length, rows);
  }
});

test("the sentence names the model, the place and the numbers", async () => {
  const measured = {
    text: source,
    probes: { "rope 0": probed(() => 31.5, -0.004), "none 3": probed((row) => row, 0.817) },
  };
  const said = async (changes) => {
    const { state, values } = await at(figure, changes, { measured });
    return figure.sentence(state, values, text);
  };
  assert.equal(
    await said({ model: "none", layer: 3 }),
    "Trained without any encoding, reading from Small stories: after block 3 a weighted sum of the hidden state gives the row’s place with R² = 0.82, wrong by 10.0 rows on average.",
  );
  assert.match(await said({ model: "rope", layer: 0 }), /^Trained with RoPE, .* before the first block .* R² = 0\.00,/);
  assert.match(await said({ model: "untrained", layer: 1 }), /reading, and looking after block 1 …$/);
});

test("a row under the pointer says what is read off it", async () => {
  const measured = { text: source, probes: { "none 2": probed((row) => row / 2) } };
  const { state, values } = await at(figure, {}, { measured });
  assert.ok(shownTexts(shown(state, values)).includes("row 9 reads as 4.5"));
  assert.deepEqual(figure.at({ x: 430, y: 100 }, state, values, createView()).focus, { row: 63 });
  assert.equal(figure.at({ x: 20, y: 100 }, state, values, createView()), null);
});

/** Words in no order, in the characters that the models know: nothing in them says where they stand. */
const words =
  "the old house stood upon a hill and nobody had seen it since that long summer ended with her letter".split(" ");
let drawn = 1;
const story = Array.from({ length: 4000 }, () => words[(drawn = (drawn * 16807) % 2147483647) % words.length]).join(
  " ",
);

test("what the lesson says of the shipped models holds", async () => {
  const found = {};
  for (const model of ["none", "untrained", "unmasked", "rope"])
    found[model] = (await figure.probe(engine, story, { model, layer: 2 })).r_squared;
  const claims = ({ none, untrained, unmasked, rope }) => {
    assert.ok(none > 0.5, `trained without encoding: ${none}`);
    assert.ok(none > untrained + 0.1 && untrained > 0.1, `untrained: ${untrained}`);
    assert.ok(Math.abs(unmasked) < 0.1, `without its mask: ${unmasked}`);
    assert.ok(rope < 0.25, `RoPE: ${rope}`);
  };
  claims(found);
  await assertRejects(() => claims({ ...found, unmasked: found.none }));
  await assertRejects(() => claims({ ...found, rope: found.none }));
  assert.equal(engine.liveHandles, 0);
});
