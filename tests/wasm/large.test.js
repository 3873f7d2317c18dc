// Large checkpoints through the package, made as they are read: how much memory they take on their way in, and which are refused.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { loadEngine } from "../../build/package/index.js";

/** What the last engine computes in. @type {WebAssembly.Memory} */
let memory;
const { instantiate } = WebAssembly;
// @ts-expect-error: of the ways to call it, the package needs one
WebAssembly.instantiate = async (
  /** @type {WebAssembly.Module} */ module,
  /** @type {WebAssembly.Imports} */ imports,
) => {
  const instance = await instantiate(module, imports);
  memory = /** @type {WebAssembly.Memory} */ (
    Object.values(instance.exports).find((it) => it instanceof WebAssembly.Memory)
  );
  return instance;
};

/** A GPT-2's parameters by name, with their shapes. @param {any} config @returns {[string, number[]][]} */
function parametersOf({ n_layer, n_embd, n_positions, vocab_size }) {
  /** @type {[string, number[]][]} */
  const of_blocks = Array.from({ length: n_layer }, (_, i) => `h.${i}.`).flatMap((h) => [
    [`${h}ln_1.weight`, [n_embd]],
    [`${h}ln_1.bias`, [n_embd]],
    [`${h}attn.c_attn.weight`, [n_embd, 3 * n_embd]],
    [`${h}attn.c_attn.bias`, [3 * n_embd]],
    [`${h}attn.c_proj.weight`, [n_embd, n_embd]],
    [`${h}attn.c_proj.bias`, [n_embd]],
    [`${h}ln_2.weight`, [n_embd]],
    [`${h}ln_2.bias`, [n_embd]],
    [`${h}mlp.c_fc.weight`, [n_embd, 4 * n_embd]],
    [`${h}mlp.c_fc.bias`, [4 * n_embd]],
    [`${h}mlp.c_proj.weight`, [4 * n_embd, n_embd]],
    [`${h}mlp.c_proj.bias`, [n_embd]],
  ]);
  return [
    ["wte.weight", [vocab_size, n_embd]],
    ["wpe.weight", [n_positions, n_embd]],
    ...of_blocks,
    ["ln_f.weight", [n_embd]],
    ["ln_f.bias", [n_embd]],
  ];
}

/** A file of such a model, every number 0.015625, of which nothing stands anywhere until a slice is asked for. */
class MadeFile extends File {
  #start;
  #number;
  /** bytes of weights */
  weights = 0;

  /**
   * @param {any} config
   * @param {"F32" | "F16"} dtype
   */
  constructor(config, dtype) {
    super([], "model.safetensors");
    const number = dtype === "F32" ? Buffer.from(Float32Array.of(2 ** -6).buffer) : Buffer.from([0, 0x24]);
    const header = Object.fromEntries(
      parametersOf(config).map(([name, shape]) => {
        const begin = this.weights;
        this.weights += shape.reduce((a, b) => a * b, number.length);
        return [name, { dtype, shape, data_offsets: [begin, this.weights] }];
      }),
    );
    const text = Buffer.from(JSON.stringify(header));
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(text.length));
    this.#start = Buffer.concat([length, text]);
    this.#number = number;
  }
  get size() {
    return this.#start.length + this.weights;
  }
  /** @param {number} begin @param {number} end @returns {any} */
  slice(begin, end) {
    const start = this.#start.subarray(begin, end);
    const phase = Math.max(0, begin - this.#start.length) % this.#number.length;
    const numbers = Buffer.alloc(end - begin - start.length + phase, this.#number).subarray(phase);
    return { arrayBuffer: async () => new Uint8Array(Buffer.concat([start, numbers])).buffer };
  }
}

const shape = { model_type: "gpt2", n_layer: 4, n_head: 8, n_embd: 768, n_positions: 1024, vocab_size: 16000 };

for (const build of /** @type {const} */ (["relaxed-simd", "simd", "scalar"]))
  describe(build, () => {
    /** How many times its weights a model takes of the engine's memory, at most: it never shrinks. */
    async function taken(/** @type {any} */ options) {
      const engine = await loadEngine({ build, ...options });
      const before = memory.buffer.byteLength;
      const weights = new MadeFile(shape, "F16");
      const model = await engine.loadModel({ weights, config: shape });
      const times = (memory.buffer.byteLength - before) / weights.weights;
      assert.equal(weights.weights, 2 * model.parameterCount);
      assert.ok(weights.weights > 80e6);
      assert.ok(model.readParameter("h.3.mlp.c_proj.weight").data.every((value) => value === 2 ** -6));
      engine.dispose();
      return times;
    }

    test("memory grows by at most a quarter more than the weights", async () => {
      const times = await taken({});
      assert.ok(times <= 1.25, `${times} times the weights`);
      assert.ok(times > 0.75, `${times} times the weights: not this memory is looked at`);
      const whole = await taken({ checkpoints: false });
      assert.ok(whole > 1.25, `held whole first, it takes ${whole} times the weights`);
    });

    test("what cannot be held is refused at once, with the largest that can", async () => {
      const engine = await loadEngine({ build });
      const config = { ...shape, n_layer: 6, n_embd: 4096, vocab_size: 1, n_positions: 1 };
      const weights = new MadeFile(config, "F32");
      const refused = await engine.loadModel({ weights, config }).then(
        () => assert.fail("accepted"),
        (/** @type {any} */ error) => error,
      );
      assert.deepEqual(
        [refused.code, refused.fields],
        ["out_of_memory", { bytes: weights.weights, maximum: 3.5 * 2 ** 30, file: "model.safetensors" }],
      );
      assert.match(refused.message, new RegExp(`take ${weights.weights} bytes; at most ${3.5 * 2 ** 30} can be held`));
      assert.equal(engine.liveHandles, 0);
      const model = engine.createModel({ ...shape, n_layer: 1, n_embd: 8, vocab_size: 5 });
      assert.deepEqual(model.run([1, 2]).logits.shape, [2, 5]);
      engine.dispose();
    });
  });
