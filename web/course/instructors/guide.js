// The first page for instructors: a text like a lesson's, lessons/<language>/guides/instructors.md, and the list of what there is for
// learning platforms. A language that lacks the text shows the English one.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { html, Markup } from "../../figures/markup.js";
import { launchAddress } from "../../lms/xapi/address.js";
import { references } from "../citations.js";
import { splitLesson } from "../front-matter.js";
import { renderLesson } from "../lesson.js";
import { contents, regionNames } from "../pages.js";
import { folders, shortName } from "../paths.js";
import { Problems } from "../problem.js";
import { relative } from "../shell.js";
import { example, scriptWords, withButtons } from "./snippet.js";

/** @typedef {import("../front-matter.js").Parts} Parts */
/** @typedef {{ language: string, file: string, parts: Parts, body: import("../lesson.js").Rendered }} Guide */

/** The file of the text, in the language or in English. @param {string} language @param {string} [folder] */
function guideFile(language, folder = folders.lessons) {
  const fileOf = (/** @type {string} */ each) => path.join(folder, each, "guides", "instructors.md");
  const found = existsSync(fileOf(language)) ? language : "en";
  return { language: found, file: fileOf(found) };
}

/**
 * Throws a LessonError with everything that is wrong.
 * @param {string} language
 * @param {object} site
 * @param {string} site.address of the page
 * @param {string[]} site.pages addresses that it may lead to
 * @param {import("../numerals.js").Evaluate} site.evaluate
 * @returns {Promise<Guide>}
 */
export async function readGuide(language, { address, pages, evaluate }) {
  const found = guideFile(language);
  const problems = new Problems(shortName(found.file));
  const parts = splitLesson(readFileSync(found.file, "utf8"), problems);
  problems.raise();
  const body = await renderLesson(shortName(found.file), /** @type {Parts} */ (parts), {
    evaluate,
    embed() {
      throw new Error("this page has no figures and no exercises of its own");
    },
    link(href) {
      const { pathname, hash } = new URL(href, `${example}${address}`);
      if (!href.startsWith("#") && !pages.includes(pathname.slice(1)))
        throw new Error(`the link "${href}" leads to no page of the site; there are ${pages.join(", ")}`);
      return href.startsWith("#") ? hash : href;
    },
  });
  return { ...found, parts: /** @type {Parts} */ (parts), body };
}

/**
 * @param {Guide} guide
 * @param {object} page
 * @param {string} page.address
 * @param {string} page.language
 * @param {import("../catalogue.js").PageText} page.text of the section "page"
 * @param {import("../catalogue.js").PageText} page.own of the section "instructors"
 * @param {{ slug: string, title: string }[]} page.lessons
 */
export function guideContent({ parts, body, language: written }, { address, language, text, own, lessons }) {
  const { head } = parts;
  const foreign = written === language ? "" : html` lang="${written}" dir="ltr"`;
  const files = { id: "packages-and-launch-pages", html: own("files.title") };
  return html`<div class="page">
    ${contents({ sections: [...body.sections, files] }, text)}
    <main id="content" class="lesson guide" data-site="${relative(address, "")}" data-words="${scriptWords(own)}" data-regions="${regionNames(text)}">
      ${foreign ? html`<p class="notice">${text("untranslated")}</p>` : ""}
      <article${foreign}>
        <h1>${head.title}</h1>
        <p class="lead">${head.summary}</p>
        ${new Markup(withButtons(body.html, own))}
      </article>
      ${filesTable(files.id, { address, language, own, lessons })}
      ${references(head, text)}
    </main>
  </div>`;
}

/** @param {string} id @param {{ address: string, language: string, own: import("../catalogue.js").PageText, lessons: { slug: string, title: string }[] }} page */
function filesTable(id, { address, language, own, lessons }) {
  const to = (/** @type {string} */ other) => relative(address, other);
  const folder = language === "en" ? "" : `${language}/`;
  const rows = lessons.map(({ slug, title }) => {
    const launch = launchAddress(language, slug);
    return html`<tr><th scope="row">${title}</th>
      <td><a href="${to(`lms/${folder}scorm/${slug}.zip`)}" download>${own("files.save", { slug })}</a></td>
      <td><a href="${to(launch)}"><code>${launch}</code></a></td></tr>`;
  });
  const columns = ["lesson", "package", "launch"];
  return html`<h2 id="${id}">${own("files.title")}</h2>
    <div class="wide"><table class="files">
      <thead><tr>${columns.map((column) => html`<th scope="col">${own(`files.${column}`)}</th>`)}</tr></thead>
      <tbody>${rows}</tbody>
    </table></div>`;
}
