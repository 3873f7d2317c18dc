// Where a learner stands, worked out from the log.
import { daysBetween, localDay, localZone } from "./days.js";
import { pointsOfReview, skills } from "./reviews.js";
import { streak } from "./streak.js";

/** @typedef {import("./event.js").Event} Event */

/**
 * @typedef {object} Summary
 * @property {Map<string, import("./reviews.js").Skill>} skills
 * @property {number} points
 * @property {number} days on which something was passed
 * @property {{ days: number, today: boolean }} streak
 * @property {string[]} due skills due by the end of today, the longest due first
 * @property {string} today
 */

/**
 * @param {Event[]} events
 * @param {Date} [now]
 * @returns {Summary}
 */
export function summarize(events, now = new Date()) {
  const today = localDay(now);
  const known = skills(events, today);
  const list = [...known.values()];
  return {
    skills: known,
    points: list.reduce((sum, { points, kept }) => sum + points + pointsOfReview * kept, 0),
    days: new Set(events.filter(({ kind }) => kind === "passed").map(({ day }) => day)).size,
    streak: streak(events, { at: now.toISOString(), day: today, zone: localZone() }),
    due: list
      .filter(({ due }) => daysBetween(due, today) >= 0)
      .toSorted((a, b) => daysBetween(b.due, a.due) || (a.skill < b.skill ? -1 : 1))
      .map(({ skill }) => skill),
    today,
  };
}

/**
 * The seed of a skill's next review: the same in every tab and after a reload, until that review is over; then another one.
 * @param {string} skill
 * @param {Event[]} events
 */
export function reviewSeed(skill, events) {
  const used = new Set(events.filter((event) => event.skill === skill).map(({ seed }) => seed));
  for (let round = used.size; ; round += 1) {
    const seed = hash(`${skill} ${round}`);
    if (!used.has(seed)) return seed;
  }
}

/** FNV-1a, 31 bits of it. @param {string} text */
function hash(text) {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value >>> 1;
}
