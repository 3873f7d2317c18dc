// The ways of cutting that came after GPT-2's, from a tokenizer.json of each: against the patterns as they were published, as regular
// expressions of JavaScript.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { loadEngine } from "../../build/package/index.js";
import { digitsApart, drawer, encoder, patternOf, published, randomText, spelling } from "../golden/bytepairs.mjs";
import { knownToBoth } from "../golden/unicode.mjs";

const draw = drawer(6);

/** Every pair of bytes where words may end is a merge, in any order: two words in one show. Some words are tokens that no merges make. */
const { vocab, merges } = (() => {
  const bytes = [..."stredvmlSTRELDa1290!.'\" \t\n\r", ..."\u0120\u010a\u0109\u010d"].filter((c) =>
    spelling.includes(c),
  );
  const high = [0xc2, 0xa0, 0xc5, 0xbf, 0xcc, 0x81, 0xd9, 0xa3, 0xc2, 0x85, 0xbd, 0xef, 0xbb, 0xe2, 0x80, 0xa8].map(
    (byte) => spelling[byte],
  );
  const all = [...new Set([...bytes, ...high])];
  const pairs = all.flatMap((left) => all.map((right) => `${left} ${right}`));
  for (let i = pairs.length - 1; i > 0; i--) {
    const j = draw(i + 1);
    [pairs[i], pairs[j]] = [pairs[j], pairs[i]];
  }
  const whole = ["hello", "Ġworld", "!!!", "Ċ", "<|end|>"];
  const tokens = [...spelling, ...pairs.map((pair) => pair.replace(" ", "")), ...whole];
  return { vocab: Object.fromEntries([...new Set(tokens)].map((token, id) => [token, id])), merges: pairs };
})();

const byteLevel = { type: "ByteLevel", add_prefix_space: false, trim_offsets: true };
const sequence = (/** @type {any[]} */ ...pretokenizers) => ({ type: "Sequence", pretokenizers });
const split = (/** @type {string} */ Regex) =>
  sequence(
    { type: "Split", pattern: { Regex }, behavior: "Isolated", invert: false },
    { ...byteLevel, use_regex: false },
  );

/** @param {any} pre_tokenizer @param {any} [rules] */
const tokenizerJson = (pre_tokenizer, rules = {}) => {
  const { model, ...others } = rules;
  return {
    added_tokens: [],
    normalizer: null,
    pre_tokenizer,
    ...others,
    model: { type: "BPE", vocab, merges, ...model },
  };
};

const pieces = [
  ..."'s 'S 't 'RE 'Ve 'LL 'd 'D 'M '\u017f 'x ' '' s' 're're I'LL don't".split(" "),
  ..."hello world a tt SS \u00e9 e\u0301 \u0301 \u5927\u5b66 \u0928\u092e\u0938\u094d\u0924\u0947".split(" "),
  ..."1 12 123 1234 12345 \u0663\u0664\u0665\u0666 \u00bd \u2167 3.14 1,000".split(" "),
  ...["!", "!!!", "...", ".\n", "!\r\n", '"', "\u{1f44b}", "\u200b", "\ufeff", "(", "_"],
  ...[
    " ",
    "  ",
    "   ",
    "\n",
    "\r\n",
    "\n\n",
    " \n",
    "\n ",
    "\t",
    "\t\t",
    " \t",
    "\u00a0",
    "\u0085",
    "\u2028",
    "\u3000",
  ],
];

const isKnown = knownToBoth(
  JSON.parse(readFileSync(new URL("../golden/unicode_classes.json", import.meta.url), "utf8")),
);

/** A letter that came with a later version of Unicode than this Node's is none to its expressions. @param {string} text */
const known = (text) => [...text].filter((character) => isKnown(Number(character.codePointAt(0)))).join("");

/** Where words end, in many orders; and anything. */
const texts = Array.from({ length: 10_000 }, (_, i) =>
  i % 4 === 3
    ? known(randomText(draw))
    : Array.from({ length: 1 + draw(9) }, () => pieces[draw(pieces.length)]).join(""),
);

const engine = await loadEngine();

/** As many as tell one way of cutting from another. */
const some = texts.slice(0, 1000);

/** @param {any} json @param {string[]} from */
function idsBy(json, from) {
  const tokenizer = engine.createTokenizer({ tokenizerJson: json });
  const all = from.map((text) => [...tokenizer.encode(text)]);
  some.forEach((text, i) => assert.equal(tokenizer.decode(all[i]), text));
  tokenizer.dispose();
  return all;
}

/** @param {(text: string) => number[]} encode @param {number[][]} ids @param {string[]} from */
const differing = (encode, ids, from = some) => from.filter((text, i) => `${encode(text)}` !== `${ids[i]}`);

const lines = merges.join("\n");
const cutBy = (/** @type {string} */ pattern) => encoder(vocab, lines, { pattern: patternOf(pattern) });

for (const name of /** @type {const} */ (["llama3", "qwen2", "gpt2"]))
  test(`texts are cut by the pattern of ${name}`, () => {
    const from = name === "gpt2" ? some : texts;
    const ids = idsBy(tokenizerJson(split(published[name])), from);
    assert.deepEqual(differing(cutBy(published[name]), ids, from), []);
    // Bad twins: the others' patterns, cases told apart, numbers of any length, line ends that stay with nothing before them.
    const twins = Object.values(published).filter((pattern) => pattern !== published[name]);
    if (name !== "gpt2")
      twins.push(
        published[name].replace("(?i:", "(?:"),
        published[name].replace(/\\p\{N\}(\{1,3\})?\|/, "\\p{N}+|"),
        published[name].replace("+[\\r\\n]*", "+"),
        published[name].replace("|\\s*[\\r\\n]+", ""),
      );
    for (const twin of twins) assert.ok(differing(cutBy(twin), ids).length > 8, twin);
  });

test("every digit apart, as SmolLM has it", () => {
  const ids = idsBy(tokenizerJson(sequence({ type: "Digits", individual_digits: true }, byteLevel)), some);
  const encode = cutBy(published.gpt2);
  assert.deepEqual(
    differing((text) => digitsApart(text).flatMap(encode), ids),
    [],
  );
  assert.ok(differing(encode, ids).length > 8);
});

test("a word that is a token is that one before merges are looked for, where the file says so", () => {
  const pattern = patternOf(published.llama3);
  const first = encoder(vocab, lines, { pattern, wordsFirst: true });
  const ids = idsBy(tokenizerJson(split(published.llama3), { model: { ignore_merges: true } }), some);
  assert.deepEqual(differing(first, ids), []);
  assert.ok(differing(encoder(vocab, lines, { pattern }), ids).length > 8);
});

test("an added token that is looked for in Form C must be written in it", () => {
  const id = Object.keys(vocab).length;
  const made = (/** @type {string} */ content, normalizer = { type: "NFC" }, normalized = true) => {
    const added_tokens = [{ id, content, normalized }];
    return engine.createTokenizer({ tokenizerJson: tokenizerJson(byteLevel, { normalizer, added_tokens }) });
  };
  const held = engine.liveHandles;
  assert.throws(() => made("e\u0301!"), {
    code: "unsupported",
    message: /^The added token "e\u0301!" is to be looked for in/,
  });
  assert.equal(engine.liveHandles, held);
  for (const tokenizer of [made("\u00e9!"), made("\u5927\u5b66")]) tokenizer.dispose();
  for (const [text, ...given] of /** @type {[string, string, any?, boolean?][]} */ ([
    ["e\u0301!", "\u00e9!"],
    ["e\u0301!", "e\u0301!", null],
    ["e\u0301!", "e\u0301!", { type: "NFC" }, false],
  ])) {
    const tokenizer = made(...given);
    assert.deepEqual([...tokenizer.encode(text)], [id]);
    tokenizer.dispose();
  }
});

test("other patterns are refused with what is read, and what the text has that the vocabulary lacks is said", () => {
  const refused = (/** @type {any} */ json, /** @type {RegExp} */ message) =>
    assert.throws(
      () => engine.createTokenizer({ tokenizerJson: json }),
      (/** @type {any} */ error) => error.code === "unsupported" && message.test(error.message),
    );
  refused(
    tokenizerJson(split("\\p{L}+|\\d")),
    /not read here: \\p\{L\}\+\|\\d\. Read are GPT-2's way,.* Llama 3 and Qwen2/,
  );
  refused(tokenizerJson({ type: "Metaspace" }), /not read here: \{"type":"Metaspace"\}/);
  refused(tokenizerJson(sequence()), /not read here/);
  refused(tokenizerJson(null), /not read here: null/);
  const [pattern, bytes] = split(published.llama3).pretokenizers;
  refused(tokenizerJson(sequence(pattern)), /not read here/);
  refused(tokenizerJson(sequence(pattern, byteLevel)), /not read here/);
  refused(tokenizerJson(sequence({ ...pattern, behavior: "Removed" }, bytes)), /Removed/);
  refused(tokenizerJson(sequence({ ...pattern, invert: true }, bytes)), /not read here/);
  refused(tokenizerJson(split(published.llama3), { model: { ignore_merges: 1 } }), /ignore_merges is 1/);

  // GPT-NeoX's vocabulary has no tokens for bytes that no UTF-8 has.
  const fewer = Object.fromEntries(Object.keys(vocab).filter((token) => token !== spelling[0xff]).map((token, id) => [token, id])); // prettier-ignore
  const kept = merges.filter((merge) => !merge.includes(spelling[0xff]));
  const neox = engine.createTokenizer({
    tokenizerJson: tokenizerJson(byteLevel, { model: { vocab: fewer, merges: kept } }),
  });
  assert.equal(neox.decode(neox.encode("hello \u{1f44b}")), "hello \u{1f44b}");
  assert.throws(() => neox.encode(Uint8Array.of(97, 255)), {
    code: "unsupported",
    message: /no token for the byte 255/,
  });
  neox.dispose();
  engine.dispose();
});
