// Files that readers open: what is known of their model, what is said of faults in them, and what a check may be set to then.
import assert from "node:assert/strict";
import test from "node:test";

import { isConfigFault, openCheckpoint, openShipped } from "../../web/elements/checkpoint-model.js";
import { CheckpointFiles } from "../../web/elements/checkpoint-files.js";
import * as figure from "../../web/figures/checkpoint.js";
import { defaults } from "../../web/figures/settings.js";
import { checks, control, excerpt, golden, text, texts } from "./checkpoint-support.js";
import { engine } from "./figures-support.js";

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
    idsAre: "first",
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
  // Where only ids could be typed nobody chose to type: with words the first text is read again.
  const alone = figure.settingsFor({ facts: rope, texts });
  assert.equal(figure.carriedOver(alone, before, turned).from, "excerpt");
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

test("the long window is at first no longer than the text that is read, counted in the model's own tokens", async () => {
  const config = JSON.parse(Buffer.from(golden("families/llama-tiny/config.json")).toString());
  // Bytes alone: each is a token.
  const spelled = (/** @type {number} */ byte) => ((byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae ? byte : null); // prettier-ignore
  let hidden = 0x100;
  const bytes = Array.from({ length: 256 }, (_, byte) => [String.fromCodePoint(spelled(byte) ?? hidden++), byte]);
  const model = { type: "BPE", vocab: Object.fromEntries(bytes), merges: [] };
  const words = [new File([JSON.stringify({ pre_tokenizer: { type: "ByteLevel" }, model })], "tokenizer.json")];
  const lengthOf = (/** @type {any} */ facts) => figure.settingsFor({ facts }).find(({ name }) => name === "length")?.default; // prettier-ignore
  const { specimen } = await openGolden({ ...config, max_position_embeddings: 20_000 }, "families/llama-tiny/model.safetensors", words); // prettier-ignore
  const { length } = new TextEncoder().encode(excerpt);
  assert.deepEqual([specimen.facts.trained, specimen.facts.excerpt], [20_000, length]);
  assert.equal(lengthOf(specimen.facts), length);
  assert.equal(lengthOf({ ...specimen.facts, trained: 64 }), 256);
  await specimen.dispose();
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
