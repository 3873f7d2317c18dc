// What the tests of the site share: lessons written to a scratch folder, and a way to render one text as a lesson.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { splitLesson } from "../../web/course/front-matter.js";
import { renderLesson } from "../../web/course/lesson.js";
import { createEvaluate } from "../../web/course/numerals.js";
import { LessonError, Problems } from "../../web/course/problem.js";

/** The head of a lesson: 11 lines, so that the body of `lesson` starts on line 12. */
export const bodyStart = 12;

/** @param {string} body @param {{ slug?: string, order?: number, extra?: string }} [options] */
export function lesson(
  body,
  { slug = "clock", order = 1, extra = "references: [{ text: A, url: https://example.org }]" } = {},
) {
  return `---
title: What is a clock?
question: What is a clock?
slug: ${slug}
order: ${order}
minutes: 5
summary: A clock turns.
depends_on: []
leads_to: []
${extra}
---
${body}`;
}

/** Expressions may call two(), which is 2. */
const evaluate = createEvaluate({ two: () => 2 });

/**
 * @param {string} source of a whole lesson
 * @param {Partial<import("../../web/course/lesson.js").Context>} [context]
 */
export async function render(source, context = {}) {
  const problems = new Problems("clock.md");
  const parts = splitLesson(source, problems);
  problems.raise();
  return renderLesson("clock.md", parts, {
    evaluate,
    embed: async ({ name }) => ({ html: `<where-${name}></where-${name}>`, element: name }),
    link: (href) => href,
    ...context,
  });
}

/** The lines of the error that rendering throws; it fails where rendering does not. */
export async function problemsOf(/** @type {() => unknown} */ action) {
  try {
    await action();
  } catch (error) {
    if (error instanceof LessonError) return error.message.split("\n");
    throw error;
  }
  throw new Error("nothing was found wrong");
}

/**
 * @param {import("node:test").TestContext} test the folder lives as long as it
 * @param {Record<string, string>} files by name, as "en/clock.md"; there is always a folder "en"
 */
export function scratchLessons(test, files) {
  const folder = mkdtempSync(path.join(tmpdir(), "lessons-"));
  test.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, "en"));
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), source);
  }
  return folder;
}
