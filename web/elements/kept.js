// The place in the panel of files for the models that the browser keeps.
import { html, nothing } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";

import { KeptPanel } from "./kept-panel.js";
import { guests } from "./registry.js";

/**
 * @typedef {object} Here what the panel is about just now
 * @property {import("./checkpoint-files.js").CheckpointFiles} files
 * @property {boolean} own whether a model from these files is open
 * @property {import("../figures/types.js").Text} text
 * @property {(files: File[]) => unknown} take
 * @property {(staying?: import("./checkpoint-files.js").Role[]) => unknown} back what is kept of the files then
 */

/** Where pages are somebody else's, or several learners share one browser, nothing is kept. */
const elsewhere = () => Boolean(guests() ?? /** @type {any} */ (globalThis).whereaboutsKeeper);

class Kept extends AsyncDirective {
  panel = elsewhere() ? null : new KeptPanel(() => this.isConnected && this.setValue(this.shown()));
  /** @type {Here | undefined} */
  here;

  /** @param {Here} here */
  render(here) {
    this.here = here;
    return this.shown();
  }

  shown() {
    const { panel, here } = this;
    if (!here) return nothing;
    if (panel) return panel.view(here);
    return here.own ? html`<p class="size">${here.text("kept.elsewhere")}</p>` : nothing;
  }

  disconnected() {
    this.panel?.rest();
  }

  reconnected() {
    this.panel?.wake();
  }
}

export const kept = directive(Kept);
