// The small links under a figure: play, reset, its formula, its numbers as a table, and what its keys do.
import { html, nothing } from "lit";
import { embedButton } from "./embed-button.js";

/** @typedef {import("./figure.js").WhereFigure} WhereFigure */

/**
 * A formula of the catalogue, in which "^(…)" marks an exponent; a product is not broken between its factors.
 * @param {string} formula
 */
function raised(formula) {
  const parts = formula.replaceAll(" · ", "\u00a0·\u00a0").split(/\^\(([^)]*)\)/);
  return parts.map((part, index) => (index % 2 ? html`<sup>${part}</sup>` : part));
}

/**
 * The numbers of the drawing. They may be thousands: the table is made when it is opened.
 * @param {WhereFigure} element
 */
function table({ figure, drawn, values, text }) {
  const { caption, columns, rows } = figure.alternative(drawn ?? {}, values, text);
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${caption}>
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([head, ...cells]) =>
            html`<tr>
              <th scope="row">${head}</th>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** @param {WhereFigure} element */
function playButton(element) {
  const toggle = () => (element.playing ? element.stop() : element.play());
  return html`<button @click=${toggle}>${element.text(element.playing ? "pause" : "play")}</button>`;
}

/** @param {WhereFigure} element @returns {import("lit").TemplateResult} */
export function links(element) {
  const { figure, text, values } = element;
  const toggled = (/** @type {any} */ event) => {
    element.tableOpen = event.target.open;
    element.requestUpdate();
  };
  return html`<div class="links" part="links">
    ${figure.play ? playButton(element) : nothing}
    <button @click=${() => element.reset()}>${text("reset")}</button>
    <details>
      <summary>${text("formula_link")}</summary>
      <p class="formula">${raised(text("formula"))}</p>
    </details>
    <details @toggle=${toggled}>
      <summary>${text("table_link")}</summary>
      ${element.tableOpen ? table(element) : nothing}
    </details>
    ${element.renderExtra()} ${embedButton(element, text)}
    ${figure.takesKeys?.(values) === false ? nothing : html`<p class="keys">${text("keys")}</p>`}
  </div>`;
}
