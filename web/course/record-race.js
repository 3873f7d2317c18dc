// Runs the race of the lesson 'lab' in its first state, with every encoding, and writes down what came of it: the page shows
// these lanes before the reader has trained anything.
//   node web/course/record-race.js
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { trainLane } from "../elements/race-lane.js";
import { packed } from "../figures/packed-maps.js";
import { encodings, laneName, settings } from "../figures/race-set-up.js";
import { defaults } from "../figures/settings.js";
import { folders, root, shortName } from "./paths.js";

const { loadEngineInWorker } = await import(pathToFileURL(path.join(folders.package, "index.js")).href);
const engine = await loadEngineInWorker();
const state = defaults(settings);
const control = {
  turn: async () => {},
  pause: () => undefined,
  progress: () => {},
  signal: new AbortController().signal,
};

/** Four decimals: the drawing has no room for more. @param {number} value */
const short = (value) => Number(value.toPrecision(4));

/** @type {Record<string, object>} */
const lanes = {};
for (const encoding of encodings) {
  /** @type {any} */
  let last;
  /** @type {any} */
  let model;
  await trainLane(engine, state, encoding, "", control, (run) => (last = run), (made) => (model = made)); // prettier-ignore
  await model.dispose();
  const { points, maps, written } = last;
  lanes[laneName(state, encoding)] = {
    points: points.map((/** @type {any} */ { step, accuracy, loss }) => ({
      step,
      accuracy: short(accuracy),
      loss: short(loss),
    })),
    maps: maps.map((/** @type {Float32Array[]} */ heads) => heads.map(packed)),
    written,
  };
  console.log(encoding, JSON.stringify(points[points.length - 1]));
}
await engine.dispose();

const file = path.join(root, "lessons", "recordings", "race.json");
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify({ rebuild: "node web/course/record-race.js", lanes }, null, 1)}\n`);
console.log(`${shortName(file)} written`);
