// The days in a row on which something was passed.
import { dayIn, daysBetween, isToCome } from "./days.js";
import { inOrder } from "./event.js";

/** @typedef {import("./event.js").Event} Event */
/** @typedef {Pick<Event, "at" | "day" | "zone">} When */

/**
 * Whether no day lies between two moments on which the learner could have done something. A journey east can skip a calendar day
 * that the learner never had: then the second moment is still on the next day where the first one was. Within one time zone
 * only the calendar counts, whatever summer time does to the clock.
 * @param {When} earlier
 * @param {When} later
 */
function follows(earlier, later) {
  if (daysBetween(earlier.day, later.day) <= 1) return true;
  if (earlier.zone === later.zone) return false;
  const there = dayIn(new Date(later.at), earlier.zone);
  return there !== undefined && daysBetween(earlier.day, there) <= 1;
}

/**
 * @param {Event[]} events
 * @param {When} now
 * @returns {{ days: number, today: boolean }} how many days in a row up to now, and whether today is one of them. A day that is not
 *   over breaks nothing.
 */
export function streak(events, now) {
  // A clock that was wrong may have left days to come.
  const past = inOrder(events).filter(({ kind, day }) => kind === "passed" && !isToCome(day, now.day));
  /** @type {Map<string, { first: When, last: When }>} */
  const days = new Map();
  for (const event of past) days.set(event.day, { first: days.get(event.day)?.first ?? event, last: event });
  const latest = [...days].toSorted(([a], [b]) => daysBetween(a, b)).map(([, day]) => day);
  if (latest.length === 0 || !follows(latest[0].last, now)) return { days: 0, today: false };
  let length = 1;
  while (length < latest.length && follows(latest[length].last, latest[length - 1].first)) length += 1;
  return { days: length, today: daysBetween(now.day, latest[0].first.day) >= 0 };
}
