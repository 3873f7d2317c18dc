// The code of an attempt, under the verdict of an exercise. It is fetched when the first answer is graded (elements/exercise.js).
import { html, nothing } from "lit";
import { writeCode } from "./code.js";
import { say } from "./words.js";

/** One graded answer, and whether its code was asked for. */
export class Offer {
  /**
   * @param {import("./code.js").Attempt} attempt
   * @param {() => void} changed what to do when it shows something else
   */
  constructor(attempt, changed) {
    this.code = writeCode(attempt);
    this.changed = changed;
    this.shown = false;
    this.copied = false;
  }

  async copy() {
    this.shown = true;
    this.copied = await navigator.clipboard?.writeText(this.code).then(
      () => true,
      () => false, // refused in a frame, say: it stands there to be copied by hand
    );
    this.changed();
  }

  render() {
    return html`<div class="attempt">
      <button type="button" @click=${() => this.copy()}>${say("copy")}</button>
      <p class="quiet" aria-live="polite">
        ${this.shown ? html`<code>${this.code}</code> ${say(this.copied ? "copied" : "by_hand")}` : nothing}
      </p>
    </div>`;
  }
}
