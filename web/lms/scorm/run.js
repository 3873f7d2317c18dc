// Runs first in the page of a packaged lesson: finds the platform, takes up what it kept, and reports what the learner does. Opened
// without a platform the lesson works as it does elsewhere, and says that nothing is reported.
import "../../course/browser/regions.js";
import { strictText } from "../../engine/sentences.js";
import { findApi, Platform } from "./platform.js";
import { Session } from "./session.js";
import { State } from "./state.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main.packaged"));
const words = strictText([JSON.parse(main.dataset.words ?? "{}")], "scorm");
const standing = /** @type {HTMLElement} */ (document.getElementById("standing"));
const trouble = /** @type {HTMLElement} */ (document.getElementById("trouble"));

/** @param {string} key @param {Record<string, string | number>} [fields] */
function stand(key, fields) {
  standing.textContent = words(key, fields);
}

/** @param {import("./session.js").Said[]} troubles */
function warn(troubles) {
  const said = troubles.map(([key, fields]) => words(key, fields)).join(" ");
  if (trouble.textContent !== said) trouble.textContent = said;
  trouble.hidden = said === "";
}

/** The heading that the reader has come to, or "". */
function place() {
  const headings = [...main.querySelectorAll("h2[id]")].filter((each) => each.getBoundingClientRect().top < 200);
  return headings.at(-1)?.id ?? "";
}

function begin() {
  const api = findApi(window);
  if (api === null) return stand("alone");
  const platform = new Platform(api);
  try {
    platform.initialize();
  } catch (error) {
    stand("alone");
    return warn([["refused", { message: error.message }]]);
  }
  /** @type {{ skill: string }[]} */
  const skills = JSON.parse(main.dataset.skills ?? "[]");
  const state = new State(skills.map(({ skill }) => skill));
  const session = new Session(platform, state, { stand, warn });
  session.begin();
  // Exercises keep what they keep there (elements/exercise-memory.js).
  Object.assign(globalThis, { whereaboutsKeeper: state });
  document.addEventListener("where-answer", (event) => session.answer(/** @type {CustomEvent} */ (event).detail));
  document.addEventListener("scroll", () => session.come(place()), { passive: true });
  addEventListener("pagehide", () => session.end());
  // A page that comes back out of the browser's memory has said good-bye to its platform.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  document.getElementById(session.place)?.scrollIntoView();
}

begin();
