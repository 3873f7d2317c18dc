// From what an exercise reports to the log, and from the log to what pages show. Loaded with the first answer.
import { createEvent } from "./event.js";
import { sharedLog } from "./log.js";
import { keepStanding } from "./standing.js";
import { summarize } from "./summary.js";

/**
 * @param {string} type of the element's event
 * @param {any} detail
 */
export async function record(type, detail) {
  if (type === "where-answer" && !detail.passed) return;
  const event = createEvent(type === "where-answer" ? "passed" : "solution", {
    ...detail,
    seconds: Math.round(detail.duration / 1000),
  });
  await sharedLog().add(event);
  await refreshStanding();
}

/** Works out where the learner stands. One tab at a time, so that no tab keeps an older state over a newer one. */
export async function refreshStanding() {
  const refresh = async () => {
    const { skills } = summarize(await sharedLog().events());
    keepStanding(Object.fromEntries([...skills].map(([skill, { passed, due }]) => [skill, { passed, due }])));
  };
  try {
    await navigator.locks.request("whereabouts-standing", refresh);
  } catch (error) {
    if (!(error instanceof DOMException) && !(error instanceof TypeError)) throw error;
    await refresh(); // no locks here: a sandboxed frame, or a page over plain HTTP
  }
}
