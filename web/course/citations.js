// What a lesson cites: the list at its end, and the passages of it that answers lead to.
import { citations } from "../ask/index.js";
import { html } from "../figures/markup.js";

/** @typedef {import("./front-matter.js").Head} Head */

/** The anchor of a source. @param {number} index */
const citationId = (index) => `${citations}.${index + 1}`;

/** @param {Head} head @param {import("./catalogue.js").PageText} text */
export function references(head, text) {
  const items = head.references.map(
    ({ url, text: name }, index) => html`<li id="${citationId(index)}"><a href="${url}">${name}</a></li> `,
  );
  return html`<section class="references" aria-labelledby="references">
    <h2 id="references">${text("references")}</h2>
    <ul>
      ${items}
    </ul>
  </section>`;
}

/** What a lesson cites, each a passage. @param {Head} head @param {string} title of the section */
export function citedPassages({ references }, title) {
  return references.map(({ text }, index) => {
    const section = { id: citations, html: title };
    return { id: citationId(index), section, html: String(html`${text}`), text };
  });
}
