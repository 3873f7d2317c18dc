// The first section: products of small matrices, and the forward pass and a training step of a small network.
import { products } from "./network.mjs";
import { contestant, over, path, requireEqualNumbers } from "./rounds.mjs";

/** @typedef {import("./rounds.mjs").Run} Run */

const peers = /** @type {const} */ (["onnxruntime", "tensorflow"]);

/** @param {Run[]} runs */
function rows(runs) {
  const best = (/** @type {Run} */ run, /** @type {string} */ key) => Math.max(...peers.map((peer) => run[peer][key]));
  const gflops = (/** @type {string} */ who, /** @type {string} */ key) =>
    `${over(runs, (run) => run[who][key]).toFixed(1)} GFLOP/s`;
  /** @type {import("./rounds.mjs").Row[]} */
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
        ratio: over(runs, (run) => run[build][key] / best(run, key)),
        figures: [gflops(build, key), ...peers.map((peer) => `${peer} ${gflops(peer, key)}`)],
      });
    }
  for (const n of products)
    result.push({
      what: `product ${n} × ${n}, relaxed-simd, to the register-only peak`,
      aim: 0.85,
      ratio: over(runs, (run) => run["relaxed-simd"][`product ${n}`] / run["relaxed-simd"].peak),
      figures: [gflops("relaxed-simd", `product ${n}`), `peak ${gflops("relaxed-simd", "peak")}`],
    });
  const time = (/** @type {string} */ who, key = "forward") => `${over(runs, (run) => run[who][key]).toFixed(2)} ms`;
  for (const [build, aim] of /** @type {const} */ ([
    ["relaxed-simd", 3],
    ["simd", 2],
  ]))
    result.push({
      what: `forward pass, ${build}, to the faster peer`,
      aim,
      ratio: over(runs, (run) => Math.min(...peers.map((peer) => run[peer].forward)) / run[build].forward),
      figures: [time(build), ...peers.map((peer) => `${peer} ${time(peer)}`)],
    });
  for (const build of ["relaxed-simd", "simd"])
    result.push({
      what: `training step, ${build}, to TensorFlow.js`,
      aim: 10,
      ratio: over(runs, (run) => run.tensorflow.training / run[build].training),
      figures: [time(build, "training"), `tensorflow ${time("tensorflow", "training")}`],
    });
  result.push({
    what: "forward pass, simd to scalar",
    aim: 3,
    ratio: over(runs, (run) => run.scalar.forward / run.simd.forward),
    figures: [time("simd"), `scalar ${time("scalar")}`],
  });
  result.push({
    what: "product 256 × 256, native, to the multiply-add peak",
    aim: 0.7,
    ratio: over(runs, (run) => run.native["product 256"] / run.native.peak),
    figures: [gflops("native", "product 256"), `peak ${gflops("native", "peak")}`],
  });
  return result;
}

/** @type {import("./rounds.mjs").Section} */
export const small = {
  name: "small",
  rounds: 5,
  contestants: {
    "relaxed-simd": contestant("whereabouts.mjs", "relaxed-simd"),
    simd: contestant("whereabouts.mjs", "simd"),
    scalar: contestant("whereabouts.mjs", "scalar"),
    onnxruntime: contestant("peers/onnxruntime.mjs"),
    tensorflow: contestant("peers/tensorflow.mjs"),
  },
  alone: [path("build/native/kernels_bench")],
  requireEqual(reports) {
    for (const key of [...products.map((n) => `product ${n}`), "forward", "training"]) {
      const entries = Object.entries(reports).map(([name, report]) => [name, report[key]]);
      // ONNX Runtime's WebAssembly package only infers.
      const who = key === "training" ? entries.filter(([name]) => name !== "onnxruntime") : entries;
      requireEqualNumbers(key, Object.fromEntries(who));
    }
  },
  rows,
};
