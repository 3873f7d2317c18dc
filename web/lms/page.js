// The page of a lesson for a learning platform, inside a package or launched by its address: text, figures and exercises, and a line
// about what is reported. What leads out of it, to other lessons and to the ask box, is left out.
import { html, Markup } from "../figures/markup.js";
import { contents, regionNames } from "../course/pages.js";
import { contentSecurityPolicy, links, relative } from "../course/shell.js";

/**
 * @param {object} page
 * @param {string} page.language
 * @param {string} page.address of the page in the package, or below the site
 * @param {import("../course/course.js").Lesson} page.lesson
 * @param {import("../course/lesson.js").Rendered} page.body
 * @param {import("../course/catalogue.js").PageText} page.text of the section "page"
 * @param {Record<string, any>} page.words the section of its script as it stands in the catalogue
 * @param {string} page.script the one that reports, by source: it runs before those of the elements, and takes up what was kept
 * @param {string} [page.policy]
 * @param {import("../course/assets.js").Assets} assets
 * @returns {string}
 */
export function packagedPage(page, assets) {
  const { language, address, lesson, body, text, words, script, policy = contentSecurityPolicy } = page;
  const { head } = lesson;
  const to = (/** @type {string} */ target) => relative(address, target);
  const skills = body.skills.map(({ skill, title }) => ({ skill, title }));
  const exercises = [...new Set(body.skills.map(({ exercise }) => exercise))];
  const { elements, formulas } = body;
  const loaded = {
    language,
    elements,
    exercises,
    formulas,
    first: [script],
    spoken: lesson.language,
    translations: [],
  };
  const references = head.references.map(
    ({ text, url }) => html`<li><a href="${url}" target="_blank" rel="noopener">${text}</a></li> `,
  );
  const document = html`<!doctype html>
    <html lang="${language}" dir="${text("direction")}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${head.title}</title>
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        ${links(loaded, assets, to)}
      </head>
      <body>
        <div class="page">
          ${contents(body, text)}
          <main id="content" class="lesson packaged" data-regions="${regionNames(text)}" data-skills="${JSON.stringify(skills)}" data-words="${JSON.stringify(words)}">
            <article lang="${lesson.language}">
              <h1>${head.title}</h1>
              <p class="notice" id="standing" role="status"></p>
              <p class="notice" id="trouble" role="alert" hidden></p>
              <noscript><p class="notice">${text("no_script")}</p></noscript>
              ${new Markup(linksOfPackage(body.html))}
            </article>
            <section class="references" aria-labelledby="references">
              <h2 id="references">${text("references")}</h2>
              <ul>
                ${references}
              </ul>
            </section>
          </main>
        </div>
        <footer class="site">
          <p>${text("licence_lessons")} CC BY 4.0. ${text("licence_code")}</p>
        </footer>
      </body>
    </html> `;
  return String(document);
}

/**
 * Other lessons are not in the package: their names stay, the links go. What is elsewhere opens beside the platform, since leaving this
 * page ends the session.
 * @param {string} markup
 */
export function linksOfPackage(markup) {
  return markup
    .replace(/<a href="\.\.\/[^"]*">(.*?)<\/a>/gs, "$1")
    .replaceAll('<a href="https://', '<a target="_blank" rel="noopener" href="https://');
}
