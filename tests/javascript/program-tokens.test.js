// The program's command `tokens`: texts that must be in Normalization Form C, against JavaScript's own form, which the program does not have.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { drawer, spelling } from "../golden/bytepairs.mjs";
import { knownToBoth } from "../golden/unicode.mjs";

const program = fileURLToPath(new URL("../../build/native/whereabouts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "whereabouts-tokens-"));
after(() => rmSync(folder, { recursive: true }));

/** A tokenizer whose ids are the bytes of the text as it is read. @param {any} normalizer */
function bytesTokenizer(normalizer, /** @type {any[]} */ added_tokens = []) {
  const vocab = Object.fromEntries(spelling.map((character, byte) => [character, byte]));
  const pre_tokenizer = { type: "ByteLevel", add_prefix_space: false };
  const file = { added_tokens, normalizer, pre_tokenizer, model: { type: "BPE", vocab, merges: [] } };
  writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(file));
}

/** What the program reads of a text. @param {string} text */
const read = (text) => Buffer.from(idsOf(text)).toString();

/** @param {string} text @returns {number[]} */
function idsOf(text) {
  const file = join(folder, "text.txt");
  writeFileSync(file, text);
  const result = spawnSync(program, ["tokens", "--tokenizer", folder, "--text", file], { maxBuffer: 2 ** 28 });
  assert.equal(result.status, 0, `${result.stderr}`);
  return JSON.parse(`${result.stdout}`);
}

const isKnown = knownToBoth(
  JSON.parse(readFileSync(new URL("../golden/unicode_classes.json", import.meta.url), "utf8")),
);

/** Of surrogates no text is made; a line break parts the texts. */
const characters = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => (point < 0xd800 || point > 0xdfff) && point !== 10 && isKnown(point))
  .map((point) => String.fromCodePoint(point));
const marks = characters.filter((character) => /\p{M}/u.test(character));
const composing = characters.filter(
  (character) => !/[\uac00-\ud7a3]/.test(character) && character.normalize("NFD") !== character,
);

/** Marks after what may take them, letters of Hangul, and anything. @param {(n: number) => number} draw */
function randomText(draw) {
  const kinds = [
    () => marks[draw(marks.length)],
    () => marks[draw(marks.length)].normalize("NFD"),
    () => composing[draw(composing.length)],
    () => [...composing[draw(composing.length)].normalize("NFD")][0],
    () => String.fromCodePoint(0x1100 + draw(0x100)),
    () => String.fromCodePoint(0xac00 + draw(11172)),
    () => characters[draw(characters.length)],
  ];
  return Array.from({ length: 1 + draw(8) }, () => kinds[draw(kinds.length)]()).join("");
}

test("every character, pairs with marks, letters of Hangul and 10,000 random texts go through in Form C", () => {
  const draw = drawer(4);
  const pairs = composing.flatMap((character, i) =>
    marks
      .filter((_, j) => (i + j) % 101 === 0)
      .flatMap((mark) => [character + mark, character.normalize("NFD") + mark]),
  );
  const hangul = Array.from({ length: 0x100 }, (_, lead) =>
    String.fromCodePoint(0x1100 + lead, 0x1161 + (lead % 21), 0x11a7 + (lead % 28)),
  );
  const random = Array.from({ length: 10_000 }, () => randomText(draw));
  bytesTokenizer({ type: "NFC" });
  for (const texts of [characters, pairs, hangul, random]) {
    assert.ok(texts.length >= 256);
    const got = read(texts.join("\n")).split("\n");
    assert.deepEqual(got, texts.map((text) => text.normalize("NFC"))); // prettier-ignore
  }
  // Bad twins: texts as they come, taken apart, and composed one character at a time.
  const twins = [
    (/** @type {string} */ text) => text,
    (/** @type {string} */ text) => text.normalize("NFD"),
    (/** @type {string} */ text) => [...text].map((each) => each.normalize("NFC")).join(""),
  ];
  for (const twin of twins) assert.ok(random.filter((text) => twin(text) !== text.normalize("NFC")).length > 200);
});

test("the tables of Form C are in the program and in no engine, those of letters in each that reads checkpoints", () => {
  const built = new URL("../../build/package/", import.meta.url);
  const sources = new URL("../../src/tokenizers/", import.meta.url);
  /** Some bytes of a table's middle. @param {string} file @param {string} name */
  const some = (file, name) => {
    const list = readFileSync(new URL(file, sources), "utf8").split(` ${name}[] = {`)[1].split("}")[0];
    const bytes = Uint8Array.from(list.match(/\d+/g) ?? [], Number);
    assert.ok(bytes.length > 500);
    return bytes.subarray(bytes.length >> 1, (bytes.length >> 1) + 32);
  };
  const letters = some("unicode_runs.hpp", "unicode_runs");
  const form = ["pairs", "ranks"].map((name) => some("unicode_pairs.hpp", `unicode_${name}`));
  form.push(some("unicode_sequences.hpp", "unicode_sequences"));
  const holds = (/** @type {string | URL} */ file) => [letters, ...form].map((bytes) => readFileSync(file).includes(bytes)); // prettier-ignore
  assert.deepEqual(holds(program), [true, true, true, true]);
  const engines = readdirSync(built).filter((name) => name.endsWith(".wasm"));
  assert.equal(engines.length, 6);
  for (const name of engines)
    assert.deepEqual([name, ...holds(new URL(name, built))], [name, name.includes("checkpoint"), false, false, false]);
});

test("an added token that is to be normalized is looked for in Form C, whatever form it is written in", () => {
  const added = (/** @type {boolean} */ normalized) => [{ id: 256, content: "e\u0301!", normalized }];
  bytesTokenizer({ type: "NFC" }, added(true));
  for (const text of ["e\u0301!", "\u00e9!"]) assert.deepEqual(idsOf(text), [256]);
  bytesTokenizer({ type: "NFC" }, added(false));
  assert.deepEqual([idsOf("e\u0301!"), idsOf("\u00e9!")], [[256], [...Buffer.from("\u00e9!")]]);
  bytesTokenizer(null, added(true));
  assert.deepEqual([idsOf("e\u0301!"), idsOf("\u00e9!")], [[256], [...Buffer.from("\u00e9!")]]);
});

test("vocab.json and merges.txt are read where the folder's model cuts texts as GPT-2 does, and refused by name for others", () => {
  const own = mkdtempSync(join(folder, "pair-"));
  const text = join(own, "text.txt");
  writeFileSync(text, "12 it");
  cpSync(new URL("../golden/tokenizer/vocab.json", import.meta.url), join(own, "vocab.json"));
  cpSync(new URL("../golden/tokenizer/merges.txt", import.meta.url), join(own, "merges.txt"));
  const tokens = () => spawnSync(program, ["tokens", "--tokenizer", own, "--text", text], { encoding: "utf8" });
  const alone = tokens();
  assert.equal(alone.status, 0, alone.stderr);
  for (const config of [{ model_type: "gpt2" }, { model_type: "gptj" }, { n_layer: 2 }]) {
    writeFileSync(join(own, "config.json"), JSON.stringify(config));
    assert.equal(tokens().stdout, alone.stdout);
  }
  for (const model_type of ["llama", "qwen2", "gpt_neox"]) {
    writeFileSync(join(own, "config.json"), JSON.stringify({ model_type }));
    const { status, stdout, stderr } = tokens();
    assert.deepEqual([status === 0, stdout], [false, ""]);
    assert.match(stderr, new RegExp(`vocab\\.json and merges\\.txt do not say how a model of type ${model_type} cuts texts: its tokenizer\\.json is needed`)); // prettier-ignore
  }
  cpSync(new URL("../golden/tokenizer/tokenizer.json", import.meta.url), join(own, "tokenizer.json"));
  assert.equal(tokens().stdout, alone.stdout);
  // Without a config of its own a folder's pair is read for the model that the program opened.
  const pair = mkdtempSync(join(folder, "other-"));
  for (const file of ["vocab.json", "merges.txt"]) cpSync(join(own, file), join(pair, file));
  const model = new URL("../golden/families/qwen2-tiny/", import.meta.url).pathname;
  const perplexity = spawnSync(program, ["perplexity", "--model", model, "--tokenizer", pair, "--text", text], { encoding: "utf8" }); // prettier-ignore
  assert.match(perplexity.stderr, /how a model of type qwen2 cuts texts/);
});

test("a tokenizer without a normalizer reads texts as they are", () => {
  bytesTokenizer(null);
  assert.equal(read("e\u0301 \u212b \u1112\u1161\u11ab"), "e\u0301 \u212b \u1112\u1161\u11ab");
  bytesTokenizer({ type: "NFC" });
  assert.equal(read("e\u0301 \u212b \u1112\u1161\u11ab"), "\u00e9 \u00c5 \ud55c");
});
