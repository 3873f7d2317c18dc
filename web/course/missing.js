// The page for addresses where there is none: 404.html at the top of the site, which hosts show below any path and at any depth. So
// nothing in it is fetched by an address of its own, and its links are set right by a script inside it.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";

import { html, Markup } from "../figures/markup.js";
import { missingPage } from "../hosting/headers.js";
import { sectionText } from "./catalogue.js";
import { lessonAddress, overviewAddress } from "./pages.js";
import { folders } from "./paths.js";

/** What stands inside the page, and is known by its sum to the page's policy. @param {string[]} files */
const inlined = (...files) => {
  const text = files.map((file) => readFileSync(path.join(folders.web, file), "utf8")).join("");
  return { text: new Markup(text), sum: `'sha256-${createHash("sha256").update(text).digest("base64")}'` };
};

/**
 * @param {import("./course.js").Course} course
 * @param {(language: string) => import("./catalogue.js").Tree} catalogue
 * @returns {{ address: string, content: string }}
 */
export function missingFile(course, catalogue) {
  const [script, style] = [inlined("course/browser/missing.js"), inlined("styles/tokens.css", "styles/missing.css")];
  const policy = `default-src 'none'; script-src ${script.sum}; style-src ${style.sum}; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'`; // prettier-ignore
  const text = (/** @type {string} */ language) => sectionText(catalogue(language), "page");
  // Without the script the links are right where the site has a host to itself.
  const link = (/** @type {string} */ to, /** @type {string} */ name) => html`<a href="/${to}" data-to="${to}">${name}</a>`; // prettier-ignore
  const parts = course.languages.map((language, index) => {
    const heading = index === 0 ? "h1" : "h2";
    const say = text(language);
    const lessons = course
      .lessons(language)
      .filter(({ head }) => head.written !== false)
      .map(({ head: { slug, title } }) => html`<li>${link(lessonAddress(language, slug), title)}</li>`);
    return html`<section lang="${language}" dir="${say("direction")}">
      <${heading}>${say("missing.title")}</${heading}>
      <p>${say("missing.lead")}</p>
      <p>${link(overviewAddress(language), `${say("site")}: ${say("course_title")}`)}</p>
      <ol>
        ${lessons}
      </ol>
      <noscript><p class="quiet">${say("missing.no_script")}</p></noscript>
    </section>`;
  });
  const [first] = course.languages;
  const page = html`<!doctype html>
    <html lang="${first}" dir="${text(first)("direction")}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${text(first)("missing.title")} · ${text(first)("site")}</title>
        <link rel="icon" href="data:," />
        <style>${style.text}</style>
      </head>
      <body>
        <main>${parts}</main>
        <script>${script.text}</script>
      </body>
    </html>`;
  return { address: missingPage, content: String(page) };
}
