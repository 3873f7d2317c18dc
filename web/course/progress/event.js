// What a learner did, as it is kept: a list that only grows. Everything shown is worked out from it, so two tabs, or two
// computers whose files are put together, can only add to each other.
import { dayNumber, isDaySomewhere, localDay, localZone } from "./days.js";

/**
 * One instance passed, or given up: its worked solution opened before it was passed.
 * @typedef {object} Event
 * @property {string} id
 * @property {"passed" | "solution"} kind
 * @property {string} at the moment, as "2026-03-29T10:15:00.000Z"
 * @property {string} day what the calendar showed where the learner was, as "2026-03-29"
 * @property {string} zone the time zone there
 * @property {string} skill as elements/exercise-skill.js names it
 * @property {number} seed of the instance
 * @property {number} tries answers that could be read, the passing one among them
 * @property {number} hints opened
 * @property {boolean} solution whether the worked solution had been opened
 * @property {number} seconds from the first sight of the instance
 * @property {number} asked how many entries the answer has
 */

/** What an exercise's element reports. @typedef {Pick<Event, "skill" | "seed" | "tries" | "hints" | "solution" | "seconds" | "asked">} Report */

/**
 * @param {Event["kind"]} kind
 * @param {Report} report
 * @param {Date} [now]
 * @returns {Event}
 */
export function createEvent(kind, { skill, seed, tries, hints, solution, seconds, asked }, now = new Date()) {
  const when = { at: now.toISOString(), day: localDay(now), zone: localZone() };
  return { id: newId(), kind, ...when, skill, seed, tries, hints, solution, seconds, asked };
}

/** randomUUID is missing where the page came over plain HTTP from another machine. */
function newId() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const text = (/** @type {unknown} */ value) => typeof value === "string" && value.length > 0 && value.length <= 200;
const count = (/** @type {unknown} */ value) => Number.isSafeInteger(value) && /** @type {number} */ (value) >= 0;

/** What each field of an event must be; the name of the check is the key of its words. @type {Record<string, [check: string, (value: any) => boolean]>} */
const fields = {
  id: ["text", text],
  kind: ["kind", (value) => value === "passed" || value === "solution"],
  at: ["moment", (value) => isMoment(value)],
  day: ["day", (value) => typeof value === "string" && !Number.isNaN(dayNumber(value))],
  zone: ["text", text],
  skill: ["text", text],
  seed: ["count", count],
  tries: ["count", count],
  hints: ["count", count],
  solution: ["truth", (value) => typeof value === "boolean"],
  seconds: ["amount", (value) => Number.isFinite(value) && value >= 0],
  asked: ["count", count],
};

function isMoment(/** @type {unknown} */ value) {
  if (typeof value !== "string") return false;
  const date = new Date(value);
  return !Number.isNaN(date.getTime()) && date.toISOString() === value;
}

/**
 * What is wrong with an event from outside.
 * @param {any} value
 * @returns {{ key: string, field?: string } | undefined} the key of the sentence, and the field that it is about
 */
export function eventProblem(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { key: "not_an_event" };
  for (const [field, [check, holds]] of Object.entries(fields)) {
    if (!Object.hasOwn(value, field)) return { key: "field_missing", field };
    if (!holds(value[field])) return { key: `field_${check}`, field };
  }
  const unknown = Object.keys(value).find((field) => !Object.hasOwn(fields, field));
  if (unknown !== undefined) return { key: "field_unknown", field: unknown };
  if (!isDaySomewhere(value.day, new Date(value.at))) return { key: "day_off", field: "day" };
  if (value.kind === "passed" && value.tries === 0) return { key: "never_tried", field: "tries" };
  return undefined;
}

/** In the order in which things happened; what happened at once is told apart by its name. @param {Event[]} events */
export function inOrder(events) {
  const before = (/** @type {string} */ a, /** @type {string} */ b) => (a < b ? -1 : Number(a > b));
  return events.toSorted((a, b) => before(a.at, b.at) || before(a.id, b.id));
}

/** Whether two events are about the same instance. @param {Report} a @param {Report} b */
export function sameInstance(a, b) {
  return a.skill === b.skill && a.seed === b.seed;
}

/**
 * Whether an event says something that is not in the log yet: an instance is passed once, and given up only before.
 * @param {Event} event
 * @param {Event[]} logged those about the same instance
 */
export function isNews(event, logged) {
  return !logged.some(({ kind }) => kind === "passed" || kind === event.kind);
}
