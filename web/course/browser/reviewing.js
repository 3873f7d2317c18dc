// Reviews on the page of progress: one due skill after the other, each with a fresh instance in the exercise's own element.
import { fetched } from "../../engine/fetched.js";
import { reviewSeed } from "../progress/summary.js";

/** @typedef {import("../progress/event.js").Event} Event */
/** @typedef {import("../progress/summary.js").Summary} Summary */
/** @typedef {import("../embeds.js").Skill & { script: string }} Skill */

export class Reviewing {
  /** The skill under review, and how many of its instances were done with, and of its reviews kept, before. @type {{ skill: string, rounds: number, kept: number } | undefined} */
  #now;
  /** @type {Summary | undefined} */
  #summary;
  /** @type {Event[]} */
  #events = [];
  #due = element("due");
  #dueSkills = element("due-skills");
  #begin = element("review");
  #next = element("next-review");
  #place = element("reviewing");

  /**
   * @param {object} page
   * @param {(key: string, fields?: Record<string, string | number>) => string} page.words
   * @param {(day: string) => string} page.readable
   * @param {Map<string, Skill>} page.known
   */
  constructor({ words, readable, known }) {
    this.words = words;
    this.readable = readable;
    this.known = known;
    for (const button of [this.#begin, this.#next]) button.addEventListener("click", () => this.#start());
  }

  /** @param {Summary} summary of the skills that the course knows @param {Event[]} events @param {boolean} [unknown] whether what is kept cannot be read */
  show(summary, events, unknown = false) {
    this.#summary = summary;
    this.#events = events;
    const now = this.#now;
    // Whichever instance it was: who asks for another one is reviewed with that.
    const over = now && (summary.skills.get(now.skill)?.rounds ?? 0) > now.rounds;
    if (over) this.#say(this.#outcome(now, summary));
    else if (now) this.#say(this.words("under_review", { title: this.#title(now.skill) }));
    else this.#say(unknown ? this.words("due_unknown") : this.#announcement(summary));
    this.#list(now || unknown ? [] : summary.due);
    const more = summary.due.length > 0;
    this.#begin.hidden = now !== undefined || !more;
    this.#next.hidden = !over || !more;
  }

  stop() {
    this.#now = undefined;
    this.#place.replaceChildren();
  }

  /** @param {string} text */
  #say(text) {
    if (this.#due.textContent !== text) this.#due.textContent = text;
  }

  /** Several are a list, in the order in which they come; one stands in the sentence. @param {string[]} due */
  #list(due) {
    const titles = due.length > 1 ? due.map((skill) => this.#title(skill)) : [];
    this.#dueSkills.replaceChildren(
      ...titles.map((title) => Object.assign(document.createElement("li"), { textContent: title })),
    );
    this.#dueSkills.hidden = titles.length === 0;
  }

  /** @param {string} skill */
  #title(skill) {
    return this.known.get(skill)?.title ?? skill;
  }

  /** @param {Summary} summary */
  #announcement({ due, skills }) {
    if (due.length === 1) return this.words("due_one", { title: this.#title(due[0]) });
    if (due.length > 1) return this.words("due_some", { count: due.length });
    const [next] = [...skills.values()]
      .filter(({ skill }) => this.known.has(skill))
      .toSorted((a, b) => (a.due < b.due ? -1 : 1));
    if (next === undefined) return this.words("nothing_yet");
    return this.words("nothing_due", { title: this.#title(next.skill), day: this.readable(next.due) });
  }

  /** @param {{ skill: string, kept: number }} now @param {Summary} summary */
  #outcome({ skill, kept }, { skills, due }) {
    const after = skills.get(skill);
    const key = (after?.kept ?? 0) > kept ? "kept" : "not_kept_up";
    const outcome = this.words(key, { title: this.#title(skill), day: this.readable(after?.due ?? "") });
    return due.length > 0 ? outcome : `${outcome} ${this.words("none_left")}`;
  }

  async #start() {
    const [skill] = this.#summary?.due ?? [];
    const known = this.known.get(skill);
    if (!known || !this.#summary) return;
    const seed = reviewSeed(skill, this.#events);
    const { rounds = 0, kept = 0 } = this.#summary.skills.get(skill) ?? {};
    this.#now = { skill, rounds, kept };
    this.show(this.#summary, this.#events);
    try {
      await fetched(() => import(/* @vite-ignore */ new URL(known.script, document.baseURI).href));
    } catch (error) {
      this.stop();
      this.show(this.#summary, this.#events);
      this.#say(this.words("failed", { message: error.message }));
      return;
    }
    const exercise = document.createElement(`where-${known.element}`);
    for (const [name, value] of Object.entries(known.kind)) exercise.setAttribute(name, String(value));
    exercise.setAttribute("seed", String(seed));
    exercise.setAttribute("exercise", known.exercise);
    exercise.addEventListener("where-ready", () => focusFirst(exercise), { once: true });
    this.#place.replaceChildren(exercise);
  }
}

/** @param {string} id */
function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {any} exercise a Lit element */
async function focusFirst(exercise) {
  await exercise.updateComplete;
  exercise.renderRoot?.querySelector("input, textarea, [tabindex]")?.focus();
}
