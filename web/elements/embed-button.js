// The button that asks for the code with which a figure or an exercise stands in another page. Only pages of the site that say where
// that is, by `data-embeds` around the element, have it and listen (course/browser/embedding.js): never somebody else's page.
import { html, nothing } from "lit";

/**
 * @param {import("lit").LitElement & { unoffered?: string }} element whose code, where `unoffered` says why, could not be loaded
 * @param {(key: string, fields?: Record<string, string>) => string} say
 */
export function embedButton(element, say) {
  if (element.closest("[data-embeds]") === null) return nothing;
  const failed = ({ message = "" }) => {
    element.unoffered = message;
    element.requestUpdate();
  };
  const ask = () => {
    failed({});
    element.dispatchEvent(new CustomEvent("where-embed", { detail: { failed }, bubbles: true, composed: true }));
  };
  return html`<button type="button" class="embed" aria-haspopup="dialog" @click=${ask}>${say("embed")}</button>
    ${element.unoffered ? html`<p class="problem" role="alert">${say("embed_failed", { message: element.unoffered })}</p>` : nothing}`;
}
