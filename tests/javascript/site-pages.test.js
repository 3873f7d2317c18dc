import assert from "node:assert/strict";
import { test } from "node:test";

import { Assets } from "../../web/course/assets.js";
import { readCatalogue, sectionText } from "../../web/course/catalogue.js";
import { Course } from "../../web/course/course.js";
import { askFiles, readLessons, renderPages } from "../../web/course/render.js";
import { relative } from "../../web/course/shell.js";
import { merged } from "../../web/engine/sentences.js";
import { lesson, problemsOf, scratchLessons } from "./site-support.js";

const assets = new Assets({
  "build/styles/pages.css": { file: "assets/pages.css", assets: ["assets/source-serif-4-400-x.woff2"] },
  "build/styles/formulas.css": {
    file: "assets/formulas.css",
    assets: ["assets/KaTeX_Main-Regular-x.woff2", "assets/KaTeX_AMS-Regular-x.woff2"],
  },
  "web/course/browser/theme.js": { file: "assets/theme.js" },
  "web/course/browser/reading.js": { file: "assets/reading.js" },
  "build/words/de.js": { file: "assets/words-de.js" },
  "web/course/browser/progress.js": { file: "assets/progress.js" },
  "web/lms/attempts/instructor.js": { file: "assets/instructor.js" },
  "web/styles/instructor.css": { file: "assets/instructor.css" },
  "web/elements/exercise.js": { file: "assets/exercise.js", imports: ["_shared.js"] },
  "build/package/index.js": { file: "assets/package.js", imports: ["_shared.js"] },
  "build/package/messages/en.js": { file: "assets/en.js" },
  "build/sentences/wavelength.js": { file: "assets/wavelength.js", imports: ["build/package/messages/en.js"] },
  "build/sentences/interpolate.js": { file: "assets/interpolate.js", imports: ["build/package/messages/en.js"] },
  "_shared.js": { file: "assets/shared.js", imports: ["_deeper.js", "_shared.js"] },
  "_deeper.js": { file: "assets/deeper.js" },
});

const engine = {
  exercises: () => [
    {
      id: "wavelength",
      title: "Waves",
      parameters: [
        { name: "pair", type: "integer" },
        { name: "width", type: "integers" },
      ],
    },
    { id: "interpolate", title: "Further", parameters: [{ name: "method", type: "choice" }] },
  ],
  createInstance: (/** @type {string} */ id, /** @type {any} */ { seed, parameters }) => ({
    prompt: `<${id}> ${seed} ${JSON.stringify(parameters)}`,
  }),
};

const german = merged(readCatalogue("en"), { page: { language: "Deutsch", untranslated: "Noch nicht übersetzt." } });

/** @param {import("node:test").TestContext} context @param {Record<string, string>} files */
async function renderAll(context, files) {
  const course = new Course(scratchLessons(context, files));
  const catalogue = (/** @type {string} */ language) => (language === "de" ? german : readCatalogue("en"));
  const read = await readLessons(course, catalogue, async () => engine);
  const pages = renderPages(course, read, assets, catalogue);
  return Object.fromEntries(pages.map(({ address, html }) => [address, html]));
}

const planned = lesson("", { slug: "planned", order: 3 }).replace("minutes: 5", "written: false");

test("every page has its place, also where a translation is missing", async (context) => {
  const pages = await renderAll(context, {
    "en/clock.md": lesson("Hands.\n"),
    "en/planned.md": planned,
    "en/other.md": lesson("Others.\n", { slug: "other", order: 2 }),
    "de/other.md": lesson("Andere.\n", { slug: "other", order: 2 }),
  });
  assert.deepEqual(Object.keys(pages).toSorted(), [
    "",
    "de/",
    "de/instructor/",
    "de/lessons/clock/",
    "de/lessons/other/",
    "de/progress/",
    "instructor/",
    "lessons/clock/",
    "lessons/other/",
    "progress/",
  ]);
  const missing = pages["de/lessons/clock/"];
  assert.match(missing, /<html lang="de" dir="ltr">/);
  assert.match(missing, /Noch nicht übersetzt\./);
  assert.match(missing, /<article lang="en" dir="ltr">[\s\S]*Hands\./);
  assert.doesNotMatch(pages["de/lessons/other/"], /Noch nicht übersetzt/);
  assert.match(pages["lessons/clock/"], /hreflang="de" lang="de" href="..\/..\/de\/lessons\/clock\/">Deutsch</);
});

test("every language has a file of passages, with what is not translated in English, and every anchor in its page", async (context) => {
  const course = new Course(
    scratchLessons(context, {
      "en/clock.md": lesson("Hands turn.\n\n## Faces\n\nA face, $x_i$.\n\n- one\n- two [hands](#faces)\n"),
      "en/other.md": lesson("Others.\n", { slug: "other", order: 2 }),
      "en/planned.md": planned,
      "de/other.md": lesson("Andere.\n", { slug: "other", order: 2 }),
    }),
  );
  const catalogue = (/** @type {string} */ language) => (language === "de" ? german : readCatalogue("en"));
  const read = await readLessons(course, catalogue, async () => engine);
  const pages = Object.fromEntries(
    renderPages(course, read, assets, catalogue).map(({ address, html }) => [address, html]),
  );
  const files = askFiles(course, read, catalogue);
  assert.deepEqual(
    files.map(({ address }) => address),
    ["ask/en.json", "ask/de.json"],
  );
  const [english, other] = files.map(({ file }) => file);
  assert.deepEqual(
    english.passages.map(({ id }) => id),
    ["start.1", "faces.1", "faces.2", "faces.3", "references.1", "start.1", "references.1"],
  );
  assert.match(english.passages[1].html, /^A face, <math[^>]*>(?!.*annotation).*<\/math>\.$/);
  assert.equal(english.passages[3].html, "two hands");
  assert.deepEqual(
    other.lessons.map(({ address, language }) => `${address} ${language}`),
    ["de/lessons/clock/ en", "de/lessons/other/ de"],
  );
  for (const { passages, lessons } of [english, other])
    for (const { id, lesson: index } of passages)
      assert.equal(pages[lessons[index].address].split(` id="${id}"`).length, 2, id);
  assert.match(pages["de/lessons/clock/"], /<dialog class="ask"[^>]*data-file="..\/..\/..\/ask\/de.json"/);
});

test("a planned lesson is listed, marked and not linked", async (context) => {
  const pages = await renderAll(context, {
    "en/clock.md": lesson("").replace("leads_to: []", "leads_to: [planned]"),
    "en/planned.md": planned,
  });
  assert.match(pages[""], /<li class="planned">[\s\S]*not yet written/);
  assert.match(pages[""], /href="lessons\/clock\/"/);
  assert.doesNotMatch(pages[""] + pages["lessons/clock/"], /href="[^"]*planned/);
  assert.match(pages["lessons/clock/"], /What is a clock\? \(not yet written\)/);
});

test("pages ask for nothing from elsewhere and run nothing inline", async (context) => {
  const pages = await renderAll(context, {
    "en/clock.md": lesson("Hands, $x$.\n\n::exercise wavelength seed=7 pair=3\n"),
  });
  for (const [address, html] of Object.entries(pages)) {
    const loaded = [...html.matchAll(/<(?:script|img|link)\b[^>]*?(?:src|href)="([^"]*)"/g)].map((match) => match[1]);
    assert.ok(loaded.length > 3);
    for (const file of loaded) {
      assert.ok(
        file === "data:," || file.startsWith(`${"../".repeat(address.split("/").length - 1)}assets/`),
        `${address}: ${file}`,
      );
    }
    assert.doesNotMatch(html, /<script(?![^>]*src=)/);
    assert.doesNotMatch(html, /<style|\son\w+=/);
    assert.match(html, /http-equiv="Content-Security-Policy" content="default-src &#39;self&#39;;/);
  }
});

test("a page loads just what its elements need", async (context) => {
  const pages = await renderAll(context, {
    "en/clock.md": lesson("$x$\n\n::exercise wavelength\n"),
    "en/other.md": lesson("Text.\n", { slug: "other", order: 2 }),
  });
  const preloaded = [...pages["lessons/clock/"].matchAll(/modulepreload" href="([^"]*)"/g)].map((match) => match[1]);
  assert.deepEqual(
    preloaded,
    ["shared", "deeper", "package", "en", "wavelength"].map((name) => `../../assets/${name}.js`),
  );
  assert.match(pages["lessons/clock/"], /assets\/exercise\.js/);
  assert.match(pages["lessons/clock/"], /assets\/formulas\.css/);
  assert.match(pages["lessons/clock/"], /preload" as="font"[^>]*KaTeX_Main/);
  assert.doesNotMatch(pages["lessons/other/"], /exercise\.js|formulas\.css|KaTeX|shared\.js|package\.js/);
});

test("an exercise shows its question before any script has run", async (context) => {
  const pages = await renderAll(context, {
    "en/clock.md": lesson("::exercise wavelength seed=7 pair=3 width=[64] layout=half\n"),
  });
  assert.match(
    pages["lessons/clock/"],
    /<where-exercise [^>]*exercise="wavelength" seed="7" pair="3" width="\[64\]" layout="half">\n<div[^>]*><p class="prompt">&lt;wavelength&gt; 7 /,
  );
  assert.match(
    pages["lessons/clock/"],
    /7 \{&quot;pair&quot;:3,&quot;width&quot;:\[64\],&quot;layout&quot;:&quot;half&quot;\}/,
  );
});

test("a lesson says how many exercises stand in it, the page of progress which skills they ask for", async (context) => {
  const pages = await renderAll(context, {
    "en/clock.md": lesson("::exercise wavelength seed=1\n\n::exercise interpolate method=ntk\n"),
    "en/other.md": lesson("Text.\n", { slug: "other", order: 2 }),
    "en/third.md": lesson("::exercise wavelength seed=2\n", { slug: "third", order: 3 }),
  });
  const boxes = pages["lessons/clock/"].match(/<where-exercise/g)?.length;
  assert.equal(boxes, 2);
  const counted =
    /data-skills="\[&quot;wavelength&quot;,&quot;interpolate method=ntk&quot;\]"[^>]*>(\d)(?: exercises)?</g;
  for (const [address, times] of /** @type {const} */ ([
    ["lessons/clock/", 2],
    ["", 1],
  ]))
    assert.deepEqual(
      [...pages[address].matchAll(counted)].map(([, count]) => Number(count)),
      Array(times).fill(boxes),
    );
  assert.doesNotMatch(pages["lessons/other/"], /data-skills/);
  // Each exercise can be linked to.
  assert.deepEqual(
    [...pages["lessons/clock/"].matchAll(/<where-exercise(?: id="([^"]*)")?/g)].map((match) => match[1]),
    ["exercise-wavelength", "exercise-interpolate-method-ntk"],
  );
  // Over each there is room for the sign that its skill is passed.
  assert.deepEqual(
    [...pages["lessons/clock/"].matchAll(/<p class="sign" data-of="([^"]*)"><\/p>\n<where-exercise/g)].map(
      ([, of]) => of,
    ),
    ["wavelength", "interpolate method=ntk"],
  );
  // Every page knows the skills of the course, each once, also where two lessons ask for one: of others nothing is due.
  for (const [address, page] of Object.entries(pages))
    assert.match(page, /data-all-skills="\[&quot;wavelength&quot;,&quot;interpolate method=ntk&quot;\]"/, address);
  const progress = pages["progress/"];
  assert.match(progress, /<a href="\.\.\/lessons\/clock\/#exercise-interpolate-method-ntk">Further \(NTK\)</);
  const course = /data-course="([^"]*)"/.exec(progress)?.[1].replaceAll("&quot;", '"') ?? "";
  const [clock] = JSON.parse(course);
  assert.deepEqual(clock.skills[1], {
    ...{ skill: "interpolate method=ntk", title: "Further (NTK)", exercise: "interpolate", kind: { method: "ntk" } },
    ...{ element: "exercise", script: "../assets/exercise.js" },
  });
  assert.doesNotMatch(progress, /package\.js|modulepreload/);
});

test("an unknown figure, setting or exercise fails with file and line, in all lessons at once", async (context) => {
  const files = {
    "en/clock.md": lesson(
      "Text.\n\n::figure nowhere\n\n::figure position-table bass=3\n\n::figure position-table width=3000\n",
    ),
    "en/other.md": lesson("::exercise nowhere\n\n::exercise wavelength seed=x\n", { slug: "other", order: 2 }),
  };
  const problems = (await problemsOf(() => renderAll(context, files))).map((problem) =>
    problem.replace(/^.*\/(?=\w+\.md:)/, ""),
  );
  assert.equal(problems.length, 5);
  assert.match(problems[0], /^clock.md:14: unknown figure "nowhere"/);
  assert.match(problems[1], /^clock.md:16: the figure "position-table" has no setting "bass"; its settings are base, /);
  assert.match(problems[2], /^clock.md:18: width takes a whole number from/);
  assert.match(problems[3], /^other.md:12: unknown exercise "nowhere"; there are wavelength, interpolate/);
  assert.match(problems[4], /^other.md:14: the seed of an exercise is a whole number, not "x"/);
});

test("addresses are relative to the page", () => {
  assert.equal(relative("", "assets/a.js"), "assets/a.js");
  assert.equal(relative("", ""), "./");
  assert.equal(relative("lessons/rope/", "assets/a.js"), "../../assets/a.js");
  assert.equal(relative("lessons/rope/", ""), "../../");
  assert.equal(relative("de/lessons/rope/", "lessons/rope/"), "../../../lessons/rope/");
});

test("a message that is missing, or that lacks a value, is a mistake", () => {
  const text = sectionText({ page: { greeting: "Hello, {name}" } }, "page");
  assert.equal(text("greeting", { name: "you" }), "Hello, you");
  assert.throws(() => text("greeting"), /wants a value for \{name\}/);
  assert.throws(() => text("nowhere"), /has no message "page.nowhere"/);
});
