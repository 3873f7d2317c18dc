// TensorFlow.js: its WebAssembly backend with SIMD, one thread.
import { createRequire } from "node:module";
import { dirname } from "node:path";

import { setThreadsCount, setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import * as tf from "@tensorflow/tfjs"; // unlike tfjs-core, with gradients

import { answer } from "../contestant.mjs";
import { batch, config, factor, parameter, tokens, training } from "../network.mjs";

const backend = createRequire(import.meta.url).resolve(
  "@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm",
);
setWasmPaths(`${dirname(backend)}/`);
setThreadsCount(1);
await tf.setBackend("wasm");
await tf.ready();

/** @typedef {tf.Tensor2D} Matrix */

/**
 * The logits [size * length, vocab_size] as a function of the embedded tokens [size * length, n_embd].
 * @param {number} size
 * @param {number} length
 */
function transformer(size, length) {
  const { n_layer, n_head, n_embd: width } = config;
  const head_dim = width / n_head;
  /** @type {Map<string, tf.Tensor>} */
  const held = new Map();
  const weight = (/** @type {string} */ name) => {
    let tensor = held.get(name);
    if (!tensor) {
      const { shape, data } = parameter(name);
      tensor = tf.variable(tf.tensor(data, shape));
      held.set(name, tensor);
    }
    return tensor;
  };
  const mask = tf.tensor2d(
    Float32Array.from({ length: length * length }, (_, at) => (at % length > Math.floor(at / length) ? -1e9 : 0)),
    [length, length],
  );
  const norm = (/** @type {tf.Tensor} */ x, /** @type {string} */ name) => {
    const centered = tf.sub(x, tf.mean(x, 1, true));
    const variance = tf.mean(tf.square(centered), 1, true);
    const normal = tf.mul(centered, tf.rsqrt(tf.add(variance, 1e-5)));
    return tf.add(tf.mul(normal, weight(`${name}.weight`)), weight(`${name}.bias`));
  };
  const linear = (/** @type {tf.Tensor} */ x, /** @type {string} */ name) =>
    tf.fused.matMul({
      a: /** @type {Matrix} */ (x),
      b: /** @type {Matrix} */ (weight(`${name}.weight`)),
      bias: weight(`${name}.bias`),
    });
  const gelu = (/** @type {tf.Tensor} */ x) => {
    const inner = tf.mul(x, tf.add(tf.mul(tf.square(x), 0.044715 * Math.sqrt(2 / Math.PI)), Math.sqrt(2 / Math.PI)));
    return tf.mul(tf.mul(x, 0.5), tf.add(tf.tanh(inner), 1));
  };

  const logits = (/** @type {tf.Tensor} */ embedded) => {
    const rows = tf.slice(weight("wpe.weight"), [0, 0], [length, width]);
    let x = tf.reshape(tf.add(tf.reshape(embedded, [size, length, width]), rows), [size * length, width]);
    for (let layer = 0; layer < n_layer; layer++) {
      const name = (/** @type {string} */ part) => `h.${layer}.${part}`;
      const [q, k, v] = tf
        .split(linear(norm(x, name("ln_1")), name("attn.c_attn")), 3, 1)
        .map((rows) => tf.transpose(tf.reshape(rows, [size, length, n_head, head_dim]), [0, 2, 1, 3]));
      const scores = tf.add(tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(head_dim)), mask);
      const heads = tf.matMul(tf.softmax(scores), v);
      const context = tf.reshape(tf.transpose(heads, [0, 2, 1, 3]), [size * length, width]);
      x = tf.add(x, linear(context, name("attn.c_proj")));
      x = tf.add(x, linear(gelu(linear(norm(x, name("ln_2")), name("mlp.c_fc"))), name("mlp.c_proj")));
    }
    return tf.matMul(
      /** @type {Matrix} */ (norm(x, "ln_f")),
      /** @type {Matrix} */ (weight("wte.weight")),
      false,
      true,
    );
  };
  return { weight, logits };
}

await answer({
  async product(n) {
    const [left, right] = ["left", "right"].map((side) => tf.tensor2d(factor(side, n), [n, n]));
    return {
      run: () => tf.matMul(left, right).dispose(),
      result: async () => /** @type {Float32Array} */ (tf.tidy(() => tf.matMul(left, right).dataSync())),
    };
  },
  async forward() {
    const { weight, logits } = transformer(1, tokens.length);
    const ids = tf.tensor1d(tokens, "int32");
    const run = () => tf.tidy(() => logits(tf.gather(weight("wte.weight"), ids)).dataSync());
    return { run, result: async () => /** @type {Float32Array} */ (run()) };
  },
  async training() {
    const { size, length, learning_rate, betas, eps } = training;
    const { weight, logits } = transformer(size, length);
    const { tokens: read, targets } = batch();
    // Looked up by a product: this backend has no gradient of gather.
    const oneHot = (/** @type {Int32Array} */ ids) =>
      tf.cast(tf.oneHot(tf.tensor1d(ids, "int32"), config.vocab_size), "float32");
    const [x, y] = [oneHot(read), oneHot(targets)];
    const adam = tf.train.adam(learning_rate, betas[0], betas[1], eps);
    const loss = () =>
      /** @type {tf.Scalar} */ (
        tf.losses.softmaxCrossEntropy(
          y,
          logits(tf.matMul(/** @type {Matrix} */ (x), /** @type {Matrix} */ (weight("wte.weight")))),
        )
      );
    loss().dispose(); // the optimizer learns what has been made by now
    const run = () => {
      const value = /** @type {tf.Scalar} */ (adam.minimize(loss, true));
      const [number] = value.dataSync();
      value.dispose();
      return number;
    };
    return { run, result: async () => Float32Array.from({ length: 3 }, run) };
  },
});
