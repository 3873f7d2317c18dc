// The ask box as it stands in every page: a button of the header, shown once scripts run, and the dialog that it opens.
import { html } from "../figures/markup.js";

/** @typedef {import("../course/catalogue.js").PageText} PageText */

/** @param {PageText} text of the section "ask" */
export function askButton(text) {
  return html`<button class="ask" type="button" aria-haspopup="dialog" hidden>${text("open")}</button>`;
}

/**
 * @param {PageText} text of the section "ask"
 * @param {string[]} examples their names in the catalogue
 * @param {{ file: string, site: string }} addresses of the passages and of the site's top, seen from the page
 */
export function askDialog(text, examples, { file, site }) {
  const questions = examples.map(
    (name) => html`<li><button type="button" class="example">${text(`examples.${name}`)}</button></li> `,
  );
  return html`<dialog class="ask" aria-labelledby="ask-title" data-file="${file}" data-site="${site}">
    <div class="head">
      <h2 id="ask-title">${text("title")}</h2>
      <button type="button" class="close">${text("close")}</button>
    </div>
    <label for="ask-question">${text("label")}</label>
    <div class="question">
      <input id="ask-question" type="text" enterkeyhint="search" autocomplete="off" maxlength="300" />
      <button type="button" class="find">${text("find")}</button>
    </div>
    <p class="says" data-loading="${text("loading")}" data-failed="${text("failed")}"></p>
    <p class="unseen" role="status"></p>
    <button type="button" class="suggestion" hidden></button>
    <ol class="answers"></ol>
    <div class="examples">
      <p>${text("examples_title")}</p>
      <ul>
        ${questions}
      </ul>
    </div>
    <p class="note">${text("note")}</p>
  </dialog>`;
}
