// GPT-2's tokenizer as its encoder.py has it (github.com/openai/gpt-2, src/encoder.py), on strings of the characters that bytes are
// spelled with: slow, and nothing shared with the engine.
//
//   node tests/golden/bytepairs.mjs DIR   writes a small vocabulary, its merges, tokenizer.json, and cases made with it
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Bytes that are no UTF-8 are lone surrogates here, which no text holds: neither letter, number nor white space. */
const strayBytes = 0xdc00;

/** The character that each byte is spelled as in vocab.json and merges.txt. */
export const spelling = (() => {
  const printable = (/** @type {number} */ byte) => (byte >= 33 && byte <= 126) || (byte >= 161 && byte !== 173);
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(printable(byte) ? byte : next++));
})();

/**
 * A pattern as models publish it, in JavaScript: white space is Unicode's, and letters of a group that goes by either case are written
 * out. The long s is one: regular expressions that fold cases as Unicode does take it.
 * @param {string} published
 */
export function patternOf(published) {
  const anyCase = (/** @type {string} */ letter) =>
    `[${letter}${letter.toUpperCase()}${letter === "s" ? "\u017f" : ""}]`;
  const written = published
    .replace(/\(\?i:([^)]*)\)/g, (_, group) => `(?:${group.replace(/[a-z]/g, anyCase)})`)
    .replaceAll("\\s", "\\p{White_Space}")
    .replaceAll("\\S", "\\P{White_Space}");
  return new RegExp(written, "gu");
}

/** By which models cut texts: GPT-2's encoder.py, and the tokenizer.json of Llama 3 and of Qwen2. */
export const published = {
  gpt2: String.raw`'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`,
  llama3: String.raw`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
  qwen2: String.raw`(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
};
const gpt2Pattern = patternOf(published.gpt2);

/** Bytes as characters: those of UTF-8, and one for every byte that is none. @param {Uint8Array} bytes */
function characters(bytes) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  for (let at = 0; at < bytes.length;) {
    let length = 4;
    for (; length > 0; length--) {
      if (at + length > bytes.length) continue;
      try {
        const character = decoder.decode(bytes.subarray(at, at + length));
        if ([...character].length !== 1) continue;
        text += character;
        break;
      } catch {
        continue;
      }
    }
    if (length === 0) text += String.fromCharCode(strayBytes + bytes[at]);
    at += length || 1;
  }
  return text;
}

/** @param {string} word @returns {number[]} its bytes */
const bytesOf = (word) =>
  [...word].flatMap((character) => {
    const point = /** @type {number} */ (character.codePointAt(0));
    return point >= strayBytes && point < strayBytes + 256
      ? [point - strayBytes]
      : [...new TextEncoder().encode(character)];
  });

/**
 * The words of a text, each spelled as its bytes are.
 * @param {string | Uint8Array} text
 * @param {RegExp} pattern
 */
function words(text, pattern = gpt2Pattern) {
  const whole = typeof text === "string" ? characters(new TextEncoder().encode(text)) : characters(text);
  return (whole.match(pattern) ?? []).map((word) =>
    bytesOf(word)
      .map((byte) => spelling[byte])
      .join(""),
  );
}

/**
 * A pair made one, everywhere from left to right.
 * @param {string[]} parts
 * @param {string} pair
 */
function joined(parts, pair) {
  const next = [];
  for (let i = 0; i < parts.length; i++)
    if (i + 1 < parts.length && `${parts[i]} ${parts[i + 1]}` === pair) next.push(parts[i] + parts[++i]);
    else next.push(parts[i]);
  return next;
}

/**
 * encoder.py's `bpe`: the pair of the lowest rank, everywhere from left to right, until none is left.
 * @param {string} word
 * @param {Map<string, number>} ranks "left right" to its rank
 */
function merged(word, ranks) {
  let parts = [...word];
  while (parts.length > 1) {
    const pairs = parts.slice(1).map((right, i) => `${parts[i]} ${right}`);
    const lowest = pairs.reduce((best, pair) =>
      (ranks.get(pair) ?? Infinity) < (ranks.get(best) ?? Infinity) ? pair : best,
    );
    if (!ranks.has(lowest)) break;
    parts = joined(parts, lowest);
  }
  return parts;
}

/**
 * @param {Record<string, number>} vocab
 * @param {string} merges merges.txt
 * @param {{ pattern?: RegExp, wordsFirst?: boolean }} [options] `wordsFirst`: a word that is a token is that one
 */
export function encoder(vocab, merges, { pattern, wordsFirst = false } = {}) {
  const lines = merges.split("\n");
  if (lines[0].startsWith("#version")) lines.shift();
  const ranks = new Map(lines.filter((line) => line !== "").map((line, rank) => [line, rank]));
  /** @type {Map<string, number[]>} */
  const known = new Map();
  const ids = (/** @type {string} */ word) => {
    let found = known.get(word);
    if (!found && wordsFirst && word in vocab) return [vocab[word]];
    if (!found) known.set(word, (found = merged(word, ranks).map((token) => vocab[token])));
    return found;
  };
  return (/** @type {string | Uint8Array} */ text) => words(text, pattern).flatMap(ids);
}

/** Every number alone before words are cut, as Hugging Face's pre-tokenizer "Digits" does. @param {string} text */
export const digitsApart = (text) => text.split(/(\p{N})/u).filter((piece) => piece !== "");

/**
 * Byte-pair encoding learned from a text (Sennrich, Haddow and Birch 2016, algorithm 1), as vocab.json and merges.txt.
 * @param {string} text
 * @param {number} count of merges, fewer where no pair is left that stands there twice
 */
function learned(text, count) {
  const all = words(text).map((word) => [...word]);
  const merges = [];
  while (merges.length < count) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const parts of all)
      for (let i = 1; i < parts.length; i++) {
        const pair = `${parts[i - 1]} ${parts[i]}`;
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
    const [best, times] = [...counts].reduce(
      (a, b) => (b[1] > a[1] || (b[1] === a[1] && b[0] < a[0]) ? b : a),
      ["", 0],
    );
    if (times < 2) break;
    merges.push(best);
    all.forEach((parts, i) => (all[i] = joined(parts, best)));
  }
  const tokens = [...spelling, ...merges.map((pair) => pair.replace(" ", "")), "<|endoftext|>"];
  return {
    vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
    merges: ["#version: 0.2", ...merges, ""].join("\n"),
  };
}

/** Numbers in [0, n) from a seed. @param {number} seed */
export function drawer(seed) {
  let state = seed;
  return (/** @type {number} */ n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** What random texts are made of: where tokenizers go wrong, and everything else. */
const pieces = [
  ..."'s 't 're 've 'm 'll 'd 'S 'x ' '' 'sam don't I'll we've ’s".split(" "),
  ..."the of and time hello world position encoding a I x zz antidisestablishmentarianism".split(" "),
  ..."0 7 42 1024 3.14 1,000 2nd x2 ½ ٣ Ⅷ ② ৩ 𝟘".split(" "),
  ..." |  |   |\n|\n\n|\t| \n |\r\n|\u000b|\u0085|\u00a0|\u1680|\u2003|\u2028|\u202f|\u3000|\ufeff|\u200b|\u180e|\u001c".split(
    "|",
  ),
  ...'! ... -- (x) # ## a_b / \\ " $5 @ <|endoftext|> ĠĠ Ċ'.split(" "),
  ..."é e\u0301 ñ ß Ω мир 你好 日本語 한국 नमस्ते שלום مرحبا ไทย 👋 🌍 👩‍👩‍👧 🇩🇪 𝒳 𐍈 \u0000 \u007f \ud800 \uffff".split(" "),
];

/** @param {(n: number) => number} draw */
export function randomText(draw) {
  let text = "";
  for (let left = draw(12); left >= 0; left--) {
    const kind = draw(10);
    if (kind < 7) text += pieces[draw(pieces.length)] + (draw(2) ? " " : "");
    else if (kind < 9) text += String.fromCodePoint(draw(0x3000));
    else text += String.fromCodePoint(draw(0x110000));
  }
  return text.toWellFormed();
}

/** Bytes of UTF-8 with faults, or any. @param {(n: number) => number} draw */
export function randomBytes(draw) {
  if (draw(3) === 0) return Uint8Array.from({ length: draw(24) }, () => draw(256));
  const bytes = new TextEncoder().encode(randomText(draw));
  for (let faults = draw(4); faults > 0 && bytes.length > 0; faults--) bytes[draw(bytes.length)] = 128 + draw(128);
  return bytes.subarray(draw(3));
}

/** A text to learn from, with more in it than English. */
const taught = `The position of a token is not in the token. It is added, turned into the query and the key, or written on the score.
They're told apart by what they've seen: the first token sees one, the second two, and the last one sees them all. Don't ask
where the word stands; it doesn't know. "Once upon a time", said the old man, "there were 1024 rows in the table, and row 1023 was
the last." In 2017 there were sines; in 2019 a table; in 2021 rotations. ## Headings ### and dashes -- and ... dots.
Das Wort steht an der dritten Stelle, la position est apprise, слово стоит на месте, 位置 編码 位置, ½ of it. Ça va? Señor Ñandú!
`;

function main(/** @type {string} */ folder) {
  const { vocab, merges } = learned(taught.repeat(2), 320);
  const encode = encoder(vocab, merges);
  const draw = drawer(1);
  const texts = Array.from({ length: 260 }, () => randomText(draw));
  const sequences = Array.from({ length: 140 }, () => randomBytes(draw));
  const cases = [
    ...texts.map((text) => ({
      text,
      ids: encode(text),
      ...(/\p{N}/u.test(text) && { ids_digits_apart: digitsApart(text).flatMap(encode) }),
    })),
    ...sequences.map((bytes) => ({ hex: Buffer.from(bytes).toString("hex"), ids: encode(bytes) })),
  ];
  const lines = merges.split("\n").slice(1, -1);
  const tokenizer = {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: [
      {
        id: vocab["<|endoftext|>"],
        content: "<|endoftext|>",
        single_word: false,
        lstrip: false,
        rstrip: false,
        normalized: true,
        special: true,
      },
    ],
    normalizer: null,
    pre_tokenizer: { type: "ByteLevel", add_prefix_space: false, trim_offsets: true },
    post_processor: { type: "ByteLevel", add_prefix_space: true, trim_offsets: false },
    decoder: { type: "ByteLevel", add_prefix_space: true, trim_offsets: true },
    model: {
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: "",
      end_of_word_suffix: "",
      fuse_unk: false,
      vocab,
      merges: lines,
    },
  };
  const write = (/** @type {string} */ name, /** @type {string} */ content) =>
    writeFileSync(join(folder, name), content);
  write("vocab.json", `${JSON.stringify(vocab)}\n`);
  write("merges.txt", merges);
  write("tokenizer.json", `${JSON.stringify(tokenizer)}\n`);
  write("cases.json", `[\n${cases.map((entry) => JSON.stringify(entry)).join(",\n")}\n]\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv[2]);
