// Asking the lessons: what words are compared, which passages a lesson has, and what a question finds.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { createAskFile } from "../../web/ask/index.js";
import { Search } from "../../web/ask/search.js";
import { termsOf, wordsOf } from "../../web/ask/words.js";
import { elsewhere, foreign, questions, slips } from "./ask-questions.js";
import { lesson, render } from "./site-support.js";

const built = JSON.parse(readFileSync(new URL("../../build/site/ask/en.json", import.meta.url), "utf8"));
const asked = new Search(built);

test("words: numbers and names in one form, endings taken off in English alone", () => {
  const terms = (/** @type {string} */ text, language = "en") => termsOf(text, language).join(" ");
  assert.equal(terms("GPT-2's 1,024 slots"), "gpt2 1024 slot");
  assert.equal(terms("gpt2 1024 SLOT"), "gpt2 1024 slot");
  assert.equal(terms("half-split"), "half split");
  assert.equal(terms("hidden_states[0]"), "hidden state 0");
  assert.equal(terms("0.141, 1,5"), "0.141 1 5");
  assert.equal(terms("Rotary Rotations", "de"), "rotary rotations");
  assert.equal(terms("décalage"), termsOf("decalage", "en")[0]);
  assert.equal(terms("مكان الكلمة", "ar"), "مكان الكلمة");
  assert.deepEqual(wordsOf("Slopes", "en"), [{ written: "slopes", term: "slope" }]);
});

test("passages: paragraphs, items, rows with their columns, what is folded away; formulas belong to their sentence", async () => {
  const { passages, html } = await render(
    lesson(
      `Let the table be\n\n$$\nx = \\omega\n$$\n\nwhere *x* is [a](#b) name. It has {{2 = two()}} hands.\n\n## Rows\n\n| name | value |\n| --- | --- |\n| \`a\` | b |\n\n1. first\n   - inner\n2. second\n\n<details>\n<summary>In Python</summary>\n\n\`\`\`python\nprint(secret)\n\`\`\`\n\n</details>\n`,
    ),
  );
  assert.deepEqual(
    passages.map(({ id }) => id),
    ["start.1", "rows.1", "rows.2", "rows.3", "rows.4"],
  );
  assert.match(passages[0].html, /^Let the table be <math.*<\/math> where <em>x<\/em> is a name. It has 2 hands\.$/s);
  assert.match(passages[0].text, /\\omega.*a name. It has 2 hands/s);
  assert.equal(passages[1].html, "name: <code>a</code>; value: b");
  assert.equal(passages[2].html, "first inner");
  assert.equal(passages[4].html, "In Python");
  assert.ok(!passages.some(({ text }) => text.includes("secret")));
  for (const { id } of passages) assert.equal(html.split(` id="${id}"`).length, 2, id);
});

/** @param {string[]} texts a passage each, of one lesson on clocks */
function searchIn(texts, lists = {}) {
  const passages = texts.map((text, index) => ({
    id: `hands.${index + 1}`,
    section: { id: `hands-${index}`, html: index === 0 ? "Hands" : "Faces" },
    html: text,
    text,
  }));
  const lesson = {
    address: "lessons/clock/",
    language: "en",
    title: "What is a clock?",
    about: "",
    passages,
  };
  const words = {
    unasked: "how does a the is what",
    general: "metal",
    also: { pointer: "hand" },
    ...lists,
  };
  return new Search(createAskFile("en", [lesson], { lists: words, say: {} }));
}
const texts = ["A hand turns slowly.", "The face is round and of metal.", "Springs are wound up once a week."];

test("a question finds the passage with most of it; another word and a slip of the finger are understood", () => {
  const search = searchIn(texts);
  const first = (/** @type {string} */ question, options = {}) =>
    search.answer(question, options).answers[0]?.passage.html;
  assert.equal(first("how does a hand turn?"), texts[0]);
  assert.equal(first("round faces"), texts[1]);
  assert.equal(first("the pointer"), texts[0]);
  assert.equal(first("sprimgs"), texts[2]);
  assert.equal(first("how does a spr", { unfinished: true }), texts[2]);
  assert.equal(first("how does a spr"), undefined);
});

test("what no lesson has is named, and nothing is offered; a smaller part of the question may be unknown", () => {
  const search = searchIn(texts);
  const reply = {
    kind: "nothing",
    answers: [],
    unknown: ["zebra"],
    words: [],
    suggestion: "",
  };
  assert.deepEqual(search.answer("what is a zebra"), reply);
  assert.equal(search.answer("zebra springs").kind, "nothing");
  const partly = search.answer("hand turns slowly zebra");
  assert.deepEqual([partly.kind, partly.unknown, partly.answers.length], ["answers", ["zebra"], 1]);
  assert.deepEqual(search.answer("metal").words, ["metal"]);
  assert.equal(search.answer("metal").kind, "elsewhere");
  assert.equal(search.answer("metal face").kind, "answers");
  for (const nothing of ["", "  ", "what is the", "?!", "\u{1f642}"])
    assert.equal(search.answer(nothing).kind, "empty", nothing);
  assert.equal(search.answer("x".repeat(10000)).kind, "nothing");
  assert.equal(search.answer("constructor __proto__ toString").kind, "nothing");
});

test("a name of the subject is answered beside an unknown word, which is named; beside two it is another subject", () => {
  const search = searchIn(texts, { names: "hands" });
  const reply = search.answer("how does a zebra hand");
  assert.deepEqual([reply.kind, reply.unknown, reply.answers[0]?.passage.html], ["answers", ["zebra"], texts[0]]);
  assert.equal(search.answer("zebra faces").kind, "nothing");
  assert.equal(search.answer("zebra lion hands").kind, "nothing");
});

test("words that mean something together are asked for it, in whatever order, and none of them does alone", () => {
  const together = { "best hand": "springs", "which hand": "zebras" };
  const search = searchIn(texts, { unasked: "the that is best which", together });
  const ids = (/** @type {string} */ question) => search.answer(question).answers.map(({ passage }) => passage.id);
  assert.deepEqual(ids("hand"), ["hands.1"]);
  assert.deepEqual(ids("the hand that is best").toSorted(), ["hands.1", "hands.3"]);
  assert.deepEqual(ids("best round"), ["hands.2"]);
  // What no lesson speaks of cannot be meant.
  assert.deepEqual(search.answer("which hand").unknown, []);
  assert.deepEqual(ids("which hand"), ["hands.1"]);
});

test("a large number that no lesson has stands for a length, also in short", () => {
  const long = [...texts, "A chain is 1,024 links long."];
  const first = (/** @type {string} */ question, counts = "long") =>
    searchIn(long, { counts }).answer(question).answers[0]?.passage.html;
  for (const question of ["100k links", "1.5M links", "100,000 links", "32768 links", "1024 links"])
    assert.equal(first(question), long[3], question);
  assert.deepEqual(searchIn(long, { counts: "long" }).answer("128k").unknown, []);
  // Small ones are asked for as they stand, and so are all where a language does not say.
  for (const [question, counts] of [
    ["100 links long zebra", "long"],
    ["100k", ""],
    ["12km", "long"],
    ["3 k", "long"],
    ["a hand of 2 m", "long"],
  ])
    assert.notDeepEqual(searchIn(long, { counts }).answer(question).unknown, [], question);
});

test("a slip of the finger is asked about, in the question's own words", () => {
  const search = searchIn(texts);
  const suggested = (/** @type {string} */ question, options = {}) => search.answer(question, options).suggestion;
  assert.equal(suggested("How does the hnad turn?"), "How does the hand turn?");
  assert.equal(suggested("sprimgs"), "springs");
  assert.equal(suggested("rund faces"), "round faces");
  for (const none of ["zebra", "hand", "hat", "how does the hand turn", ""]) assert.equal(suggested(none), "", none);
  assert.equal(suggested("the hnad", { unfinished: true }), "");
});

test("what the lessons have is suggested for a slip, also where an ending is cut short", () => {
  for (const [typed, meant] of slips) assert.equal(asked.answer(typed).suggestion, meant, typed);
});

test("nothing is suggested to who asks in another language, or for something else", () => {
  for (const question of [...foreign, ...elsewhere]) assert.equal(asked.answer(question).suggestion, "", question);
  // As good as the lessons' words are, a question of which another word is unknown is not theirs.
  const search = searchIn(texts);
  assert.equal(search.answer("hnad turns slowly").suggestion, "hand turns slowly");
  assert.equal(search.answer("hnad turns slowly mechaniquement").suggestion, "");
  assert.equal(search.answer("hnad").suggestion, "hand");
  assert.equal(search.answer("hund").suggestion, "");
});

test("a word that the lessons use without explaining it is none of theirs by a slip either", () => {
  assert.equal(asked.answer("perplexty").kind, "elsewhere");
});

test("who asks for one thing is told first what it is", () => {
  for (const [question, place] of [
    ["how does alibi work", "distance-bias#one-number-on-the-score"],
    ["what is rope", "rope"],
    ["what is yarn", "longer#five-ways-to-scale"],
  ])
    assert.equal(sectionsFor(question)[0], place, question);
});

test("a passage that brings a word in comes before those that only use it", () => {
  const search = searchIn(["A hand turns slowly.", "A hand has a spring: a spring of steel.", "The <em>spring</em> is wound up once a week."]); // prettier-ignore
  assert.equal(search.answer("what is a spring").answers[0].passage.id, "hands.3");
  const stressed = searchIn(["A hand has a spring: a spring of steel.", "<em>Wind up a spring</em> once a week, and not before."]); // prettier-ignore
  assert.equal(stressed.answer("what is a spring").answers[0].passage.id, "hands.1");
});

test("what the lessons cite is found, after what they say themselves", () => {
  assert.equal(sectionsFor("Su roformer paper")[0], "rope#references");
  assert.equal(sectionsFor("Yedidia helix")[0], "learned-table#references");
  assert.ok(
    !sectionsFor("alibi slopes for 12 heads")
      .slice(0, 2)
      .some((section) => section.endsWith("#references")),
  );
});

/** Where the answers to a question stand, as the list of questions names places. @param {string} question */
const sectionsFor = (question) =>
  asked.answer(question).answers.map(({ lesson, passage }) => {
    const slug = lesson.address.split("/").at(-2);
    return passage.sectionId === "" ? slug : `${slug}#${passage.sectionId}`;
  });

test("of ten questions about the course at least nine find their section among the first three", () => {
  assert.ok(questions.length >= 40);
  const missed = questions
    .map(([question, ...wanted]) => ({
      question,
      wanted,
      found: sectionsFor(question).slice(0, 3),
    }))
    .filter(({ wanted, found }) => !found.some((section) => wanted.includes(/** @type {string} */ (section))));
  assert.ok(missed.length <= questions.length / 10, JSON.stringify(missed, null, 1));
});

for (const question of [
  "kv cache",
  "what is a kv cache",
  "softmax",
  "why does gpt2 stop at 1024",
  "half split vs interleaved",
  "does rope extrapolate",
  "alibi slopes for 12 heads",
  "which encoding is best for long context",
  "which encoding for long texts",
  "best position encoding for 100k tokens",
  "choosing an encoding",
]) {
  test(`"${question}" finds its section first`, () => {
    const [, ...wanted] = /** @type {string[]} */ (questions.find(([each]) => each === question));
    assert.ok(wanted.includes(/** @type {string} */ (sectionsFor(question)[0])), sectionsFor(question).join(", "));
  });
}

test("a lesson's own question leads to it", () => {
  for (const { title, address } of built.lessons) {
    const found = asked.answer(title).answers.slice(0, 3);
    assert.ok(
      found.some(({ lesson }) => lesson.address === address),
      title,
    );
  }
});

test("every section that the questions name is there", () => {
  const there = new Set(
    built.passages.map((/** @type {any} */ { lesson, sectionId }) => {
      const slug = built.lessons[lesson].address.split("/").at(-2);
      return sectionId === "" ? slug : `${slug}#${sectionId}`;
    }),
  );
  for (const [, ...sections] of questions) for (const section of sections) assert.ok(there.has(section), section);
});

for (const question of elsewhere) {
  test(`"${question}" is answered with nothing, and the reader is told`, () => {
    const reply = asked.answer(question);
    assert.deepEqual(reply.answers, []);
    assert.notEqual(reply.kind, "answers");
  });
}
