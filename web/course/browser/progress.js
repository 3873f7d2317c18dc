// The page of a learner's progress: totals, reviews done right there, and the file that carries it all elsewhere.
import { strictText } from "../../engine/sentences.js";
import { sharedLog } from "../progress/log.js";
import { keepStanding } from "../progress/standing.js";
import { refreshStanding } from "../progress/recorder.js";
import { summarize } from "../progress/summary.js";
import { Keeping } from "./keeping.js";
import { Reviewing } from "./reviewing.js";

/** @typedef {import("../progress/summary.js").Summary} Summary */

const main = /** @type {HTMLElement} */ (document.querySelector("main.progress"));
const language = document.documentElement.lang;
const words = strictText([JSON.parse(main.dataset.words ?? "{}")], "progress");
/** @type {{ slug: string, title: string, skills: (import("../embeds.js").Skill & { script: string })[] }[]} */
const course = JSON.parse(main.dataset.course ?? "[]");
/** By name; what an older or newer course asked for is kept in the log, and not shown. */
const known = new Map(course.flatMap(({ skills }) => skills).map((skill) => [skill.skill, skill]));
const log = sharedLog();

/** @param {string} id @param {string} text */
function fill(id, text) {
  const place = document.getElementById(id);
  if (place && place.textContent !== text) place.textContent = text;
}

/** "Thursday, 3 December". @param {string} day */
function readable(day) {
  const style = /** @type {const} */ ({ weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
  return new Intl.DateTimeFormat(language, style).format(new Date(`${day}T12:00:00Z`));
}

const reviewing = new Reviewing({ words, language, readable, known });

/** @param {Summary} summary @param {boolean} unknown */
function showTotals({ skills, points, streak }, unknown) {
  const done = course.filter((lesson) => lesson.skills.every(({ skill }) => skills.get(skill)?.passed));
  const numbers = { lessons: done.length, points, streak: streak.days };
  // What cannot be read is no nought.
  for (const [id, number] of Object.entries(numbers)) fill(id, unknown ? "–" : number.toLocaleString(language));
  fill("streak-note", words(`notes.${streak.days === 0 ? "streak" : streak.today ? "streak_today" : "streak_open"}`));
}

/** @param {Summary} summary @param {boolean} unknown */
function showSkills({ skills, due }, unknown) {
  for (const item of document.querySelectorAll("[data-skill]")) {
    const skill = skills.get(item.getAttribute("data-skill") ?? "");
    const parts = [words(unknown ? "unknown" : skill === undefined ? "open" : skill.passed ? "passed" : "shown")];
    if (skill)
      parts.push(due.includes(skill.skill) ? words("due_now") : words("due_again", { day: readable(skill.due) }));
    const note = item.querySelector(".note");
    if (note) note.textContent = parts.join(" · ");
    item.toggleAttribute("data-done", skill?.passed ?? false);
  }
}

/** @param {Error | undefined} unread */
function showNotices(unread) {
  const notices = {
    "not-read": unread && words("not_read", { message: unread.message || unread.name }),
    "not-kept": log.kept ? undefined : words("not_kept"),
  };
  for (const [id, text] of Object.entries(notices)) {
    document.getElementById(id)?.toggleAttribute("hidden", text === undefined);
    fill(id, text ?? "");
  }
}

async function show() {
  const { events, unread } = await log.read();
  const summary = summarize(events);
  summary.due = summary.due.filter((skill) => known.has(skill));
  const unknown = unread !== undefined && events.length === 0;
  showTotals(summary, unknown);
  showSkills(summary, unknown);
  reviewing.show(summary, events, unknown);
  showNotices(unread);
  return { summary, unread };
}

new Keeping({
  ...{ words, log, show },
  forget() {
    keepStanding({});
    reviewing.stop();
  },
});
log.onChange(show);
addEventListener("pageshow", show);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && show());
await show();
// What the short form says may be older than the log: a tab was closed before it was written.
await refreshStanding();
