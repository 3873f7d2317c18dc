// Models of the llama and neox families through the package, on every build: within float rounding of the references, from
// safetensors and from llama2.c's own format.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";

import { loadEngine } from "../../build/package/index.js";

const folder = new URL("../golden/families/", import.meta.url);
const read = (/** @type {string} */ name) => readFileSync(new URL(name, folder));
const json = (/** @type {string} */ name) => JSON.parse(read(name).toString());
const tolerance = 1e-4; // golden/families: a float32 engine differs by up to 3e-5 in logits

/** A tensor of a file, read without the engine. */
function tensor(/** @type {Buffer} */ file, /** @type {string} */ name) {
  const length = Number(file.readBigUInt64LE(0));
  const { dtype, data_offsets } = JSON.parse(file.subarray(8, 8 + length).toString())[name];
  const start = file.byteOffset + 8 + length;
  const bytes = file.buffer.slice(start + data_offsets[0], start + data_offsets[1]);
  return dtype === "F64" ? new Float64Array(bytes) : new Float32Array(bytes);
}

/** The largest difference of row 0's logits. */
function difference(/** @type {any} */ model, /** @type {string} */ family) {
  const tokens = json(`${family}/golden.json`).input_ids[0];
  const expected = tensor(read(`${family}/golden.safetensors`), "logits");
  const { data } = model.run(tokens).logits;
  assert.equal(data.length * 2, expected.length);
  return data.reduce(
    (/** @type {number} */ most, /** @type {number} */ value, /** @type {number} */ i) =>
      Math.max(most, Math.abs(value - expected[i])),
    0,
  );
}

/** llama-tiny as llama2.c's export.py (version 0) writes it: query and key rows from the half layout to the interleaved. */
function llama2c(reordered = ["q_proj", "k_proj"]) {
  const file = read("llama-tiny/model.safetensors");
  const [dim, headDim] = [48, 8];
  const layers = (/** @type {string} */ name) =>
    [0, 1].flatMap((layer) => {
      const values = tensor(file, `model.layers.${layer}.${name}.weight`);
      if (!reordered.some((projection) => name.endsWith(projection))) return [...values];
      return Array.from({ length: values.length }, (_, i) => {
        const row = Math.floor(i / dim);
        const inHead = row % headDim;
        const from = row - inHead + (inHead >> 1) + (inHead % 2) * (headDim / 2);
        return values[from * dim + (i % dim)];
      });
    });
  const names = ["input_layernorm", "self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj"];
  names.push("post_attention_layernorm", "mlp.gate_proj", "mlp.down_proj", "mlp.up_proj");
  const weights = Float32Array.from([
    ...tensor(file, "model.embed_tokens.weight"),
    ...names.flatMap(layers),
    ...tensor(file, "model.norm.weight"),
    ...new Float32Array(64 * headDim),
    ...tensor(file, "lm_head.weight"),
  ]);
  return new Blob([new Int32Array([dim, 112, 2, 6, 2, -101, 64]), weights]);
}

for (const build of /** @type {const} */ (["relaxed-simd", "simd", "scalar"]))
  describe(build, () => {
    for (const family of ["llama-tiny", "qwen2-tiny", "gpt-neox-tiny", "gptj-tiny"])
      test(`${family} gives the logits of the reference, and continues as it does`, async () => {
        const engine = await loadEngine({ build });
        const config = json(`${family}/config.json`);
        const model = await engine.loadModel({ weights: read(`${family}/model.safetensors`), config });
        assert.ok(difference(model, family) < tolerance, `${difference(model, family)}`);
        assert.equal(model.config.model_type, config.model_type);
        const { greedy_prompt, greedy_20 } = json(`${family}/golden.json`).cases.base;
        const options = { max_new_tokens: 20, temperature: 0 };
        assert.deepEqual([...(await model.generate(greedy_prompt, options))], greedy_20);
        const { position } = model.config;
        model.setPosition({ ...position, layout: position.layout === "half" ? "interleaved" : "half" });
        assert.ok(difference(model, family) > 1, "the other layout would pass");
        engine.dispose();
      });

    test("null as GPT-J's rotary_dim turns the only head whole, is refused of several, and is not left out", async () => {
      const engine = await loadEngine({ build });
      const config = { ...json("gptj-tiny/config.json"), n_embd: 96, n_head: 1 };
      const share = (/** @type {any} */ changes) => {
        const model = engine.createModel({ ...config, ...changes });
        const { position } = model.config;
        model.dispose();
        return position.partial_rotary_factor;
      };
      assert.equal(share({ rotary_dim: null }), 1);
      assert.equal(share({ rotary_dim: undefined }), 64 / 96);
      assert.equal(share({ rotary_dim: 48 }), 0.5);
      const weights = read("gptj-tiny/model.safetensors");
      const several = { ...json("gptj-tiny/config.json"), rotary_dim: null };
      await assert.rejects(engine.loadModel({ weights, config: several }), {
        code: "invalid_argument",
        message:
          /^config\.rotary_dim is null, with which only a model of one head can be run: a whole number between 2 and 12 is needed/,
      });
      engine.dispose();
    });

    test("a run of some layers, and some rows of a parameter, are the same bits as the whole", async () => {
      for (const checkpoints of [true, false]) {
        const engine = await loadEngine({ build, checkpoints });
        const weights = read("llama-tiny/model.safetensors");
        const model = await engine.loadModel({ weights, config: json("llama-tiny/config.json") });
        const capture = /** @type {const} */ (["hidden_states", "keys"]);
        const tokens = [5, 6, 7, 5];
        const whole = model.run(tokens, { capture: [...capture] });
        for (const layers of [0, 1, 2]) {
          const some = model.run(tokens, { layers, capture: [...capture] });
          assert.deepEqual(some.logits, { data: new Float32Array(0), shape: [0, 101] });
          assert.deepEqual(some.hidden_states, whole.hidden_states?.slice(0, layers + 1));
          assert.deepEqual(some.keys, whole.keys?.slice(0, layers));
        }
        assert.notDeepEqual(whole.hidden_states?.[0], whole.hidden_states?.[1]);
        const name = "model.embed_tokens.weight";
        const { data } = model.readParameter(name);
        const rows = model.readParameter(name, { rows: [100, 7, 100] });
        assert.deepEqual(rows.shape, [3, 48]);
        for (const [at, row] of [100, 7, 100].entries())
          assert.deepEqual(rows.data.slice(at * 48, at * 48 + 48), data.slice(row * 48, row * 48 + 48));
        const refused = (/** @type {() => any} */ call, /** @type {RegExp} */ said) =>
          assert.throws(call, { message: said });
        refused(
          () => model.readParameter(name, { rows: [5, 101] }),
          /^rows\[1\] must lie between 0 and 100, but is 101/,
        );
        refused(() => model.run(tokens, { layers: 3 }), /^layers must lie between 0 and 2, but is 3/);
        refused(() => model.run(tokens, { layers: 2, targets: tokens }), /leave out layers or targets/);
        engine.dispose();
      }
    });

    test("angles of 4 GiB are counted in the size of a file of llama2.c", async () => {
      const engine = await loadEngine({ build });
      const [width, inner, vocabulary, positions] = [128, 8, 8, 2 ** 23];
      const header = new Int32Array([width, inner, 1, 1, 1, vocabulary, positions]);
      const numbers = vocabulary * width + 3 * width + 4 * width ** 2 + 3 * width * inner;
      const short = new Blob([header, new Float32Array(numbers)]);
      await assert.rejects(engine.loadModel({ weights: short }), (/** @type {any} */ { key, fields }) => {
        const bytes = 28 + 4 * numbers;
        assert.deepEqual([key, fields], ["llama2c_size", { got: bytes, expected: bytes + 2 ** 32 }]);
        return true;
      });
      engine.dispose();
    });

    test("a file of llama2.c needs no config and gives the same logits", async () => {
      const engine = await loadEngine({ build });
      const model = await engine.loadModel({ weights: llama2c() });
      assert.deepEqual(model.config.position.layout, "interleaved");
      assert.ok(difference(model, "llama-tiny") < tolerance, `${difference(model, "llama-tiny")}`);
      const wrong = await engine.loadModel({ weights: llama2c(["q_proj"]) });
      assert.ok(difference(wrong, "llama-tiny") > 1, "keys that were not reordered would pass");
      await assert.rejects(engine.loadModel({ weights: llama2c(), config: json("llama-tiny/config.json") }), {
        code: "invalid_argument",
      });
      engine.dispose();
      const lessons = await loadEngine({ build, checkpoints: false });
      await assert.rejects(lessons.loadModel({ weights: llama2c() }), { code: "unsupported", message: /loadEngine\(/ });
      assert.equal(lessons.liveHandles, 0);
      lessons.dispose();
    });
  });
