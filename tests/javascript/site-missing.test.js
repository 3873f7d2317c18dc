// The page for addresses where there is none. That it leads to the lessons from any depth is tested in a browser (site.spec.js).
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { readCatalogue } from "../../web/course/catalogue.js";
import { Course } from "../../web/course/course.js";
import { missingFile } from "../../web/course/missing.js";
import { merged } from "../../web/engine/sentences.js";
import { lesson, scratchLessons } from "./site-support.js";

test("it names every lesson that is written, in every language, and asks for nothing but what it holds", (context) => {
  const planned = lesson("Text.\n", { slug: "planned", order: 3 }).replace("minutes: 5", "written: false");
  const files = { "en/clock.md": lesson("Text.\n"), "en/planned.md": planned, "he/clock.md": lesson("Text.\n") };
  const hebrew = merged(readCatalogue("en"), { page: { direction: "rtl", missing: { title: "\u05d0" } } });
  const course = new Course(scratchLessons(context, files));
  const { address, content } = missingFile(course, (language) => (language === "he" ? hebrew : readCatalogue("en")));
  assert.equal(address, "404.html");
  const links = [...content.matchAll(/<a href="\/([^"]*)" data-to="([^"]*)"/g)].map(([, href, to]) => (href === to ? to : assert.fail(href))); // prettier-ignore
  assert.deepEqual(links, ["", "lessons/clock/", "he/", "he/lessons/clock/"]);
  assert.match(content, /<section lang="he" dir="rtl">\s*<h2>\u05d0<\/h2>/);
  assert.equal(content.match(/<h1>/g)?.length, 1);
  assert.doesNotMatch(content, / src=|url\(|@import|rel="stylesheet"/);
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(content) ?? [];
  for (const [element, directive] of [
    ["script", "script-src"],
    ["style", "style-src"],
  ]) {
    const [, text] = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(content) ?? [];
    const sum = createHash("sha256").update(text).digest("base64");
    assert.ok(policy.replaceAll("&#39;", "'").includes(`${directive} 'sha256-${sum}'`), directive);
  }
});
