// Checkpoints of several files through the package: the numbers of the single file, and what is wrong with a file by its name.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";

import { loadEngine, loadEngineInWorker } from "../../build/package/index.js";

const golden = new URL("../golden/gpt2-tiny/", import.meta.url);
const config = JSON.parse(readFileSync(new URL("config.json", golden), "utf8"));
const whole = readFileSync(new URL("model.noprefix-with-buffers.safetensors", golden));
const tokens = JSON.parse(readFileSync(new URL("golden.json", golden), "utf8")).input_ids[0];

/** The file's tensors dealt out to three files, and the index that says so. */
function dealt() {
  const length = Number(whole.readBigUInt64LE(0));
  const header = JSON.parse(whole.subarray(8, 8 + length).toString());
  delete header.__metadata__;
  const names = [1, 2, 3].map((i) => `model-0000${i}-of-00003.safetensors`);
  /** @type {Record<string, string>} */
  const weight_map = {};
  const files = names.map((name, hand) => {
    /** @type {Record<string, any>} */
    const own = {};
    /** @type {Buffer[]} */
    const parts = [];
    let place = 0;
    Object.entries(header).forEach(([tensor, entry], i) => {
      if (i % 3 !== hand) return;
      const [from, to] = entry.data_offsets;
      parts.push(whole.subarray(8 + length + from, 8 + length + to));
      own[tensor] = { ...entry, data_offsets: [place, place + to - from] };
      place += to - from;
      weight_map[tensor] = name;
    });
    const text = Buffer.from(JSON.stringify(own));
    const size = Buffer.alloc(8);
    size.writeBigUInt64LE(BigInt(text.length));
    return new File([size, text, ...parts], name);
  });
  return { files, index: { metadata: {}, weight_map } };
}

for (const build of /** @type {const} */ (["relaxed-simd", "simd", "scalar"]))
  describe(build, () => {
    test("three files give the bits of the one, with and without an index", async () => {
      const engine = await loadEngine({ build });
      const { files, index } = dealt();
      const expected = (await engine.loadModel({ weights: whole, config })).run(tokens).logits.data;
      /** @type {any[]} */
      const seen = [];
      const onProgress = (/** @type {any} */ progress) => seen.push(progress);
      for (const options of [{ index, onProgress }, {}]) {
        const model = await engine.loadModel({ weights: [files[2], files[0], files[1]], config, ...options });
        assert.deepEqual(model.run(tokens).logits.data, expected);
      }
      assert.ok(seen.length > 0 && seen.every(({ done, total }) => done < total), JSON.stringify(seen));
      engine.dispose();
    });

    test("a fault in one file is said of that file", async () => {
      const engine = await loadEngine({ build });
      const { files, index } = dealt();
      const refused = (/** @type {any} */ options, /** @type {RegExp} */ message) =>
        assert.rejects(engine.loadModel({ config, ...options }), (/** @type {any} */ error) => {
          assert.equal(error.code, "malformed_file", error.message);
          assert.match(error.message, message);
          return true;
        });
      await refused({ weights: files.slice(0, 2), index }, /model-00003-of-00003\.safetensors, which is not among/);
      const cut = new File([files[1].slice(0, files[1].size - 10)], files[1].name);
      await refused(
        { weights: [files[0], cut, files[2]], index },
        /^model-00002-of-00003\.safetensors: The file is cut off/,
      );
      await refused({ weights: [files[0], files[1]] }, /no tensor/);
      await refused({ weights: files, index: { weight_map: { a: 5 } } }, /"a" is 5/);
      await refused({ weights: [whole, ...files] }, /one of them too many/);
      assert.equal(engine.liveHandles, 0);
      engine.dispose();
    });
  });

test("in a worker, and stopped between two slices", async () => {
  const { files, index } = dealt();
  const there = await loadEngineInWorker();
  const model = await there.loadModel({ weights: files, index, config });
  assert.equal((await model.run(tokens)).logits.shape[0], tokens.length);
  await there.dispose();
  const engine = await loadEngine();
  const controller = new AbortController();
  const onProgress = () => controller.abort();
  const stopped = engine.loadModel({ weights: files, index, config, signal: controller.signal, onProgress });
  await assert.rejects(stopped, { code: "aborted" });
  assert.equal(engine.liveHandles, 0);
  engine.dispose();
});

test("a file that can no longer be read, or is not answered for", async () => {
  class Gone extends File {
    /** @returns {any} */
    slice() {
      return { arrayBuffer: () => Promise.reject(new Error("NotReadableError")) };
    }
  }
  const gone = new Gone([whole], "gone.safetensors");
  for (const checkpoints of [true, false]) {
    const engine = await loadEngine({ checkpoints });
    for (const weights of checkpoints ? [gone, [gone]] : [gone])
      await assert.rejects(engine.loadModel({ weights, config }), {
        code: "malformed_file",
        message: /^gone\.safetensors was changed or taken away/,
      });
    // A drive that sleeps: whoever does not want to wait for it can stop, at the first byte and later.
    for (const answered of [0, 3]) {
      const controller = new AbortController();
      let asked = 0;
      class Sleeping extends File {
        /** @param {number} start @param {number} end @returns {any} */
        slice(start, end) {
          if (asked++ < answered) return super.slice(start, end);
          setTimeout(() => controller.abort());
          return { arrayBuffer: () => new Promise(() => {}) };
        }
      }
      const weights = new Sleeping([whole], "sleeping.safetensors");
      const options = { weights, config, signal: controller.signal };
      if (!checkpoints && answered > 0) continue; // it reads so small a file at once
      await assert.rejects(engine.loadModel(options), { code: "aborted" });
      assert.equal(asked, answered + 1);
    }
    assert.equal(engine.liveHandles, 0);
    engine.dispose();
  }
});
