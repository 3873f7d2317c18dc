// Files of llama2.c as readers drop them: told by the sizes that they begin with, and whole without a config.json.
import assert from "node:assert/strict";
import test from "node:test";

import { CheckpointFiles } from "../../web/elements/checkpoint-files.js";
import * as figure from "../../web/figures/checkpoint.js";
import { textOf } from "./figures-support.js";

const file = (/** @type {string} */ name, content = "x") => new File([content], name);
const config = file("config.json", JSON.stringify({ model_type: "gpt2", n_layer: 2 }));
const tokenizer = file("tokenizer.json", JSON.stringify({ model: { type: "BPE", vocab: {}, merges: [] } }));
const weights = file("model.safetensors");
const text = textOf(figure);

/** @param {File[]} all */
async function taken(...all) {
  const files = new CheckpointFiles();
  const notes = await files.take(all);
  return { files, said: notes.map(({ key, fields }) => text(`files.refused.${key}`, fields)) };
}

/** The seven numbers that begin stories260K.bin, with some of them changed. @param {Record<number, number>} [changes] */
const llama2c = (changes = {}) =>
  new File([Int32Array.from(Object.assign([64, 172, 5, 8, 4, 512, 512], changes)), "and more"], "stories260K.bin");

test("a .bin file that does not begin with a model's sizes is refused as none of llama2.c, and what was there stays", async () => {
  const refused = ["stories260K.bin was not taken: it is no file of llama2.c, or a damaged one. The first numbers in it are not the sizes of a model."]; // prettier-ignore
  // Sizes are above zero and within reason; heads share the width, and groups of them the keys.
  for (const changes of [{ 0: 0 }, { 1: -172 }, { 2: 4096 }, { 3: 7 }, { 4: 3 }, { 5: 2 ** 24 }, { 6: 0x7fffffff }]) {
    const { files, said } = await taken(weights, llama2c(changes));
    assert.deepEqual([said, files.modelOptions().weights], [refused, weights], JSON.stringify(changes));
  }
  assert.deepEqual((await taken(new File([llama2c().slice(0, 27)], "stories260K.bin"))).said, refused);
  // A head of its own is written as a minus; later versions of the format are told by the engine.
  for (const changes of [{}, { 5: -512 }, { 0: 0x616b3432, 1: 1, 2: -1 }])
    assert.deepEqual((await taken(llama2c(changes))).said, []);
});

test("files of llama2.c bring their own config, and a tokenizer of their own", async () => {
  const { files } = await taken(llama2c(), file("tok512.bin", "\u0007\u0000\u0000\u0000 and more"));
  assert.ok(files.ready);
  assert.equal(files.modelOptions().config, undefined);
  assert.ok(files.tokenizerOptions().tokenizerBin instanceof Uint8Array);
  // What another format's files say is not said of these weights.
  await files.take([config, tokenizer]);
  files.remove("tok512.bin");
  assert.deepEqual([files.modelOptions().config, files.config, files.tokenizerOptions()], [undefined, undefined, null]);
  assert.equal(files.wordless()[0].key, "words");
  await files.take([weights]);
  assert.equal(files.config.model_type, "gpt2");
  assert.deepEqual(Object.keys(files.tokenizerOptions()), ["tokenizerJson"]);
});
