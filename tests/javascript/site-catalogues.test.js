// The catalogue of another language: what it may lack, and what the build finds wrong with it.
import assert from "node:assert/strict";
import { test } from "node:test";

import { checkCatalogues } from "../../web/course/catalogue-check.js";
import { problemsOf, scratchLessons } from "./site-support.js";

const english = {
  page: { language: "English", direction: "ltr", minutes: "{minutes} minutes", next: "Next" },
  ask: { open: "Ask", examples: { end: "why?" }, lists: { unasked: "a the", also: { wpe: "table" } } },
};
const german = { page: { language: "Deutsch", direction: "ltr" } };

/** @param {import("node:test").TestContext} context @param {string} written */
async function problemsIn(context, written) {
  const folder = scratchLessons(context, { "en.json": JSON.stringify(english), "de.json": written });
  const problems = await problemsOf(() => checkCatalogues(["en", "de"], folder));
  return problems.map((problem) => problem.replace(/^.*\/(?=de\.json)/, ""));
}

test("a catalogue needs its language's name and direction and nothing else", (context) => {
  const own = { ...german, ask: { examples: { anfang: "warum?" }, lists: { also: { wpe: "tabelle" } } } };
  const folder = scratchLessons(context, { "en.json": JSON.stringify(english), "de.json": JSON.stringify(own) });
  checkCatalogues(["en", "de"], folder);
});

test("a language with lessons and without a catalogue is named", async (context) => {
  const folder = scratchLessons(context, { "en.json": JSON.stringify(english) });
  const [problem] = await problemsOf(() => checkCatalogues(["en", "fr"], folder));
  assert.match(problem, /fr\.json:1: the language has lessons and no catalogue/);
});

test("what is wrong is found with its line", async (context) => {
  const found = await problemsIn(
    context,
    `{
  "page": {
    "language": "Deutsch",
    "direction": "left",
    "minutes": "{minuten} Minuten",
    "nxet": "Weiter",
    "next": { "a": "Weiter" }
  },
  "ask": "Fragen"
}`,
  );
  assert.deepEqual(found, [
    'de.json:1: "page.direction" must be "ltr" or "rtl"',
    'de.json:5: "page.minutes" has {minuten}, for which there is no value; English has {minutes}',
    'de.json:6: English has no "page.nxet": a slip in its name?',
    'de.json:7: "page.next" must be a sentence, as in English',
    'de.json:9: "ask" must be a group of sentences, as in English',
  ]);
  assert.deepEqual(await problemsIn(context, JSON.stringify({ page: { direction: "rtl", next: 3 } })), [
    'de.json:1: "page.language" is missing: what the language calls itself, for the links between languages',
    'de.json:1: "page.next" must be a sentence, as in English',
  ]);
  assert.match((await problemsIn(context, '{\n  "page": {\n'))[0], /^de\.json:\d: /);
});
