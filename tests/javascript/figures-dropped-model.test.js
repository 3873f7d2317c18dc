// A reader's own model: checked before anything makes room for it, and put away where it cannot be shown.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { isConfigFault, openDroppedModel } from "../../web/elements/dropped-model.js";
import * as sum from "../../web/figures/token-plus-position.js";
import { engine, textOf } from "./figures-support.js";

const golden = (/** @type {string} */ name) => readFileSync(new URL(`../golden/gpt2-tiny/${name}`, import.meta.url));
const goldenConfig = JSON.parse(golden("config.json").toString());

/** Opens the golden weights under a changed config, counting the models that are loaded and not disposed of. */
async function open(changes = {}, breakRun = false) {
  let alive = 0;
  const counting = {
    allclose: engine.allclose.bind(engine),
    async loadModel(/** @type {any} */ files) {
      const model = await engine.loadModel(files);
      alive += 1;
      const own = {
        dispose: () => ((alive -= 1), model.dispose()),
        run: () => Promise.reject(new Error("no such run")),
      };
      return new Proxy(model, {
        get(target, name) {
          // A worker's model is asked for its properties by a call.
          if (name === "parameterCount") return () => Promise.resolve(target.parameterCount);
          if (name === "dispose" || (name === "run" && breakRun)) return own[/** @type {"run"} */ (name)];
          return typeof target[name] === "function" ? target[name].bind(target) : target[name];
        },
      });
    },
  };
  const weights = new Uint8Array(golden("model.noprefix-with-buffers.safetensors"));
  const config = { ...goldenConfig, ...changes };
  const opening = openDroppedModel(counting, { weights, config }, textOf(sum));
  const outcome = await opening.then(
    (opened) => ({ opened }),
    (error) => ({ message: error.message }),
  );
  return { ...outcome, alive };
}

test("a GPT-2 with a learned table is opened with its sizes and a first text that has passed the check", async () => {
  const { opened, alive, message } = await open();
  assert.equal(message, undefined);
  assert.equal(alive, 1);
  assert.deepEqual(opened.sizes, { vocab_size: 97, n_positions: 64, n_embd: 48 });
  assert.ok(opened.parameterCount > 97 * 48 + 64 * 48);
  assert.deepEqual(opened.ids, [0, 1, 2, 3]);
  assert.deepEqual(opened.rows.map(({ passed }) => passed), [true, true, true, true]); // prettier-ignore
  opened.model.dispose();
});

test("a model without the learned table is refused in a sentence and disposed of", async () => {
  for (const kind of ["rope", "sinusoidal", "none"]) {
    const { opened, message, alive } = await open({ position: { kind } });
    assert.equal(opened, undefined);
    assert.match(message, /^Its position encoding is not a learned table/);
    assert.equal(alive, 0, kind);
  }
});

test("a model that fails the first run is disposed of", async () => {
  const { message, alive } = await open({}, true);
  assert.equal(message, "no such run");
  assert.equal(alive, 0);
});

test("a fault of the configuration is told from one of the weights", async () => {
  const weights = new Uint8Array(golden("model.noprefix-with-buffers.safetensors"));
  const fault = (/** @type {any} */ changes, bytes = weights) =>
    engine.loadModel({ weights: bytes, config: { ...goldenConfig, ...changes } }).then(
      () => assert.fail("this was taken"),
      (/** @type {any} */ error) => isConfigFault(error),
    );
  for (const changes of [{ model_type: "llama" }, { n_head: 5 }, { n_layer: "2" }, { position: { kind: "other" } }])
    assert.equal(await fault(changes), true, JSON.stringify(changes));
  assert.equal(await fault({}, weights.slice(0, 3000)), false);
  assert.equal(await fault({}, new Uint8Array(40)), false);
});
