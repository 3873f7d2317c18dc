// The fields that numbers are typed into.
import { html } from "lit";
import { live } from "lit/directives/live.js";
import { expected, fieldLayout, say } from "./exercise-words.js";

/**
 * @param {import("../engine/types.js").Instance} instance
 * @param {string[]} typed
 * @param {import("./exercise-marks.js").Mark[]} marks the fields that are off
 * @param {(index: number, text: string) => void} type
 */
export function fieldsOf(instance, typed, marks, type) {
  return html`<div class=${fieldLayout(instance)}>
    ${instance.fields?.map((field, index) => {
      const mark = marks.find((each) => each.index === index);
      return html`<div class="entry ${mark ? "marked" : ""}">
          <label for="field-${index}">${field.label}</label>
          <input
            id="field-${index}"
            type="text"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            enterkeyhint="done"
            aria-describedby="expected-${index}"
            aria-invalid=${mark !== undefined}
            .value=${live(typed[index] ?? "")}
            @input=${(/** @type {any} */ event) => type(index, event.target.value)}
          />
          <span class="expected" id="expected-${index}">${mark ? say(`mark.${mark.kind}`) : expected(field, instance)}</span>
        </div>`;
    })}
  </div>`;
}
