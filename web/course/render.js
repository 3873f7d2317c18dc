// Every page of the site as HTML, by address. All lessons are read to their end before anything that is wrong is reported.
import { readCards } from "./cards.js";
import { Embeds } from "./embeds.js";
import { renderLesson } from "./lesson.js";
import { arithmetic, createHelpers } from "./number-helpers.js";
import { createEvaluate } from "./numerals.js";
import { lessonAddress, overviewAddress, Pages } from "./pages.js";
import { shortName } from "./paths.js";
import { LessonError } from "./problem.js";

/**
 * @param {import("./course.js").Course} course
 * @param {import("./assets.js").Assets} assets
 * @param {(language: string) => import("./catalogue.js").Tree} catalogue
 * @param {(language: string) => Promise<any>} loadEngine
 * @returns {Promise<{ address: string, html: string }[]>}
 */
export async function renderCourse(course, assets, catalogue, loadEngine) {
  const pages = new Pages(course, assets, catalogue);
  const rendered = [];
  /** @type {import("./problem.js").Problem[]} */
  const problems = [];
  for (const language of course.languages) {
    const engine = await loadEngine(language);
    const embeds = new Embeds(engine, catalogue(language));
    const evaluate = createEvaluate(createHelpers(engine, readCards()), arithmetic);
    rendered.push({ address: overviewAddress(language), html: pages.overview(language) });
    for (const lesson of course.lessons(language).filter(({ head }) => head.written !== false)) {
      try {
        const body = await renderLesson(shortName(lesson.file), lesson.parts, {
          evaluate,
          embed: (block) => embeds.render(block),
          link: (href, from) => course.link(href, from, language),
        });
        const html = pages.lesson(language, lesson, body);
        rendered.push({ address: lessonAddress(language, lesson.head.slug), html });
      } catch (error) {
        if (!(error instanceof LessonError)) throw error;
        problems.push(...error.problems);
      }
    }
  }
  if (problems.length > 0) throw new LessonError(problems);
  return rendered;
}
