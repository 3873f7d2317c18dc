// Shards whose names are not those that most publish: an index says which files belong together, whatever they are called.
import assert from "node:assert/strict";
import test from "node:test";

import { CheckpointFiles } from "../../web/elements/checkpoint-files.js";
import { filesOf } from "../../web/elements/kept-names.js";

const file = (/** @type {string} */ name) => new File(["x"], name);
const config = new File(['{"model_type":"gpt2"}'], "config.json");
/** @param {string[]} names */
const indexOf = (...names) => new File([JSON.stringify({ weight_map: Object.fromEntries(names.map((name, at) => [`t${at}`, name])) })], "model.safetensors.index.json"); // prettier-ignore

/** @param {File[]} all */
async function taken(...all) {
  const files = new CheckpointFiles();
  assert.deepEqual(await files.take(all), []);
  return files;
}

const loaded = (/** @type {CheckpointFiles} */ files) => files.modelOptions().weights.map(({ name }) => name).sort(); // prettier-ignore

/** @template T @param {T[]} all @returns {T[][]} in every order */
const orders = (all) =>
  all.length < 2 ? [all] : all.flatMap((each) => orders(all.filter((other) => other !== each)).map((rest) => [each, ...rest])); // prettier-ignore

test("files that an index lists are shards under any name, in any order of dropping", async () => {
  for (const all of orders([
    file("a.safetensors"),
    file("b.safetensors"),
    indexOf("a.safetensors", "b.safetensors"),
    config,
  ])) {
    const files = await taken(...all);
    assert.deepEqual([files.missing(), files.title], [[], "model.safetensors"]);
    assert.deepEqual(loaded(files), ["a.safetensors", "b.safetensors"]);
    assert.deepEqual(Object.keys(files.modelOptions()), ["weights", "index", "config"]);
  }
  // One of the two waits for the other.
  const early = await taken(config, file("b.safetensors"), indexOf("a.safetensors", "b.safetensors"));
  assert.deepEqual(early.missing(), [{ key: "shard", fields: { names: "a.safetensors", count: 1 } }]);
});

test("without an index that lists them the last file of weights counts, and what it replaced does not come back", async () => {
  const [a, b] = [file("a.safetensors"), file("b.safetensors")];
  const files = await taken(config, a, b);
  assert.equal(files.modelOptions().weights, b);
  await files.take([indexOf("c.safetensors", "d.safetensors")]);
  assert.equal(files.modelOptions().weights, b);
  await files.take([indexOf("a.safetensors", "b.safetensors")]);
  assert.deepEqual(loaded(files), ["a.safetensors", "b.safetensors"]);
  files.remove("model.safetensors.index.json");
  assert.deepEqual(files.weights.map(({ name }) => name), ["b.safetensors"]); // prettier-ignore
  files.remove("b.safetensors");
  assert.deepEqual([files.weights, files.ready], [[], false]);
  files.clear();
  await files.take([indexOf("a.safetensors", "b.safetensors"), config]);
  assert.deepEqual(files.missing(), [
    {
      key: "shards",
      fields: { names: "a.safetensors, b.safetensors", count: 2 },
    },
  ]);
});

test("names in capitals are the same names, and stand for what the index calls them", async () => {
  const names = [1, 2].map((n) => `model-0000${n}-of-00002.safetensors`);
  const shards = names.map((name) => file(name.toUpperCase()));
  for (const all of orders([...shards, indexOf(...names), config])) {
    const files = await taken(...all);
    assert.deepEqual([files.missing(), loaded(files)], [[], names]);
    // All of them are kept, under the names that the reader's files have.
    assert.deepEqual(filesOf(files).filter(({ name }) => /safetensors$/i.test(name)).sort((x, y) => x.name.localeCompare(y.name)), shards); // prettier-ignore
  }
  // Where an index has both, each is its own.
  const both = await taken(
    config,
    file("A.safetensors"),
    indexOf("A.safetensors", "a.safetensors"),
    file("a.safetensors"),
  );
  assert.deepEqual(loaded(both), ["A.safetensors", "a.safetensors"]);
});
