// The second section: a network of GPT-2 small's shape, 124 million random weights in float32, reads a text of 1,024
// tokens (prefill, with the logits of the last) and continues one of 992 token by token (decoding). It takes minutes.
import { decoded, gpt2 as shape } from "./network.mjs";
import { contestant, over, requireEqualNumbers } from "./rounds.mjs";

/** @typedef {import("./rounds.mjs").Run} Run */

const ours = "relaxed-simd";
const prefill = `prefill of ${shape.n_positions.toLocaleString("en")} tokens, GPT-2 small's shape`;
const decoding = `a token after ${shape.n_positions - decoded}, GPT-2 small's shape`;

/** @param {Run[]} runs */
function rows(runs) {
  for (const run of runs) requireEqualLogits(prefill, run, 1e-4); // of 12 layers and sums of 3,072 terms
  const figure = (/** @type {string} */ key, who = ours) => over(runs, (run) => run[who][key]);
  const milliseconds = (/** @type {string} */ key, who = ours) =>
    `${figure(key, who).toFixed(key.endsWith("step") ? 1 : 0)} ms`;
  const rate = (/** @type {string} */ key, unit = "GFLOP/s") => `${figure(`${key} ${unit}`).toFixed(1)} ${unit}`;
  const toPeer = (/** @type {string} */ what, /** @type {string} */ key) => ({
    what: `${what}, ${ours}, to ONNX Runtime Web`,
    ratio: over(runs, (run) => run.onnxruntime[key] / run[ours][key]),
    figures: [milliseconds(key), `onnxruntime ${milliseconds(key, "onnxruntime")}`],
  });
  return [
    {
      what: `${prefill}, ${ours}, to its products alone`,
      aim: 1.3,
      atMost: true,
      ratio: over(runs, (run) => run[ours].prefill / run[ours].products),
      figures: [
        `${milliseconds("prefill")} (${rate("prefill")})`,
        `products ${milliseconds("products")} (${rate("products")})`,
      ],
    },
    toPeer(prefill, "prefill"),
    {
      what: `${decoding}, ${ours}: weights and cache read a second, to a plain sweep of memory`,
      ratio: over(runs, (run) => run[ours]["read GB/s"] / run[ours]["sweep GB/s"]),
      figures: [rate("read", "GB/s"), `weights alone ${rate("weights", "GB/s")}`, `sweep ${rate("sweep", "GB/s")}`],
    },
    toPeer(decoding, "step"),
    {
      what: `${decoding}, weights in float16, ${ours}, to those in float32`,
      ratio: over(runs, (run) => run[ours].step / run[ours]["half step"]),
      figures: [milliseconds("half step"), rate("half weights", "GB/s"), milliseconds("step")],
    },
  ];
}

/** @param {string} what @param {Run} reports @param {number} [tolerance] */
const requireEqualLogits = (what, reports, tolerance) =>
  requireEqualNumbers(
    what,
    Object.fromEntries(Object.entries(reports).map(([name, { logits }]) => [name, logits])),
    tolerance,
  );

/** @type {import("./rounds.mjs").Section} */
export const gpt2 = {
  name: "gpt2",
  rounds: 3,
  contestants: {
    [ours]: contestant("gpt2-whereabouts.mjs", ours),
    onnxruntime: contestant("peers/gpt2-onnxruntime.mjs"),
  },
  requireEqual(reports) {
    requireEqualLogits("prefill", reports);
    const [[first, { tokens }], ...others] = Object.entries(reports);
    for (const [name, report] of others)
      if (String(report.tokens) !== String(tokens))
        throw new Error(`decoding: ${name} continues with ${report.tokens}, ${first} with ${tokens}`);
  },
  rows,
};
