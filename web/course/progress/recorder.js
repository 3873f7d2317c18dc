// From what an exercise reports to the log, and from the log to what pages show. Loaded with the first answer.
import { createEvent, eventProblem } from "./event.js";
import { sharedLog } from "./log.js";
import { keepForGood } from "./persistence.js";
import { keepStanding, readStanding } from "./standing.js";
import { summarize } from "./summary.js";

/** What an exercise's event says has happened. @type {Map<string, import("./event.js").Event["kind"]>} */
const kinds = new Map([
  ["where-answer", "passed"],
  ["where-solution", "solution"],
]);

/**
 * @param {import("./held.js").Held} report
 * @returns {Promise<boolean>} whether it need not be held any longer: the log keeps it past this page, or nothing could ever keep it
 */
export async function record(report) {
  const event = eventOf(report);
  if (event === undefined) return true;
  await sharedLog().add(event);
  await refreshStanding();
  const { kept } = sharedLog();
  // From the first on there is something to lose.
  if (kept && event.kind === "passed") asked ??= keepForGood();
  return kept;
}

/** Once a page. @type {Promise<boolean> | undefined} */
let asked;

/**
 * Reports come from storage, where anybody may have written: the log takes what a file would be accepted with.
 * @param {import("./held.js").Held} report
 */
export function eventOf({ type, at, detail }) {
  const kind = kinds.get(type);
  const when = new Date(at);
  if (kind === undefined || Number.isNaN(when.getTime())) return undefined;
  const { duration, ...report } = detail;
  const event = createEvent(kind, { ...report, seconds: Math.round(duration / 1000) }, when);
  return eventProblem(event) ? undefined : event;
}

/** A refresh that waits for its turn: it will see everything that is logged until then. @type {Promise<void> | undefined} */
let waiting;

/** Works out where the learner stands. One tab at a time, so that no tab keeps an older state over a newer one. */
export function refreshStanding() {
  waiting ??= alone(async () => {
    waiting = undefined;
    const { events, unread } = await sharedLog().read();
    const { skills } = summarize(events);
    // What was known of a log that cannot be read now still holds.
    const before = unread ? readStanding() : {};
    const now = [...skills].map(([skill, { passed, due }]) => [
      skill,
      { passed: passed || (before[skill]?.passed ?? false), due },
    ]);
    keepStanding({ ...before, ...Object.fromEntries(now) });
  });
  return waiting;
}

/** @param {() => Promise<void>} action */
async function alone(action) {
  try {
    await navigator.locks.request("whereabouts-standing", action);
  } catch (error) {
    if (!(error instanceof DOMException) && !(error instanceof TypeError)) throw error;
    await action(); // no locks here: a sandboxed frame, or a page over plain HTTP
  }
}
