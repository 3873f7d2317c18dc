// When each skill is due again, by the scheduler FSRS: every instance that was passed or given up is a review of its skill.
import { State, createEmptyCard, fsrs, Rating } from "ts-fsrs";

import { addDays, daysBetween, isToCome } from "./days.js";
import { inOrder } from "./event.js";

/** @typedef {import("./event.js").Event} Event */
/** @typedef {Rating.Again | Rating.Hard | Rating.Good | Rating.Easy} Grade */

/**
 * @typedef {object} Skill
 * @property {string} skill
 * @property {boolean} passed
 * @property {number} points for passing it, the best of all instances
 * @property {string} due the day of its next review
 * @property {number} kept reviews that were due and kept
 * @property {number} rounds instances so far
 */

// Whole days only: a skill of a course is not due again within the hour. No fuzz: what two tabs work out is the same.
const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false });

/** Until a learner has a usual time of their own: this many seconds to read, and as many again for each entry asked. */
const usualSeconds = 30;
/** How many of the latest times the usual one is the median of, and how many there must be. */
const recent = 5;
const enough = 3;

/** @param {Event} event */
const atOnce = ({ kind, tries, hints, solution }) => kind === "passed" && tries === 1 && hints === 0 && !solution;

/**
 * Easy: right at once within the usual time. Good: right at once. Hard: with a hint or at the second try. Again: otherwise.
 * @param {Event} event
 * @param {number} usual seconds
 * @returns {Grade}
 */
export function rating(event, usual) {
  if (event.kind !== "passed" || event.solution || event.tries > 2) return Rating.Again;
  if (!atOnce(event)) return Rating.Hard;
  return event.seconds <= usual ? Rating.Easy : Rating.Good;
}

/** For passing an instance: at the first try, with a hint or a later try, after the solution. @param {Event} event */
export function pointsOf(event) {
  if (event.kind !== "passed") return 0;
  if (event.solution) return 3;
  return atOnce(event) ? 10 : 6;
}

export const pointsOfReview = 5;

/**
 * @param {number[]} times of the instances of one skill that were right at once, in seconds
 * @param {number} asked
 */
export function usualTime(times, asked) {
  if (times.length < enough) return usualSeconds * (1 + asked);
  const latest = times.slice(-recent).toSorted((a, b) => a - b);
  return (latest[Math.floor((latest.length - 1) / 2)] + latest[Math.floor(latest.length / 2)]) / 2;
}

/**
 * @param {Event[]} events
 * @param {string} today
 * @returns {Map<string, Skill>}
 */
export function skills(events, today) {
  /** @type {Map<string, Event[]>} */
  const bySkill = new Map();
  for (const event of inOrder(events)) {
    const list = bySkill.get(event.skill);
    if (list) list.push(event);
    else bySkill.set(event.skill, [event]);
  }
  return new Map([...bySkill].map(([skill, list]) => [skill, follow(skill, list, today)]));
}

/**
 * @param {string} skill
 * @param {Event[]} events of it, in order
 * @param {string} today
 * @returns {Skill}
 */
function follow(skill, events, today) {
  /** @type {Set<number>} */
  const seeds = new Set();
  /** Instances whose solution was open, here or on another computer. */
  const shown = new Set(events.filter(({ kind }) => kind === "solution").map(({ seed }) => seed));
  /** @type {number[]} */
  const times = [];
  // A clock that was wrong has said that these were passed, and not when: nothing is counted from days to come.
  const past = events.filter((event) => !isToCome(event.day, today));
  const timeless = past.length < events.length;
  let day = past[0]?.day ?? today;
  let card = createEmptyCard(noon(day));
  let due = day;
  let kept = 0;
  for (const event of past) {
    // An instance is reviewed once: whoever opened its solution knows its answer afterwards.
    if (seeds.has(event.seed)) continue;
    seeds.add(event.seed);
    // Who flies west meets a day twice; the scheduler takes none back.
    if (daysBetween(day, event.day) > 0) day = event.day;
    const grade = rating(event, usualTime(times, event.asked));
    if (atOnce(event)) times.push(event.seconds);
    if ((card.state !== State.New || timeless) && daysBetween(due, day) >= 0 && grade !== Rating.Again) kept += 1;
    card = scheduler.next(card, noon(day), grade).card;
    due = addDays(day, Math.max(1, card.scheduled_days));
  }
  const points = Math.max(
    ...events.map((event) => pointsOf(shown.has(event.seed) ? { ...event, solution: true } : event)),
  );
  return { skill, passed: points > 0, points, due, kept, rounds: seeds.size };
}

/** The scheduler counts days between moments; noon in UTC of each calendar day lies whole days apart. @param {string} day */
function noon(day) {
  return new Date(`${day}T12:00:00Z`);
}
