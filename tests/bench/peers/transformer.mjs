// GPT-2 as an ONNX graph, from the benchmark's parameters.
import { parameter } from "../network.mjs";
import { Graph } from "./onnx.mjs";

/** @typedef {typeof import("../network.mjs").config} Shape */

/** The graph of a network and the operations that its two forms share. @param {Shape} of */
function parts(of) {
  const { n_head, n_embd: width } = of;
  const graph = new Graph();
  const one = (/** @type {Parameters<Graph["operation"]>} */ ...call) => graph.operation(...call)[0];
  const whole = (/** @type {number[]} */ ...values) =>
    graph.constant([values.length], BigInt64Array.from(values, BigInt));
  const weight = (/** @type {string} */ name) => {
    const { shape, data } = parameter(name, of);
    return graph.constant(shape, data);
  };
  const norm = (/** @type {string} */ x, /** @type {string} */ name) =>
    one("LayerNormalization", [x, weight(`${name}.weight`), weight(`${name}.bias`)], { axis: -1, epsilon: 1e-5 });
  const linear = (/** @type {string} */ x, /** @type {string} */ name) =>
    one("Add", [one("MatMul", [x, weight(`${name}.weight`)]), weight(`${name}.bias`)]);
  const scale = graph.constant([], Float32Array.of(1 / Math.sqrt(width / n_head)));
  return { graph, one, whole, weight, norm, linear, scale };
}

/** @typedef {(queries: string, keys: string, values: string, layer: number) => string} Attend */

/**
 * The blocks, from the embedded tokens to the last norm. `attend` gets queries and values by head, [n_head, rows,
 * head_dim], and keys turned for the product, and gives what Softmax and the values make of them.
 * @param {Shape} of @param {ReturnType<typeof parts>} tools @param {string} x @param {number} rows -1 for any number
 * @param {{ keysTurned: boolean, attend: Attend }} how
 */
function blocks({ n_layer, n_head, n_embd: width }, tools, x, rows, { keysTurned, attend }) {
  const { graph, one, whole, norm, linear } = tools;
  const byHead = whole(rows, n_head, width / n_head);
  const flat = whole(rows, width);
  const thirds = whole(width, width, width);
  for (let layer = 0; layer < n_layer; layer++) {
    const name = (/** @type {string} */ part) => `h.${layer}.${part}`;
    const qkv = graph.operation("Split", [linear(norm(x, name("ln_1")), name("attn.c_attn")), thirds], { axis: 1 }, 3);
    const [q, k, v] = qkv.map((part, i) =>
      one("Transpose", [one("Reshape", [part, byHead])], { perm: i === 1 && keysTurned ? [1, 2, 0] : [1, 0, 2] }),
    );
    const context = one("Reshape", [one("Transpose", [attend(q, k, v, layer)], { perm: [1, 0, 2] }), flat]);
    x = one("Add", [x, linear(context, name("attn.c_proj"))]);
    const hidden = one("Gelu", [linear(norm(x, name("ln_2")), name("mlp.c_fc"))], { approximate: "tanh" });
    x = one("Add", [x, linear(hidden, name("mlp.c_proj"))]);
  }
  return norm(x, "ln_f");
}

/** One pass over a text of every position: "ids" to the logits of all of them. @param {Shape} of */
export function forwardModel(of) {
  const { n_positions: length, vocab_size } = of;
  const tools = parts(of);
  const { graph, one, weight, scale } = tools;
  const mask = graph.constant(
    [length, length],
    Float32Array.from({ length: length * length }, (_, at) => (at % length > Math.floor(at / length) ? -1e9 : 0)),
  );
  const embedding = weight("wte.weight");
  const x = one("Add", [one("Gather", [embedding, graph.input("ids", [length], "int64")]), weight("wpe.weight")]);
  /** @type {Attend} */
  const attend = (q, k, v) => {
    const scores = one("Add", [one("Mul", [one("MatMul", [q, k]), scale]), mask]);
    return one("MatMul", [one("Softmax", [scores], { axis: -1 }), v]);
  };
  const normed = blocks(of, tools, x, length, { keysTurned: true, attend });
  const head = one("Transpose", [embedding], { perm: [1, 0] }); // folded into a constant when the session is made
  return graph.model([{ name: one("MatMul", [normed, head]), shape: [length, vocab_size] }]);
}

/**
 * One that continues a text: "ids" and "positions" of the new tokens, "mask" [new, old + new] to be added to the scores,
 * and each layer's "keys.<layer>" and "values.<layer>" of the old ones, to the logits of the last token and the keys
 * and values of all.
 * @param {Shape} of
 */
export function continuingModel(of) {
  const { n_head, n_embd: width, vocab_size } = of;
  const tools = parts(of);
  const { graph, one, whole, weight, scale } = tools;
  const held = (/** @type {string} */ length) => [n_head, length, width / n_head];
  const [ids, positions] = ["ids", "positions"].map((name) => graph.input(name, ["new"], "int64"));
  const mask = graph.input("mask", ["new", "all"]);
  const embedding = weight("wte.weight");
  const x = one("Add", [one("Gather", [embedding, ids]), one("Gather", [weight("wpe.weight"), positions])]);
  /** @type {{ name: string, shape: (number | string)[] }[]} */
  const outputs = [];
  /** @type {Attend} */
  const attend = (q, k, v, layer) => {
    const [keys, values] = [k, v].map((rows, i) => {
      const old = graph.input(`${i === 0 ? "keys" : "values"}.${layer}`, held("old"));
      const name = one("Concat", [old, rows], { axis: 1 });
      outputs.push({ name, shape: held("all") });
      return name;
    });
    const turned = one("Transpose", [keys], { perm: [0, 2, 1] });
    const scores = one("Add", [one("Mul", [one("MatMul", [q, turned]), scale]), mask]);
    return one("MatMul", [one("Softmax", [scores], { axis: -1 }), values]);
  };
  const normed = blocks(of, tools, x, -1, { keysTurned: false, attend });
  const last = one("Slice", [normed, whole(-1), whole(2 ** 31), whole(0)]);
  const head = one("Transpose", [embedding], { perm: [1, 0] }); // folded into a constant when the session is made
  const logits = { name: one("MatMul", [last, head]), shape: [1, vocab_size] };
  return graph.model([logits, ...outputs]);
}
