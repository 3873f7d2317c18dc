// The text of the language models: R's format read from bytes written by hand, paragraphs, the excerpt, and what was built.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { deflateSync, gzipSync } from "node:zlib";

import { characters, paragraphs } from "../../lessons/data/austen.mjs";
import { austenExcerpt, makeExcerpt } from "../../lessons/data/excerpt.mjs";
import { readLazyLoad, unserialize } from "../../lessons/data/r-data.mjs";
import { stories } from "../../lessons/data/stories.mjs";

const root = new URL("../../", import.meta.url);

// Writers of R's format, as R Internals 1.8 describes it.
const integer = (/** @type {number} */ value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const real = (/** @type {number} */ value) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};
const header2 = Buffer.concat([Buffer.from("X\n"), integer(2), integer(0x40100), integer(0x20300)]);
const header3 = Buffer.concat([
  Buffer.from("X\n"),
  integer(3),
  integer(0x40100),
  integer(0x30500),
  integer(5),
  Buffer.from("UTF-8"),
]);
const characterString = (/** @type {string} */ text, flags = 64 << 12) => {
  const bytes = Buffer.from(text, flags === 4 << 12 ? "latin1" : "utf8");
  return Buffer.concat([integer(9 | flags), integer(bytes.length), bytes]);
};
const strings = (/** @type {string[]} */ ...list) =>
  Buffer.concat([integer(16), integer(list.length), ...list.map((text) => characterString(text))]);
const symbol = (/** @type {string} */ name) => Buffer.concat([integer(1), characterString(name)]);
const end = integer(254);
/** A list with names, given as an attribute. */
const namedList = (/** @type {string[]} */ names, /** @type {Buffer[]} */ items, /** @type {Buffer} */ tag) =>
  Buffer.concat([integer(19 | 512), integer(items.length), ...items, integer(2 | 1024), tag, strings(...names), end]);

test("R's format: strings, numbers, lists with names, references, both versions", () => {
  assert.deepEqual(unserialize(Buffer.concat([header2, strings("a", "", "caf\u00e9")])), ["a", "", "caf\u00e9"]);
  assert.deepEqual(unserialize(Buffer.concat([header3, strings("a")])), ["a"]);
  assert.deepEqual(unserialize(Buffer.concat([header3, integer(13), integer(2), integer(-3), integer(-2147483648)])), [
    -3,
    null,
  ]);
  assert.deepEqual(unserialize(Buffer.concat([header3, integer(14), integer(2), real(0.1), real(-2)])), [0.1, -2]);
  assert.equal(unserialize(Buffer.concat([header3, end])), null);
  const latin1 = Buffer.concat([
    header2,
    integer(16),
    integer(2),
    characterString("\u00a3", 4 << 12),
    integer(9),
    integer(-1),
  ]);
  assert.deepEqual(unserialize(latin1), ["\u00a3", null]);
  // The second list's tag is a reference to the first one's symbol.
  const inner = namedList(["y"], [strings("z")], integer((1 << 8) | 255));
  const outer = Buffer.concat([integer(19), integer(2), namedList(["x"], [strings("w")], symbol("names")), inner]);
  assert.deepEqual(unserialize(Buffer.concat([header3, outer])), [{ x: ["w"] }, { y: ["z"] }]);
});

test("R's format: what is not understood is refused", () => {
  assert.throws(() => unserialize(Buffer.from("A\n12345")), /not R data in binary form/);
  assert.throws(() => unserialize(Buffer.concat([Buffer.from("X\n"), integer(4)])), /version 4/);
  assert.throws(() => unserialize(Buffer.concat([header2, integer(3)])), /type 3 is not known/);
  assert.throws(() => unserialize(Buffer.concat([header2, strings("abc")]).subarray(0, -1)), /end in the middle/);
  assert.throws(() => unserialize(Buffer.concat([header2, integer(9), integer(-5)])), /end in the middle/);
});

test("a lazy-load database: each object is where the index says", () => {
  const stored = ["one", "two"].map((text) => {
    const bytes = Buffer.concat([header3, strings(text)]);
    return Buffer.concat([integer(bytes.length), deflateSync(bytes)]);
  });
  const place = (/** @type {number} */ offset, /** @type {number} */ length) =>
    Buffer.concat([integer(13), integer(2), integer(offset), integer(length)]);
  const places = namedList(
    ["a", "b"],
    [place(0, stored[0].length), place(stored[0].length, stored[1].length)],
    integer((1 << 8) | 255),
  );
  const index = gzipSync(Buffer.concat([header3, namedList(["variables"], [places], symbol("names"))]));
  // The outer list's items come before its attributes: the symbol is first met inside.
  const first = gzipSync(
    Buffer.concat([
      header3,
      namedList(
        ["variables"],
        [
          namedList(
            ["a", "b"],
            [place(0, stored[0].length), place(stored[0].length, stored[1].length)],
            symbol("names"),
          ),
        ],
        integer((1 << 8) | 255),
      ),
    ]),
  );
  assert.throws(() => readLazyLoad(index, Buffer.concat(stored)), /not there yet/);
  const objects = readLazyLoad(first, Buffer.concat(stored));
  assert.deepEqual([...objects.keys()], ["a", "b"]);
  assert.deepEqual(objects.get("a")?.(), ["one"]);
  assert.deepEqual(objects.get("b")?.(), ["two"]);
  const wrong = Buffer.concat(stored);
  wrong[3] += 1; // the size it should unpack to
  assert.throws(() => readLazyLoad(first, wrong).get("a")?.(), /"a" unpacks to \d+ bytes, not \d+/);
});

test("paragraphs: one a line, without the printer's marks", () => {
  const lines = ["CHAPTER 1", "", "", "It was _very_", "  late [she said] & dark,", "", "&c. *"];
  assert.equal(paragraphs(lines), "CHAPTER 1\nIt was very late (she said) and dark,\netc.");
});

test("the excerpt begins with a chapter of the held-out part and ends with a paragraph", () => {
  const chapter = (/** @type {number} */ n) => `Chapter ${n}\n${`A paragraph of ${n}.\n`.repeat(1000)}`;
  const novels = `Emma\n${"x".repeat(1e6)}\nPersuasion\n${[1, 2, 3, 4, 5, 6, 7, 8].map(chapter).join("")}`;
  const heldOut = novels.slice(-Math.floor(novels.length / 10));
  const excerpt = austenExcerpt(novels);
  assert.ok(heldOut.includes(excerpt));
  assert.match(excerpt, /^Chapter \d\nA paragraph/);
  assert.ok(excerpt.endsWith(".\n") && excerpt.length <= 32000 && excerpt.length > 31000);
  assert.throws(() => austenExcerpt(novels.replace("\nPersuasion\n", "\n")), /within Persuasion/);
  assert.throws(() => makeExcerpt(novels, "abc"), /no model knows/);
  assert.equal(makeExcerpt(novels, characters).about.source, "austen");
});

test("made-up stories: the same for a seed, another for another, in known characters", () => {
  assert.equal(stories(1, 5000), stories(1, 5000));
  assert.notEqual(stories(1, 5000), stories(2, 5000));
  const { text, about } = makeExcerpt(undefined, characters);
  assert.equal(about.source, "stories");
  assert.ok(text.length > 31000 && text.endsWith("\n"));
  const sentences = text.split(/[.!?]/);
  assert.ok(new Set(sentences).size > sentences.length / 2, "hardly any sentence comes twice");
});

test("the excerpt that was built is what its description says, and every model knows its characters", () => {
  const text = readFileSync(new URL("build/data/excerpt.txt", root), "utf8");
  const about = JSON.parse(readFileSync(new URL("build/data/excerpt.json", root), "utf8"));
  assert.equal(about.characters, text.length);
  assert.ok(["austen", "stories"].includes(about.source));
  assert.equal(about.source === "austen", text.startsWith("Chapter "));
  for (const name of ["none", "learned", "sinusoidal", "rope", "alibi", "t5_bias"]) {
    const card = JSON.parse(readFileSync(new URL(`lessons/models/${name}.json`, root), "utf8"));
    for (const character of new Set(text)) assert.ok(card.characters.includes(character), JSON.stringify(character));
    assert.equal(card.characters, characters);
  }
});
