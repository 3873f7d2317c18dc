// The figure 'mask-leak' and its training: where rows look, the rows a model names, and what is drawn of a run under way.
import assert from "node:assert/strict";
import test from "node:test";

import { expectedIndex } from "../../web/elements/own-index.js";
import { svg } from "../../web/figures/markup.js";
import * as figure from "../../web/figures/mask-leak.js";
import { rows, setUp } from "../../web/figures/mask-leak-set-up.js";
import { createView } from "../../web/figures/picture.js";
import { assertInside, assertRejects, assertWellFormed, at, drawingAt, shownTexts, textOf } from "./figures-support.js";

const near = (got, wanted, tolerance = 1e-6) =>
  assert.ok(Math.abs(got - wanted) <= tolerance, `${got} is not ${wanted}`);
const text = textOf(figure);

/** A run after twenty steps: every row is taken for row `said(row)`. */
function runThatSays(said) {
  const list = Array.from({ length: rows }, (_, row) => row);
  return {
    step: 20,
    total: 400,
    curve: [
      { step: 0, loss: 2.8, accuracy: 0.06 },
      { step: 20, loss: 2, accuracy: 0.25 },
    ],
    accuracy: 0.25,
    accuracy_by_row: list.map((row) => row / rows),
    mean: list.map(said),
    spread: list.map(() => 0.5),
  };
}

test("with the mask row r looks at r + 1 rows, each alike; without it at all of them", async () => {
  for (const mask of [true, false]) {
    const { values } = await at(figure, { mask });
    values.attention.forEach((shares, row) => {
      const seen = mask ? row + 1 : rows;
      shares.forEach((share, to) => near(share, to < seen ? 1 / seen : 0));
    });
  }
  const { values } = await at(figure, { mask: true });
  await assertRejects(() => near(values.attention[5][0], 1 / 5));
});

test("the sentence counts the rows seen: six at row 5, one at row 0, all without the mask", async () => {
  const said = async (changes) => {
    const { state, values } = await at(figure, changes);
    return figure.sentence(state, values, text);
  };
  assert.match(await said({ row: 5 }), /^Row 5 sees 6 rows and gives each 0\.167 of its look\. Recorded with seed 0/);
  assert.match(await said({ row: 0 }), /^Row 0 sees itself alone\. /);
  assert.match(await said({ row: 5, mask: false }), /^Without the mask every row sees 16 rows and gives each 0\.063 /);
});

test("what this page trained is shown in place of the recording, for its own settings and seed only", async () => {
  const state = { mask: true, begin: false, tokens: "equal", seed: 7, row: 3 };
  const live = new Map([[figure.subject(state), runThatSays((row) => row / 2)]]);
  const trained = await at(figure, state, { live });
  assert.equal(trained.values.live, true);
  assert.match(
    figure.sentence(trained.state, trained.values, text),
    /Trained here with seed 7: after 20 steps the model names 25\.0\s% of the rows right; guessing gives 6\.3\s%\. Of row 3 it says 1\.5\.$/,
  );
  for (const other of [{ seed: 8 }, { begin: true }, { tokens: "random" }, { mask: false }]) {
    assert.equal((await at(figure, { ...state, ...other }, { live })).values.live, false, JSON.stringify(other));
  }
});

test("a run under way is drawn whole at both widths, whatever it says", async () => {
  const state = { mask: true, begin: true, tokens: "random", seed: 1, row: 15 };
  for (const said of [(row) => row, () => 7.5, () => 0, () => 15]) {
    const live = new Map([[figure.subject(state), runThatSays(said)]]);
    const { values } = await at(figure, state, { live });
    for (const wide of [true, false]) {
      const drawing = String(figure.draw(svg, state, values, text, createView({ wide })));
      assertWellFormed(drawing);
      assertInside(drawing);
    }
    const { rows: lines } = figure.alternative(state, values, text);
    assert.deepEqual(lines[15].slice(0, 2), ["15", "16"]);
  }
});

test("dots lie on the diagonal exactly where the model names the row it is asked for", async () => {
  const state = { mask: true, begin: true, tokens: "random", seed: 1, row: 0 };
  const dots = async (said) => {
    const { values } = await at(figure, state, { live: new Map([[figure.subject(state), runThatSays(said)]]) });
    const drawing = String(figure.draw(svg, state, values, text, createView()));
    const found = [...drawing.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="[57]"/g)].map(([, x, y]) => [+x, +y]);
    return found.slice(0, rows);
  };
  const right = await dots((row) => row);
  const [[x0, y0], [x1, y1]] = [right[0], right[15]];
  right.forEach(([x, y], row) => {
    near(x, x0 + ((x1 - x0) * row) / 15, 0.02);
    near(y, y0 + ((y1 - y0) * row) / 15, 0.02);
  });
  const level = await dots(() => 7.5);
  assert.equal(new Set(level.map(([, y]) => y)).size, 1);
});

test("rows are chosen in the triangle, in the plot, by dragging and by keys", async () => {
  const { state, values } = await at(figure);
  const view = createView();
  assert.deepEqual(figure.at({ x: 40, y: 44 + 14 * 9 + 3 }, state, values, view).changes, { row: 9 });
  assert.deepEqual(figure.at({ x: 668, y: 100 }, state, values, view).changes, { row: 15 });
  assert.equal(figure.at({ x: 290, y: 20 }, state, values, view), null);
  near(figure.drag("row", { x: 400, y: 50 }, { x: 400 + 2 * (344 / 16), y: 50 }, state, values, view).row, 7, 1e-9);
  assert.deepEqual(figure.keys("ArrowRight", state, values, "row", false), { row: 6 });
  assert.deepEqual(figure.keys("ArrowLeft", state, values, "row", true), { row: 0 });
  assert.equal(figure.keys("ArrowLeft", state, values, null, false), null);
});

test("the eight set-ups have eight recordings", async () => {
  const names = new Set();
  for (const mask of [true, false])
    for (const begin of [true, false])
      for (const tokens of ["random", "equal"]) {
        const { values } = await at(figure, { mask, begin, tokens });
        assert.equal(values.result.mean.length, rows);
        assert.equal(values.result.step, values.result.total);
        names.add(setUp({ mask, begin, tokens }));
      }
  assert.equal(names.size, 8);
});

test("the expected index is that of the softmax", () => {
  near(expectedIndex([0, 0, 0, 0]), 1.5);
  near(expectedIndex([Math.log(1), Math.log(2), Math.log(5)]), (2 + 10) / 8);
  near(expectedIndex(Float32Array.of(0, 0, 900)), 2);
  near(expectedIndex([-1000, -1000]), 0.5);
});

test("the drawing says what the chosen row sees", async () => {
  assert.ok(shownTexts(await drawingAt(figure, { row: 3 })).includes("row 3 sees 4: 0.250 each"));
  assert.ok(shownTexts(await drawingAt(figure, { row: 3, mask: false })).includes("row 3 sees 16: 0.063 each"));
});
