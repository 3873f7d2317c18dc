// Whereabouts itself: node tests/bench/whereabouts.mjs <build> check|measure
// The forward pass and the training step go through the shipped package, results copied out; products, which the package does not export, go
// through kernels_bench, a small module of the same kernels and flags.
import { loadEngine } from "../../build/package/index.js";
import { answer, best } from "./contestant.mjs";
import { batch, config, factor, parameter, parameterNames, tokens, training } from "./network.mjs";

const build = process.argv[2];
const { default: createKernels } = await import(`../../build/${build}/kernels_bench.mjs`);
const kernels = await createKernels();

/** @param {number} address @param {number} count */
const floats = (address, count) => kernels.HEAPF32.subarray(address / 4, address / 4 + count);

async function network() {
  const engine = await loadEngine({ build });
  if (engine.build !== build) throw new Error(`asked for ${build}, got ${engine.build}`);
  const model = engine.createModel(config, { seed: 0 });
  for (const name of parameterNames()) model.writeParameter(name, parameter(name));
  return model;
}

await answer({
  async product(n) {
    const [left, right, result] = [0, 1, 2].map((which) => kernels._operand(which, n * n));
    floats(left, n * n).set(factor("left", n));
    floats(right, n * n).set(factor("right", n));
    const run = () => kernels._product(n);
    return { run, result: async () => (run(), floats(result, n * n).slice()) };
  },

  async forward() {
    const model = await network();
    const run = () => model.run(tokens, {});
    return { run, result: async () => run().logits.data };
  },

  async training() {
    const { size, length, learning_rate, betas, eps } = training;
    const model = await network();
    const trainer = model.createTrainer({ learning_rate, betas, eps, gradient_clip: 0 });
    const { tokens: read, targets } = batch();
    const shape = [size, length];
    const run = () => trainer.step({ tokens: { data: read, shape }, targets: { data: targets, shape } });
    return { run, result: async () => Float32Array.from({ length: 3 }, () => run().loss) };
  },

  async extras() {
    const sink = kernels._malloc(12);
    floats(sink, 3).set([0.5, 1, 0]);
    const repeats = 100_000;
    const work = kernels._multiply_adds(repeats, sink);
    return { peak: work / (await best(() => kernels._multiply_adds(repeats, sink))) / 1e6 };
  },
});
