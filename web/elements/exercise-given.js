// The numbers that an exercise starts from, as a table with a row for each vector.
import { html } from "lit";
import { decimal } from "../figures/number.js";
import { say } from "./exercise-words.js";

/** @param {{ label: string, numbers: number[], decimals: number }[]} given */
export function givenTable(given) {
  return html`<div class="given" role="region" tabindex="0" aria-label=${say("given")}>
    <table>
      <caption>
        ${say("given")}
      </caption>
      <tbody>
        ${given.map(
          ({ label, numbers, decimals }) =>
            html`<tr>
              <th scope="row">${label}</th>
              ${numbers.map((value) => html`<td>${decimal(value, decimals)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
