// Code to be copied, as it stands in a page for instructors: a script fills in the site's address and lets the buttons work
// (browser/gallery.js).
import { html, Markup } from "../../figures/markup.js";

/** @typedef {import("../catalogue.js").PageText} PageText */

/** The address of a site that nobody knows when it is built. */
export const example = "https://example.org/";

/** What the script says: it stands in the page's `main`. @param {PageText} text of the section "instructors" */
export function scriptWords(text) {
  return JSON.stringify(Object.fromEntries(["copied", "by_hand", "failed", "local"].map((key) => [key, text(key, { message: "{message}", site: "{site}" })]))); // prettier-ignore
}

/** @param {unknown} label @param {unknown} code already marked up @param {PageText} text */
function around(label, code, text) {
  return html`<div class="snippet"><p><span>${label}</span> <span class="said" role="status"></span> <button type="button" class="copy" hidden>${text("copy")}</button></p>${code}</div>`;
}

/** @param {string} label @param {string} code @param {PageText} text */
export function snippet(label, code, text) {
  return around(label, html`<pre><code>${code}</code></pre>`, text);
}

/** The programs of a text that is rendered already. @param {string} markup @param {PageText} text */
export function withButtons(markup, text) {
  return markup.replace(/<pre>.*?<\/pre>/gs, (code) => String(around("", new Markup(code), text)));
}
