// The page around a lesson or a list: head, header, footer. Everything is addressed relatively, so that the site can lie anywhere.
import { askButton, askDialog } from "../ask/markup.js";
import { html } from "../figures/markup.js";
import { sentencesScript } from "./sentences.js";
import { wordsScript } from "./words.js";

/** @typedef {import("./catalogue.js").PageText} PageText */

/** The same policy as a host's header would send it (tried in opaque and isolated frames); style attributes are KaTeX's and the posters'. */
export const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The page that a learning platform launches sends what a learner does to the record store named in its address (lms/xapi/). */
export const launchPolicy = contentSecurityPolicy.replace("connect-src 'self'", "connect-src 'self' https:");

/**
 * @typedef {object} Page
 * @property {string} language of the words around the content
 * @property {PageText} text
 * @property {string} address of the page below the site: "" or "lessons/rope/"
 * @property {string} title
 * @property {string} description
 * @property {import("../figures/markup.js").Markup} content what stands in <main>
 * @property {string} spoken the language of the custom elements in it: English where its lesson has not been translated
 * @property {string[]} elements file names of the custom elements in it
 * @property {string[]} exercises that stand in it
 * @property {string[]} skills of the whole course
 * @property {boolean} formulas
 * @property {{ language: string, name: string, address: string }[]} translations this page in every language
 * @property {string} overview the address of this language's list of lessons
 * @property {{ text: PageText, examples: string[], file: string }} ask the words of the ask box, and the address of its passages
 * @property {string[]} [scripts] of this page alone, by source
 * @property {string[]} [first] scripts before those of its elements, by source; those of every page of the site where none are given
 * @property {string[]} [sheets] style sheets of this page alone, by source
 */

const styles = "build/styles/pages.css";
/** What elements ask for once they run: fetched with them, not after them. */
export const engineFiles = (/** @type {string} */ language) =>
  ["index.js", ...new Set(["messages/en.js", `messages/${language}.js`])].map((name) => `build/package/${name}`);
const formulaStyles = "build/styles/formulas.css";

/** The address of the page of the learner's progress. */
export function progressAddress(/** @type {string} */ language) {
  return `${language === "en" ? "" : `${language}/`}progress/`;
}

/** The address of the pages for instructors. */
export function instructorsAddress(/** @type {string} */ language) {
  return `${language === "en" ? "" : `${language}/`}instructors/`;
}

/** From one address of a folder below the site to another: "../../". */
export function relative(/** @type {string} */ from, /** @type {string} */ to) {
  const up = "../".repeat(from.split("/").length - 1);
  return up + to || "./";
}

/**
 * @param {Page} page
 * @param {import("./assets.js").Assets} assets
 * @returns {string}
 */
export function renderPage(page, assets) {
  const { language, text, title, description, content, ask } = page;
  const to = (/** @type {string} */ address) => relative(page.address, address);
  const document = html`<!doctype html>
    <html lang="${language}" dir="${text("direction")}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="description" content="${description}" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <script src="${to(assets.file("web/course/browser/theme.js"))}"></script>
        ${links(page, assets, to)}
      </head>
      <body>
        <a class="skip" href="#content">${text("skip")}</a>
        ${header(page, to)} ${content} ${askDialog(ask.text, ask.examples, { file: to(ask.file), site: to("") })}
        <footer class="site">
          <p>
            <a href="${to(instructorsAddress(language))}">${text("instructors")}</a>
          </p>
          <p>
            ${text("licence_lessons")} <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>.
            ${text("licence_code")} <a href="${to("licences.txt")}">${text("licences_others")}</a>
          </p>
        </footer>
      </body>
    </html> `;
  return String(document);
}

/**
 * What the head of a page loads.
 * @param {Pick<Page, "elements" | "exercises" | "spoken" | "formulas" | "translations" | "language" | "scripts" | "sheets" | "first">} page
 * @param {import("./assets.js").Assets} assets
 * @param {(address: string) => string} to
 */
export function links(page, assets, to) {
  const {
    elements,
    exercises,
    spoken,
    formulas,
    translations,
    language,
    scripts: own = [],
    sheets: others = [],
  } = page;
  // Scripts run in this order: the words are there before an element looks for them.
  const words = spoken === "en" || elements.length + own.length === 0 ? [] : [wordsScript(spoken)];
  const ofElements = [...words, ...elements.map((name) => `web/elements/${name}.js`)];
  const { first = ["web/course/browser/reading.js"] } = page;
  const scripts = [...first, ...ofElements, ...own];
  const entries = new Set(scripts.map((source) => assets.file(source)));
  const asked = [...(elements.length > 0 ? engineFiles(spoken) : []), ...exercises.map(sentencesScript)];
  const needed = assets.withImports([...scripts, ...asked]);
  const shared = needed.filter((file) => !entries.has(file));
  const sheets = [...(formulas ? [formulaStyles] : []), styles, ...others];
  // All text fonts are small, and one that comes late is not shown ("optional"); of KaTeX's twenty two carry nearly everything.
  const fonts = [
    ...assets.fonts(styles, /^source-/),
    ...(formulas ? assets.fonts(formulaStyles, /^KaTeX_(Main-Regular|Math-Italic)-/) : []),
  ];
  return [
    fonts.map((file) => html`<link rel="preload" as="font" type="font/woff2" href="${to(file)}" crossorigin /> `),
    sheets.map((source) => html`<link rel="stylesheet" href="${to(assets.file(source))}" /> `),
    shared.map((file) => html`<link rel="modulepreload" href="${to(file)}" /> `),
    [...entries].map((file) => html`<script type="module" src="${to(file)}"></script> `),
    translations
      .filter((other) => other.language !== language)
      .map((other) => html`<link rel="alternate" hreflang="${other.language}" href="${to(other.address)}" /> `),
  ];
}

/**
 * @param {Page} page
 * @param {(address: string) => string} to
 */
function header({ text, language, translations, overview, ask, skills }, to) {
  const others = translations.filter((other) => other.language !== language);
  // Sentences that browser/signs.js fills: their placeholders stay.
  const fields = { passed: "{passed}", count: "{count}", due: "{due}" };
  const signs = Object.fromEntries(
    ["passed", "done", "due", "exercise", "exercise_due"].map((key) => [key, text(`signs.${key}`, fields)]),
  );
  return html`<header class="site" data-signs="${JSON.stringify(signs)}" data-all-skills="${JSON.stringify(skills)}" data-offline="${to("offline.js")}">
    <a class="home" href="${to(overview)}">${text("site")}</a>
    <nav aria-label="${text("settings")}">
      ${others.map((other) => html`<a hreflang="${other.language}" lang="${other.language}" href="${to(other.address)}">${other.name}</a> `)}
      <a href="${to(progressAddress(language))}"><span class="due"></span>${text("progress")}</a>
      ${askButton(ask.text)}
      <button class="theme" type="button" aria-pressed="false" hidden>${text("dark")}</button>
    </nav>
  </header>`;
}
