// The pages for instructors: they list what is declared, all of it and nothing else, and lead only to what is there.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { sectionText } from "../../web/course/catalogue.js";
import { elementNames, isFigure } from "../../web/course/element-names.js";
import { drawingsIn, exercisesContent, figuresContent } from "../../web/course/instructors/gallery.js";
import { guideContent, readGuide } from "../../web/course/instructors/guide.js";
import { folders } from "../../web/course/paths.js";
import { isBanked } from "../../web/lms/questions.js";
import { catalogue, engine, figures } from "./figures-support.js";

const text = sectionText(catalogue, "instructors");
const page = { language: "en", engine, catalogue, text, lessons: [] };

/** @param {string} markup the sections of a page, by id */
function sectionsOf(markup) {
  return new Map(markup.split("<section ").slice(1).map((part) => [/ id="([\w-]+)"/.exec(part)?.[1], part])); // prettier-ignore
}

/** What the table of a section says of each setting: its name, and its first value. @param {string} [section] */
function settingsIn(section = "") {
  return [...section.matchAll(/<tr data-setting="(\w+)">.*?<\/tr>/gs)].map(([row, name]) => {
    const [first] = row.match(/<td[^>]*>(?:(?!<td).)*<\/td><\/tr>$/s) ?? [""];
    return [name, first.replace(/<[^>]*>/g, "")];
  });
}

/** @param {string} markup @param {[string, [string, string][]][]} declared */
function lists(markup, declared) {
  const sections = sectionsOf(markup);
  assert.deepEqual([...sections.keys()].sort(), declared.map(([id]) => id).sort());
  for (const [id, settings] of declared) assert.deepEqual(settingsIn(sections.get(id)), settings, id);
}

test("the page of figures lists exactly those that there are, with exactly their settings", async () => {
  const names = elementNames().filter(isFigure);
  const markup = String(await figuresContent({ ...page, address: "instructors/figures/" }, names));
  const written = (/** @type {any} */ value) => [value].flat().join(",");
  const declared = figures.map(({ name, settings }) => [name, settings.map((/** @type {any} */ each) => [each.name, written(each.default)])]); // prettier-ignore
  lists(markup, declared);
  for (const { name } of figures) {
    assert.ok(markup.includes(`&lt;where-${name}&gt;&lt;/where-${name}&gt;`), name);
    assert.ok(markup.includes(`src=&quot;https://example.org/embed/v1/${name}/&quot;`), name);
  }
  // One that is missing is found, a figure or a setting.
  assert.throws(() => lists(markup, declared.slice(1)));
  assert.throws(() => lists(markup.replace('<tr data-setting="base">', "<tr>"), declared));
  assert.doesNotMatch(markup, /undefined|NaN|\[object/);
});

test("a drawing of the page of figures has the room of each of its two forms", () => {
  const drawing = (/** @type {string} */ kind, /** @type {string} */ box) => `<div class="drawing ${kind}-drawing"><svg class="picture"\n    viewBox="0 0 ${box}"></svg></div>`; // prettier-ignore
  const still = drawing("wide", "680 510") + drawing("narrow", "352 620.5");
  assert.deepEqual(drawingsIn(still), [
    { kind: "wide-drawing", width: 680, height: 510 },
    { kind: "narrow-drawing", width: 352, height: 620.5 },
  ]);
  assert.throws(() => drawingsIn(drawing("wide", "680 510")), /1 drawings/);
});

test("the page of exercises lists exactly those that there are, with exactly their parameters", () => {
  const markup = String(exercisesContent({ ...page, address: "instructors/exercises/" }));
  const drawn = text("by_seed");
  const known = engine.exercises();
  lists(
    markup,
    known.map(({ id, parameters }) => [
      id,
      [["seed", "1"], ["learner", text("learner.first")], ...parameters.map(({ name }) => [name, drawn])],
    ]),
  );
  const sections = sectionsOf(markup);
  for (const exercise of known)
    assert.equal(/\.xml" download/.test(sections.get(exercise.id) ?? ""), isBanked(exercise), exercise.id);
  assert.doesNotMatch(markup, /undefined|NaN|\[object/);
});

test("in another language the code asks for that language, and what is not translated stands apart", async () => {
  const other = { ...page, language: "he" };
  const markup = [
    await figuresContent({ ...other, address: "he/instructors/figures/" }, ["rope-clocks"]),
    exercisesContent({ ...other, address: "he/instructors/exercises/" }),
  ].join("");
  const sources = [...markup.matchAll(/src=&quot;([^&]*embed\/v1\/[\w-]+\/[^ ]*)&quot; title/g)].map(
    ([, each]) => each,
  );
  assert.equal(sources.length, 1 + engine.exercises().length);
  for (const source of sources) assert.match(source, /[?;]lang=he$/);
  assert.match(markup, /href="\.\.\/\.\.\/\.\.\/embed\/v1\/rope-clocks\/\?lang=he"/);

  const parts = { head: { title: "In English", summary: "", references: [] } };
  const guide = /** @type {any} */ ({ language: "en", parts, body: { html: "<p>Text</p>", sections: [] } });
  const words = { text: sectionText(catalogue, "page"), own: text, lessons: [{ slug: "rope", title: "Rope" }] };
  const content = String(guideContent(guide, { address: "he/instructors/", language: "he", ...words }));
  const [, english] = /<article lang="en" dir="ltr">([^]*?)<\/article>/.exec(content) ?? [];
  assert.match(english, /In English[^]*<p>Text<\/p>/);
  assert.doesNotMatch(english, /<table/);
  assert.match(content, /<table class="files">[^]*he\/scorm\/rope\.zip/);
});

test("every link of these pages leads to a file of the site, and a wrong one in the text is named", async () => {
  let files = 0;
  for (const address of ["instructors/", "instructors/figures/", "instructors/exercises/"]) {
    const markup = readFileSync(path.join(folders.site, address, "index.html"), "utf8");
    const ids = new Set([...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, href] of markup.matchAll(/(?:href|src|data-still)="([^"]+)"/g)) {
      if (href.startsWith("#")) assert.ok(ids.has(decodeURIComponent(href.slice(1))), `${address} ${href}`);
      if (/^(#|https:|data:)/.test(href)) continue;
      const { pathname } = new URL(href, `https://example.org/${address}`);
      const file = path.join(folders.site, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
      assert.ok(existsSync(file), `${address} leads to ${href}`);
      if (/\.(xml|zip)$/.test(file)) ++files;
    }
  }
  assert.ok(files > 30, `${files}`);
  const site = { address: "instructors/", pages: ["instructor/"], evaluate: /** @type {any} */ (() => 0) };
  await assert.rejects(readGuide("en", site), /instructors\.md:\d+: the link "figures\/" leads to no page of the site/);
});
