// One file that holds all progress: for another browser, or against the day on which this one forgets.
import { daysBetween, localDay } from "./days.js";
import { eventProblem, inOrder } from "./event.js";

/** @typedef {import("./event.js").Event} Event */

const format = "whereabouts-progress";
const version = 1;
/** Clocks are wrong by hours, days, sometimes months; a day beyond this many, counted from today, was never shown by one. */
const daysToCome = 366;
/** More than a lifetime of exercises. */
export const tooLarge = { bytes: 20_000_000, fields: { megabytes: 20 } };

/** @param {Event[]} events @param {Date} [now] */
export function writeFile(events, now = new Date()) {
  return `${JSON.stringify({ format, version, exported: now.toISOString(), events: inOrder(events) }, null, 1)}\n`;
}

/** A file that was refused: the key of the reason below "refused", and its values. */
export class RefusedFile extends Error {
  /** @param {string} key @param {Record<string, string | number>} [fields] */
  constructor(key, fields = {}) {
    super(`${key} ${JSON.stringify(fields)}`);
    this.key = key;
    this.fields = fields;
  }
}

/**
 * Throws RefusedFile where anything at all is wrong: nothing is taken out of a damaged file.
 * @param {string} text
 * @param {Date} [now]
 * @returns {Event[]}
 */
export function readFile(text, now = new Date()) {
  if (text.length > tooLarge.bytes) throw new RefusedFile("too_large", tooLarge.fields);
  if (text.trim() === "") throw new RefusedFile("empty");
  const file = parse(text);
  if (typeof file !== "object" || file === null || file.format !== format) throw new RefusedFile("other_file");
  if (!Number.isSafeInteger(file.version) || file.version < 1) throw new RefusedFile("no_version");
  if (file.version > version) throw new RefusedFile("newer", { version: file.version, known: version });
  if (!Array.isArray(file.events)) throw new RefusedFile("no_events");
  const today = localDay(now);
  const ids = new Set();
  for (const [index, event] of file.events.entries()) {
    const where = { entry: index + 1, entries: file.events.length };
    const problem = eventProblem(event);
    if (problem) throw new RefusedFile(problem.key, { ...where, field: problem.field ?? "" });
    if (daysBetween(today, event.day) > daysToCome)
      throw new RefusedFile("to_come", { ...where, field: "day", day: event.day, today });
    if (ids.has(event.id)) throw new RefusedFile("twice", { ...where, field: "id" });
    ids.add(event.id);
  }
  return file.events;
}

/** @param {string} text @returns {any} */
function parse(text) {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    // A file that begins as ours was cut off or changed; anything else never was ours.
    throw new RefusedFile(text.includes(format) ? "damaged" : "other_file");
  }
}
