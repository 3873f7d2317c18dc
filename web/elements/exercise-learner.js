// Whom the element or the address names: each learner gets numbers of their own. What makes them is loaded where somebody is named.
import { fetched } from "../engine/fetched.js";
import { isSeed } from "./exercise-seed.js";
import { guests } from "./registry.js";

export class Learner {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /** @type {typeof import("../lms/attempts/learner.js") | undefined} */
    this.part = undefined;
  }

  /** "" for nobody. */
  get name() {
    // The address of somebody else's page is theirs.
    const addressed = guests() ? null : new URLSearchParams(location.search).get("learner");
    return (this.element.getAttribute("learner") ?? addressed ?? "").trim();
  }

  async load() {
    this.part = this.name === "" ? undefined : await fetched(() => import("../lms/attempts/learner.js"));
  }

  /** What stands for the name in codes; null for nobody. */
  get number() {
    return this.part?.learnerNumber(this.name) ?? null;
  }

  /**
   * The seed of the page, or one of the learner's own. One that is none stays, for the engine to refuse.
   * @param {string} skill
   * @param {number} seed of the page
   */
  seed(skill, seed) {
    if (!isSeed(seed)) return seed;
    return this.part?.learnerSeed(this.name, skill, seed) ?? seed;
  }
}
