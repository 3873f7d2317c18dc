// ONNX Runtime Web: WebAssembly with SIMD, one thread, every graph optimisation.
import * as ort from "onnxruntime-web";

import { answer } from "../contestant.mjs";
import { config, factor, parameter, tokens } from "../network.mjs";
import { Graph } from "./onnx.mjs";

ort.env.wasm.numThreads = 1;
ort.env.logLevel = "error";

/** @param {Uint8Array} model @param {Record<string, ort.Tensor>} feeds */
async function prepare(model, feeds) {
  const session = await ort.InferenceSession.create(model, {
    executionProviders: ["wasm"],
    graphOptimizationLevel: "all",
  });
  const [output] = session.outputNames;
  const run = () => session.run(feeds);
  return { run, result: async () => /** @type {Float32Array} */ ((await run())[output].data) };
}

function transformer() {
  const { n_layer, n_head, n_embd: width, n_positions: length, vocab_size } = config;
  const head_dim = width / n_head;
  const graph = new Graph();
  const one = (/** @type {Parameters<Graph["operation"]>} */ ...call) => graph.operation(...call)[0];
  const whole = (/** @type {number[]} */ ...values) =>
    graph.constant([values.length], BigInt64Array.from(values, BigInt));
  const weight = (/** @type {string} */ name) => {
    const { shape, data } = parameter(name);
    return graph.constant(shape, data);
  };
  const norm = (/** @type {string} */ x, /** @type {string} */ name) =>
    one("LayerNormalization", [x, weight(`${name}.weight`), weight(`${name}.bias`)], { axis: -1, epsilon: 1e-5 });
  const linear = (/** @type {string} */ x, /** @type {string} */ name) =>
    one("Add", [one("MatMul", [x, weight(`${name}.weight`)]), weight(`${name}.bias`)]);

  const scale = graph.constant([], Float32Array.of(1 / Math.sqrt(head_dim)));
  const mask = graph.constant(
    [length, length],
    Float32Array.from({ length: length * length }, (_, at) => (at % length > Math.floor(at / length) ? -1e9 : 0)),
  );
  const byHead = whole(length, n_head, head_dim);
  const flat = whole(length, width);
  const thirds = whole(width, width, width);

  const embedding = weight("wte.weight");
  let x = one("Add", [one("Gather", [embedding, graph.input("ids", [length], "int64")]), weight("wpe.weight")]);
  for (let layer = 0; layer < n_layer; layer++) {
    const name = (/** @type {string} */ part) => `h.${layer}.${part}`;
    const qkv = graph.operation("Split", [linear(norm(x, name("ln_1")), name("attn.c_attn")), thirds], { axis: 1 }, 3);
    const [q, k, v] = qkv.map((rows, i) =>
      one("Transpose", [one("Reshape", [rows, byHead])], { perm: i === 1 ? [1, 2, 0] : [1, 0, 2] }),
    );
    const scores = one("Add", [one("Mul", [one("MatMul", [q, k]), scale]), mask]);
    const heads = one("MatMul", [one("Softmax", [scores], { axis: -1 }), v]);
    const context = one("Reshape", [one("Transpose", [heads], { perm: [1, 0, 2] }), flat]);
    x = one("Add", [x, linear(context, name("attn.c_proj"))]);
    const hidden = one("Gelu", [linear(norm(x, name("ln_2")), name("mlp.c_fc"))], { approximate: "tanh" });
    x = one("Add", [x, linear(hidden, name("mlp.c_proj"))]);
  }
  const head = one("Transpose", [embedding], { perm: [1, 0] }); // folded into a constant when the session is made
  return graph.model(one("MatMul", [norm(x, "ln_f"), head]), [length, vocab_size]);
}

await answer({
  product(n) {
    const graph = new Graph();
    const inputs = ["left", "right"].map((side) => graph.input(side, [n, n]));
    const model = graph.model(graph.operation("MatMul", inputs)[0], [n, n]);
    const feeds = Object.fromEntries(inputs.map((side) => [side, new ort.Tensor("float32", factor(side, n), [n, n])]));
    return prepare(model, feeds);
  },
  forward() {
    const ids = new ort.Tensor("int64", BigInt64Array.from(tokens, BigInt), [tokens.length]);
    return prepare(transformer(), { ids });
  },
});
