// What is said about a program that was checked.
import { html, nothing } from "lit";

import { say as sayOfExercises } from "../elements/exercise-words.js";
import { say } from "./words.js";

/** @param {import("./check.js").Checked} checked */
export function programVerdict({ grade, sentences }) {
  const { verdict, misconception, misconceptions, note } = grade;
  const said = sentences.map((sentence) => html`<p>${sentence}</p>`);
  const others = misconceptions.filter((/** @type {any} */ { id }) => id !== misconception?.id);
  const titles = others.map((/** @type {any} */ { title }) => title).join("; ");
  const about = {
    correct: () => html`<p>${note}</p>`,
    equivalent: () => html`<p class="title">${sayOfExercises("equivalent")}</p>
      <p>${note}</p>`,
    malformed: () => said,
    incorrect: () => html`${said}
      <p>${say("wrong.none_known")}</p>`,
    misconception: () => html`<p class="title">${misconception.title}</p>
      <p>${misconception.explanation} ${note}</p>
      ${said} ${titles ? html`<p>${sayOfExercises("also", { titles })}</p>` : nothing}
      ${misconception.source ? html`<p class="quiet">${sayOfExercises("source", { source: misconception.source })}</p>` : nothing}`,
  };
  return about[/** @type {keyof typeof about} */ (verdict)]();
}

/**
 * The line that is meant, to be gone to, and what the program wrote.
 * @param {import("./check.js").Checked} checked
 * @param {(line: number) => void} goTo
 */
export function besideVerdict({ line, printed }, goTo) {
  return html`${line === null ? nothing : html`<button type="button" @click=${() => goTo(line)}>${say("go_to", { line })}</button>`}
  ${
    printed.length > 0
      ? html`<p class="heading">${say("printed")}</p>
          <pre class="code printed" tabindex="0" role="region" aria-label=${say("printed")}>${printed.join("\n")}</pre>`
      : nothing
  }`;
}

/**
 * The labels of a row that is off, for the comparison.
 * @param {number | undefined} row
 * @param {number} count
 */
export function entryFields(row, count) {
  const label = (/** @type {number} */ entry) =>
    row === undefined ? say("entry", { entry }) : say("row_entry", { row, entry });
  return Array.from({ length: count }, (_, entry) => ({ label: label(entry), decimals: 3 }));
}
