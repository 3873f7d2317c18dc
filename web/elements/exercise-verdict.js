// What is said about an answer that was checked: the sentence of its verdict, the mistake it shows, the entry that is off.
import { html, nothing } from "lit";
import { say } from "./exercise-words.js";

/**
 * @typedef {object} Comparing
 * @property {boolean} comparing whether the comparison is open
 * @property {(() => void) | undefined} toggle none where the page leaves out what shows the solution
 */

/**
 * @param {import("../engine/types.js").Grade} grade
 * @param {import("./exercise-memory.js").Work} checked the answer as it was when it was checked
 * @param {any} instance
 * @param {Comparing} comparison
 */
export function verdictOf(grade, checked, instance, { comparing, toggle }) {
  const { verdict, misconception, misconceptions, note } = grade;
  if (verdict === "correct" || verdict === "malformed") return html`<p>${note}</p>`;
  if (verdict === "equivalent")
    return html`<p class="title">${say("equivalent")}</p>
      <p>${note}</p>`;
  if (misconception === null)
    return html`<p>${plainlyWrong(grade, checked, instance)}</p>
      ${note ? html`<p>${note}</p>` : nothing}`;
  const others = misconceptions.filter(({ id }) => id !== misconception.id).map(({ title }) => title);
  return html`<p class="title">${misconception.title}</p>
    <p>${note} ${misconception.explanation}</p>
    ${others.length > 0 ? html`<p>${say("also", { titles: others.join("; ") })}</p>` : nothing}
    ${misconception.source ? html`<p class="quiet">${say("source", { source: misconception.source })}</p>` : nothing}
    ${
      toggle && (numbersOf(misconception.mistaken).length > 0 || misconception.trial)
        ? html`<button type="button" aria-expanded=${comparing} @click=${toggle}>
            ${say(comparing ? "hide_mistake" : "show_mistake")}
          </button>`
        : nothing
    }`;
}

/**
 * @param {import("../engine/types.js").Grade} grade
 * @param {import("./exercise-memory.js").Work} checked
 * @param {any} instance
 */
function plainlyWrong({ first_mismatch }, checked, { fields, answer }) {
  if (first_mismatch === null) return say(answer === "order" ? "not_this_order" : "not_this_choice");
  const index = first_mismatch?.index ?? 0;
  const got = checked.typed[index] ?? "";
  return fields.length === 1
    ? say("none_known_single", { got })
    : say("none_known", { got, field: fields[index].label });
}

/** The numbers of an answer, which may be a choice with numbers, or an order. @param {any} answer @returns {number[]} */
export function numbersOf(answer) {
  const numbers = Array.isArray(answer) ? answer : (answer?.numbers ?? []);
  return numbers.filter((/** @type {unknown} */ entry) => typeof entry === "number");
}
