import assert from "node:assert/strict";
import { test } from "node:test";

import { Course } from "../../web/course/course.js";
import { lesson, problemsOf, scratchLessons } from "./site-support.js";

/** The problems of a course of these files, each without its folder. */
const problemsIn = async (
  /** @type {import("node:test").TestContext} */ context,
  /** @type {Record<string, string>} */ files,
) => {
  const folder = scratchLessons(context, files);
  const problems = await problemsOf(() => new Course(folder));
  return problems.map((problem) => problem.replace(/^.*\/(?=\w+\/[\w-]+\.md:)/, ""));
};

test("lessons come in their order", (context) => {
  const files = {
    "en/second.md": lesson("", { slug: "second", order: 2 }),
    "en/first.md": lesson("", { slug: "first" }),
  };
  assert.deepEqual(new Course(scratchLessons(context, files)).slugs, ["first", "second"]);
});

test("missing front matter, and any part of it, fails with file and line", async (context) => {
  assert.match(
    (await problemsIn(context, { "en/clock.md": "Text" }))[0],
    /^en\/clock.md:1: the front matter is missing/,
  );
  for (const key of [
    "title",
    "question",
    "slug",
    "order",
    "minutes",
    "summary",
    "depends_on",
    "leads_to",
    "references",
  ]) {
    const source = lesson("").replace(new RegExp(`^${key}:.*\n`, "m"), "");
    const problems = await problemsIn(context, { "en/clock.md": source });
    assert.match(problems[0], new RegExp(`^en/clock.md:1: front matter: "${key}" is missing`), key);
  }
});

test("front matter of a wrong kind fails with its own line", async (context) => {
  const broken = async (/** @type {string} */ from, /** @type {string} */ to) =>
    (await problemsIn(context, { "en/clock.md": lesson("").replace(from, to) }))[0];
  assert.match(
    await broken("minutes: 5", "minutes: soon"),
    /^en\/clock.md:6: front matter: "minutes" must be a whole number/,
  );
  assert.match(
    await broken("order: 1", "order: 0"),
    /^en\/clock.md:5: front matter: "order" must be a whole number from 1/,
  );
  assert.match(
    await broken("minutes: 5", "minutes: 5\nminute: 5"),
    /^en\/clock.md:7: front matter: unknown name "minute"/,
  );
  assert.match(
    await broken("depends_on: []", "depends_on: clock"),
    /^en\/clock.md:8: front matter: "depends_on" must be a list/,
  );
  assert.match(await broken("depends_on: []", "depends_on: ["), /^en\/clock.md:\d+: front matter: /);
  assert.match(await broken("https://example.org", "example"), /^en\/clock.md:10: front matter: "references" must be/);
  assert.match(
    await broken("leads_to: []", 'leads_to: []\nnumbers: { "2": "" }'),
    /^en\/clock.md:10: front matter: "numbers" must be a reason/,
  );
});

test("names that do not fit together fail", async (context) => {
  const other = lesson("", { slug: "other" });
  assert.match(
    (await problemsIn(context, { "en/clock.md": other }))[0],
    /:4: front matter: the slug "other" must be the name/,
  );
  const dangling = lesson("").replace("leads_to: []", "leads_to: [nowhere]");
  assert.match(
    (await problemsIn(context, { "en/clock.md": dangling }))[0],
    /:9: front matter: "leads_to" names "nowhere"/,
  );
  assert.match(
    (await problemsIn(context, { "en/clock.md": lesson(""), "en/other.md": other }))[0],
    /^en\/other.md:5: front matter: .*clock.md has this "order" too/,
  );
  const foreign = { "en/clock.md": lesson(""), "de/other.md": other };
  assert.match((await problemsIn(context, foreign))[0], /^de\/other.md:4: there is no English lesson "other"/);
});

test("links between lessons are resolved, dead ones refused", (context) => {
  const planned = lesson("", { slug: "planned", order: 3 }).replace("minutes: 5", "written: false");
  const files = {
    "en/clock.md": lesson("## A hand\n"),
    "en/other.md": lesson("## What `x` holds\n", { slug: "other", order: 2 }),
    "en/planned.md": planned,
  };
  const course = new Course(scratchLessons(context, files));
  assert.equal(course.link("other.md", "clock", "en"), "../other/");
  assert.equal(course.link("other.md#what-x-holds", "clock", "en"), "../other/#what-x-holds");
  assert.equal(course.link("#a-hand", "clock", "en"), "#a-hand");
  const dead = (/** @type {string} */ href, /** @type {RegExp} */ message) =>
    assert.throws(() => course.link(href, "clock", "en"), message);
  dead("nowhere.md", /a lesson that does not exist/);
  dead("planned.md", /a lesson that is not yet written/);
  dead("other.md#nowhere", /a heading that does not exist; there are what-x-holds/);
  dead("#nowhere", /a heading that does not exist/);
  dead("../other/", /leads nowhere/);
  dead("http://example.org", /leads nowhere/);
  dead("", /leads nowhere/);
});

test("a lesson that has not been translated is the English one", (context) => {
  const german = lesson("Zeiger.\n", { slug: "other", order: 2 });
  const files = {
    "en/clock.md": lesson("Hands.\n"),
    "en/other.md": lesson("Hands.\n", { slug: "other", order: 2 }),
    "de/other.md": german,
  };
  const course = new Course(scratchLessons(context, files));
  assert.deepEqual(course.languages, ["en", "de"]);
  assert.equal(course.lesson("other", "de").language, "de");
  assert.equal(course.lesson("clock", "de").language, "en");
});
