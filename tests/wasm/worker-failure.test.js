// A worker that breaks: while it starts, and later. The package is copied, and its worker made to break on request.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const built = fileURLToPath(new URL("../../build/package", import.meta.url));
const endless = {
  model_type: "gpt2",
  n_layer: 1,
  n_head: 2,
  n_embd: 8,
  n_positions: 16,
  vocab_size: 11,
  position: { kind: "alibi" },
};
const forever = { max_new_tokens: 1e6 };

/** Put before a worker: counts its starts, breaks at once where the file "broken" is there, and on hearing "break now". */
const breakable = `
import { parentPort as port } from "node:worker_threads";
import { appendFileSync, existsSync } from "node:fs";
appendFileSync(new URL("./starts", import.meta.url), "x");
const broken = existsSync(new URL("./broken", import.meta.url));
if (broken) setTimeout(() => { throw new Error("broken inside"); }, 50);
port.on("message", (message) => {
  if (JSON.stringify(message).includes("break now")) setImmediate(() => { throw new Error("broken later"); });
});
`;

/** Breaks the worker, and sees to it that a call under way is told, by the right name: nobody has aborted it. */
async function breakWorker(/** @type {any} */ engine) {
  const model = await engine.createModel(endless);
  const lost = assert.rejects(model.generate([1], forever), { code: "disposed", key: "worker_ended" });
  await engine.misconceptions("break now").catch(() => {}); // the answer may still get out
  await lost;
  return model;
}

// A call that hangs fails by this limit.
describe("a worker that breaks", { timeout: 60_000 }, () => {
  let copy = "";
  const file = (/** @type {string} */ name) => join(copy, name);
  const load = async () => (await import(pathToFileURL(file("index.js")).href)).loadEngineInWorker({ build: "simd" });
  const starts = () => readFileSync(file("starts"), "utf8").length;
  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), "whereabouts worker "));
    cpSync(built, copy, { recursive: true });
    writeFileSync(file("worker.js"), breakable + readFileSync(file("worker.js"), "utf8"));
  });
  afterEach(() => rmSync(copy, { recursive: true }));

  test("after it could hear, but before the engine is there: loading fails by name, once", async () => {
    const silent = 'import { parentPort } from "node:worker_threads"; parentPort.postMessage("up");';
    writeFileSync(file("worker.js"), breakable + silent);
    writeFileSync(file("broken"), "");
    await assert.rejects(load(), { name: "WhereaboutsError", code: "unsupported", message: /worker.*broken inside/ });
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(starts(), 1);
  });

  test("before it can hear, or by ending without a word: loading fails by name", async () => {
    for (const [source, key] of [
      ['throw new Error("broken at once")', "no_worker"],
      ["", "no_worker_unsaid"],
    ]) {
      writeFileSync(file("worker.js"), source);
      await assert.rejects(load(), { name: "WhereaboutsError", code: "unsupported", key });
    }
  });

  test("with a file that does not answer: who stops waiting is told at once, and the worker goes on", async () => {
    const sleeping = `
const { slice } = Blob.prototype;
let reads = 0;
Blob.prototype.slice = function (...range) {
  return ++reads > 3 ? { arrayBuffer: () => new Promise(() => {}) } : slice.apply(this, range);
};
`;
    writeFileSync(file("worker.js"), sleeping + readFileSync(file("worker.js"), "utf8"));
    const engine = await load();
    const model = await engine.createModel(endless);
    const weights = new Blob([await model.toSafetensors()]);
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    const loading = engine.loadModel({ weights, config: endless, signal: controller.signal, onProgress });
    await assert.rejects(loading, { code: "aborted" });
    assert.deepEqual((await model.run([1])).logits.shape, [1, 11], "what it held is still there");
    assert.equal(await engine.liveHandles(), 1);
    assert.equal(starts(), 1);
    await engine.dispose();
  });

  test("while calls are under way: they are told so, and the next call gets another worker", async () => {
    const engine = await load();
    const model = await breakWorker(engine);
    await assert.rejects(model.run([1]), { code: "disposed", key: "worker_ended" });
    assert.equal(starts(), 1, "nobody has asked for another yet");
    assert.equal((await engine.alibiSlopes(8)).length, 8);
    assert.equal(await engine.liveHandles(), 0);
    assert.equal(starts(), 2);
    await engine.dispose();
  });

  test("where another cannot start either: the call says so, and a later one tries again", async () => {
    const engine = await load();
    const whole = readFileSync(file("worker.js"), "utf8");
    await breakWorker(engine);
    writeFileSync(file("worker.js"), 'throw new Error("still broken")');
    for (let i = 0; i < 2; ++i)
      await assert.rejects(engine.alibiSlopes(8), { code: "unsupported", message: /still broken/ });
    writeFileSync(file("worker.js"), whole);
    assert.equal((await engine.alibiSlopes(8)).length, 8);
    await engine.dispose();
    await assert.rejects(engine.alibiSlopes(8), { code: "disposed", key: "engine_disposed" });
  });

  test("disposed of while another starts: the call that waits for it is told so", async () => {
    const engine = await load();
    await breakWorker(engine);
    const waiting = assert.rejects(engine.alibiSlopes(8), { code: "disposed", key: "engine_disposed" });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await engine.dispose();
    await waiting;
  });
});
