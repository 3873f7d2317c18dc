// The page of a learner's progress: totals, reviews done right there, and the file that carries it all elsewhere.
import { strictText } from "../../engine/sentences.js";
import { localDay } from "../progress/days.js";
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

/** "Thursday, 3 December", with its year where that is not this one. @param {string} day */
function readable(day) {
  const sameYear = day.slice(0, 4) === localDay(new Date()).slice(0, 4);
  const style = /** @type {const} */ ({ weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
  const format = new Intl.DateTimeFormat(language, sameYear ? style : { ...style, year: "numeric" });
  return format.format(new Date(`${day}T12:00:00Z`));
}

const reviewing = new Reviewing({ words, readable, known });

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
function showNotice(unread) {
  const { kept } = log;
  const key = unread === undefined ? (kept ? undefined : "not_kept") : kept ? "not_read" : "not_read_nor_kept";
  const text = key === undefined ? "" : words(key, { message: unread?.message || unread?.name || "" });
  document.getElementById("notice")?.toggleAttribute("hidden", text === "");
  fill("notice", text);
}

async function show() {
  const { events, unread } = await log.read();
  const summary = summarize(events);
  summary.due = summary.due.filter((skill) => known.has(skill));
  const unknown = unread !== undefined && events.length === 0;
  showTotals(summary, unknown);
  showSkills(summary, unknown);
  reviewing.show(summary, events, unknown);
  showNotice(unread);
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
