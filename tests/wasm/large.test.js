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

/** A file of which nothing but its start stands anywhere until a slice is asked for: the rest is one number again and again. */
class MadeFile extends File {
  #start;
  #number;
  /** bytes behind the start */
  weights;
  /** up to where it was read */
  read = 0;

  /** @param {string} name @param {Buffer} start @param {number} weights @param {Buffer} number */
  constructor(name, start, weights, number) {
    super([], name);
    this.#start = start;
    this.#number = number;
    this.weights = weights;
  }
  get size() {
    return this.#start.length + this.weights;
  }
  /** @param {number} begin @param {number} end @returns {any} */
  slice(begin, end) {
    this.read = Math.max(this.read, end);
    const start = this.#start.subarray(begin, end);
    const phase = Math.max(0, begin - this.#start.length) % this.#number.length;
    const numbers = Buffer.alloc(end - begin - start.length + phase, this.#number).subarray(phase);
    return { arrayBuffer: async () => new Uint8Array(Buffer.concat([start, numbers])).buffer };
  }
}

const single = Buffer.from(Float32Array.of(2 ** -6).buffer);

/** A file of such a model, every number 0.015625. @param {any} config @param {"F32" | "F16"} dtype */
function safetensors(config, dtype) {
  const number = dtype === "F32" ? single : Buffer.from([0, 0x24]);
  let weights = 0;
  const header = Object.fromEntries(
    parametersOf(config).map(([name, shape]) => {
      const begin = weights;
      weights += shape.reduce((a, b) => a * b, number.length);
      return [name, { dtype, shape, data_offsets: [begin, weights] }];
    }),
  );
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return new MadeFile("model.safetensors", Buffer.concat([length, text]), weights, number);
}

/** A file of llama2.c, every number 0.015625, its head tied. */
function llama2c() {
  const [dim, hidden, layers, heads, kv_heads, vocabulary, length] = [512, 1376, 5, 8, 4, 16000, 256];
  const kv_dim = (dim / heads) * kv_heads;
  const layer = 2 * dim + 2 * dim * dim + 2 * dim * kv_dim + 3 * dim * hidden;
  const numbers = vocabulary * dim + layers * layer + dim + length * (dim / heads);
  const header = Buffer.from(Int32Array.of(dim, hidden, layers, heads, kv_heads, vocabulary, length).buffer);
  return new MadeFile("stories.bin", header, 4 * numbers, single);
}

const shape = { model_type: "gpt2", n_layer: 4, n_head: 8, n_embd: 768, n_positions: 1024, vocab_size: 16000 };

for (const build of /** @type {const} */ (["relaxed-simd", "simd", "scalar"]))
  describe(build, () => {
    /** How many times its weights a model takes of the engine's memory, at most: it never shrinks. */
    async function taken(/** @type {any} */ options, /** @type {MadeFile} */ weights, /** @type {any} */ config) {
      const engine = await loadEngine({ build, ...options });
      const before = memory.buffer.byteLength;
      const model = await engine.loadModel({ weights, config });
      const bytes = (config ? 2 : 4) * model.parameterCount;
      const times = (memory.buffer.byteLength - before) / bytes;
      const beside = config ? 0 : 4 * 256 * 64; // llama2.c's angles, which nobody reads
      assert.equal(weights.weights, bytes + beside);
      assert.ok(bytes > 80e6);
      const last = config ? "h.3.mlp.c_proj.weight" : "model.layers.4.mlp.up_proj.weight";
      assert.ok(model.readParameter(last).data.every((value) => value === 2 ** -6));
      engine.dispose();
      return times;
    }

    test("memory grows by at most a quarter more than the weights", async () => {
      for (const times of [await taken({}, safetensors(shape, "F16"), shape), await taken({}, llama2c(), undefined)]) {
        assert.ok(times <= 1.25, `${times} times the weights`);
        assert.ok(times > 0.75, `${times} times the weights: not this memory is looked at`);
      }
      const whole = await taken({ checkpoints: false }, safetensors(shape, "F16"), shape);
      assert.ok(whole > 1.25, `held whole first, it takes ${whole} times the weights`);
    });

    test("a file that is no checkpoint is refused by how it begins, however large it is", async () => {
      const engine = await loadEngine({ build });
      for (const [start, said] of /** @type {[string, RegExp][]} */ ([
        ["PK\x03\x04", /PyTorch/],
        ["GGUF\x03\0\0\0", /GGUF/],
        ["<!doctype html>", /web page/],
        ["nothing known", /announces a header/],
        ["24ka\x01\0\0\0", /llama2\.c version 1/],
      ])) {
        const weights = new MadeFile("model.bin", Buffer.from(start, "latin1"), 5e9, Buffer.from("x"));
        const config = start.startsWith("24ka") ? undefined : shape;
        await assert.rejects(engine.loadModel({ weights, config }), { message: said });
        assert.ok(weights.read > 0 && weights.read <= 64, `read up to byte ${weights.read}`);
      }
      assert.equal(engine.liveHandles, 0);
      engine.dispose();
    });

    test("what cannot be held is refused at once, with the largest that can", async () => {
      const engine = await loadEngine({ build });
      const config = { ...shape, n_layer: 6, n_embd: 4096, vocab_size: 1, n_positions: 1 };
      const weights = safetensors(config, "F32");
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
