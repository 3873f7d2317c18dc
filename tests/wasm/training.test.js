// Gradients and AdamW of the tiny GPT-2 of tests/golden through the package, on every build, against the field's reference in
// double precision; and what the builds say to each other.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";

import { loadEngine } from "../../build/package/index.js";
import { drawnBatch } from "./training.js";

const builds = /** @type {const} */ (["relaxed-simd", "simd", "scalar"]);
const golden = new URL("../golden/gpt2-tiny/", import.meta.url);
const read = (/** @type {string} */ name) => readFileSync(new URL(name, golden));
const json = (/** @type {string} */ name) => JSON.parse(read(name).toString());

/** The float32 tensors of a file, read without the engine. */
function tensors(/** @type {Buffer} */ file) {
  const length = Number(file.readBigUInt64LE(0));
  const header = JSON.parse(file.subarray(8, 8 + length).toString());
  const entries = Object.entries(header).filter(([name]) => name !== "__metadata__");
  return Object.fromEntries(
    entries.map(([name, { data_offsets }]) => {
      const start = file.byteOffset + 8 + length;
      return [name, new Float32Array(file.buffer.slice(start + data_offsets[0], start + data_offsets[1]))];
    }),
  );
}

const config = json("config.json");
const { input_ids: sequences } = json("golden.json");
const training = json("golden.training.json");
const gradients = tensors(read("golden.gradients.safetensors"));

/** Every next token of both rows is a target, as in the reference. */
const batch = {
  tokens: { data: sequences.flat(), shape: [sequences.length, sequences[0].length] },
  targets: {
    data: sequences.flatMap((/** @type {number[]} */ row) => [...row.slice(1), -1]),
    shape: [sequences.length, sequences[0].length],
  },
};

/** |a - b| / |b|, both as vectors. */
function distance(/** @type {ArrayLike<number>} */ a, /** @type {ArrayLike<number>} */ b) {
  assert.equal(a.length, b.length);
  const off = Array.from(a, (value, i) => value - b[i]);
  return Math.hypot(...off) / Math.hypot(...Array.from(b));
}

/** The reference's gradient of a parameter; a parameter that takes no part in this encoding has none. */
const reference = (/** @type {string} */ encoding, /** @type {string} */ name) => gradients[`${encoding}.${name}`];

for (const build of builds)
  describe(build, () => {
    const load = async () => {
      const engine = await loadEngine({ build });
      return engine.loadModel({ weights: read("model.noprefix-with-buffers.safetensors"), config });
    };

    test("gradients are the reference's", async () => {
      const model = await load();
      const { loss, gradient_norm, gradients: got } = model.gradients(batch);
      assert.ok(Math.abs(loss - training.learned.loss) < 1e-5, `loss ${loss}`);
      assert.ok(Math.abs(gradient_norm - training.learned.gradient_norm) < 1e-4, `norm ${gradient_norm}`);
      let compared = 0;
      for (const [name, { data }] of Object.entries(got)) {
        const far = distance(data, reference("learned", name));
        assert.ok(far < 1e-4, `${name}: ${far}`);
        compared++;
      }
      assert.equal(compared, Object.keys(gradients).filter((name) => name.startsWith("learned.")).length);
      // The tolerance is worth something: RoPE's gradients on the same weights are farther than it by far.
      model.setPosition({ kind: "rope", layout: "half" });
      const turned = model.gradients(batch);
      assert.ok(Math.abs(turned.loss - training["rope-half"].loss) < 1e-5, `loss ${turned.loss}`);
      assert.ok(Math.abs(turned.gradient_norm - training["rope-half"].gradient_norm) < 1e-4, "norm under RoPE");
      for (const [name, { data }] of Object.entries(turned.gradients)) {
        const expected = reference("rope-half", name);
        if (expected === undefined)
          assert.ok(
            data.every((value) => value === 0),
            `${name} takes no part`,
          );
        else assert.ok(distance(data, expected) < 1e-4, `${name} under RoPE: ${distance(data, expected)}`);
      }
      const name = "h.0.attn.c_attn.weight";
      assert.ok(distance(turned.gradients[name].data, reference("learned", name)) > 0.1, "RoPE is told from a table");
    });

    test("three steps of AdamW end at the reference's weights", async () => {
      const model = await load();
      const { learning_rate, betas, eps, weight_decay, clip, steps } = training.adamw_3_steps;
      const trainer = model.createTrainer({ learning_rate, betas, eps, weight_decay, gradient_clip: clip });
      for (const [i, expected] of steps.entries()) {
        const { loss, gradient_norm, step } = trainer.step(batch);
        assert.equal(step, i + 1);
        assert.ok(Math.abs(loss - expected.loss) < 1e-4, `loss of step ${step}: ${loss}, not ${expected.loss}`);
        assert.ok(Math.abs(gradient_norm - expected.gradient_norm) < 1e-3, `norm of step ${step}: ${gradient_norm}`);
      }
      const before = tensors(read("model.noprefix-with-buffers.safetensors"));
      for (const { name } of model.parameters()) {
        const moved = Array.from(gradients[`after3.${name}`], (value, i) => value - before[name][i]);
        const got = Array.from(model.readParameter(name).data, (value, i) => value - before[name][i]);
        // Softmax undoes what is added to all keys, so that the keys' bias has no gradient but rounding, of which AdamW makes
        // whole steps. Elsewhere too a gradient may be nearly 0: 1 % of the whole way allows some of those.
        const told = (/** @type {number[]} */ values) =>
          name.endsWith("c_attn.bias") ? values.filter((_, i) => Math.floor(i / config.n_embd) !== 1) : values;
        const far = distance(told(got), told(moved));
        assert.ok(far < 0.01, `${name}: ${far} of the way`);
      }
    });
  });

test("all builds agree to rounding, over twenty steps of every encoding", async () => {
  const engines = await Promise.all(builds.map((build) => loadEngine({ build })));
  const tiny = /** @type {const} */ ({
    model_type: "gpt2",
    n_layer: 2,
    n_head: 2,
    n_embd: 16,
    n_positions: 16,
    vocab_size: 13,
  });
  for (const { kind } of engines[0].encodings()) {
    const runs = engines.map((engine) => {
      const model = engine.createModel({ ...tiny, position: { kind } }, { seed: 9 });
      const trainer = model.createTrainer({ learning_rate: 0.003, warmup_steps: 5 });
      const losses = Array.from({ length: 20 }, () => trainer.step(drawnBatch(4, 9, 13)).loss);
      model.dispose();
      return losses;
    });
    for (const losses of runs)
      for (const [i, loss] of losses.entries())
        assert.ok(
          Math.abs(loss - runs[0][i]) < 1e-4 * runs[0][i],
          `${kind}, step ${i + 1}: ${loss}, not ${runs[0][i]}`,
        );
    assert.ok(runs[0][19] < 0.9 * runs[0][0], `${kind}: nothing was learned`);
  }
});
