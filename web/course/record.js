// Runs the experiments of the lessons and writes down what came of them: lessons/recordings. Pages show these runs before the
// reader has trained anything, and the numbers of the prose are checked against them.
//   node web/course/record.js [A1 … C, mask-leak]
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { trainOwnIndex } from "../elements/own-index.js";
import { measuresOf } from "../figures/experiment-outcome.js";
import { setUp } from "../figures/mask-leak-set-up.js";
import { folders, shortName } from "./paths.js";

const folder = path.join(folders.lessons, "recordings");
const seeds = [0, 1, 2];

/** Four decimals are more than the spread between seeds leaves of meaning. @param {unknown} _key @param {unknown} value */
const short = (_key, value) =>
  typeof value === "number" ? (Number.isFinite(value) ? Number(value.toPrecision(4)) : null) : value;

/** @param {string} name @param {object} content */
function write(name, content) {
  const file = path.join(folder, `${name}.json`);
  writeFileSync(file, `${JSON.stringify({ rebuild: `node web/course/record.js ${name}`, ...content }, short)}\n`);
  console.log(`${shortName(file)} written`);
}

/**
 * Mean and standard deviation over the seeds that have the measure.
 * @param {Record<string, number | null>[]} runs
 */
function settled(runs) {
  const names = [...new Set(runs.flatMap((run) => Object.keys(run)))];
  return Object.fromEntries(
    names.map((name) => {
      const values = runs.map((run) => run[name] ?? null).filter((value) => value !== null);
      const mean = values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
      const squares = values.reduce((sum, value) => sum + (value - /** @type {number} */ (mean)) ** 2, 0);
      return [name, { mean, spread: values.length ? Math.sqrt(squares / values.length) : 0, reached: values.length }];
    }),
  );
}

/** @param {any} engine @param {{ id: string, arms: { name: string }[] }} experiment */
async function recordExperiment(engine, { id, arms }) {
  /** @type {Record<string, object>} */
  const recorded = {};
  for (const { name: arm } of arms) {
    const runs = [];
    for (const seed of seeds) {
      const { measures, curve, accuracy_by_position } = await engine.runExperiment(id, { arm, seed });
      runs.push({ measures, curve, accuracy_by_position: [...accuracy_by_position] });
    }
    recorded[arm] = { runs: runs.length, first: runs[0], measures: settled(runs.map(measuresOf)) };
    console.log(id, arm, JSON.stringify(settled(runs.map(measuresOf)), short));
  }
  write(id, { id, seeds, arms: recorded });
}

/** The figure 'mask-leak', in all of its set-ups. @param {any} engine */
async function recordMaskLeak(engine) {
  const [seed] = seeds;
  const control = { turn: async () => {}, progress: () => {}, signal: new AbortController().signal };
  /** @type {Record<string, object>} */
  const runs = {};
  for (const mask of [true, false]) {
    for (const begin of [true, false]) {
      for (const tokens of ["random", "equal"]) {
        const state = { mask, begin, tokens, seed };
        /** @type {any} */
        let model;
        const show = (/** @type {object} */ result) => (runs[setUp(state)] = result);
        await trainOwnIndex(engine, state, control, show, (made) => (model = made));
        model.dispose();
      }
    }
  }
  write("mask-leak", { seed, runs });
}

const { loadEngine } = await import(pathToFileURL(path.join(folders.package, "index.js")).href);
const engine = await loadEngine();
const wanted = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
for (const experiment of engine.experiments()) {
  if (wanted.length === 0 || wanted.includes(experiment.id)) await recordExperiment(engine, experiment);
}
if (wanted.length === 0 || wanted.includes("mask-leak")) await recordMaskLeak(engine);
engine.dispose();
