// The instructor's page as it stands before its script has run.
import { html } from "../../figures/markup.js";

/** Where it lies. @param {string} language */
export function instructorAddress(language) {
  return `${language === "en" ? "" : `${language}/`}instructor/`;
}

/** What codes can be about, in words. @param {string} language */
export function knownAddress(language) {
  return `attempts/${language}.json`;
}

/** Columns of the table; the CSV has more (csv.js). */
const columns = ["line", "beside", "learner", "exercise", "seed", "verdict", "solution", "tries", "seconds"];

/**
 * @param {object} page
 * @param {string} page.known the address of the file of `knownExercises`
 * @param {import("../../course/catalogue.js").PageText} page.text of the section "instructor"
 * @param {Record<string, any>} page.words that section as it stands in the catalogue
 */
export function instructorContent({ known, text, words }) {
  return html`<main id="content" class="instructor" data-known="${known}" data-words="${JSON.stringify(words)}">
    <h1>${text("title")}</h1>
    <p class="lead">${text("lead")}</p>
    <noscript><p class="notice">${text("no_script")}</p></noscript>
    <p class="no-proof">${text("no_proof")}</p>
    <details>
      <summary>${text("where")}</summary>
      <p>${text("about_codes")}</p>
      <p>${text("about_learners", { address: "?learner=name" })}</p>
    </details>
    <div class="pasting">
      <label for="codes">${text("codes")}</label>
      <textarea id="codes" rows="8" spellcheck="false" autocomplete="off" autocapitalize="off"></textarea>
      <label for="names">${text("names")}</label>
      <textarea id="names" rows="3" spellcheck="false" autocomplete="off"></textarea>
      <p><button type="button" class="main" id="read" disabled>${text("read")}</button></p>
    </div>
    <p id="summary" role="status">${text("nothing")}</p>
    <p id="alike" role="status"></p>
    <div id="results" hidden>
      <section aria-labelledby="mistakes">
        <h2 id="mistakes">${text("mistakes")}</h2>
        <p id="no-mistakes">${text("no_mistakes")}</p>
        <table class="bars" id="bars" aria-labelledby="mistakes"><tbody></tbody></table>
      </section>
      <section>
        <h2 id="lines">${text("table")}</h2>
        <p><button type="button" id="download">${text("download")}</button> <span id="saved" role="status"></span></p>
        <p class="quiet">${text("about_csv")}</p>
        <div class="lines" role="region" aria-labelledby="lines" tabindex="0">
          <table id="rows" role="table" aria-labelledby="lines">
            <thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th scope="col" role="columnheader">${text(`columns.${column}`)}</th>`)}</tr></thead>
            <tbody role="rowgroup"></tbody>
          </table>
        </div>
      </section>
    </div>
  </main>`;
}
