// What the tests of progress share: events as a learner makes them, at a moment in a place.
import { createEvent } from "../../web/course/progress/event.js";

/** @typedef {import("../../web/course/progress/event.js").Event} Event */

/**
 * Runs where the clocks are those of a time zone. Node takes up a new TZ at once.
 * @template T
 * @param {string} zone
 * @param {() => T} action
 * @returns {T}
 */
export function inZone(zone, action) {
  const before = process.env.TZ;
  process.env.TZ = zone;
  try {
    return action();
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
}

const report = {
  ...{ skill: "wavelength", seed: 1, tries: 1, hints: 0, solution: false },
  ...{ seconds: 50, asked: 1 },
};

/** A moment as the clock on the wall shows it, "2026-03-29 01:30". @param {string} zone @param {string} wall */
export function moment(zone, wall) {
  return inZone(zone, () => new Date(wall.replace(" ", "T")));
}

/**
 * @param {string} wall what the clock there shows
 * @param {Partial<Event>} [changes]
 * @param {string} [zone]
 * @returns {Event}
 */
export function passed(wall, changes = {}, zone = "UTC") {
  return inZone(zone, () => createEvent(changes.kind ?? "passed", { ...report, ...changes }, moment(zone, wall)));
}
