// Lessons, figures and exercises as pages that will be one file each: without links to other pages, and with what they load still named by
// its address below the site. web/single/make.js takes it in.
import { references } from "../course/citations.js";
import { sectionText } from "../course/catalogue.js";
import { Embeds } from "../course/embeds.js";
import { contents, overviewAddress, regionNames } from "../course/pages.js";
import { aboutExercises, settingsOf } from "../embed/settings.js";
import { html, Markup } from "../figures/markup.js";
import { createText } from "../figures/text.js";
import { linksOfPackage } from "../lms/page.js";

/** @typedef {import("../course/assets.js").Assets} Assets */
/** @typedef {import("../course/catalogue.js").Tree} Tree */
/** @typedef {import("../course/catalogue.js").PageText} PageText */

/** What stands in the place of the policy until it is known what the page holds. */
export const policyPlace = "{policy}";

/** What stands in the place of the parts. */
export const partsPlace = "<!-- parts -->";

/**
 * @param {object} from
 * @param {import("../course/render.js").Read[]} from.read
 * @param {string[]} from.languages
 * @param {string[]} from.names of the elements
 * @param {(language: string) => Promise<any>} from.loadEngine
 * @param {(language: string) => Tree} from.catalogue
 * @param {Assets} from.assets
 * @returns {Promise<{ file: string, html: string }[]>}
 */
export async function singlePages({ read, languages, names, loadEngine, catalogue, assets }) {
  const lessons = read.map(({ language, lesson, body }) => ({
    file: `${overviewAddress(language)}${lesson.head.slug}.html`,
    html: lessonPage({ language, lesson, body, tree: catalogue(language) }, assets),
  }));
  const elements = languages.map(async (language) => {
    const engine = await loadEngine(language);
    const tree = catalogue(language);
    const embeds = new Embeds(language, engine, tree);
    const titles = read.filter((each) => each.language === language);
    const pages = names.map(async (name) => {
      const origin = titles.find(({ body }) => body.elements.includes(name))?.lesson.head.title ?? "";
      const page =
        name === "exercise"
          ? exerciseParts(engine, sectionText(tree, "page")("exercises"))
          : await figureParts(name, embeds, tree);
      return {
        file: `${overviewAddress(language)}where-${name}.html`,
        html: elementPage({ language, name, tree, origin, ...page }, assets),
      };
    });
    return Promise.all(pages);
  });
  return [...lessons, ...(await Promise.all(elements)).flat()];
}

/**
 * @param {{ language: string, lesson: import("../course/course.js").Lesson, body: import("../course/lesson.js").Rendered, tree: Tree }} page
 * @param {Assets} assets
 */
function lessonPage({ language, lesson, body, tree }, assets) {
  const [text, own] = [sectionText(tree, "page"), sectionText(tree, "single")];
  const { head } = lesson;
  const fields = { passed: "{passed}", count: "{count}", due: "{due}" };
  const signs = ["passed", "done", "due", "exercise", "exercise_due"].map((key) => [key, text(`signs.${key}`, fields)]);
  const foreign = lesson.language === language ? "" : html` dir="ltr"`;
  const main = html`<header class="site" data-signs="${JSON.stringify(Object.fromEntries(signs))}"><span class="home">${text("site")}</span></header>
    <div class="page">
      ${contents(body, text)}
      <main id="content" class="lesson" data-regions="${regionNames(text)}">
        <article lang="${lesson.language}"${foreign}>
          <h1>${head.title}</h1>
          ${notices(own, text("no_script"))}
          ${new Markup(linksOfPackage(body.html))} ${new Markup(linksOfPackage(String(references(head, text))))}
        </article>
      </main>
    </div>
    ${footer(own, text)}`;
  const sheets = [...(body.formulas ? ["build/styles/formulas.css"] : []), "build/styles/pages.css"];
  return page(
    { language, direction: text("direction"), title: `${head.title} · ${text("site")}`, sheets, main },
    assets,
  );
}

/**
 * @param {object} page
 * @param {string} page.language
 * @param {string} page.name of the element
 * @param {Tree} page.tree
 * @param {string} page.origin the title of the lesson that has it
 * @param {string} page.title
 * @param {Markup} page.content
 * @param {Pick<import("../embed/address.js").About, "settings"> & { exercises?: Record<string, { parameters: string[] }> }} page.about
 * @param {Assets} assets
 */
function elementPage({ language, name, tree, origin, title, content, about }, assets) {
  const [text, own] = [sectionText(tree, "page"), sectionText(tree, "single")];
  const frame = sectionText(tree, "embed");
  const { sentences } = /** @type {any} */ (tree).single;
  const all = { name, script: "", languages: {}, sentences, ...about };
  const isExercise = name === "exercise";
  const shown = isExercise ? frame("exercise") : title;
  const main = html`<main data-about="${JSON.stringify(all)}">${content}</main>
    ${notices(own, frame("no_script"))}
    ${isExercise || origin === "" ? "" : html`<p class="from">${frame("from", { lesson: origin })}</p>`}
    ${footer(own, text)}`;
  const sheets = ["build/styles/frames.css"];
  return page({ language, direction: text("direction"), title: `${shown} · ${text("site")}`, sheets, main }, assets);
}

/** @param {string} name @param {Embeds} embeds @param {Tree} tree */
async function figureParts(name, embeds, tree) {
  const poster = await embeds.render({ kind: "figure", name, attributes: {} });
  const about = { settings: await settingsOf(name, embeds.engine) };
  return { title: createText(/** @type {any} */ (tree), name)("see"), content: new Markup(poster.html), about };
}

/** Which exercise is for the address to say; without one there is a choice of all. @param {any} engine @param {string} title */
function exerciseParts(engine, title) {
  const known = engine.exercises();
  const links = known.map((/** @type {any} */ { id, title }) => html`<li><a href="?exercise=${id}">${title}</a></li> `);
  const content = html`<where-exercise data-embed></where-exercise>
    <nav class="all-exercises" aria-labelledby="all-exercises" hidden>
      <h1 id="all-exercises">${title}</h1>
      <ul>
        ${links}
      </ul>
    </nav>`;
  return { title: "", content, about: aboutExercises(engine, () => ({})) };
}

/** What may have to be said: without scripts, and where the file cannot be opened. @param {PageText} own @param {string} still */
function notices(own, still) {
  const reasons = { cut: own("reasons.cut"), absent: own("reasons.absent", { name: "{name}" }) };
  return html`<noscript><p class="notice problem">${still}</p></noscript>
    <p class="notice problem" id="trouble" role="alert" data-reasons="${JSON.stringify(reasons)}" data-sentence="${own("unopened", { message: "{message}" })}" hidden></p>
`;
}

/** @param {PageText} own @param {PageText} text */
function footer(own, text) {
  return html`<footer class="site">
    <p>${own("about")} ${text("licence_lessons")} CC BY 4.0. ${text("licence_code")}</p>
    <details class="licences"><summary>${text("licences_others")}</summary><pre data-sentence="${own("no_licences", { message: "{message}" })}"></pre></details>
  </footer>`;
}

/**
 * @param {{ language: string, direction: string, title: string, sheets: string[], main: Markup }} parts
 * @param {Assets} assets
 */
function page({ language, direction, title, sheets, main }, assets) {
  const links = sheets.map((sheet) => html`<link rel="stylesheet" href="${assets.file(sheet)}" /> `);
  const document = html`<!doctype html>
    <html lang="${language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policyPlace}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        ${links}
      </head>
      <body>
        ${main} ${new Markup(partsPlace)}
      </body>
    </html> `;
  return String(document);
}
