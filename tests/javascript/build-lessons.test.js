// The author's side of the build: a new lesson is one Markdown file, and whatever is wrong with one is reported with file and line.
// With the real engine, figures and exercises.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, test } from "node:test";

import { loadEngine } from "../../build/package/index.js";
import { readCatalogue } from "../../web/course/catalogue.js";
import { Course } from "../../web/course/course.js";
import { readLessons } from "../../web/course/render.js";
import { scratchSite } from "./scratch-site.js";
import { bodyStart, lesson, problemsOf, scratchLessons } from "./site-support.js";

const engine = await loadEngine();

const clock = lesson(`## A hand

It turns by {{0.01 = frequency(4, 1)}} at each step, see [the face](other.md#a-face).

::figure table-clocks

::exercise wavelength seed=3
`);
const other = lesson("## A face\n\nText.\n", { slug: "other", order: 2 });

/** Faults of a lesson's body, each with the line of the body that it stands on and what is said of it. */
const faults = /** @type {[name: string, body: string, line: number, message: RegExp][]} */ ([
  ["an unknown figure", "Text.\n\n::figure table-clock\n", 3, /^unknown figure "table-clock": there is no such figure/],
  ["an unknown setting", "::figure table-clocks widht=8\n", 1, /^the figure "table-clocks" has no setting "widht"; its settings are /],
  ["a setting that is out of range", "::figure table-clocks width=3000\n", 1, /width/],
  ["an unknown exercise", "Text.\n\n\n::exercise wavelenght\n", 4, /^unknown exercise "wavelenght"; there are .*wavelength/],
  ["an unknown parameter", "::exercise wavelength paire=3\n", 1, /paire/],
  ["a parameter that is out of range", "::exercise wavelength pair=-1\n", 1, /pair/],
  ["a skill asked for twice", "::exercise wavelength seed=3\n\nText.\n\n::exercise wavelength seed=4 width=8\n", 5, /^the exercise in line 12 asks for the same skill, "wavelength", so that one answer would pass both: take one of the two away$/],
  ["a kind asked for twice", "::exercise permute\n\n::exercise permute kind=none\n\n::exercise permute seed=2 kind=none\n", 5, /^the exercise in line 14 .* "permute kind=none", .*: fix another choice of causal, kind here, or take one of the two away$/],
  ["a wrong number", "One\ntwo\nand {{0.02 = frequency(4, 1)}}.\n", 3, /^0\.02 is shown, but frequency\(4, 1\) is 0\.01/],
  ["a number of another form of rope", "{{0.476 = rotate([1, 0.5, -0.3, 0.8], 3)[1]}}\n", 1, /^0\.476 is shown, but .* is -0\.35/],
  ["an expression that cannot be evaluated", "{{1 = frequencies(4)}}\n", 1, /cannot be evaluated: frequencies is not defined/],
  ["a number that nothing checks", "Text\n\n- and 17 hands\n", 3, /^the numeral 17 is not checked/],
  ["a link to no lesson", "Text.\n\nSee [there](hands.md).\n", 3, /^the link "hands\.md" leads to a lesson that does not exist/],
  ["a link to no heading of another lesson", "[there](other.md#hands)\n", 1, /^the link "other\.md#hands" leads to a heading that does not exist; there are a-face/],
  ["a link to no heading of its own", "## Hands\n\n[there](#hand)\n", 3, /^the link "#hand" leads to a heading that does not exist; there are hands/],
  ["a link that is no address", "[there](../other/)\n", 1, /leads nowhere/],
  ["a picture", "Text\n![clock](clock.png)\n", 2, /^a lesson has no pictures of its own/],
  ["a block that cannot be read", "::figure\n", 1, /is no block/],
  ["a formula that cannot be set", "Text\n\n$\\frac{1$\n", 3, /./],
  ["HTML", "<div>\n", 1, /^<div> is not allowed/],
]); // prettier-ignore

/** @param {import("node:test").TestContext} context @param {string} source of clock.md */
function problemsIn(context, source) {
  const folder = scratchLessons(context, { "en/clock.md": source, "en/other.md": other });
  return problemsOf(async () => readLessons(new Course(folder), readCatalogue, async () => engine));
}

for (const [name, body, line, message] of faults) {
  test(`${name} fails with file and line`, async (context) => {
    const problems = await problemsIn(context, lesson(body));
    const [, file, at, said] = /^(.*?):(\d+): (.*)$/.exec(problems[0]) ?? [];
    assert.match(file, /en\/clock\.md$/);
    assert.equal(Number(at), bodyStart - 1 + line, problems[0]);
    assert.match(said, message);
  });
}

test("a lesson without front matter, or with a part of it missing, fails with file and line", async (context) => {
  assert.match((await problemsIn(context, "Text.\n"))[0], /en\/clock\.md:1: the front matter is missing/);
  const without = lesson("Text.\n").replace(/^summary: .*\n/m, "");
  assert.match((await problemsIn(context, without))[0], /en\/clock\.md:1: front matter: "summary" is missing/);
  const leading = lesson("Text.\n").replace("leads_to: []", "leads_to: [hands]");
  assert.match((await problemsIn(context, leading))[0], /en\/clock\.md:9: front matter: "leads_to" names "hands"/);
});

const scratch = scratchSite({
  "lessons/en/clock.md": clock,
  "lessons/en/other.md": other,
  "lessons/en/position-table.md": lesson("Text.\n", { slug: "position-table", order: 3 }),
});
after(() => scratch.remove());
const build = () => scratch.run("web/course/build.js");
const page = (/** @type {string} */ name) => readFileSync(path.join(scratch.site, name), "utf8");

/** The example of lessons/README.md, as an author would copy it. */
const example = () => {
  const readme = readFileSync(new URL("../../lessons/README.md", import.meta.url), "utf8");
  const [, indented] = /```markdown\n([\s\S]*?)```/.exec(readme) ?? [];
  return indented.replace(/^ {3}/gm, "");
};

test("a new lesson is one Markdown file: it gets its page, its place in the list, its neighbours and its answers", async () => {
  const first = await build();
  assert.equal(first.status, 0, first.output);
  assert.ok(!page("index.html").includes("lessons/my-lesson/"));
  writeFileSync(path.join(scratch.root, "lessons/en/my-lesson.md"), example());
  const { status, output } = await build();
  assert.equal(status, 0, output);
  assert.match(page("lessons/my-lesson/index.html"), /<where-table-clocks[\s\S]*<svg[\s\S]*<where-exercise/);
  assert.match(page("index.html"), /href="lessons\/my-lesson\/"/);
  assert.match(page("lessons/position-table/index.html"), /class="next"[^>]*href="..\/my-lesson\/"/);
  assert.ok(page("ask/en.json").includes("The second hand turns by 0.01 radians a step."));
});

test("the build of broken lessons ends with status 1 and names every fault of all of them; the site that stands is left alone", async () => {
  const before = page("index.html");
  const broken = faults.map(([, body], index) => lesson(body, { slug: `broken-${index}`, order: 10 + index }));
  for (const [index, source] of broken.entries())
    writeFileSync(path.join(scratch.root, `lessons/en/broken-${index}.md`), source);
  const { status, output } = await build();
  assert.equal(status, 1);
  const lines = output.trim().split("\n");
  for (const [index, [, , line]] of faults.entries()) {
    const start = `lessons/en/broken-${index}.md:${bodyStart - 1 + line}: `;
    assert.ok(lines.some((each) => each.startsWith(start)), `${start} in\n${output}`); // prettier-ignore
  }
  assert.ok(!output.includes("    at "), "no stack of the program");
  assert.equal(page("index.html"), before);
  assert.ok(existsSync(path.join(scratch.site, "lessons/my-lesson/index.html")));
  assert.ok(!existsSync(path.join(scratch.site, "lessons/broken-0/index.html")));
});
