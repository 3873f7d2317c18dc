// What the benchmark's sections share: asking contestants, comparing what they compute, and figures over several rounds.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
export const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, root));

/** @typedef {Record<string, any>} Report */
/** @typedef {Record<string, Report>} Run what every contestant reported in one round */

/**
 * A line of the table: `ratio` against `aim`, which is the least it should be, or the most where `atMost`; undefined where it
 * is only told.
 * @typedef {{ what: string, ratio: number, aim?: number, atMost?: boolean, figures: string[] }} Row
 */

/**
 * @typedef {object} Section
 * @property {string} name as in --only=<name>
 * @property {Record<string, string[]>} contestants name to command, in the order they take their turns
 * @property {number} rounds unless --rounds says otherwise
 * @property {string[]} [alone] a command that is measured and has nothing to compare
 * @property {(reports: Run) => void} requireEqual throws where a contestant computes something else
 * @property {(runs: Run[]) => Row[]} rows
 */

/**
 * A contestant's command: a program of this folder and its arguments. Only the build that needs them gets Node's flags.
 * @param {string} program @param {string[]} options
 */
export const contestant = (program, ...options) => [
  process.execPath,
  ...(options.includes("relaxed-simd") ? process.execArgv : []),
  path(`tests/bench/${program}`),
  ...options,
];

/** @param {string[]} command @returns {Report} */
export function ask([program, ...options]) {
  const { status, stdout, stderr, error } = spawnSync(program, options, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${[program, ...options].join(" ")} failed\n${error ?? stderr}`);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

/** @param {Section} section @param {"check" | "measure"} task @returns {Run} */
export const askAll = ({ contestants }, task) =>
  Object.fromEntries(Object.entries(contestants).map(([name, command]) => [name, ask([...command, task])]));

/** The peers' packages, exactly those of their lock file, in their own folder. */
export function installPeers() {
  const folder = path("tests/bench/peers");
  const lock = readFileSync(`${folder}/package-lock.json`, "utf8");
  const stamp = `${folder}/node_modules/.complete`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.error("installing the peers' packages in tests/bench/peers/node_modules");
  const { status } = spawnSync("npm", ["ci", "--loglevel=error"], { cwd: folder, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("npm ci failed in tests/bench/peers/");
  writeFileSync(stamp, lock);
}

/**
 * Whoever computes something else is not a contestant.
 * @param {string} what @param {Record<string, string>} results base64 of float32, by contestant
 */
export function requireEqualNumbers(what, results, tolerance = 2e-5) {
  const decode = (/** @type {string} */ text) => new Float32Array(new Uint8Array(Buffer.from(text, "base64")).buffer);
  const [[first, text], ...others] = Object.entries(results);
  const expected = decode(text);
  const size = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (!(size > 0.1)) throw new Error(`${what}: ${first} computes nothing`);
  for (const [name, other] of others) {
    const got = decode(other);
    const error = got.reduce((most, value, i) => Math.max(most, Math.abs(value - expected[i])), 0);
    if (got.length !== expected.length || !(error <= tolerance * size))
      throw new Error(`${what}: ${name} differs from ${first} by ${error} of ${size}`);
  }
}

function median(/** @type {number[]} */ values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median over the rounds of a figure of each. @param {Run[]} runs @param {(run: Run) => number} figure */
export const over = (runs, figure) => median(runs.map(figure));
