// The pages for instructors, in every language: how the course gets into one's own pages, all figures, all exercises.
import { sectionText } from "../catalogue.js";
import { arithmetic, createHelpers } from "../number-helpers.js";
import { createEvaluate } from "../numerals.js";
import { instructorAddress, lessonAddress } from "../pages.js";
import { readCards } from "../cards.js";
import { LessonError } from "../problem.js";
import { instructorsAddress } from "../shell.js";
import { exercisesContent, figuresContent } from "./gallery.js";
import { guideContent, readGuide } from "./guide.js";

/** @typedef {import("./guide.js").Guide} Guide */
/** @typedef {import("../render.js").Read} Read */

const script = "web/course/browser/gallery.js";
const sheet = "web/styles/gallery.css";

/** @param {string} language @param {"figures" | "exercises"} kind */
function galleryAddress(language, kind) {
  return `${instructorsAddress(language)}${kind}/`;
}

/**
 * The text of every language, read to its end before anything is written.
 * @param {string[]} languages
 * @param {(language: string) => Promise<any>} loadEngine
 * @returns {Promise<Map<string, Guide>>}
 */
export async function readGuides(languages, loadEngine) {
  const evaluate = createEvaluate(createHelpers(await loadEngine("en"), readCards()), arithmetic);
  /** @type {Map<string, Guide>} */
  const guides = new Map();
  /** @type {import("../problem.js").Problem[]} */
  const problems = [];
  for (const language of languages) {
    const address = instructorsAddress(language);
    const galleries = /** @type {const} */ (["figures", "exercises"]).map((kind) => galleryAddress(language, kind));
    try {
      const pages = [instructorAddress(language), ...galleries];
      guides.set(language, await readGuide(language, { address, pages, evaluate }));
    } catch (error) {
      if (!(error instanceof LessonError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new LessonError(problems);
  return guides;
}

/**
 * @param {object} site
 * @param {import("../pages.js").Pages} site.pages
 * @param {Map<string, Guide>} site.guides by language
 * @param {Read[]} site.read
 * @param {string[]} site.figures their names
 * @param {(language: string) => import("../catalogue.js").Tree} site.catalogue
 * @param {(language: string) => Promise<any>} site.loadEngine
 * @returns {Promise<{ address: string, html: string }[]>}
 */
export async function instructorPages({ pages, guides, read, figures, catalogue, loadEngine }) {
  const made = [...guides].map(async ([language, guide]) => {
    const tree = /** @type {any} */ (catalogue(language));
    const own = sectionText(tree, "instructors");
    const lessons = read
      .filter((each) => each.language === language)
      .map(({ lesson: { head }, body }) => ({
        ...{ slug: head.slug, title: head.title, address: lessonAddress(language, head.slug) },
        ...{ elements: body.elements, exercises: body.skills.map(({ exercise }) => exercise) },
      }));
    const engine = await loadEngine(language);
    const parts = { scripts: [script], sheets: [sheet] };
    const at = (/** @type {"figures" | "exercises"} */ kind) => {
      const address = galleryAddress(language, kind);
      return { address, language, engine, catalogue: tree, text: own, lessons };
    };
    const beside = (
      /** @type {"figures" | "exercises"} */ kind,
      /** @type {import("../../figures/markup.js").Markup} */ content,
    ) => {
      const said = { title: own(`${kind}.title`), lead: own(`${kind}.lead`) };
      const address = (/** @type {string} */ other) => galleryAddress(other, kind);
      return { address: address(language), html: pages.beside(language, address, said, { content, ...parts }) };
    };
    const { head } = guide.parts;
    const address = instructorsAddress(language);
    const content = guideContent(guide, { address, language, text: sectionText(tree, "page"), own, lessons });
    const said = { title: head.title, lead: head.summary };
    return [
      { address, html: pages.beside(language, instructorsAddress, said, { content, ...parts }) },
      beside("figures", await figuresContent(at("figures"), figures)),
      beside("exercises", exercisesContent(at("exercises"))),
    ];
  });
  return (await Promise.all(made)).flat();
}
