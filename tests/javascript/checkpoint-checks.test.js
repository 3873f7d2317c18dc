// The checks that checkpoints go through, on the course's models: each with a twin that must fail, drawn, said and written down.
import assert from "node:assert/strict";
import test from "node:test";

import { cosines, nearestRows } from "../../web/figures/check-rows.js";
import { largestChange } from "../../web/figures/check-shift.js";
import * as figure from "../../web/figures/checkpoint.js";
import { runName } from "../../web/figures/checks.js";
import { csvText } from "../../web/figures/csv.js";
import { svg } from "../../web/figures/markup.js";
import { createView } from "../../web/figures/picture.js";
import { principal } from "../../web/figures/principal.js";
import { checks, control, near, stateOf, text, withShipped } from "./checkpoint-support.js";
import { assertInside, assertWellFormed, engine } from "./figures-support.js";

test("sum: every row agrees by torch.allclose's rule, a neighbouring slot's row is refused, and a model that adds something else fails", async () => {
  await withShipped("learned", async (specimen) => {
    const { rows } = await checks.sum.run(specimen, stateOf("sum", { text: "Emma Woodhouse" }), control());
    assert.equal(rows.length, 14);
    assert.equal(rows.map(({ word }) => word).join(""), "Emma Woodhouse");
    assert.ok(rows.every(({ passed, twin }) => passed && !twin.passed && twin.error > 0.01));
    const single = await checks.sum.run(specimen, stateOf("sum", { text: "E" }), control());
    const about = (/** @type {any} */ run) => checks.sum.sentence(stateOf("sum"), { run, facts: specimen.facts, check: "sum" }, text); // prettier-ignore
    assert.match(about(single), /^The one row agrees .* refused: 1 of 1\.$/);
    assert.match(about({ rows }), /^All 14 rows agree .* refused: 14 of 14\.$/);
    // The same with rows that are looked up by the token, a known mistake: the check must not pass it.
    const { model } = specimen;
    const [wte, wpe] = ["wte.weight", "wpe.weight"].map((name) => model.readParameter(name));
    const [token] = specimen.model.tokenizer.encode("E");
    const { hidden_states } = model.run([token], { capture: ["hidden_states"] });
    const wrong = Array.from(
      { length: 64 },
      (_, column) => wte.data[token * 64 + column] + wpe.data[token * 64 + column],
    );
    assert.ok(!engine.allclose(wrong, hidden_states[0].data).passed);
    // A model that looks up its slots one too far.
    const late = {
      readParameter: model.readParameter.bind(model),
      run: (/** @type {Int32Array} */ ids, /** @type {any} */ options) =>
        model.run(ids, { ...options, positions: Array.from(ids, (_, index) => index + 1) }),
    };
    const moved = await checks.sum.run({ ...specimen, model: late }, stateOf("sum"), control());
    assert.ok(moved.rows.every(({ passed }) => !passed));
    const values = { run: moved, facts: specimen.facts, check: "sum" };
    assert.match(checks.sum.sentence(stateOf("sum"), values, text), /^Rows that differ: 23 of 23;/);
  });
});

test("sum: of the model the embedding alone is run, and of its tables the rows that the text needs are read", async () => {
  await withShipped("learned", async (specimen) => {
    const { model } = specimen;
    /** @type {any[]} */
    const asked = [];
    const watched = {
      readParameter: (/** @type {string} */ name, /** @type {any} */ options) => {
        asked.push([name, [...options.rows]]);
        return model.readParameter(name, options);
      },
      run: (/** @type {Int32Array} */ ids, /** @type {any} */ options) => {
        asked.push(["run", options.layers]);
        return model.run(ids, options);
      },
    };
    const state = stateOf("sum", { text: "noon" });
    const { rows } = await checks.sum.run({ ...specimen, model: watched }, state, control());
    const [n, o] = model.tokenizer.encode("no");
    assert.deepEqual(asked, [["run", 0], ["wte.weight", [n, o]], ["wpe.weight", [0, 1, 2, 3, 4]]]); // prettier-ignore
    assert.deepEqual(rows.map(({ token }) => token), [n, o, o, n]); // prettier-ignore
    assert.ok(rows.every(({ passed, twin }) => passed && !twin.passed));
    // Rows of a file that is not the model's: the check goes by what is read, and tells.
    const other = { ...watched, readParameter: (/** @type {string} */ name, /** @type {any} */ options) => model.readParameter(name, { rows: name === "wte.weight" ? [...options.rows].reverse() : options.rows }) }; // prettier-ignore
    const swapped = await checks.sum.run({ ...specimen, model: other }, state, control());
    assert.ok(swapped.rows.every(({ passed }) => !passed));
  });
});

test("edge: the last position runs, the next is refused in the engine's words, and a model without a table refuses none", async () => {
  await withShipped("learned", async (specimen) => {
    const { answers, tooLong } = await checks.edge.run(specimen, stateOf("edge"), control());
    const said = Object.fromEntries(answers.map(({ position, refusal }) => [position, refusal]));
    assert.deepEqual(said, { 0: null, 511: null, 512: "positions[0] must lie between 0 and 511, but is 512." });
    assert.match(tooLong, /between 0 and 511, but is 512/);
    const broken = { ...specimen, model: { run: () => Promise.reject(new Error("out of memory")) } };
    await assert.rejects(async () => checks.edge.run(broken, stateOf("edge"), control()), /out of memory/);
  });
  await withShipped("rope", async (specimen) => {
    const { answers, tooLong } = await checks.edge.run(specimen, stateOf("edge", { asked: 100000 }), control());
    assert.ok(answers.every(({ refusal }) => refusal === null));
    assert.equal(tooLong, null);
  });
});

test("shift: scores of rotations stay but for rounding, those of a table do not", async () => {
  const moved = {};
  for (const name of ["rope", "learned"])
    await withShipped(name, async (specimen) => {
      const { moved: all, spread } = await checks.shift.run(specimen, stateOf("shift"), control());
      moved[name] = Math.max(...all.map(({ change }) => change)) / spread;
      assert.ok(name === "rope" ? all.at(-1).shift === 10000 : all.at(-1).shift === 300);
    });
  assert.ok(moved.rope < 1e-5, `${moved.rope}`);
  assert.ok(moved.learned > 0.1, `${moved.learned}`);
  // A change where no query looks is none; one where a query looks is found.
  const own = [{ data: Float32Array.of(1, 2, 3, 4), shape: [1, 2, 2] }];
  assert.equal(largestChange(own, [{ data: Float32Array.of(1, 9, 3, 4) }], 2), 0);
  assert.equal(largestChange(own, [{ data: Float32Array.of(1, 2, 3, 4.5) }], 2), 0.5);
});

test("rows: cosines and nearest rows, worked by hand; a row of zeros is like none", () => {
  const run = { data: Float32Array.of(1, 0, 2, 0, 0, 3, 1, 1, 0, 0), width: 2, norms: [1, 2, 3, Math.SQRT2, 0] };
  const alike = cosines(run, 0);
  [1, 1, 0, Math.SQRT1_2, 0].forEach((wanted, at) => near(alike[at], wanted, 1e-7));
  assert.deepEqual(nearestRows(alike, 0, 2).map(({ row }) => row), [1, 3]); // prettier-ignore
});

test("principal directions: a helix in thirty columns is found, with its shares, and noise is not taken for one", async () => {
  const [rows, width] = [120, 30];
  // Three perpendicular directions: blocks of ten columns each.
  const planted = (/** @type {number} */ row) => [3 * Math.cos(row / 6), 3 * Math.sin(row / 6), row / 60];
  const data = Float64Array.from({ length: rows * width }, (_, at) => planted(Math.floor(at / width))[Math.floor((at % width) / 10)] / Math.sqrt(10)); // prettier-ignore
  const { scores, shares, settled } = await principal({ data, rows, width, count: 3 });
  assert.ok(settled);
  near(
    shares.reduce((sum, share) => sum + share),
    1,
    1e-9,
  );
  // In the first two directions the rows lie on a circle around one point, up to where the turns do not close.
  const radii = scores.map(([a, b, c]) => Math.hypot(a, b, c));
  assert.ok(Math.min(...radii) > 2.5 && Math.max(...radii) < 3.7, `${Math.min(...radii)} to ${Math.max(...radii)}`);
  // Distances between rows are kept by all three together.
  for (const [a, b] of [
    [0, 7],
    [3, 90],
    [50, 119],
  ]) {
    const wanted = Math.hypot(...planted(a).map((value, k) => value - planted(b)[k]));
    near(Math.hypot(...scores[a].map((value, k) => value - scores[b][k])), wanted, 1e-5);
  }
  let state = 1;
  const noise = Float64Array.from({ length: rows * width }, () => (state = (state * 48271) % 2147483647) / 2147483647);
  const flat = await principal({ data: noise, rows, width, count: 3 });
  assert.ok(flat.shares.reduce((sum, share) => sum + share) < 0.4);
});

test("every check draws itself wide and narrow, says its numbers, and writes them down with all their digits", async () => {
  for (const [name, check] of Object.entries(checks))
    await withShipped(check.shipped, async (specimen) => {
      const state = stateOf(name);
      const run = await check.run(specimen, state, control());
      const values = await figure.compute(engine, state, { live: new Map([[runName(specimen.facts, state), run]]) });
      assert.equal(values.run, run);
      const before = JSON.stringify([state, run]);
      for (const wide of [true, false]) {
        const drawing = String(figure.draw(svg, state, values, text, createView({ wide })));
        assertWellFormed(drawing);
        assertInside(drawing);
        // Where keys are said to do something the drawing takes the focus, and they do.
        assert.equal(figure.takesKeys(values), drawing.includes('tabindex="0"'), name);
        assert.equal(figure.takesKeys(values), figure.keys("ArrowRight", state, values, null, false) !== null, name);
      }
      assert.doesNotMatch(figure.sentence(state, values, text), /NaN|undefined|Infinity|[{}]/);
      const { columns, rows } = figure.alternative(state, values, text);
      assert.ok(rows.length > 1 && rows.every((row) => row.length === columns.length));
      const [head, ...lines] = figure.csv(state, values);
      assert.ok(lines.length > 1 && lines.every((line) => line.length === head.length), name);
      if (name === "perplexity") assert.deepEqual(lines[0].slice(5), ["A novel", "first windows", 64, 64, 64, 1]);
      assert.equal(JSON.stringify([state, run]), before);
      // Another model, or another text, has no run yet.
      const other = await figure.compute(engine, state, { live: new Map() });
      assert.deepEqual([other.run, figure.takesKeys(other)], [null, false]);
      assertWellFormed(String(figure.draw(svg, state, other, text, createView())));
      assert.match(figure.sentence(state, other, text), /^What .* gives stands here once this check has run\.$/);
      // Where the reader's own model is not open yet, nothing of another stands in its place.
      const live = new Map([[runName(specimen.facts, state), run]]);
      const waiting = await figure.compute(engine, state, { live, waiting: "gpt2.safetensors" });
      assert.deepEqual([waiting.run, waiting.title], [null, "gpt2.safetensors"]);
      assert.match(figure.sentence(state, waiting, text), /gpt2\.safetensors/);
    });
});

test("edge: without a table what is said of the end holds of every encoding, with angles and distances or without", async () => {
  const config = { model_type: "gpt2", n_layer: 1, n_head: 2, n_embd: 8, n_positions: 32, vocab_size: 16 };
  for (const kind of ["none", "sinusoidal", "rope", "alibi"]) {
    const model = engine.createModel({ ...config, position: { kind } }, { seed: 1 });
    const facts = { id: kind, title: kind, kind, rows: null, trained: 32 };
    const state = stateOf("edge", { asked: 40 });
    const run = await checks.edge.run({ model, facts }, state, control());
    const drawn = String(checks.edge.draw(svg, state, { run, facts, check: "edge" }, text, createView({ wide: true })));
    assert.match(drawn, /no learned table: no position is the last/);
    assert.doesNotMatch(drawn, /angle|distance/);
    assert.match(
      checks.edge.sentence(state, { run, facts, check: "edge" }, text),
      /^Position 40 runs: nothing in this/,
    );
    model.dispose();
  }
});

test("CSV: quotes where a field needs them, lines that end in CRLF", () => {
  assert.equal(
    csvText([
      ["a", 'say "no"', "1,5"],
      [0.1, true, ""],
    ]),
    'a,"say ""no""","1,5"\r\n0.1,true,\r\n',
  );
});
