// Runs first in the page of a packaged lesson: finds the platform, takes up what it kept, and reports what the learner does. Opened
// without a platform the lesson works as it does elsewhere, and says that nothing is reported.
import "../../course/browser/regions.js";
import { strictText } from "../../engine/sentences.js";
import { findApi, Platform } from "./platform.js";
import { State, timespan } from "./state.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main.packaged"));
const words = strictText([JSON.parse(main.dataset.words ?? "{}")], "scorm");
const standing = /** @type {HTMLElement} */ (document.getElementById("standing"));
const trouble = /** @type {HTMLElement} */ (document.getElementById("trouble"));

/** After how long what is typed is reported, and what failed is tried again. */
const soon = 2000;
const again = 15_000;

class Session {
  /** @param {Platform} platform @param {State} state */
  constructor(platform, state) {
    this.platform = platform;
    this.state = state;
    this.began = performance.now();
    this.place = platform.get("cmi.core.lesson_location");
    this.over = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  begin() {
    const readable = this.state.read(this.platform.get("cmi.suspend_data"));
    if (!readable) warn("unreadable");
    // Exercises keep what they keep there (elements/exercise-memory.js).
    Object.assign(globalThis, { whereaboutsKeeper: this.state });
    this.state.changed = () => this.later(soon);
    document.addEventListener("where-answer", (event) => {
      this.state.answered(/** @type {CustomEvent} */ (event).detail);
      this.report();
    });
    document.addEventListener("scroll", () => this.look(), { passive: true });
    addEventListener("pagehide", () => this.end());
    // A page that comes back out of the browser's memory has said good-bye to its platform.
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
    document.getElementById(this.place)?.scrollIntoView();
    this.report();
  }

  /** The heading that the reader has come to. */
  look() {
    const headings = [...main.querySelectorAll("h2[id]")].filter((each) => each.getBoundingClientRect().top < 200);
    const place = headings.at(-1)?.id ?? "";
    if (place === this.place) return;
    this.place = place;
    this.later(soon);
  }

  /** @param {number} wait */
  later(wait) {
    this.timer ??= setTimeout(() => this.report(), wait);
  }

  report() {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.over) return;
    const { state, platform } = this;
    try {
      this.tell();
      platform.commit();
      if (state.dropped) warn("full");
      else calm();
      const fields = { passed: state.passed, count: state.skills.length, score: state.score };
      standing.textContent = words(state.done ? "done" : "standing", fields);
    } catch (error) {
      warn("failed", { message: error.message });
      this.later(again);
    }
  }

  /** Everything there is to say: what the platform did not take before is said again. */
  tell() {
    const { state, platform, place } = this;
    platform.set("cmi.core.score.min", "0");
    platform.set("cmi.core.score.max", "100");
    platform.set("cmi.core.score.raw", String(state.score));
    platform.set("cmi.core.lesson_status", state.done ? "completed" : "incomplete");
    platform.set("cmi.core.lesson_location", place.slice(0, 255));
    platform.set("cmi.suspend_data", state.write());
  }

  end() {
    if (this.over) return;
    this.over = true;
    clearTimeout(this.timer);
    const { platform, state } = this;
    try {
      this.tell();
      platform.set("cmi.core.session_time", timespan(performance.now() - this.began));
      platform.set("cmi.core.exit", state.done ? "" : "suspend");
      platform.commit();
    } catch (error) {
      warn("failed", { message: error.message });
    }
    try {
      platform.finish();
    } catch (error) {
      warn("failed", { message: error.message });
    }
  }
}

/** @param {string} key @param {Record<string, string>} [fields] */
function warn(key, fields) {
  trouble.textContent = words(key, fields);
  trouble.hidden = false;
}

function calm() {
  trouble.hidden = true;
}

function begin() {
  const api = findApi(window);
  if (api === null) return (standing.textContent = words("alone"));
  const platform = new Platform(api);
  try {
    platform.initialize();
  } catch (error) {
    standing.textContent = words("alone");
    return warn("refused", { message: error.message });
  }
  const mode = platform.get("cmi.core.lesson_mode");
  if (mode === "review" || mode === "browse") return (standing.textContent = words("looking"));
  /** @type {{ skill: string }[]} */
  const skills = JSON.parse(main.dataset.skills ?? "[]");
  new Session(platform, new State(skills.map(({ skill }) => skill))).begin();
}

begin();
