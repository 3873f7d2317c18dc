// The checks that checkpoints go through, on the course's models and on golden ones: against the engine asked directly, with twins that
// must fail, and with the model left as it was.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { isConfigFault, openCheckpoint, openShipped } from "../../web/elements/checkpoint-model.js";
import { CheckpointFiles } from "../../web/elements/checkpoint-files.js";
import { changedRows, otherLayout, tokensRead, windowsOf } from "../../web/figures/check-reading.js";
import { cosines, nearestRows } from "../../web/figures/check-rows.js";
import { largestChange } from "../../web/figures/check-shift.js";
import * as figure from "../../web/figures/checkpoint.js";
import { specimenOf } from "../../web/figures/checkpoint-specimen.js";
import { checks, runName, shippedFacts } from "../../web/figures/checks.js";
import { csvText } from "../../web/figures/csv.js";
import { svg } from "../../web/figures/markup.js";
import { createView } from "../../web/figures/picture.js";
import { principal } from "../../web/figures/principal.js";
import { defaults } from "../../web/figures/settings.js";
import { assertInside, assertRejects, assertWellFormed, engine, textOf } from "./figures-support.js";

const golden = (/** @type {string} */ name) =>
  new Uint8Array(readFileSync(new URL(`../golden/${name}`, import.meta.url)));
const excerpt = readFileSync(new URL("../../build/data/excerpt.txt", import.meta.url), "utf8");
const text = textOf(figure);
const texts = { excerpt: async () => ({ text: excerpt, source: { title: "A novel" } }) };
const near = (/** @type {number} */ got, /** @type {number} */ wanted, tolerance = 1e-9) =>
  assert.ok(Math.abs(got - wanted) <= tolerance, `${got} is not ${wanted}`);

const control = (changes = {}) => ({
  ...{
    signal: new AbortController().signal,
    turn: async () => {},
    pause: () => undefined,
    progress: () => {},
    show: () => {},
  },
  ...changes,
});

/** @param {string} name of a shipped model @param {(specimen: any) => Promise<void>} use */
async function withShipped(name, use) {
  const [model, facts] = [await engine.loadShippedModel(name), await shippedFacts(engine, name)];
  try {
    await use(await specimenOf({ engine, model, facts, ...texts }));
  } finally {
    model.dispose();
  }
}

/** @param {string} check @param {any} changes */
const stateOf = (check, changes = {}) => ({ ...defaults(figure.settings), check, ...changes });

test("sum: every row agrees by torch.allclose's rule, the next slot's row is refused, and a model that adds something else fails", async () => {
  await withShipped("learned", async (specimen) => {
    const { rows } = await checks.sum.run(specimen, stateOf("sum", { text: "Emma Woodhouse" }), control());
    assert.equal(rows.length, 14);
    assert.equal(rows.map(({ word }) => word).join(""), "Emma Woodhouse");
    assert.ok(rows.every(({ passed, twin }) => passed && !twin.passed && twin.error > 0.01));
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
      readParameter: (/** @type {string} */ name) => model.readParameter(name),
      run: (/** @type {Int32Array} */ ids, /** @type {any} */ options) =>
        model.run(ids, { ...options, positions: Array.from(ids, (_, index) => index + 1) }),
    };
    const moved = await checks.sum.run({ ...specimen, model: late }, stateOf("sum"), control());
    assert.ok(moved.rows.every(({ passed }) => !passed));
    const values = { run: moved, facts: specimen.facts, check: "sum" };
    assert.match(checks.sum.sentence(stateOf("sum"), values, text), /^23 of 23 rows differ/);
  });
});

test("changed tables: kept, zeroed, shuffled within the window, and torch.roll by one", () => {
  const table = { data: Float32Array.from({ length: 12 }, (_, at) => at + 1), shape: [6, 2] };
  const rowsOf = (/** @type {string} */ arm, window = 4) =>
    Array.from({ length: 6 }, (_, row) => changedRows(table, arm, { window, seed: 1 })[2 * row]);
  assert.deepEqual(rowsOf("kept"), [1, 3, 5, 7, 9, 11]);
  assert.deepEqual(rowsOf("zeroed"), [0, 0, 0, 0, 0, 0]);
  assert.deepEqual(rowsOf("shifted"), [7, 1, 3, 5, 9, 11]);
  assert.deepEqual(rowsOf("shifted", 64), [11, 1, 3, 5, 7, 9]);
  const shuffled = rowsOf("shuffled");
  assert.deepEqual(shuffled.slice(4), [9, 11]);
  assert.deepEqual(
    shuffled.slice(0, 4).toSorted((a, b) => a - b),
    [1, 3, 5, 7],
  );
  assert.notDeepEqual(shuffled, rowsOf("kept"));
});

test("four windows are the engine's first four, and windows are counted as it counts them", async () => {
  const tokens = Int32Array.from({ length: 300 }, (_, at) => at % 70);
  await withShipped("learned", async ({ model }) => {
    for (const [window, stride] of [
      [64, 64],
      [64, 16],
      [32, 20],
    ]) {
      const read = tokensRead(tokens, { amount: "four", window, stride });
      let total = 0;
      await model.perplexity(read, { window, stride, onProgress: (progress) => (total = progress.total) });
      assert.equal(total, 4, `${window} ${stride}`);
      assert.equal(windowsOf(read.length, { window, stride }), 4);
      assert.equal(tokensRead(tokens, { amount: "whole", window, stride }), tokens);
    }
  });
});

test("perplexity: each change of the table by itself, as the engine reads it; the table is put back to the bit", async () => {
  await withShipped("learned", async (specimen) => {
    const { model } = specimen;
    const before = model.readParameter("wpe.weight").data;
    const state = stateOf("perplexity");
    const shown = [];
    const run = await checks.perplexity.run(
      specimen,
      state,
      control({ show: (each) => shown.push(each.outcomes.length) }),
    );
    assert.deepEqual(shown, [1, 2, 3, 4]);
    assert.deepEqual(model.readParameter("wpe.weight").data, before);
    const of = Object.fromEntries(run.outcomes.map((each) => [each.name, each]));
    const tokens = model.tokenizer.encode(excerpt).slice(0, 256);
    const direct = await model.perplexity(tokens, { window: 64, stride: 64 });
    assert.equal(of.kept.perplexity, direct.perplexity);
    assert.equal(of.kept.standard_error, direct.standard_error);
    assert.equal(of.kept.count, 252);
    model.setPosition({ kind: "none" });
    const without = await model.perplexity(tokens, { window: 64, stride: 64 });
    near(of.zeroed.loss, without.loss, 1e-5);
    assert.ok(
      of.zeroed.loss > of.kept.loss + 1 && of.shuffled.loss > of.kept.loss + 1 && of.shifted.loss > of.kept.loss + 0.3,
    );
    assert.ok(checks.perplexity.isDone(run, state));
    assert.ok(!checks.perplexity.isDone(run, { ...state, amount: "whole" }));
  });
});

test("perplexity: the whole text takes the place of its beginning line by line, and unlike readings are not compared", async () => {
  await withShipped("learned", async (specimen) => {
    const state = stateOf("perplexity", { from: "typed", text: excerpt.slice(0, 700) });
    const first = await checks.perplexity.run(specimen, state, control());
    const whole = { ...state, amount: "whole" };
    /** @type {string[]} */
    const sentences = [];
    const values = (/** @type {any} */ run) => ({ run, facts: specimen.facts, check: "perplexity" });
    const show = (/** @type {any} */ run) =>
      sentences.push(checks.perplexity.sentence(whole, values(run), text).slice(0, 18));
    const run = await checks.perplexity.run(specimen, whole, control({ show }), first);
    assert.deepEqual(sentences, ["Not everything was", ...Array(3).fill("In the whole text,")]);
    assert.ok(run.outcomes.every((each) => each.whole) && checks.perplexity.isDone(run, whole));
    const { perplexity, count } = await specimen.model.perplexity(await specimen.tokens(state.text), {
      window: 64,
      stride: 64,
    });
    const kept = run.outcomes.find(({ name }) => name === "kept");
    assert.deepEqual([kept.perplexity, kept.count], [perplexity, count]);
    assert.ok(kept.count > first.outcomes[0].count);
  });
});

test("perplexity: stopped midway, the table is its own again", async () => {
  await withShipped("learned", async (specimen) => {
    const before = specimen.model.readParameter("wpe.weight").data;
    const stop = new AbortController();
    const show = (/** @type {any} */ { outcomes }) => outcomes.length === 2 && stop.abort();
    const running = checks.perplexity.run(specimen, stateOf("perplexity"), control({ signal: stop.signal, show }));
    await assert.rejects(async () => running, /./);
    assert.deepEqual(specimen.model.readParameter("wpe.weight").data, before);
  });
});

test("layout: the wrong one reads far worse, and the model has its own again", async () => {
  assert.deepEqual(otherLayout({ kind: "rope", layout: "half" }), { kind: "rope", layout: "interleaved" });
  assert.deepEqual(otherLayout({ kind: "rope", layout: "interleaved" }), { kind: "rope", layout: "half" });
  await withShipped("rope", async (specimen) => {
    const own = specimen.model.config.position;
    const { outcomes } = await checks.layout.run(specimen, stateOf("layout"), control());
    const [right, wrong] = ["own", "other"].map((name) => outcomes.find((each) => each.name === name));
    assert.ok(wrong.loss > right.loss + 1);
    assert.deepEqual(specimen.model.config.position, own);
    await assertRejects(() => assert.ok(right.loss > wrong.loss));
  });
});

test("scaling: what is tried stands beside what was tried, and nothing is read twice", async () => {
  await withShipped("rope", async (specimen) => {
    const first = await checks.scaling.run(specimen, stateOf("scaling"), control());
    assert.deepEqual(first.outcomes.map(({ name }) => name), ["default", "ntk 4"]); // prettier-ignore
    assert.ok(first.outcomes[1].loss < first.outcomes[0].loss - 0.3);
    let windows = 0;
    const state = stateOf("scaling", { scaling: "linear" });
    const next = await checks.scaling.run(
      specimen,
      state,
      control({ progress: ({ total }) => (windows = total) }),
      first,
    );
    assert.deepEqual(next.outcomes.map(({ name }) => name), ["default", "ntk 4", "linear 4"]); // prettier-ignore
    assert.equal(windows, 4);
    assert.ok(checks.scaling.isDone(next, state));
    assert.ok(!checks.scaling.isDone(next, { ...state, factor: 8 }));
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
      }
      assert.doesNotMatch(figure.sentence(state, values, text), /NaN|undefined|Infinity|[{}]/);
      const { columns, rows } = figure.alternative(state, values, text);
      assert.ok(rows.length > 1 && rows.every((row) => row.length === columns.length));
      const [head, ...lines] = figure.csv(state, values);
      assert.ok(lines.length > 1 && lines.every((line) => line.length === head.length), name);
      if (name === "perplexity") assert.deepEqual(lines[0].slice(5), ["A novel", "first windows", 64, 64, 1]);
      assert.equal(JSON.stringify([state, run]), before);
      // Another model, or another text, has no run yet.
      const other = await figure.compute(engine, state, { live: new Map() });
      assert.equal(other.run, null);
      assertWellFormed(String(figure.draw(svg, state, other, text, createView())));
      assert.match(figure.sentence(state, other, text), /^Press “Run”/);
    });
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

/** @param {any} config @param {string} [name] @param {File[]} [others] */
async function openGolden(config, name = "gpt2-tiny/model.noprefix-with-buffers.safetensors", others = []) {
  const files = new CheckpointFiles();
  await files.take(others);
  await files.take([new File([golden(name)], "model.safetensors"), new File([JSON.stringify(config)], "config.json")]);
  return openCheckpoint(engine, files, { id: "own 1", text, texts });
}

const goldenConfig = JSON.parse(Buffer.from(golden("gpt2-tiny/config.json")).toString());

test("files are opened with what is known of them, and without a tokenizer a text is a list of ids", async () => {
  const { specimen, parameters } = await openGolden(goldenConfig);
  assert.deepEqual(specimen.facts, {
    id: "own 1",
    title: "model.safetensors",
    kind: "learned",
    rows: 64,
    trained: 64,
    ids: "0 1 2 3",
  });
  assert.ok(parameters > 97 * 48);
  const state = { ...defaults(figure.settingsFor({ facts: specimen.facts })), check: "sum" };
  const { rows } = await checks.sum.run(specimen, state, control());
  assert.deepEqual(rows.map(({ token, passed }) => [token, passed]), [0, 1, 2, 3].map((token) => [token, true])); // prettier-ignore
  await assert.rejects(() => specimen.tokens("The cat"), /“The” is no token id/);
  const from = figure.settingsFor({ facts: specimen.facts }).find(({ name }) => name === "from");
  assert.deepEqual(from.choices, ["typed"]);
  specimen.model.dispose();
});

test("settings: what fits another model stays, numbers within limits of its own begin anew", () => {
  const before = figure.settings;
  const state = {
    ...defaults(before),
    check: "helix",
    text: "Emma",
    window: 32,
    row: 500,
    from: "typed",
    scaling: "yarn",
  };
  const facts = { id: "own", title: "gpt2", kind: "learned", rows: 1024, trained: 1024 };
  const other = figure.carriedOver(before, figure.settingsFor({ facts }), state);
  const { check, text: typed, window, row, from, scaling } = other;
  assert.deepEqual([check, typed, window, row, from, scaling], ["helix", "Emma", 1024, 8, "typed", "yarn"]);
  // Only a text came: nothing else changes. A model of rotations has no helix, one without words no text.
  const texts = ["excerpt", "typed", "dropped"];
  assert.deepEqual(figure.carriedOver(before, figure.settingsFor({ texts }), state), state);
  const rope = { id: "own", title: "llama", kind: "rope", rows: null, trained: 64, ids: "0 1 2 3" };
  const turned = figure.carriedOver(before, figure.settingsFor({ facts: rope, texts }), state);
  assert.deepEqual([turned.check, turned.text, turned.from, turned.length], ["shift", "0 1 2 3", "typed", 256]);
});

test("a tokenizer that cannot be read is said, and the model opens all the same", async () => {
  const others = [new File(['{"!": 0, "a": 1}'], "vocab.json"), new File(["#version: 0.2\nno merge"], "merges.txt")];
  const { specimen, refusal } = await openGolden(goldenConfig, undefined, others);
  assert.ok(refusal.length > 10);
  assert.equal(specimen.facts.ids, "0 1 2 3");
  assert.deepEqual([...(await specimen.tokens("5 6"))], [5, 6]);
  specimen.model.dispose();
});

test("a course's model that does not come, as in a page of one file, is said, with what works without it", async () => {
  const missing = Object.assign(new Error("rope.safetensors could not be loaded."), { key: "not_loaded" });
  const without = { shippedModels: () => engine.shippedModels(), loadShippedModel: () => Promise.reject(missing) };
  await assert.rejects(() => openShipped(without, "rope", text, texts), /“RoPE” is not here; files of your own work without it\. rope\.safetensors/); // prettier-ignore
  const broken = { ...without, loadShippedModel: () => Promise.reject(new Error("out of memory")) };
  await assert.rejects(() => openShipped(broken, "rope", text, texts), /^Error: out of memory$/);
});

test("a fault of the configuration is told from one of the weights, and nothing stays in memory", async () => {
  for (const [changes, at] of /** @type {[any, RegExp][]} */ ([
    [{ model_type: "opt" }, /config\.json was not taken: .*opt/],
    [{ n_head: 5 }, /config\.json was not taken/],
    [{ n_embd: 96 }, /model\.safetensors(?: was not taken)?: .*shape/],
  ])) {
    const held = engine.liveHandles;
    await assert.rejects(() => openGolden({ ...goldenConfig, ...changes }), at);
    assert.equal(engine.liveHandles, held);
  }
  assert.ok(!isConfigFault(new Error("anything")));
});

test("a model of rotations has the checks of rotations, and its own text length", async () => {
  const config = JSON.parse(Buffer.from(golden("families/llama-tiny/config.json")).toString());
  const { specimen } = await openGolden(config, "families/llama-tiny/model.safetensors");
  assert.equal(specimen.facts.kind, "rope");
  assert.equal(specimen.facts.rows, null);
  assert.equal(specimen.facts.trained, config.max_position_embeddings);
  const [{ choices }] = figure.settingsFor({ facts: specimen.facts });
  assert.deepEqual(choices, ["edge", "shift", "layout", "scaling"]);
  specimen.model.dispose();
});
