// The answers to choose from, where an exercise offers some.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { say } from "./exercise-words.js";

/**
 * @param {{ id: string, text: string }[]} offered
 * @param {string} chosen the id of one; "" before the first choice
 * @param {(id: string) => void} choose
 * @param {{ lines?: boolean, wrong?: string }} [how] whether they are lines of a program; the id of one that was checked and is wrong
 */
export function choices(offered, chosen, choose, { lines = false, wrong = "" } = {}) {
  return html`<fieldset class="choices ${lines ? "lines" : ""}">
    <legend>${say("choices")}</legend>
    ${offered.map(
      ({ id, text }) =>
        html`<label class="choice">
          <input
            type="radio"
            name="choice"
            value=${id}
            .checked=${live(chosen === id)}
            @change=${() => choose(id)}
          />
          <span>${text}</span>${id === wrong ? html` <em class="wrong">${say("mark.choice")}</em>` : nothing}
        </label>`,
    )}
  </fieldset>`;
}
