// The answers to choose from, where an exercise offers some.
import { html } from "lit";
import { live } from "lit/directives/live.js";
import { say } from "./exercise-words.js";

/**
 * @param {{ id: string, text: string }[]} offered
 * @param {string} chosen the id of one; "" before the first choice
 * @param {(id: string) => void} choose
 * @param {boolean} [lines] whether they are lines of a program
 */
export function choices(offered, chosen, choose, lines = false) {
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
          <span>${text}</span>
        </label>`,
    )}
  </fieldset>`;
}
