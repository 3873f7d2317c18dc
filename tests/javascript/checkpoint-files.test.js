// The files of a checkpoint as readers drop them: told by what is in them, in any order and in several goes, and refused by name.
import assert from "node:assert/strict";
import test from "node:test";

import { bytesWords } from "../../web/elements/bytes.js";
import { CheckpointFiles } from "../../web/elements/checkpoint-files.js";
import * as figure from "../../web/figures/checkpoint.js";
import { assertRejects, textOf } from "./figures-support.js";

const file = (/** @type {string} */ name, content = "x") => new File([content], name);
const json = (/** @type {string} */ name, /** @type {any} */ content) => file(name, JSON.stringify(content));

const config = json("config.json", { model_type: "gpt2", n_layer: 2 });
const vocab = json("vocab.json", { "!": 0, a: 1 });
const merges = file("merges.txt", "#version: 0.2\na b\n");
const tokenizer = json("tokenizer.json", { version: "1.0", model: { type: "BPE", vocab: {}, merges: [] } });
const weights = file("model.safetensors");
const shard = (/** @type {number} */ n) => file(`model-0000${n}-of-00003.safetensors`);
const shardNames = [1, 2, 3].map((n) => `model-0000${n}-of-00003.safetensors`);
const index = json("model.safetensors.index.json", { metadata: {}, weight_map: { a: shardNames[0], b: shardNames[1], c: shardNames[2] } }); // prettier-ignore

const text = textOf(figure);

/** What is said of what is missing, in whole sentences. @param {CheckpointFiles} files */
const missing = (files) => files.missing().map(({ key, fields }) => text(`files.missing.${key}`, fields));

/** @param {File[]} all */
async function taken(...all) {
  const files = new CheckpointFiles();
  const notes = await files.take(all);
  const said = notes.map(({ key, fields }) => text(`files.refused.${key}`, fields));
  return { files, said };
}

test("every order of the four files of a GPT-2 makes the same checkpoint", async () => {
  const all = [weights, config, vocab, merges];
  for (let turn = 0; turn < all.length; turn += 1) {
    const { files, said } = await taken(...all.slice(turn), ...all.slice(0, turn));
    assert.deepEqual(said, []);
    assert.ok(files.ready);
    assert.deepEqual(files.wordless(), []);
    const { weights: given, config: read, index: none } = files.modelOptions();
    assert.equal(given, weights);
    assert.deepEqual(read, { model_type: "gpt2", n_layer: 2 });
    assert.equal(none, undefined);
    assert.deepEqual(Object.keys(files.tokenizerOptions()), ["vocab", "merges"]);
  }
});

test("in several goes, what is still missing is said in words", async () => {
  const files = new CheckpointFiles();
  await files.take([vocab]);
  assert.deepEqual(missing(files), ["Still missing: model.safetensors.", "Still missing: config.json."]);
  assert.equal(files.wordless()[0].key, "merges");
  await files.take([weights]);
  assert.deepEqual(missing(files), ["Still missing: config.json."]);
  assert.ok(!files.ready);
  await files.take([config]);
  assert.deepEqual(missing(files), []);
  assert.ok(files.ready);
  await files.take([tokenizer]);
  assert.deepEqual(Object.keys(files.tokenizerOptions()), ["tokenizerJson"]);
  files.remove("config.json");
  assert.deepEqual(missing(files), ["Still missing: config.json."]);
});

test("vocab.json and merges.txt are taken for models that cut texts as GPT-2 does, whatever came first", async () => {
  const other = (/** @type {string} */ model_type) => json("config.json", { model_type, hidden_size: 8 });
  for (const type of ["gpt2", "gptj"])
    for (const all of [
      [vocab, merges, other(type)],
      [other(type), merges, vocab],
    ]) {
      const { files } = await taken(weights, ...all);
      assert.deepEqual(
        [type, Object.keys(files.tokenizerOptions()), files.wordless()],
        [type, ["vocab", "merges"], []],
      );
    }
  for (const type of ["llama", "qwen2", "mistral", "gpt_neox"])
    for (const all of [
      [vocab, merges, other(type)],
      [other(type), merges, vocab],
      [other(type), vocab],
      [merges, other(type)],
    ]) {
      const { files } = await taken(weights, ...all);
      assert.equal(files.tokenizerOptions(), null, type);
      const [{ key, fields }, ...more] = files.wordless();
      assert.deepEqual(more, []);
      assert.equal(text(`files.missing.${key}`, fields), `vocab.json and merges.txt do not say how a model of type ${type} cuts texts: only its tokenizer.json does. Without it, type token ids.`); // prettier-ignore
      await files.take([tokenizer]);
      assert.deepEqual([Object.keys(files.tokenizerOptions()), files.wordless()], [["tokenizerJson"], []]);
    }
  const { files } = await taken(weights, other("llama"));
  assert.equal(files.wordless()[0].key, "whole_tokenizer");
  // Until a config says whose they are, nothing speaks against them; another config is another decision.
  const early = (await taken(weights, vocab, merges)).files;
  const options = () => Object.keys(early.tokenizerOptions() ?? {});
  assert.deepEqual(options(), ["vocab", "merges"]);
  await early.take([other("qwen2")]);
  assert.deepEqual(options(), []);
  await early.take([config]);
  assert.deepEqual(options(), ["vocab", "merges"]);
});

test("what a file is goes by what is in it: numbered copies and other names", async () => {
  const { files, said } = await taken(
    json("config (1).json", { model_type: "llama" }),
    json("tokens.json", { "!": 0, a: 1 }),
    file("gpt2-merges-list.txt", "#version: 0.2\na b\n"),
    file("novel.txt", "It was a dark and stormy night."),
    weights,
  );
  assert.deepEqual(said, []);
  const roles = Object.fromEntries(files.held.map(({ name, role }) => [name, role]));
  const wanted = { "config (1).json": "config", "tokens.json": "vocab", "gpt2-merges-list.txt": "merges" };
  assert.deepEqual(roles, { ...wanted, "novel.txt": "text", "model.safetensors": "weights" });
  await assertRejects(() => assert.equal(roles["tokens.json"], "config"));
});

test("shards: an index is asked for, shards that it names are asked for by name, others stay aside", async () => {
  const files = new CheckpointFiles();
  await files.take([config, shard(2)]);
  assert.deepEqual(missing(files), ["Still missing: model.safetensors.index.json, since model-00002-of-00003.safetensors is one of several files."]); // prettier-ignore
  await files.take([index]);
  assert.deepEqual(missing(files), [
    `Still missing: 2 files that the index names: ${shardNames[0]}, ${shardNames[2]}.`,
  ]);
  await files.take([shard(3), file("other-00001-of-00002.safetensors")]);
  assert.deepEqual(missing(files), [`Still missing: ${shardNames[0]}, which the index names.`]);
  await files.take([shard(1)]);
  assert.ok(files.ready);
  const options = files.modelOptions();
  assert.deepEqual(options.weights.map(({ name }) => name).sort(), shardNames);
  assert.deepEqual(options.index.weight_map.b, shardNames[1]);
  // Weights in one file need no index, and none that is there makes them wait for shards.
  await files.take([weights]);
  assert.deepEqual([files.ready, files.modelOptions().weights, files.modelOptions().index], [true, weights, undefined]);
});

test("shards that a browser numbered as copies are shards, found by the names that the index has", async () => {
  const copies = ["model-00001-of-00003 (1).safetensors", "model-00002-of-00003(2).safetensors"].map((name) => file(name)); // prettier-ignore
  const numbered = json("model.safetensors.index (1).json", JSON.parse(await index.text()));
  const { files, said } = await taken(config, shard(1), ...copies, numbered);
  assert.deepEqual(said, []);
  assert.deepEqual(missing(files), [`Still missing: ${shardNames[2]}, which the index names.`]);
  await files.take([shard(3)]);
  assert.ok(files.ready);
  assert.deepEqual(
    files
      .modelOptions()
      .weights.map(({ name }) => name)
      .sort(),
    shardNames,
  );
  // The copy took the place of the first, and each counts once.
  assert.deepEqual(files.weights.map(({ name }) => name), [copies[0].name, copies[1].name, shardNames[2]]); // prettier-ignore
  assert.equal(files.title, "model.safetensors");
  assert.equal((await taken(file("model (1).safetensors"))).files.title, "model (1).safetensors");
});

test("another file of the same kind takes the place of the one before, and the model is another one then", async () => {
  const files = new CheckpointFiles();
  await files.take([weights, config]);
  const { version } = files;
  await files.take([json("other.json", { model_type: "mistral" })]);
  assert.equal(files.held.length, 2);
  assert.equal(files.one("config")?.content.model_type, "mistral");
  assert.ok(files.version > version);
  const before = files.version;
  await files.take([file("story.txt", "A text to read makes no other model.")]);
  assert.equal(files.version, before);
});

test("JSON that says nothing of a model is no configuration, and the one that is there stays", async () => {
  const files = new CheckpointFiles();
  await files.take([weights, config]);
  const { version } = files;
  const notes = await files.take([json("package.json", { name: "site", version: "1.0.0" }), json("results.json", {})]);
  assert.deepEqual(notes.map(({ key, fields }) => [key, fields.name]), [["unknown_json", "package.json"], ["unknown_json", "results.json"]]); // prettier-ignore
  assert.equal(files.one("config")?.content.model_type, "gpt2");
  assert.deepEqual([files.ready, files.version], [true, version]);
  const opt = { model_type: "opt" };
  await files.take([json("other.json", opt)]);
  assert.deepEqual(files.one("config")?.content, opt);
});

test("a configuration without model_type is told so, and is no vocabulary though all it holds are whole numbers", async () => {
  const hparams = { n_vocab: 50257, n_ctx: 1024, n_embd: 768, n_head: 12, n_layer: 12 };
  const untyped = [
    ...[hparams, { ...hparams, dropout: 0 }, { n_embd: 48, tie: true }, { hidden_size: 64, act: "silu" }],
    ...[
      { num_hidden_layers: 1, num_attention_heads: 2 },
      { vocab_size: 2, n_head: 1 },
    ],
  ];
  const files = new CheckpointFiles();
  await files.take([weights, config, json("vocab.json", { a: 0, b: 1 })]);
  const { version } = files;
  for (const content of untyped) {
    const notes = await files.take([json("hparams.json", content)]);
    assert.deepEqual(notes, [{ key: "no_model_type", fields: { name: "hparams.json" } }], JSON.stringify(content));
  }
  assert.equal(files.one("config")?.content.model_type, "gpt2");
  assert.equal(files.one("vocab")?.name, "vocab.json");
  assert.equal(files.version, version);
  // A vocabulary may have such a word among its tokens.
  await files.take([json("words.json", { n_embd: 2, the: 0, a: 1 })]);
  assert.equal(files.one("vocab")?.name, "words.json");
});

test("what cannot be taken is refused with its name and what is read instead, and what was there stays", async () => {
  const { files, said } = await taken(
    weights,
    file("pytorch_model.bin", "PK\u0003\u0004"),
    file("model.bin", "PK\u0003\u0004 but named otherwise, and long enough"),
    file("model.gguf"),
    /** @type {any} */ (new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16)], "picture.jpg")),
    file("empty.json", ""),
    file("broken.json", "{ not json"),
    json("list.json", [1, 2]),
    json("tokenizer_config.json", { model_max_length: 1024 }),
    // A folder that was dropped, or a file that was taken away since.
    /** @type {any} */ ({
      name: "gone.json",
      size: 4096,
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error("not found")) }),
    }),
  );
  assert.equal(files.held.length, 1);
  const wanted = [
    /^pytorch_model\.bin was not taken: it is a PyTorch file/,
    /^model\.bin was not taken: it is a PyTorch file/,
    /^model\.gguf was not taken: of weights, \.safetensors/,
    /^picture\.jpg was not taken: nothing here reads such a file/,
    /^empty\.json is empty/,
    /^broken\.json was not taken: it is no valid JSON/,
    /^list\.json was not taken: it holds no JSON object/,
    /^tokenizer_config\.json is not needed/,
    /^gone\.json cannot be read: .* \(not found\)$/,
  ];
  assert.equal(said.length, wanted.length);
  wanted.forEach((pattern, at) => assert.match(said[at], pattern));
});

test("a text is taken by what is in it, whatever it is called, and refused where its characters cannot be known", async () => {
  const umlauts = "\u00e4".repeat(40_000);
  const whole = await taken(
    file("wiki.test.tokens", " = Robert <unk> = \n"),
    file("wiki.test.raw", umlauts),
    // The bytes that are looked at may end within a character.
    file("odd.raw", `a${umlauts}`),
    file("vocab.bpe", "#version: 0.2\na b\n"),
  );
  assert.deepEqual(whole.said, []);
  assert.deepEqual(whole.files.held.map(({ name, role }) => [name, role]), [["odd.raw", "text"], ["vocab.bpe", "merges"]]); // prettier-ignore
  assert.equal(whole.files.one("text")?.content, `a${umlauts}`);
  const latin = (/** @type {string} */ name, before = "") => new File([before, Uint8Array.of(0x63, 0x61, 0x66, 0xe9)], name); // prettier-ignore
  const { files, said } = await taken(
    latin("novel.txt"),
    latin("novel.raw", "a".repeat(2 ** 17)),
    latin("novel.old"),
    file("sound.dat", "a\u0000b"),
    new File([Uint8Array.of(0xff, 0xfe, 0x61, 0)], "notepad.txt"),
    latin("merges.txt", "#version: 0.2\n"),
  );
  assert.deepEqual(files.held, []);
  const [encoding, unknown] = ["it is not in UTF-8. Save it in UTF-8, and", "nothing here reads such a file. What"];
  const wanted = { "novel.txt": encoding, "novel.raw": encoding, "novel.old": unknown, "sound.dat": unknown, "notepad.txt": encoding, "merges.txt": encoding }; // prettier-ignore
  Object.entries(wanted).forEach(([name, why], at) => assert.ok(said[at].startsWith(`${name} was not taken: ${why}`), said[at])); // prettier-ignore
});

test("sizes are written as file managers write them", () => {
  const written = [490, 1234, 548105171, 6431829964].map((bytes) => bytesWords(bytes, text).replace("\u00a0", " "));
  assert.deepEqual(written, ["490 bytes", "1.2 kB", "548 MB", "6.4 GB"]);
});
