// The fields that numbers are typed into.
import { html } from "lit";
import { live } from "lit/directives/live.js";
import { expected, fieldLayout, say } from "./exercise-words.js";

/**
 * @param {import("../engine/types.js").Instance} instance
 * @param {string[]} typed
 * @param {number | undefined} marked the field that is off
 * @param {(index: number, text: string) => void} type
 */
export function fieldsOf(instance, typed, marked, type) {
  return html`<div class=${fieldLayout(instance)}>
    ${instance.fields?.map(
      ({ label, decimals }, index) =>
        html`<div class="entry ${index === marked ? "marked" : ""}">
          <label for="field-${index}">${label}</label>
          <input
            id="field-${index}"
            type="text"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            enterkeyhint="done"
            aria-describedby="expected-${index}"
            aria-invalid=${index === marked}
            .value=${live(typed[index] ?? "")}
            @input=${(/** @type {any} */ event) => type(index, event.target.value)}
          />
          <span class="expected" id="expected-${index}">${index === marked ? say("look_here") : expected(decimals)}</span>
        </div>`,
    )}
  </div>`;
}
