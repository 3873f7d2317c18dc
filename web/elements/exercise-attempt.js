// The code of a graded attempt, which a learner copies for a teacher. What makes it is loaded with the first verdict.
import { fetched } from "../engine/fetched.js";
import { html, nothing } from "lit";

import { say } from "./exercise-words.js";

export class AttemptCode {
  /** @param {import("./exercise.js").WhereExercise} element */
  constructor(element) {
    this.element = element;
    /** Once its part is there. @type {import("../lms/attempts/offer.js").Offer | null} */
    this.offer = null;
    /** Whether that part could not be loaded. */
    this.missing = false;
  }

  /** Without a verdict there is none. */
  clear() {
    this.offer = null;
    this.missing = false;
  }

  /** Not of an answer that could not be read. @param {any} attempt what `where-answer` says of it */
  async make(attempt) {
    this.clear();
    if (attempt.verdict === "malformed") return;
    const { element } = this;
    const { exercise, work, learner, grade } = element;
    const part = await fetched(() => import("../lms/attempts/offer.js")).catch(() => null);
    // Checked anew meanwhile, or gone on.
    if (element.grade !== grade) return;
    this.missing = part === null;
    const said = { ...attempt, exercise, seed: work.seed, learner: learner.number };
    if (part !== null) this.offer = new part.Offer(said, () => element.requestUpdate());
    element.requestUpdate();
  }

  render() {
    return this.offer?.render() ?? (this.missing ? html`<p class="quiet">${say("no_code")}</p>` : nothing);
  }
}
