// The benchmark: Whereabouts beside ONNX Runtime Web and TensorFlow.js.
//   node tests/bench/run.mjs [--only=small|gpt2] [--rounds=N]      (./build.sh bench builds what it needs first)
// Results are compared before anything is timed. Every contestant runs in a process of its own, all of them in turn,
// several rounds; a figure is the best of many runs in a process, then the median over the rounds; a ratio is taken
// within each round. The table goes to standard output and, with every single figure, to build/bench/.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";

import { gpt2 } from "./gpt2.mjs";
import { ask, askAll, installPeers, path } from "./rounds.mjs";
import { small } from "./small.mjs";

const sections = [small, gpt2];
const { values: given } = parseArgs({
  options: { only: { type: "string" }, rounds: { type: "string" } },
});
const chosen = sections.filter(({ name }) => (given.only ?? name) === name);
if (chosen.length === 0)
  throw new Error(`--only is ${sections.map(({ name }) => name).join(" or ")}, not "${given.only}"`);
const asked = given.rounds === undefined ? undefined : Number(given.rounds);
if (asked !== undefined && !(Number.isInteger(asked) && asked > 0))
  throw new Error(`--rounds is a number from 1, not "${given.rounds}"`);

/** @param {import("./rounds.mjs").Section} section */
function measure(section) {
  section.requireEqual(askAll(section, "check"));
  const rounds = asked ?? section.rounds;
  console.error(`${section.name}: every contestant computes the same results`);
  return Array.from({ length: rounds }, (_, round) => {
    console.error(`${section.name}: round ${round + 1} of ${rounds}`);
    return { ...askAll(section, "measure"), ...(section.alone && { native: ask(section.alone) }) };
  });
}

/** @param {import("./rounds.mjs").Row} row */
function line({ what, ratio, aim, atMost = false, figures }) {
  const met = aim === undefined ? "–" : (atMost ? ratio <= aim : ratio >= aim) ? "yes" : "no";
  const wanted = aim === undefined ? "–" : `${atMost ? "at most " : ""}${aim}`;
  return `| ${what} | ${ratio.toFixed(2)} | ${wanted} | ${met} | ${figures.join(", ")} |`;
}

installPeers();
const measured = chosen.map((section) => {
  const runs = measure(section);
  return { rows: section.rows(runs), runs };
});
const table = [
  "| what | ratio | aim | met | figures |",
  "| --- | --- | --- | --- | --- |",
  ...measured.flatMap(({ rows }) => rows.map(line)),
  "",
  `${cpus()[0].model}, Node ${process.version}, one thread, median of ${chosen.map(({ name, rounds }) => `${asked ?? rounds} rounds (${name})`).join(" and ")}.`,
].join("\n");
const output = path("build/bench");
mkdirSync(output, { recursive: true });
writeFileSync(`${output}/table.md`, `${table}\n`);
writeFileSync(`${output}/results.json`, `${JSON.stringify(measured, null, 2)}\n`);
console.log(table);
