// What the reader has passed and what is due, in a word at each lesson, at each exercise and in the header; and the wire from exercises to the log.
import { fetched } from "../../engine/fetched.js";
import { filled } from "../../engine/sentences.js";
import { localDay } from "../progress/days.js";
import { heldReports, hold, release } from "../progress/held.js";
import { onStanding, partOf, readStanding } from "../progress/standing.js";

const header = document.querySelector("header.site");
/** The page brings the sentences along. @type {Record<string, string>} */
const words = JSON.parse(header?.getAttribute("data-signs") ?? "{}");
/** What was learnt in an older or newer course is due in neither. @type {string[]} */
const course = JSON.parse(header?.getAttribute("data-all-skills") ?? "[]");
const places = Array.from(document.querySelectorAll("[data-skills]"), (place) => ({
  place,
  /** @type {string[]} */
  skills: JSON.parse(place.getAttribute("data-skills") ?? "[]"),
  /** What stands there before anything is passed. */
  still: place.textContent ?? "",
}));
const signs = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".sign[data-of]"));
const dueInAll = header?.querySelector(".due");

function show() {
  const standing = readStanding();
  const today = localDay(new Date());
  for (const { place, skills, still } of places) {
    const part = partOf(standing, skills, today);
    const done = part.count > 0 && part.passed === part.count;
    const passed = done ? words.done : part.passed > 0 ? words.passed : still;
    const parts = [passed, ...(part.due > 0 ? [words.due] : [])].map((each) => say(each, part));
    place.textContent = parts.join(" · ");
    place.toggleAttribute("data-done", done);
  }
  for (const sign of signs) {
    const { passed, due } = partOf(standing, [sign.getAttribute("data-of") ?? ""], today);
    sign.textContent = passed === 0 ? "" : due > 0 ? words.exercise_due : words.exercise;
    // A lesson that is not translated stands in English around it.
    sign.lang = document.documentElement.lang;
    sign.dir = document.documentElement.dir;
  }
  const { due } = partOf(standing, course, today);
  if (dueInAll) dueInAll.textContent = due > 0 ? say(words.due, { due }) : "";
}

/** @param {string} sentence @param {Record<string, number>} fields */
function say(sentence, fields) {
  return filled(sentence, fields, (_, placeholder) => placeholder);
}

/** @param {import("../progress/held.js").Held[]} reports */
async function log(reports) {
  try {
    const { record } = await fetched(() => import("../progress/recorder.js"));
    // What the log could not keep is held on: the next page tries again.
    for (const report of reports) if (await record(report)) release(report);
  } catch (error) {
    // The network is gone: the next page tries again. Nothing else may end here.
    if (!(error instanceof TypeError) || navigator.onLine) throw error;
  }
}

for (const type of ["where-answer", "where-solution"]) {
  document.addEventListener(type, (event) => {
    const { detail } = /** @type {CustomEvent} */ (event);
    if (type === "where-solution" || detail.passed) log([hold(type, detail)]);
  });
}
const left = heldReports();
if (left.length > 0) log(left);

onStanding(show);
// A page that was kept in the browser's back list, or open since yesterday, may show an older day.
addEventListener("pageshow", show);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && show());
show();
