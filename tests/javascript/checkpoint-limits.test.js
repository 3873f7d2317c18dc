// Checkpoints at the ends of what there can be: tables of one row and texts beyond a table, weights with which numbers overflow.
import assert from "node:assert/strict";
import test from "node:test";

import { entryRefused } from "../../web/elements/refused-entry.js";
import { specimenOf } from "../../web/figures/checkpoint-specimen.js";
import * as figure from "../../web/figures/checkpoint.js";
import { isDone, runName } from "../../web/figures/checks.js";
import { svg } from "../../web/figures/markup.js";
import { createView } from "../../web/figures/picture.js";
import { defaults, settingProblem } from "../../web/figures/settings.js";
import { checks, control, text, texts } from "./checkpoint-support.js";
import { assertInside, assertWellFormed, engine } from "./figures-support.js";

const config = { model_type: "gpt2", n_layer: 1, n_head: 2, n_embd: 8, vocab_size: 64 };

/**
 * A small random model of typed ids, its settings as an opened checkpoint has them.
 * @param {number} rows of its table
 * @param {(parts: { model: any, specimen: any, state: (check: string, changes?: any) => any }) => Promise<void>} use
 */
async function withTable(rows, use) {
  const model = engine.createModel({ ...config, n_positions: rows }, { seed: 3 });
  const facts = { id: "own 1", title: "small", kind: "learned", rows, trained: rows, ids: "0 1 2 3" };
  const readIds = (/** @type {string} */ typed) => typed.split(" ").map(Number);
  const state = (/** @type {string} */ check, changes = {}) => ({ ...defaults(figure.settingsFor({ facts })), check, ...changes }); // prettier-ignore
  try {
    await use({ model, specimen: await specimenOf({ engine, model, facts, readIds, ...texts }), state });
  } finally {
    model.dispose();
  }
}

/** What a figure shows of a run, drawn wide and narrow. @param {any} specimen @param {any} state @param {any} run */
async function shown({ facts }, state, run) {
  const resources = { facts, live: new Map([[runName(facts, state), run]]) };
  const values = await figure.compute(engine, state, resources);
  const drawings = [true, false].map((wide) => String(figure.draw(svg, state, values, text, createView({ wide }))));
  for (const drawing of drawings) {
    assertWellFormed(drawing);
    assertInside(drawing);
    assert.doesNotMatch(drawing, /NaN|Infinity|undefined/);
  }
  const said = figure.sentence(state, values, text);
  assert.doesNotMatch(said, /NaN|Infinity|undefined|[{}]/);
  return { values, said, drawing: drawings[0] };
}

test("a table of one row: what it cannot show is said, nothing hangs or is asked again, and settings have limits that can be met", async () => {
  await withTable(1, async ({ specimen, state }) => {
    for (const [check, said] of /** @type {[string, RegExp][]} */ ([
      ["rows", /^The table has one row, \d\.\d+ long in 8 columns: there is no other/],
      ["helix", /^The table has one row: .* nothing varies/],
      ["shift", /^The table has one row: there is no other position/],
      ["perplexity", /^The table has one row: .* There is no perplexity\.$/],
    ])) {
      const run = await checks[check].run(specimen, state(check, { from: "typed" }), control());
      const of = await shown(specimen, state(check, { from: "typed" }), run);
      assert.match(of.said, said);
      assert.ok(await isDone(run, state(check)), check);
      assert.ok(!figure.shows(of.values) && figure.csv(state(check), of.values) === null);
      assert.equal(figure.keys("ArrowRight", state(check), of.values, null, false), null);
      assert.equal(figure.at({ x: 100, y: 60 }, state(check), of.values, createView()), null);
      const { columns, rows } = figure.alternative(state(check), of.values, text);
      assert.deepEqual([columns, rows], [[of.said], []]);
    }
    const run = await checks.sum.run(specimen, state("sum"), control());
    const { said, drawing, values } = await shown(specimen, state("sum"), run);
    assert.match(said, /^The one row agrees .*\. The table has no other row to set against it\. The text has more tokens than the table has rows, 4 against 1: /); // prettier-ignore
    assert.doesNotMatch(drawing, /neighbouring|With the row of slot/);
    assert.deepEqual(figure.csv(state("sum"), values)?.[1].slice(-3), ["", "", ""]);
  });
  for (const rows of [1, 2, 3]) {
    const settings = figure.settingsFor({
      facts: { id: "", title: "", kind: "learned", rows, trained: rows, ids: "0" },
    });
    for (const setting of settings) assert.equal(settingProblem(setting, setting.default), null, setting.name);
  }
});

test("tables of two and three rows: every check has something to show, with the ids that an opened model begins with", async () => {
  for (const rows of [2, 3])
    await withTable(rows, async ({ specimen, state }) => {
      for (const check of ["sum", "rows", "helix", "shift", "perplexity", "edge"]) {
        const asked = state(check, { from: "typed", amount: "whole" });
        const run = await checks[check].run(specimen, asked, control());
        const { values, said } = await shown(specimen, asked, run);
        assert.ok(figure.shows(values) && figure.csv(asked, values) !== null, `${check} ${rows}`);
        if (check === "shift") assert.match(said, /^Moved on by \d, scores change .* Tokens read: 1\.$/);
      }
    });
});

test("sum: of a text longer than the table the first rows are checked; the last slot stands beside the one before, and all say so", async () => {
  await withTable(4, async ({ specimen, state }) => {
    for (const [typed, slots, cut] of /** @type {[string, number[], boolean][]} */ ([
      ["5 9 14", [1, 2, 3], false],
      ["5 9 14 23", [1, 2, 3, 2], false],
      ["5 9 14 23 60 2", [1, 2, 3, 2], true],
    ])) {
      const asked = state("sum", { text: typed, row: 3 });
      const run = await checks.sum.run(specimen, asked, control());
      assert.deepEqual(run.rows.map(({ twin }) => twin.slot), slots); // prettier-ignore
      assert.ok(run.rows.every(({ passed, twin }) => passed && !twin.passed));
      const { said, drawing, values } = await shown(specimen, asked, run);
      assert.match(said, new RegExp(`^All ${slots.length} rows agree .* With a neighbouring slot’s row, refused: ${slots.length} of ${slots.length}\\.`)); // prettier-ignore
      assert.equal(
        said.endsWith(
          "The text has more tokens than the table has rows, 6 against 4: those beyond the table were not checked.",
        ),
        cut,
      );
      const [head, ...lines] = figure.csv(asked, values) ?? [];
      assert.deepEqual(lines.map((line) => line[head.indexOf("other_slot")]), slots); // prettier-ignore
      assert.deepEqual(figure.alternative(asked, values, text).rows.map((row) => Number(row.at(-2))), slots); // prettier-ignore
      // Ids have no text, and no empty quotes in its place.
      assert.match(drawing.replace(/<[^>]+>/g, " ").replace(/\s+/g, " "), new RegExp(`Slot ${slots.length - 1}, token \\d+: agrees, .* With the row of slot ${slots.at(-1)},`)); // prettier-ignore
    }
  });
});

/** @param {any} model @param {string} name @param {(at: number) => number} value */
function fill(model, name, value) {
  const { data } = model.readParameter(name);
  model.writeParameter(name, data.map((/** @type {number} */ _, /** @type {number} */ at) => value(at))); // prettier-ignore
}

test("shift: beyond the table it is said where that ends, of however few tokens", async () => {
  await withTable(4, async ({ specimen, state }) => {
    const asked = state("shift", { shift: 9, text: "5" });
    const { said } = await shown(specimen, asked, await checks.shift.run(specimen, asked, control()));
    assert.match(said, /^Moved on by 9, the text would reach past position 3, .* Tokens read: 1\.$/);
  });
});

test("huge weights: where numbers overflow that is said, nothing false is drawn, and what is still a number is shown", async () => {
  await withTable(16, async ({ model, specimen, state }) => {
    const seen = async (/** @type {string} */ check, changes = {}) => {
      const asked = state(check, { from: "typed", amount: "whole", ...changes });
      const run = await checks[check].run(specimen, asked, control());
      assert.ok(await isDone(run, asked));
      const of = await shown(specimen, asked, run);
      const { rows } = figure.alternative(asked, of.values, text);
      assert.doesNotMatch(JSON.stringify(rows), /NaN|Infinity/);
      return { ...of, run, rows };
    };
    fill(model, "wpe.weight", () => 3e38);
    const reading = await seen("perplexity");
    assert.match(
      reading.said,
      /^The numbers grow beyond .* no perplexity, of: wpe as it is; rows shuffled; shifted by one\.$/,
    );
    assert.deepEqual(reading.rows.map((row) => row[1] === "no number"), [true, false, true, true]); // prettier-ignore
    assert.equal(reading.drawing.match(/no number/g)?.length, 3);
    const scores = await seen("shift");
    assert.match(scores.said, /^The model’s scores grow beyond what 32 bits hold/);
    assert.equal(figure.csv(state("shift"), scores.values), null);
    const long = await seen("rows");
    assert.match(long.said, /^Row 8 is 8\.49\u00a0×\u00a010³⁸ long in 8 columns/);
    assert.doesNotMatch(long.drawing.replace(/<[^>]+>/g, " ") + long.rows, /\de\+/);
    assert.match((await seen("helix")).said, /^The 16 rows of the table are all the same/);
    assert.match((await seen("sum")).said, /^All 4 rows agree/);
    // Later rows alone: the scores of the first ones are numbers.
    fill(model, "wpe.weight", (at) => (at < 32 ? Math.sin(at) : 3e38));
    const later = await seen("shift", { shift: 5 });
    assert.match(later.said, /^Moved on by 5, scores grow beyond what 32 bits hold/);
    assert.match(
      (await seen("shift", { shift: 1, text: "0 1 2" })).said,
      /^Moved on by 1, scores change by up to \d.* Tokens read: 3\.$/,
    );
    // A sum of two such rows.
    fill(model, "wte.weight", () => 3e38);
    const beside = await seen("sum", { text: "0 1 2 3" });
    assert.match(beside.drawing.replace(/<[^>]+>/g, " "), /With the row of slot 4, no\s+number/);
    fill(model, "wpe.weight", () => 3e38);
    assert.match((await seen("sum")).said, /^Sums of two rows grow beyond what 32 bits hold/);
  });
});

test("an entry that is refused is run in no other's place, as long as it counts for the check that is chosen", () => {
  const settings = figure.settingsFor();
  const beside = (/** @type {string[]} */ refused, /** @type {any} */ changes) =>
    entryRefused({ figure: { settings }, refused: new Map(refused.map((name) => [name, {}])), state: { ...defaults(settings), ...changes } }); // prettier-ignore
  assert.ok(beside(["text"], { check: "sum" }));
  assert.ok(beside(["text"], { check: "perplexity", from: "typed" }));
  assert.ok(!beside(["text"], { check: "perplexity", from: "excerpt" }));
  assert.ok(!beside(["text"], { check: "edge" }) && !beside([], { check: "sum" }));
});
