// Tensors that a config leaves aside: said where they are layers, or parts, of a deeper model; not where they are what some versions of
// transformers save beside the weights.
import assert from "node:assert/strict";
import test from "node:test";

import { CheckpointFiles } from "../../web/elements/checkpoint-files.js";
import { openCheckpoint } from "../../web/elements/checkpoint-model.js";
import { unusedTensors } from "../../web/elements/unused-tensors.js";
import { shards } from "./checkpoint-shards.js";
import { golden, text, texts } from "./checkpoint-support.js";
import { engine } from "./figures-support.js";

const weights = golden("gpt2-tiny/model.noprefix-with-buffers.safetensors");
const configOf = (/** @type {string} */ folder) => JSON.parse(Buffer.from(golden(`${folder}/config.json`)).toString());

/** @param {File[]} files @param {any} config @returns {Promise<string[]>} what is doubted of the model that they make */
async function doubtsOf(files, config) {
  const held = new CheckpointFiles();
  assert.deepEqual(await held.take([...files, new File([JSON.stringify(config)], "config.json")]), []);
  const { specimen, doubts } = await openCheckpoint(engine, held, { id: "own 1", text, texts });
  await specimen.dispose();
  return doubts;
}

test("a config of fewer layers than the file has is told, with how much it leaves aside", async () => {
  const config = configOf("gpt2-tiny");
  const whole = [new File([weights], "model.safetensors")];
  assert.deepEqual(await doubtsOf(whole, config), []);
  const said = (/** @type {string} */ first) => [`model.safetensors holds 12 tensors that config.json does not use, the first of them ${first}: this may be the configuration of another model.`]; // prettier-ignore
  const [doubt, ...others] = await doubtsOf(whole, { ...config, n_layer: config.n_layer - 1 });
  const first = /h\.\d+\.[\w.]+(?=:)/.exec(doubt)?.[0] ?? "";
  assert.ok(first.startsWith(`h.${config.n_layer - 1}.`), doubt);
  assert.deepEqual([[doubt], others], [said(first), []]);
  // In several files they are counted together.
  const { index, parts } = shards(weights);
  const [sharded] = await doubtsOf([...parts, index], { ...config, n_layer: config.n_layer - 1 });
  assert.match(sharded, /^model\.safetensors holds 12 tensors that config\.json does not use, the first of them h\./);
});

test("what is saved beside the weights in every family is nothing that a config leaves aside", async () => {
  for (const [folder, name] of [
    ["families/gpt-neox-tiny", "model"],
    ["families/gptj-tiny", "model"],
    ["families/llama-tiny", "model"],
    ["families/qwen2-tiny", "model"],
  ]) {
    const file = new File([golden(`${folder}/${name}.safetensors`)], "model.safetensors");
    assert.deepEqual(await doubtsOf([file], configOf(folder)), [], folder);
  }
  const header = (/** @type {string[]} */ ...names) => {
    const written = new TextEncoder().encode(JSON.stringify(Object.fromEntries([["__metadata__", {}], ...names.map((each) => [each, {}])]))); // prettier-ignore
    return new Blob([BigUint64Array.of(BigInt(written.length)), written, "weights"]);
  };
  const named = (/** @type {boolean} */ tied, /** @type {string[]} */ ...names) => unusedTensors([header(...names)], { parameters: ["h.0.attn.c_attn.bias", "model.norm.weight"], tied }); // prettier-ignore
  const beside = ["h.0.attn.bias", "transformer.h.0.attn.masked_bias", "gpt_neox.layers.0.attention.bias", "layers.1.attention.rotary_emb.inv_freq"]; // prettier-ignore
  assert.deepEqual(await named(true, ...beside, "transformer.h.0.attn.c_attn.bias", "norm.weight", "lm_head.weight"), []); // prettier-ignore
  const left = ["h.1.attn.c_attn.bias", "h.0.attn.bias2", "lm_head.weight", "inv_freq"];
  assert.deepEqual(await named(false, ...left), left);
});
