// The recorded race of the first state, as course/record-race.js writes it.
import recording from "../../lessons/recordings/race.json" with { type: "json" };
import { unpacked } from "./packed-maps.js";
import { laneName } from "./race-set-up.js";

/** @typedef {import("./race-run.js").Run} Run */

/** @type {Map<string, Run>} decoded once: drawings remember the pictures of maps by their data */
const runs = new Map();

/**
 * The recorded lane of a state, where there is one.
 * @param {import("./types.js").State} state
 * @param {string} encoding
 * @returns {Run | undefined}
 */
export function recordedLane(state, encoding) {
  const name = laneName(state, encoding);
  const written = /** @type {Record<string, any>} */ (recording.lanes)[name];
  if (written === undefined) return undefined;
  const run = runs.get(name) ?? {
    ...written,
    maps: written.maps.map((/** @type {string[]} */ heads) => heads.map(unpacked)),
  };
  runs.set(name, run);
  return run;
}
