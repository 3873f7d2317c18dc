// The figures of the lesson on the position table: their values and sentences against the paper's formula and the lesson's numbers.
import assert from "node:assert/strict";
import test from "node:test";

import { onFace, turned } from "../../web/figures/clock.js";
import { createView } from "../../web/figures/picture.js";
import * as table from "../../web/figures/position-table.js";
import * as similarity from "../../web/figures/row-similarity.js";
import * as clocks from "../../web/figures/table-clocks.js";
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

/** Vaswani et al., section 3.5, in double precision. */
const paper = (position, column, width, base = 10000) => {
  const angle = position / base ** ((2 * (column >> 1)) / width);
  return column % 2 ? Math.cos(angle) : Math.sin(angle);
};

const near = (got, wanted, tolerance = 1e-6) =>
  assert.ok(Math.abs(got - wanted) <= tolerance, `${got} is not ${wanted}`);

test("position-table: every cell is the paper's, and a table with sine and cosine exchanged is not", async () => {
  const { state, values } = await at(table, { width: 12, positions: 40 });
  const check = (data) =>
    data.forEach((value, index) => near(value, paper(Math.floor(index / 12), index % 12, state.width)));
  check(values.data);
  const swapped = values.data.map((_, index) => values.data[index ^ 1]);
  await assertRejects(() => check(swapped));
});

test("position-table: the frequency of each column is the angle of position 1, in all three layouts and for odd widths", async () => {
  const expected = {
    interleaved: (column) => 10000 ** ((-2 * (column >> 1)) / 9),
    concatenated: (column) => 10000 ** ((-2 * (column < 5 ? column : column - 5)) / 9),
    tensor2tensor: (column) => (column === 8 ? 0 : 10000 ** (-(column % 4) / 3)),
  };
  for (const [layout, frequency] of Object.entries(expected)) {
    const { values } = await at(table, { layout, width: 9 });
    values.columns.forEach((each, column) => near(each.frequency, frequency(column), 1e-7));
    for (const [index, value] of values.data.entries()) {
      const { wave, frequency: turn } = values.columns[index % 9];
      if (wave !== "zero") near(value, Math[wave](Math.floor(index / 9) * turn), 2e-5);
      else assert.equal(value, 0);
    }
  }
});

test("position-table: its sentence and formula carry the numbers of the cell", async () => {
  const third = { width: 4, positions: 8, position: 3 };
  const start = "Position 3, column";
  assert.match(
    await sentenceAt(table, { ...third, column: 0 }),
    new RegExp(`^${start} 0 holds 0.141, the sine of 3.000 radians`),
  );
  assert.match(
    await sentenceAt(table, { ...third, column: 1 }),
    new RegExp(`^${start} 1 holds \u22120.990, the cosine of 3.000 radians`),
  );
  assert.match(
    await sentenceAt(table, { ...third, column: 2 }),
    /holds 0.030, .* pair 1 comes round every 628.3 positions/,
  );
  const shown = shownTexts(await drawingAt(table, { ...third, column: 2 }));
  assert.ok(shown.includes("PE[3, 2] = sin(3 / 10,0002·1/4)"), shown.join("\n"));
  assert.ok(shown.includes("= sin(3 / 100.0) = sin(0.03000) = 0.030"), shown.join("\n"));
  const padded = await sentenceAt(table, { width: 9, layout: "tensor2tensor", column: 8 });
  assert.match(padded, /Column 8 holds zeros/);
});

test("position-table: a cell is where it is drawn, and arrow keys stay inside the table", async () => {
  const { state, values } = await at(table, { width: 10, positions: 20 });
  const view = createView({ wide: true });
  assert.deepEqual(table.at({ x: 53, y: 37 }, state, values, view).changes, { position: 0, column: 0 });
  assert.deepEqual(table.at({ x: 431, y: 415 }, state, values, view).changes, { position: 19, column: 9 });
  assert.equal(table.at({ x: 40, y: 200 }, state, values, view), null);
  const corner = { ...state, position: 19, column: 9 };
  assert.deepEqual(table.keys("ArrowDown", corner, values, null, false), { position: 19 });
  assert.deepEqual(table.keys("ArrowRight", corner, values, null, true), { column: 9 });
  assert.deepEqual(table.keys("ArrowUp", corner, values, null, true), { position: 11 });
  assert.equal(table.keys("a", corner, values, null, false), null);
});

test("position-table: the pointer's cell takes the formula over, and the chosen cell stays inside a smaller table", async () => {
  const focused = shownTexts(await drawingAt(table, {}, { focus: { position: 1, column: 0 } }));
  assert.ok(
    focused.some((words) => words.endsWith("= sin(1.000) = 0.841")),
    focused.join("\n"),
  );
  const { state } = await at(table, { position: 60, column: 50, width: 8, positions: 8 });
  assert.deepEqual([state.position, state.column], [7, 7]);
});

test("table-clocks: the worked example of the lesson", async () => {
  assert.equal(
    await sentenceAt(clocks),
    "Position 1 has the row [0.841, 0.540, 0.010, 1.000]. Added to “cat” it gives [1.041, 0.440, 0.410, 1.500].",
  );
  assert.equal(
    await sentenceAt(clocks, { position: 0 }),
    "Position 0 has the row [0.000, 1.000, 0.000, 1.000]. Added to “cat” it gives [0.200, 0.900, 0.400, 1.500].",
  );
  assert.equal(
    await sentenceAt(clocks, { width: 16, position: 20 }),
    "At position 20 the fastest hand has made 3.183 turns, the slowest one, of pair 7, 0.00101 turns.",
  );
});

test("table-clocks: the angle of the chosen clock, and of the one under the pointer, with its numbers", async () => {
  const chosen = shownTexts(await drawingAt(clocks, { position: 3 }));
  assert.ok(chosen.includes("angle of pair 1 = 3 / 10,0002·1/4 = 0.03000"), chosen.join("\n"));
  const pointed = shownTexts(await drawingAt(clocks, { position: 3 }, { focus: { pair: 0 } }));
  assert.ok(pointed.includes("angle of pair 0 = 3 / 10,0002·0/4 = 3.000"), pointed.join("\n"));
  const { state, values } = await at(clocks);
  assert.deepEqual(clocks.at({ x: 300, y: 90 }, state, values, createView()).changes, { pair: 1 });
  assert.equal(clocks.at({ x: 196, y: 30 }, state, values, createView()), null);
});

test("table-clocks: a hand stands at the angle of its position; mirrored it would not", async () => {
  const { values } = await at(clocks, { position: 7, width: 8 });
  const check = (row) => {
    values.frequencies.forEach((frequency, pair) => {
      near(row[2 * pair], Math.sin(7 * frequency));
      near(row[2 * pair + 1], Math.cos(7 * frequency));
    });
  };
  check(values.row);
  await assertRejects(() => check(values.row.map((value) => -value)));
  const face = { x: 100, y: 100, radius: 50 };
  assert.deepEqual(onFace(face, Math.cos(Math.PI / 2), Math.sin(Math.PI / 2)), { x: 100, y: 50 });
});

test("table-clocks: turning a hand by an angle moves the position by the angle over the frequency", async () => {
  const { state, values } = await at(clocks, { position: 10 });
  const view = createView();
  const face = { x: 98, y: 108 };
  const quarter = clocks.drag(
    "pair-0",
    { x: face.x + 50, y: face.y },
    { x: face.x, y: face.y - 50 },
    state,
    values,
    view,
  );
  near(quarter.position, 10 + Math.PI / 2, 1e-9);
  const slow = { x: face.x + 196, y: face.y };
  const back = clocks.drag("pair-1", { x: slow.x, y: slow.y - 50 }, { x: slow.x + 50, y: slow.y }, state, values, view);
  near(back.position, 10 - (Math.PI / 2) * 100, 1e-6);
  near(turned({ x: 0, y: 0, radius: 1 }, { x: -1, y: -0.01 }, { x: -1, y: 0.01 }), 0.02, 1e-4);
});

test("row-similarity: the lesson's products, the same at every place", async () => {
  assert.match(await sentenceAt(similarity, { reference: 5 }), /^Rows 5 and 8 have the dot product 25.587\. /);
  assert.match(await sentenceAt(similarity, { reference: 105 }), /^Rows 105 and 108 have the dot product 25.587\. /);
  assert.match(
    await sentenceAt(similarity, { reference: 105 }),
    /every other pair of rows 3 apart, up to \d\u00a0×\u00a010⁻[⁶⁷]\.$/,
  );
});

test("row-similarity: products are the sum of cosines of distance times frequency; of another distance they are not", async () => {
  const { state, values } = await at(similarity, { reference: 30, width: 32 });
  const sum = (distance) => {
    let total = 0;
    for (let pair = 0; pair < 16; ++pair) total += Math.cos(distance * 10000 ** ((-2 * pair) / 32));
    return total;
  };
  const check = (shift) =>
    values.similarity.forEach((product, row) => near(product, sum(row - state.reference + shift), 1e-5));
  check(0);
  await assertRejects(() => check(1));
  values.byDistance.forEach((product, distance) => near(product, sum(distance), 1e-5));
  assert.ok(values.spread < 1e-5);
});

test("row-similarity: the other row stays inside the table", async () => {
  assert.equal((await at(similarity, { reference: 120, distance: 50 })).state.distance, 7);
  assert.equal((await at(similarity, { reference: 2, distance: -50 })).state.distance, -2);
  for (const reference of [0, 127]) assertWellFormed(await drawingAt(similarity, { reference }));
});

test("what a still picture shows is what the engine says now", async () => {
  const { state, values } = await at(table);
  const again = engine.positionTable({ kind: "sinusoidal", width: 64, positions: [state.position] }).data;
  assert.deepEqual([...values.data.slice(state.position * 64, (state.position + 1) * 64)], [...again]);
  const cells = table.alternative(state, values, textOf(table)).rows[state.position];
  assert.equal(cells[1 + state.column].replace("\u2212", "-"), again[state.column].toFixed(3));
});
