// ONNX Runtime Web: products and the forward pass of the small network.
import { answer } from "../contestant.mjs";
import { config, factor, tokens } from "../network.mjs";
import { Graph } from "./onnx.mjs";
import { createSession, floats, whole } from "./session.mjs";
import { forwardModel } from "./transformer.mjs";

/** @param {Uint8Array} model @param {Record<string, import("onnxruntime-web").Tensor>} feeds */
async function prepare(model, feeds) {
  const session = await createSession(model);
  const [output] = session.outputNames;
  const run = () => session.run(feeds);
  return { run, result: async () => /** @type {Float32Array} */ ((await run())[output].data) };
}

await answer({
  product(n) {
    const graph = new Graph();
    const inputs = ["left", "right"].map((side) => graph.input(side, [n, n]));
    const model = graph.model([{ name: graph.operation("MatMul", inputs)[0], shape: [n, n] }]);
    const feeds = Object.fromEntries(inputs.map((side) => [side, floats(factor(side, n), [n, n])]));
    return prepare(model, feeds);
  },
  forward: () => prepare(forwardModel(config), { ids: whole(tokens) }),
});
