// Readings with a changed model: against the engine asked directly, four windows and the whole text, and the model left as it was.
import assert from "node:assert/strict";
import test from "node:test";

import { changedRows, otherLayout, tokensRead } from "../../web/figures/check-reading.js";
import { kinds, runName } from "../../web/figures/checks.js";
import { svg } from "../../web/figures/markup.js";
import { createView } from "../../web/figures/picture.js";
import { checks, control, excerpt, near, stateOf, text, withShipped } from "./checkpoint-support.js";
import { assertRejects, assertWellFormed } from "./figures-support.js";

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

test("four windows are the engine's first four", async () => {
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

test("perplexity: another seed is another order of the rows, and nothing else is read again for it", async () => {
  await withShipped("learned", async (specimen) => {
    const state = stateOf("perplexity", { from: "typed", text: excerpt.slice(0, 700) });
    const values = (/** @type {any} */ run) => ({ run, facts: specimen.facts, check: "perplexity" });
    const named = (/** @type {any} */ { outcomes }) => Object.fromEntries(outcomes.map((/** @type {any} */ each) => [each.name, each])); // prettier-ignore
    const first = await checks.perplexity.run(specimen, state, control());
    const other = { ...state, seed: 2 };
    assert.equal(runName(specimen.facts, other), runName(specimen.facts, state));
    assert.ok(!checks.perplexity.isDone(first, other));
    // What another seed shuffled is not shown for it, in the table or in the file; the rest is.
    assert.equal(checks.perplexity.alternative(other, values(first), text).rows.length, 3);
    assert.deepEqual(checks.perplexity.csv(other, values(first)).map(([name]) => name), ["change", "kept", "zeroed", "shifted"]); // prettier-ignore
    const drawn = String(checks.perplexity.draw(svg, other, values(first), text, createView({ wide: true })));
    assert.doesNotMatch(drawn, new RegExp(named(first).shuffled.perplexity.toFixed(2)));
    let windows = 0;
    const second = await checks.perplexity.run(specimen, other, control({ progress: ({ total }) => (windows = total) }), first); // prettier-ignore
    assert.equal(windows, 4);
    const [one, two] = [named(first), named(second)];
    for (const name of ["kept", "zeroed", "shifted"]) assert.equal(two[name], one[name]);
    const fresh = named(await checks.perplexity.run(specimen, other, control()));
    assert.deepEqual(two.shuffled, fresh.shuffled);
    assert.notEqual(two.shuffled.loss, one.shuffled.loss);
    assert.ok(checks.perplexity.isDone(second, other) && !checks.perplexity.isDone(second, state));
    // Asked for once more, all of it is read once more.
    await checks.perplexity.run(specimen, other, control({ progress: ({ total }) => (windows = total) }), second);
    assert.equal(windows, 16);
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
    const said = (/** @type {any} */ run) => checks.layout.sentence(stateOf("layout"), { run, facts: specimen.facts }, text); // prettier-ignore
    assert.match(
      said({ outcomes }),
      /^In the first 4 windows the perplexity is [\d.]+ in the layout of its weights, and/,
    );
    const whole = outcomes.map((/** @type {any} */ each) => ({ ...each, whole: true, count: 1234 }));
    assert.match(said({ outcomes: whole }), /^In the whole text, 1,234 predictions of a next token, the perplexity is/);
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

test("a text shorter than its window is said to be so, with the length that was read and whether that is beyond the trained one", async () => {
  const said = async (/** @type {string} */ name, /** @type {string} */ typed, changes = {}) => {
    const state = stateOf(name, { from: "typed", text: typed, scaling: "default", ...changes });
    const runs = /** @type {any[]} */ ([]);
    /** @type {any} */
    let facts;
    await withShipped(kinds[name].shipped, async (specimen) => {
      ({ facts } = specimen);
      runs.push(await checks[name].run(specimen, state, control({ show: (/** @type {any} */ run) => runs.push(run) })));
    });
    assert.ok(runs.every(({ window }) => window === runs[0].window));
    const values = { run: runs.at(-1), facts, check: name };
    const drawn = String(checks[name].draw(svg, state, values, text, createView({ wide: true })));
    const [head, line] = checks[name].csv(state, values);
    const written = Object.fromEntries(head.map((/** @type {string} */ key, /** @type {number} */ at) => [key, line[at]])); // prettier-ignore
    return [checks[name].sentence(state, values, text), drawn.replace(/<[^>]*>/g, " ").replace(/\s+/g, " "), written.longest_window_read]; // prettier-ignore
  };
  const [short, drawn, read] = await said("scaling", excerpt.slice(0, 40));
  assert.match(short, /^In the whole text, 39 predictions of a next token in windows of 40 tokens, trained on 64, .* The text has no more tokens, and does not reach beyond the trained/); // prettier-ignore
  assert.match(drawn, /read in one window of 40 tokens: it has no more; the model was trained on 64/);
  assert.equal(read, 40);
  const between = await said("scaling", excerpt.slice(0, 100));
  assert.match(
    between[0],
    /^In the whole text, 99 predictions of a next token in windows of 100 tokens, trained on 64, .* The text has no more tokens\.$/,
  );
  const within = await said("scaling", excerpt.slice(0, 400), { length: 32 });
  assert.match(
    within[0],
    /^In the first 4 windows of 32 tokens, .* That does not reach beyond the trained length: choose a longer/,
  );
  assert.match(within[1], /read in windows of 32 tokens end to end/);
  const whole = await said("scaling", excerpt.slice(0, 400));
  assert.match(whole[0], /^In the whole text, \d+ predictions of a next token in windows of 256 tokens, trained on 64, the perplexity is [\d.]+ as trained\. Choose a scaling to compare\.$/); // prettier-ignore
  for (const name of ["perplexity", "layout"]) {
    const [, note, longest] = await said(name, excerpt.slice(0, 23));
    assert.match(note, /read in one window of 23 tokens: it has no more\./);
    assert.equal(longest, 23);
    assert.match((await said(name, excerpt.slice(0, 200)))[1], /read in windows of 64 tokens, one starting every 64/);
  }
});

test("one prediction alone has no standard error: it is drawn, said and written down without", async () => {
  for (const [name, shipped] of /** @type {[string, string][]} */ ([
    ["perplexity", "learned"],
    ["layout", "rope"],
    ["scaling", "rope"],
  ]))
    // prettier-ignore
    await withShipped(shipped, async (specimen) => {
      const state = stateOf(name, { from: "typed", text: "ab" });
      const run = await checks[name].run(specimen, state, control());
      assert.ok(run.outcomes.every(({ count, whole }) => count === 1 && whole));
      const values = { run, facts: specimen.facts, check: name };
      for (const wide of [true, false])
        assertWellFormed(String(checks[name].draw(svg, state, values, text, createView({ wide }))));
      const table = checks[name].alternative(state, values, text).rows.flat();
      const said = [checks[name].sentence(state, values, text), ...table, ...checks[name].csv(state, values).flat()];
      said.forEach((each) => assert.doesNotMatch(String(each), /NaN|undefined/));
      assert.match(said[0], /^Of one prediction alone/);
      await assertRejects(() => assert.doesNotMatch(String(run.outcomes[0].standard_error), /NaN/));
    });
});
