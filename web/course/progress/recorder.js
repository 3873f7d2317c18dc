// From what an exercise reports to the log, and from the log to what pages show. Loaded with the first answer.
import { createEvent } from "./event.js";
import { sharedLog } from "./log.js";
import { keepStanding } from "./standing.js";
import { summarize } from "./summary.js";

/**
 * @param {import("./held.js").Held} report
 * @returns {Promise<boolean>} whether the log keeps it past this page
 */
export async function record({ type, at, detail }) {
  const { duration, ...report } = detail;
  const kind = type === "where-answer" ? "passed" : "solution";
  await sharedLog().add(createEvent(kind, { ...report, seconds: Math.round(duration / 1000) }, new Date(at)));
  await refreshStanding();
  return sharedLog().kept;
}

/** A refresh that waits for its turn: it will see everything that is logged until then. @type {Promise<void> | undefined} */
let waiting;

/** Works out where the learner stands. One tab at a time, so that no tab keeps an older state over a newer one. */
export function refreshStanding() {
  waiting ??= alone(async () => {
    waiting = undefined;
    const { skills } = summarize(await sharedLog().events());
    keepStanding(Object.fromEntries([...skills].map(([skill, { passed, due }]) => [skill, { passed, due }])));
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
