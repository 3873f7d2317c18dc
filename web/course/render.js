// Every lesson read and every page of the site as HTML, by address. All lessons are read to their end before anything that is
// wrong is reported, and before anything is written.
import { createAskFile } from "../ask/index.js";
import { packagedPage } from "../lms/page.js";
import { launchAddress } from "../lms/xapi/address.js";
import { readCards } from "./cards.js";
import { sectionText } from "./catalogue.js";
import { citedPassages } from "./citations.js";
import { Embeds } from "./embeds.js";
import { renderLesson } from "./lesson.js";
import { arithmetic, createHelpers } from "./number-helpers.js";
import { createEvaluate } from "./numerals.js";
import { askAddress, instructorAddress, lessonAddress, overviewAddress, Pages, progressAddress } from "./pages.js";
import { shortName } from "./paths.js";
import { launchPolicy } from "./shell.js";
import { LessonError } from "./problem.js";

/** @typedef {import("./course.js").Course} Course */
/** @typedef {import("./catalogue.js").Tree} Tree */
/** @typedef {{ language: string, lesson: import("./course.js").Lesson, body: import("./lesson.js").Rendered }} Read a lesson as the pages of a language show it */

/**
 * @param {Course} course
 * @param {(language: string) => Tree} catalogue
 * @param {(language: string) => Promise<any>} loadEngine
 * @returns {Promise<Read[]>}
 */
export async function readLessons(course, catalogue, loadEngine) {
  /** @type {Read[]} */
  const read = [];
  /** @type {import("./problem.js").Problem[]} */
  const problems = [];
  /** @type {Map<string, { embeds: Embeds, evaluate: import("./numerals.js").Evaluate }>} */
  const filling = new Map();
  for (const language of course.languages) {
    const engine = await loadEngine(language);
    const embeds = new Embeds(language, engine, catalogue(language));
    filling.set(language, { embeds, evaluate: createEvaluate(createHelpers(engine, readCards()), arithmetic) });
  }
  for (const language of course.languages) {
    for (const lesson of course.lessons(language).filter(({ head }) => head.written !== false)) {
      // What is not translated speaks English to its end: its figures and exercises too.
      const { embeds, evaluate } = /** @type {any} */ (filling.get(lesson.language));
      try {
        const body = await renderLesson(shortName(lesson.file), lesson.parts, {
          evaluate,
          embed: (/** @type {import("./markdown.js").Block} */ block) => embeds.render(block),
          link: (href, from) => course.link(href, from, language),
        });
        read.push({ language, lesson, body });
      } catch (error) {
        if (!(error instanceof LessonError)) throw error;
        problems.push(...error.problems);
      }
    }
  }
  if (problems.length > 0) throw new LessonError(problems);
  return read;
}

/**
 * @param {Course} course
 * @param {Read[]} read
 * @param {import("./assets.js").Assets} assets
 * @param {(language: string) => Tree} catalogue
 */
export function createPages(course, read, assets, catalogue) {
  const skills = new Map(
    course.languages.map((language) => [
      language,
      new Map(
        read.filter((each) => each.language === language).map(({ lesson, body }) => [lesson.head.slug, body.skills]),
      ),
    ]),
  );
  return new Pages(course, assets, catalogue, (language) => skills.get(language) ?? new Map());
}

/**
 * @param {Course} course
 * @param {Read[]} read
 * @param {import("./assets.js").Assets} assets
 * @param {(language: string) => Tree} catalogue
 * @returns {{ address: string, html: string }[]}
 */
export function renderPages(course, read, assets, catalogue) {
  const pages = createPages(course, read, assets, catalogue);
  return [
    ...course.languages.flatMap((language) => [
      { address: overviewAddress(language), html: pages.overview(language) },
      { address: progressAddress(language), html: pages.progress(language) },
      { address: instructorAddress(language), html: pages.instructor(language) },
    ]),
    ...read.map(({ language, lesson, body }) => ({
      address: lessonAddress(language, lesson.head.slug),
      html: pages.lesson(language, lesson, body),
    })),
  ];
}

/**
 * The lessons as pages of packages for learning platforms, below a folder of their language: each package has its own root.
 * @param {Read[]} read
 * @param {import("./assets.js").Assets} assets
 * @param {(language: string) => Tree} catalogue
 * @returns {{ address: string, html: string }[]}
 */
export function packagedPages(read, assets, catalogue) {
  return read.map(({ language, lesson, body }) => {
    const tree = catalogue(language);
    const address = `lessons/${lesson.head.slug}/`;
    const words = /** @type {any} */ (tree.scorm);
    const page = { language, address, lesson, body, text: sectionText(tree, "page"), words };
    return {
      address: `${language}/${address}`,
      html: packagedPage({ ...page, script: "web/lms/scorm/run.js" }, assets),
    };
  });
}

/**
 * The lessons as pages of the site that a platform launches, which report to a record store.
 * @param {Read[]} read
 * @param {import("./assets.js").Assets} assets
 * @param {(language: string) => Tree} catalogue
 * @returns {{ address: string, html: string }[]}
 */
export function launchPages(read, assets, catalogue) {
  return read.map(({ language, lesson, body }) => {
    const tree = catalogue(language);
    const address = launchAddress(language, lesson.head.slug);
    const words = /** @type {any} */ (tree.xapi);
    const page = { language, address, lesson, body, text: sectionText(tree, "page"), words };
    return { address, html: packagedPage({ ...page, script: "web/lms/xapi/run.js", policy: launchPolicy }, assets) };
  });
}

/**
 * What the ask boxes load, one file a language.
 * @param {Course} course
 * @param {Read[]} read
 * @param {(language: string) => Tree} catalogue
 * @returns {{ address: string, file: import("../ask/index.js").AskFile }[]}
 */
export function askFiles(course, read, catalogue) {
  return course.languages.map((language) => {
    const lessons = read
      .filter((each) => each.language === language)
      .map(({ lesson: { head, language: written }, body }) => ({
        address: lessonAddress(language, head.slug),
        language: written,
        title: head.title,
        about: `${head.question} ${head.summary} ${head.slug}`,
        passages: [...body.passages, ...citedPassages(head, sectionText(catalogue(language), "page")("references"))],
      }));
    const words = /** @type {any} */ (catalogue(language).ask);
    return { address: askAddress(language), file: createAskFile(language, lessons, words) };
  });
}
