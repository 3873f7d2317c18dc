// The benchmark: Whereabouts beside ONNX Runtime Web and TensorFlow.js.
//   node tests/bench/run.mjs [--rounds=5]      (./build.sh bench builds what it needs first)
// Results are compared before anything is timed. Every contestant runs in a process of its own, all of them in turn,
// several rounds; a figure is the best of many runs in a process, then the median over the rounds; a ratio is taken
// within each round. The table goes to standard output and, with every single figure, to build/bench/.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

import { products } from "./network.mjs";

const root = new URL("../../", import.meta.url);
const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, root));
const output = path("build/bench");
const rounds = Number(/--rounds=(\d+)/.exec(process.argv.slice(2).join(" "))?.[1] ?? 5);

/** @typedef {Record<string, any>} Report */

/** Name to command, in the order they take their turns. */
const contestants = {
  "relaxed-simd": [process.execPath, ...process.execArgv, path("tests/bench/whereabouts.mjs"), "relaxed-simd"],
  simd: [process.execPath, path("tests/bench/whereabouts.mjs"), "simd"],
  scalar: [process.execPath, path("tests/bench/whereabouts.mjs"), "scalar"],
  onnxruntime: [process.execPath, path("tests/bench/peers/onnxruntime.mjs")],
  tensorflow: [process.execPath, path("tests/bench/peers/tensorflow.mjs")],
};
const native = [path("build/native/kernels_bench")];
const peers = /** @type {const} */ (["onnxruntime", "tensorflow"]);

/** @param {string[]} command @returns {Report} */
function ask([program, ...options]) {
  const { status, stdout, stderr, error } = spawnSync(program, options, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${[program, ...options].join(" ")} failed\n${error ?? stderr}`);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

/** The peers' packages, exactly those of their lock file, in their own folder. */
function install() {
  const folder = path("tests/bench/peers");
  const lock = readFileSync(`${folder}/package-lock.json`, "utf8");
  const stamp = `${folder}/node_modules/.complete`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.error("installing the peers' packages in tests/bench/peers/node_modules");
  const { status } = spawnSync("npm", ["ci", "--loglevel=error"], { cwd: folder, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("npm ci failed in tests/bench/peers/");
  writeFileSync(stamp, lock);
}

/** Whoever computes something else is not a contestant. */
function requireEqualResults() {
  const decode = (/** @type {string} */ text) => new Float32Array(new Uint8Array(Buffer.from(text, "base64")).buffer);
  const reports = Object.entries(contestants).map(([name, command]) => ({ name, report: ask([...command, "check"]) }));
  const [first, ...others] = reports;
  for (const key of [...products.map((n) => `product ${n}`), "forward", "training"]) {
    const expected = decode(first.report[key]);
    const size = Math.max(...expected.map(Math.abs));
    if (!(size > 0.1)) throw new Error(`${key}: ${first.name} computes nothing`);
    for (const { name, report } of others) {
      if (key === "training" && name === "onnxruntime") continue; // its WebAssembly package only infers
      const got = decode(report[key]);
      const error =
        got.length === expected.length ? Math.max(...got.map((value, i) => Math.abs(value - expected[i]))) : NaN;
      if (!(error <= 2e-5 * size)) throw new Error(`${key}: ${name} differs from ${first.name} by ${error} of ${size}`);
    }
  }
  console.error("every contestant computes the same results");
}

function median(/** @type {number[]} */ values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @param {Record<string, Report>[]} runs */
function rows(runs) {
  const of = (/** @type {(run: Record<string, Report>) => number} */ figure) => median(runs.map(figure));
  const best = (/** @type {Record<string, Report>} */ run, /** @type {string} */ key) =>
    Math.max(...peers.map((peer) => run[peer][key]));
  const gflops = (/** @type {string} */ who, /** @type {string} */ key) =>
    `${of((run) => run[who][key]).toFixed(1)} GFLOP/s`;
  const result = [];
  for (const [build, aim] of /** @type {const} */ ([
    ["relaxed-simd", 1.8],
    ["simd", 1.2],
  ]))
    for (const n of products) {
      const key = `product ${n}`;
      result.push({
        what: `product ${n} × ${n}, ${build}, to the faster peer`,
        aim,
        ratio: of((run) => run[build][key] / best(run, key)),
        figures: [gflops(build, key), ...peers.map((peer) => `${peer} ${gflops(peer, key)}`)],
      });
    }
  for (const n of products)
    result.push({
      what: `product ${n} × ${n}, relaxed-simd, to the register-only peak`,
      aim: 0.85,
      ratio: of((run) => run["relaxed-simd"][`product ${n}`] / run["relaxed-simd"].peak),
      figures: [gflops("relaxed-simd", `product ${n}`), `peak ${gflops("relaxed-simd", "peak")}`],
    });
  const time = (/** @type {string} */ who, key = "forward") => `${of((run) => run[who][key]).toFixed(2)} ms`;
  for (const [build, aim] of /** @type {const} */ ([
    ["relaxed-simd", 3],
    ["simd", 2],
  ]))
    result.push({
      what: `forward pass, ${build}, to the faster peer`,
      aim,
      ratio: of((run) => Math.min(...peers.map((peer) => run[peer].forward)) / run[build].forward),
      figures: [time(build), ...peers.map((peer) => `${peer} ${time(peer)}`)],
    });
  for (const build of ["relaxed-simd", "simd"])
    result.push({
      what: `training step, ${build}, to TensorFlow.js`,
      aim: 10,
      ratio: of((run) => run.tensorflow.training / run[build].training),
      figures: [time(build, "training"), `tensorflow ${time("tensorflow", "training")}`],
    });
  result.push({
    what: "forward pass, simd to scalar",
    aim: 3,
    ratio: of((run) => run.scalar.forward / run.simd.forward),
    figures: [time("simd"), `scalar ${time("scalar")}`],
  });
  result.push({
    what: "product 256 × 256, native, to the multiply-add peak",
    aim: 0.7,
    ratio: of((run) => run.native["product 256"] / run.native.peak),
    figures: [gflops("native", "product 256"), `peak ${gflops("native", "peak")}`],
  });
  return result;
}

install();
requireEqualResults();
const runs = [];
for (let round = 1; round <= rounds; round++) {
  console.error(`round ${round} of ${rounds}`);
  const run = Object.fromEntries(
    Object.entries(contestants).map(([name, command]) => [name, ask([...command, "measure"])]),
  );
  runs.push({ ...run, native: ask(native) });
}
const table = [
  "| what | ratio | aim | met | figures |",
  "| --- | --- | --- | --- | --- |",
  ...rows(runs).map(
    ({ what, ratio, aim, figures }) =>
      `| ${what} | ${ratio.toFixed(2)} | ${aim} | ${ratio >= aim ? "yes" : "no"} | ${figures.join(", ")} |`,
  ),
  "",
  `${cpus()[0].model}, Node ${process.version}, one thread, median of ${rounds} rounds.`,
].join("\n");
mkdirSync(output, { recursive: true });
writeFileSync(`${output}/table.md`, `${table}\n`);
writeFileSync(`${output}/results.json`, `${JSON.stringify({ rows: rows(runs), runs }, null, 2)}\n`);
console.log(table);
