// Saving progress to a file, adding from one, and deleting everything after a second look.
import { readFile, RefusedFile, tooLarge, writeFile } from "../progress/file.js";
import { refreshStanding } from "../progress/recorder.js";
import { localDay } from "../progress/days.js";

/** What the page shows, and why what is kept could not be read. @typedef {{ summary: import("../progress/summary.js").Summary, unread: Error | undefined }} Shown */

export class Keeping {
  /**
   * @param {object} page
   * @param {(key: string, fields?: Record<string, string | number>) => string} page.words
   * @param {import("../progress/log.js").Log} page.log
   * @param {() => Promise<Shown>} page.show
   * @param {() => void} page.forget what else is known of the learner
   */
  constructor({ words, log, show, forget }) {
    this.words = words;
    this.log = log;
    this.show = show;
    this.forget = forget;
    this.file = /** @type {HTMLInputElement} */ (element("file"));
    this.confirm = element("confirm");
    this.resetButton = element("reset");
    const actions = {
      export: () => this.export(),
      import: () => this.file.click(),
      reset: () => (this.confirm.hidden ? this.ask() : this.close()),
      "keep-it": () => this.close(),
      "delete-it": () => this.delete(),
    };
    for (const [id, action] of Object.entries(actions)) {
      const button = /** @type {HTMLButtonElement} */ (element(id));
      button.addEventListener("click", action);
      button.disabled = false;
    }
    this.file.addEventListener("change", () => this.import());
    this.confirm.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  /** @param {string} text */
  say(text) {
    element("kept").textContent = text;
  }

  async export() {
    const { events, unread } = await this.log.read();
    // An empty file would look like one that holds everything.
    if (unread && events.length === 0) return this.say(this.words("not_saved"));
    const name = `whereabouts-progress-${localDay(new Date())}.json`;
    const address = URL.createObjectURL(new Blob([writeFile(events)], { type: "application/json" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    // Not before the browser has read it.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    this.say(this.words(unread ? "saved_in_part" : "saved", { file: name }));
  }

  async import() {
    const [file] = this.file.files ?? [];
    if (!file) return;
    try {
      if (file.size > tooLarge.bytes) throw new RefusedFile("too_large", tooLarge.fields);
      const events = readFile(await file.text());
      const added = await this.log.merge(events);
      await refreshStanding();
      await this.show();
      this.say(this.words("added", { count: added, known: events.length - added, file: file.name }));
    } catch (error) {
      if (error instanceof RefusedFile) this.say(this.words(`refused.${error.key}`, error.fields));
      else this.say(this.words("unreadable", { message: error.message }));
    } finally {
      this.file.value = ""; // so that the same file can be chosen again
    }
  }

  async ask() {
    element("confirm-question").textContent = this.#amount(await this.show());
    this.say("");
    this.confirm.hidden = false;
    this.resetButton.setAttribute("aria-expanded", "true");
    element("keep-it").focus();
  }

  /** How much there is to be deleted, in words. @param {Shown} shown */
  #amount({ summary: { skills, days, points }, unread }) {
    const all = [...skills.values()];
    const passed = all.filter((skill) => skill.passed).length;
    const reviews = all.reduce((sum, { kept }) => sum + kept, 0);
    if (unread) return this.words("confirm_unknown");
    if (all.length === 0) return this.words("confirm_nothing");
    return this.words("confirm", { passed, reviews, days, points });
  }

  close() {
    this.confirm.hidden = true;
    this.resetButton.setAttribute("aria-expanded", "false");
    this.resetButton.focus();
  }

  async delete() {
    this.close();
    const refusal = await this.log.clear().then(
      () => undefined,
      (error) => error,
    );
    forgetTyped();
    this.forget();
    await this.show();
    this.say(refusal ? this.words("not_deleted", { message: refusal.message || refusal.name }) : this.words("deleted"));
  }
}

/** What was typed into exercises and how often was tried (elements/exercise-memory.js): who begins anew begins there too. */
function forgetTyped() {
  try {
    for (const key of Object.keys(localStorage))
      if (/^(where-exercise|whereabouts-report) /.test(key)) localStorage.removeItem(key);
  } catch {
    // Storage refused: nothing was kept.
  }
}

/** @param {string} id */
function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
