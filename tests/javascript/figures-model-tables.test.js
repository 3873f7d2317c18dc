// The figures of the learned table that look into a model: the sum of two rows, and the edge of the table.
import assert from "node:assert/strict";
import test from "node:test";

import { svg } from "../../web/figures/markup.js";
import { createView } from "../../web/figures/picture.js";
import * as edge from "../../web/figures/table-edge.js";
import { tinyConfig, tinyModel } from "../../web/figures/tiny-model.js";
import * as sum from "../../web/figures/token-plus-position.js";
import {
  assertRejects,
  assertWellFormed,
  at,
  drawingAt,
  engine,
  sentenceAt,
  shownTexts,
  textOf,
} from "./figures-support.js";

test("token-plus-position: what is drawn are the model's own rows, their sum and its stream", async () => {
  const model = await tinyModel(engine);
  const [wte, wpe] = [model.readParameter("wte.weight").data, model.readParameter("wpe.weight").data];
  for (const [token, slot] of [
    [1, 3],
    [0, 0],
    [11, 31],
  ]) {
    // prettier-ignore
    const { values } = await at(sum, { token, slot });
    const check = (index) => {
      const expected = Array.from({ length: 16 }, (_, column) => wte[token * 16 + column] + wpe[index * 16 + column]);
      const stream = model.run([token], { positions: [slot], capture: ["hidden_states"] }).hidden_states[0].data;
      assert.ok(engine.allclose(values.sum, expected).passed && engine.allclose(values.stream, stream).passed);
      assert.ok(engine.allclose(stream, expected).passed);
    };
    check(slot);
    assert.ok(values.check.passed);
    await assertRejects(() => check(slot === 31 ? 30 : slot + 1));
  }
});

test("token-plus-position: another word changes only the first row, another slot only the second", async () => {
  const { values: first } = await at(sum, { token: 1, slot: 3 });
  const { values: word } = await at(sum, { token: 6, slot: 3 });
  const { values: slot } = await at(sum, { token: 1, slot: 4 });
  assert.deepEqual(word.position, first.position);
  assert.notDeepEqual(word.content, first.content);
  assert.deepEqual(slot.content, first.content);
  assert.notDeepEqual(slot.position, first.position);
});

test("token-plus-position: sentence and formula", async () => {
  const { values } = await at(sum);
  const sentence = await sentenceAt(sum);
  assert.equal(
    sentence,
    "“cat” in slot 3: in all 16 columns the model’s own stream equals the sum; the largest difference is 0.",
  );
  const shown = shownTexts(await drawingAt(sum, { column: 2 })).map((words) => words.replaceAll("\u2212", "-"));
  const [a, b, c] = [values.content[2], values.position[2], values.sum[2]].map((value) => value.toFixed(3));
  assert.ok(shown.includes(`${a} ${b < 0 ? "-" : "+"} ${b.replace("-", "")} = ${c}`), shown.join("\n"));
  assert.equal(shown.filter((words) => words === c).length >= 2, true);
});

test("token-plus-position: words, slots and columns are where they are drawn, keys stay inside the rows", async () => {
  const { state, values } = await at(sum);
  const view = createView();
  assert.deepEqual(sum.at({ x: 620, y: 40 }, state, values, view).changes, { token: 10 });
  assert.deepEqual(sum.at({ x: 10, y: 40 }, state, values, createView({ wide: false })).changes, { token: 0 });
  assert.deepEqual(sum.at({ x: 679, y: 120 }, state, values, view).changes, { slot: 31 });
  assert.deepEqual(sum.at({ x: 670, y: 300 }, state, values, view).changes, { column: 5 });
  assert.deepEqual(sum.keys("ArrowRight", { ...state, column: 5 }, values, null, false), { column: 6, start: 1 });
  assert.deepEqual(sum.keys("ArrowLeft", state, values, null, false), { column: 0, start: 0 });
  assert.deepEqual(sum.keys("ArrowRight", state, values, "slot", false), { slot: 4 });
  // A word for every token, each in its place, and none besides.
  const text = textOf(sum);
  const words = Array.from({ length: tinyConfig.vocab_size }, (_, token) => text(`words.${token}`));
  assert.deepEqual(shownTexts(await drawingAt(sum)).slice(1, 1 + words.length), words);
  assert.throws(() => text(`words.${words.length}`), /no message/);
});

test("token-plus-position: a stream that differs is said to, in the drawing and in the sentence", async () => {
  const { state, values } = await at(sum);
  const differing = { ...values, check: { passed: false, max_abs_error: 0.25 } };
  for (const wide of [true, false]) {
    const shown = (/** @type {any} */ each) =>
      shownTexts(String(sum.draw(svg, state, each, textOf(sum), createView({ wide }))));
    assert.ok(shown(differing).includes("the stream differs by 0.250"));
    await assertRejects(() => assert.ok(shown(values).includes("the stream differs by 0.250")));
  }
  assert.match(
    sum.sentence(state, differing, textOf(sum)),
    /^“cat” in slot 3: the model’s own stream differs .* 0\.250/,
  );
});

test("table-edge: the engine itself refuses the position after the last, and takes the last", async () => {
  const refused = await at(edge);
  assert.equal(refused.values.read, null);
  assert.match(refused.values.refusal, /1024/);
  assert.match(
    await sentenceAt(edge),
    /^1,024 rows end at position 1,023\. Asked for position 1,024, the engine says: “/,
  );
  const last = await at(edge, { asked: 1023 });
  assert.equal(last.values.refusal, null);
  assert.equal(last.values.read, 1023);
  assert.equal(await sentenceAt(edge, { asked: 1023 }), "Position 1,023 has a row: the table runs from 0 to 1,023.");
  await assertRejects(async () => assert.equal((await at(edge, { asked: 1023 })).values.read, null));
});

test("table-edge: what buggy loaders read", async () => {
  assert.equal((await at(edge, { program: "wrap" })).values.read, 0);
  assert.equal((await at(edge, { program: "wrap", asked: 2500 })).values.read, 2500 - 2048);
  assert.equal((await at(edge, { program: "clamp", asked: 2500 })).values.read, 1023);
  assert.equal((await at(edge, { program: "clamp", asked: 5 })).values.read, 5);
  assert.match(
    await sentenceAt(edge, { program: "wrap", asked: 1030 }),
    /^1,030 modulo 1,024 is 6: this loader takes row 6/,
  );
  assert.match(await sentenceAt(edge, { program: "clamp" }), /^This loader takes row 1,023 for position 1,024/);
});

test("table-edge: rows drawn are rows of the table, slots past it are empty, and small tables work", async () => {
  for (const changes of [
    {},
    { n_positions: 8, asked: 8 },
    { n_positions: 8, asked: 4096, program: "wrap" },
    { asked: 0 },
    { asked: 500 },
  ]) {
    const { state, values } = await at(edge, changes);
    for (const { index, row } of values.lines) assert.equal(row === null, index >= state.n_positions);
    for (const wide of [true, false]) assertWellFormed(await drawingAt(edge, changes, { wide }));
  }
});
