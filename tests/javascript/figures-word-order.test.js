// The figures of the lesson on order: scores worked out once more in double from the model's own weights, what moves and what does
// not, words under a reader's hand, and where each encoding shows.
import assert from "node:assert/strict";
import test from "node:test";

import { createView } from "../../web/figures/picture.js";
import { sentenceModel, sentenceProblem } from "../../web/figures/sentence-model.js";
import { readSetting, settingProblem, writeSetting } from "../../web/figures/settings.js";
import * as injected from "../../web/figures/where-injected.js";
import * as order from "../../web/figures/word-order.js";
import { assertRejects, at, drawingAt, engine, sentenceAt, shownTexts, textOf } from "./figures-support.js";

const near = (got, wanted, tolerance = 1e-5) =>
  assert.ok(Math.abs(got - wanted) <= tolerance, `${got} is not ${wanted}`);
const encodings = ["none", "learned", "sinusoidal", "rope", "alibi", "t5_bias"];

/** Queries and keys of head 0 for rows that enter block 0: layer norm and c_attn, written out in double. */
function queriesAndKeys(model, rows) {
  const weight = model.readParameter("h.0.attn.c_attn.weight").data;
  const bias = model.readParameter("h.0.attn.c_attn.bias").data;
  const scale = model.readParameter("h.0.ln_1.weight").data;
  const shift = model.readParameter("h.0.ln_1.bias").data;
  return rows.map((row) => {
    const mean = row.reduce((sum, value) => sum + value, 0) / 16;
    const spread = Math.sqrt(row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 16 + 1e-5);
    const normed = [...row].map((value, entry) => ((value - mean) / spread) * scale[entry] + shift[entry]);
    const project = (column) =>
      normed.reduce((sum, value, entry) => sum + value * weight[entry * 48 + column], bias[column]);
    return { query: [0, 1, 2, 3].map(project), key: [16, 17, 18, 19].map(project) };
  });
}

/** The scores of head 0 from the embeddings of some tokens alone. */
function contentScores(model, ids) {
  const table = model.readParameter("wte.weight").data;
  const made = queriesAndKeys(model, ids.map((id) => table.subarray(id * 16, (id + 1) * 16))); // prettier-ignore
  return made.flatMap(({ query }) =>
    made.map(({ key }) => query.reduce((sum, value, entry) => sum + value * key[entry], 0) / 2),
  );
}

test("word-order: without encoding scores are those of the words' embeddings, in either order", async () => {
  const { values } = await at(order);
  const model = sentenceModel(engine, "none", false);
  contentScores(model, [0, 1, 2]).forEach((score, index) => near(values.typed.scores[index], score));
  contentScores(model, [2, 1, 0]).forEach((score, index) => near(values.now.scores[index], score));
  await assertRejects(() =>
    contentScores(model, [0, 1, 2]).forEach((score, index) => near(values.now.scores[index], score)),
  );
});

test("word-order: outputs move with their words where neither encoding nor mask is there, and only there", async () => {
  const words = "the dog bit the man";
  for (const encoding of encodings) {
    for (const mask of [false, true]) {
      const { values } = await at(order, { words, order: [3, 4, 2, 0, 1], encoding, mask });
      const most = Math.max(...values.moved);
      const scores = Math.max(...values.differences.scores.map(Math.abs));
      assert.equal(most < 1e-5, encoding === "none" && !mask, `${encoding} ${mask} ${most}`);
      // The mask hides keys after the scores are there.
      assert.equal(scores < 1e-5, encoding === "none", `${encoding} ${mask} ${scores}`);
    }
  }
});

test("word-order: differences are taken word by word, against the word's own place as typed", async () => {
  const { values } = await at(order, { order: [1, 2, 0], encoding: "sinusoidal" });
  for (const [slot, was] of [1, 2, 0].entries()) {
    const apart = Array.from({ length: 16 }, (_, entry) =>
      Math.abs(values.now.outputs[slot * 16 + entry] - values.typed.outputs[was * 16 + entry]),
    );
    assert.equal(values.moved[slot], Math.max(...apart));
    for (const [other, from] of [1, 2, 0].entries()) {
      const apartScore = values.now.scores[slot * 3 + other] - values.typed.scores[was * 3 + from];
      assert.equal(values.differences.scores[slot * 3 + other], apartScore);
    }
  }
  // Slot by slot, even a blind model would seem to see something.
  const blind = (await at(order, { order: [1, 2, 0] })).values;
  await assertRejects(() => blind.now.scores.forEach((score, index) => near(score, blind.typed.scores[index])));
});

test("word-order: a mirror image hides from ALiBi without a mask, another order does not", async () => {
  assert.match(await sentenceAt(order, { encoding: "alibi" }), /^“sat cat the” is “the cat sat” in a mirror/);
  assert.match(await sentenceAt(order, { encoding: "alibi", order: [1, 0, 2] }), /outputs did more than move/);
  assert.match(await sentenceAt(order, { encoding: "alibi", mask: true }), /The scores moved .* the mask hides other/);
  assert.match(await sentenceAt(order, { encoding: "t5_bias" }), /outputs did more than move/);
});

test("word-order: sentences of a blind model, of a mask, of words as typed", async () => {
  assert.match(
    await sentenceAt(order),
    /^“the cat sat” became “sat cat the”, and every output moved with its word: the largest difference is [1-9]\u00a0×\u00a010⁻⁷, which is rounding\.$/,
  );
  // Whether two words leave a rounding is for the engine's compiler to say; where they leave none, there is none to be named.
  const two = await at(order, { words: "cat sat", order: [1, 0] });
  const moved = (/** @type {number[]} */ by) =>
    order.sentence(two.state, { ...two.values, moved: by }, textOf(order)).replace(/^.* with its word: /, "");
  assert.equal(moved([0, 0]), "none differs from the one it had, not in any decimal.");
  assert.equal(moved([0, 2e-7]), "the largest difference is 2\u00a0×\u00a010⁻⁷, which is rounding.");
  assert.match(await sentenceAt(order, { mask: true }), /The scores moved with their words, but the mask hides other words now: the output of “\w+” differs by up to 1\.780/); // prettier-ignore
  assert.equal(await sentenceAt(order, { order: [0, 1, 2] }), "The words stand as they were typed. Drag one.");
  await assertRejects(async () => assert.match(await sentenceAt(order, { mask: true }), /every output moved/));
});

test("word-order: a word that comes twice is one token, with one output where nothing tells slots apart", async () => {
  const { values } = await at(order, { words: "the dog bit the man" });
  const row = (slot) => [...values.typed.outputs.slice(slot * 16, (slot + 1) * 16)];
  row(0).forEach((value, entry) => near(value, row(3)[entry], 1e-6));
  await assertRejects(() => row(0).forEach((value, entry) => near(value, row(1)[entry], 1e-6)));
});

test("word-order: words move by drag and by key, one place or to the end, and never out of the sentence", async () => {
  const { state, values } = await at(order);
  const view = createView();
  const dragged = (word, x) => order.drag(`word-${word}`, { x: 0, y: 230 }, { x, y: 230 }, state, values, view).order;
  assert.deepEqual(dragged(2, 300), [1, 2, 0]);
  assert.deepEqual(dragged(2, 660), [1, 0, 2]);
  assert.deepEqual(dragged(0, -50), [0, 2, 1]);
  assert.deepEqual(dragged(1, 9000), [2, 0, 1]);
  const pressed = (key, word, large = false) => order.keys(key, state, values, `word-${word}`, large)?.order;
  assert.deepEqual(pressed("ArrowRight", 2), [1, 2, 0]);
  assert.deepEqual(pressed("ArrowRight", 2, true), [1, 0, 2]);
  assert.deepEqual(pressed("ArrowLeft", 2), [2, 1, 0]);
  assert.equal(order.keys("a", state, values, "word-1", false), null);
  assert.deepEqual(order.keys("ArrowDown", state, values, null, false), { row: 1 });
  assert.deepEqual(order.keys("ArrowRight", state, values, null, false), { column: 2 });
});

test("word-order: a pair is the same pair in the map of the words as typed and in that of now", async () => {
  const { state, values } = await at(order, { order: [2, 0, 1] });
  const view = createView();
  const drawing = await drawingAt(order, { order: [2, 0, 1] });
  const maps = [...drawing.matchAll(/<image[^>]*x="([\d.]+)" y="(\d+)" width="([\d.]+)" height="([\d.]+)"/g)]
    .map(([, ...numbers]) => numbers.map(Number))
    .filter(([, , width, height]) => width === height);
  const [typed, , now] = maps;
  const inside = ([x, y, side], row, column) => ({ x: x + ((column + 0.5) * side) / 3, y: y + ((row + 0.5) * side) / 3 }); // prettier-ignore
  assert.deepEqual(order.at(inside(now, 0, 1), state, values, view)?.changes, { row: 0, column: 1 });
  // "sat" was typed in slot 2 and "the" in slot 0.
  assert.deepEqual(order.at(inside(typed, 2, 0), state, values, view)?.changes, { row: 0, column: 1 });
  assert.equal(order.at({ x: 5, y: 5 }, state, values, view), null);
});

test("word-order: another number of words begins in reverse, an order of the same number is kept", () => {
  const settled = (words, given) => order.settle({ words, order: given, row: 7, column: 0 });
  assert.deepEqual(settled("a b c d", [2, 1, 0]).order, [3, 2, 1, 0]);
  assert.deepEqual(settled("a b c", [1, 2, 0]).order, [1, 2, 0]);
  assert.equal(settled("a b", [0, 1]).row, 1);
});

test("word-order: what a sentence and an order may be, in words", () => {
  const text = textOf(order);
  const say = (problem) => problem && text(problem.key, { name: "Sentence", ...problem.fields });
  assert.equal(sentenceProblem("the cat"), null);
  assert.equal(say(sentenceProblem("cat")), "Sentence takes 2 to 8 words; this has 1.");
  assert.equal(say(sentenceProblem("a b c d e f g h i")), "Sentence takes 2 to 8 words; this has 9.");
  assert.equal(say(sentenceProblem("")), "Sentence takes 2 to 8 words; this has 0.");
  assert.match(say(sentenceProblem("the hippopotamuses sat")), /^“hippopotamuses” is longer than 12 letters/);
  const setting = order.settings.find(({ name }) => name === "order");
  assert.equal(settingProblem(setting, [3, 1, 0, 2]), null);
  for (const wrong of [[0, 0, 1], [1, 2, 3], [0.5, 1], undefined]) assert.ok(settingProblem(setting, wrong), `${wrong}`); // prettier-ignore
});

test("a text setting keeps words as they are typed, with single spaces between them", () => {
  const setting = order.settings.find(({ name }) => name === "words");
  assert.equal(readSetting(setting, "  The  cat,\tsat. "), "The cat, sat.");
  assert.equal(writeSetting(setting, "The cat, sat."), "The cat, sat.");
});

test("where-injected: which numbers tell two slots apart, for every encoding", async () => {
  const all = ["row", "query", "key", "value", "score"];
  const wanted = {
    none: [],
    learned: all,
    sinusoidal: all,
    rope: ["query", "key", "score"],
    alibi: ["score"],
    t5_bias: ["score"],
  };
  for (const [encoding, changed] of Object.entries(wanted)) {
    const { values } = await at(injected, { encoding });
    const found = values.stages.filter(({ difference }) => difference > 1e-6).map(({ name }) => name);
    assert.deepEqual(found, changed, encoding);
    // Position enters at the first of them.
    assert.equal(values.stages.find(({ entered }) => entered)?.name, changed[0], encoding);
  }
});

test("where-injected: the numbers are the engine's rows, turns and costs", async () => {
  const model = sentenceModel(engine, "none", true);
  const word = [...model.readParameter("wte.weight").data.subarray(0, 16)];
  const rows = (await at(injected, { encoding: "sinusoidal", a: 2, b: 9 })).values.stages[0].numbers;
  for (const [index, slot] of [2, 9].entries()) {
    const { data } = engine.positionTable({ kind: "sinusoidal", width: 16, positions: [slot] });
    rows[index].forEach((value, entry) => near(value, word[entry] + data[entry]));
  }
  const plainQuery = (await at(injected, { encoding: "none" })).values.stages[1].numbers[0];
  const turned = (await at(injected, { encoding: "rope", b: 9 })).values.stages[1].numbers[1];
  const { data } = engine.rotate({ vectors: plainQuery, positions: [9, 9, 9, 9], head_dim: 4, layout: "half" });
  turned.forEach((value, entry) => near(value, data[entry]));
  const [atA, atB] = (await at(injected, { encoding: "alibi", a: 2, b: 9 })).values.stages[4].numbers;
  engine.alibiSlopes(4).forEach((slope, head) => near(atB[head] - atA[head], 7 * slope));
  await assertRejects(() => engine.alibiSlopes(4).forEach((slope, head) => near(atA[head] - atB[head], 7 * slope)));
});

test("where-injected: sentences, drag and keys", async () => {
  assert.equal(
    await sentenceAt(injected, { encoding: "rope" }),
    "Encoding RoPE: between slot 2 and slot 9 these change: query, key, scores with “sat”. These do not: row for block 0, value.",
  );
  assert.match(await sentenceAt(injected), /^Encoding sinusoidal: between slot 2 and slot 9 all of these change: row/);
  assert.match(await sentenceAt(injected, { encoding: "none" }), /^Without encoding, “cat” has the same numbers/);
  assert.match(await sentenceAt(injected, { a: 4, b: 4 }), /^Slot a and slot b are both slot 4/);
  const { state, values } = await at(injected);
  near(injected.drag("a", { x: 100, y: 50 }, { x: 180, y: 50 }, state, values, createView()).a, 4);
  assert.deepEqual(injected.keys("ArrowRight", state, values, "b", true), { b: 13 });
  assert.equal(injected.keys("ArrowRight", state, values, null, false), null);
  assert.equal(shownTexts(await drawingAt(injected, { encoding: "rope" })).filter((words) => words === "the same").length, 2); // prettier-ignore
});
