// The engine in a worker: the same answers, progress and stopping across it, and a worker that does not answer.
import { assert, close, equal, failure } from "./assert.js";

const gpt2 = { model_type: "gpt2", n_layer: 2, n_head: 2, n_embd: 8, n_positions: 16, vocab_size: 11 };
const endless = { ...gpt2, position: { kind: "alibi" } };

/** A promise that must settle within some seconds. */
async function inTime(promise, what) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`${what} hangs`)), 10_000)));
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Each check takes the package and a build. */
export const workerChecks = {
  "the same interface and the same answers": async ({ loadEngine, loadEngineInWorker }, build) => {
    const [here, there] = [await loadEngine({ build }), await loadEngineInWorker({ build })];
    const prototype = Object.getPrototypeOf(here);
    for (const name of [...Object.getOwnPropertyNames(prototype), "build", "lang"])
      if (name !== "constructor") assert(typeof there[name] === "function", `${name} is missing in the worker`);
    equal(await there.build(), here.build, "build");
    const options = { kind: "sinusoidal", width: 8, positions: [0, 1, 2] };
    const { data } = await there.positionTable(options);
    assert(data instanceof Float32Array && data.buffer.byteLength === 96, "a posted result is a copy of its own size");
    equal(data, here.positionTable(options).data, "table");
    const [a, b] = [here.createModel(gpt2, { seed: 4 }), await there.createModel(gpt2, { seed: 4 })];
    for (const name of [...Object.getOwnPropertyNames(Object.getPrototypeOf(a))])
      if (name !== "constructor") assert(typeof b[name] === "function", `model.${name} is missing in the worker`);
    equal(await b.config(), a.config, "config");
    equal((await b.run([1, 2, 3])).logits, a.run([1, 2, 3]).logits, "logits");
    const file = await b.toSafetensors();
    const c = await there.loadModel({ weights: new Blob([file]), config: await b.config() });
    equal((await c.run([1, 2, 3])).logits, a.run([1, 2, 3]).logits, "a model from a posted file");
    const instance = await there.createInstance("rope_score", { seed: 3 });
    equal(
      await there.grade(instance, (await there.solution(instance)).answer),
      here.grade(instance, here.solution(instance).answer),
      "grade",
    );
    await b.dispose();
    await c.dispose();
    equal(await there.liveHandles(), 0, "handles in the worker");
    equal((await failure(() => b.run([1]), "a disposed model")).code, "disposed", "a disposed model");
    here.dispose();
    await there.dispose();
    await there.dispose();
    equal((await failure(() => there.encodings(), "a disposed engine")).code, "disposed", "a disposed engine");
  },

  "errors and progress cross it in order": async ({ loadEngineInWorker, WhereaboutsError }, build) => {
    const engine = await loadEngineInWorker({ build });
    const error = await failure(() => engine.alibiSlopes(-1), "alibiSlopes(-1)");
    assert(
      error instanceof WhereaboutsError && error.code === "out_of_range" && error.message.includes("n_head"),
      error.message,
    );
    for (let i = 0; i < 300; ++i) await failure(() => engine.alibiSlopes(-i), "one of many errors");
    const model = await engine.createModel(gpt2);
    const events = [];
    const result = await model.perplexity([1, 2, 3, 4, 5, 6, 7, 8], {
      window: 4,
      stride: 1,
      onProgress: ({ done, total }) => events.push(done / total),
    });
    events.push("end");
    equal(events.slice(-2), [1, "end"], "progress comes before the result");
    equal(result.count, 7, "count");
    const seen = [];
    const drawn = await model.generate([1], { max_new_tokens: 9, seed: 2, onToken: (token) => seen.push(token) });
    equal([...drawn], seen, "tokens");
    const own = new Error("from the page");
    const thrown = await model
      .generate([1], {
        max_new_tokens: 9,
        onToken: () => {
          throw own;
        },
      })
      .catch((reason) => reason);
    assert(thrown === own, `what a callback throws comes through: ${thrown}`);
    await engine.dispose();
  },

  "aborting keeps every model": async ({ loadEngineInWorker }, build) => {
    const engine = await loadEngineInWorker({ build });
    const model = await engine.createModel(endless);
    const controller = new AbortController();
    const running = failure(
      () => model.generate([1], { max_new_tokens: 1e6, signal: controller.signal, onToken: () => controller.abort() }),
      "aborted on the way",
    );
    equal((await running).code, "aborted", "aborted on the way");
    equal((await model.run([1, 2])).logits.shape, [2, 11], "the model afterwards");
    equal(
      (await failure(() => model.generate([1], { max_new_tokens: 5, signal: AbortSignal.abort() }), "aborted before"))
        .code,
      "aborted",
      "aborted before",
    );
    equal(await engine.liveHandles(), 1, "the job ended");
    await engine.dispose();
  },

  "what happens right after a call is not missed": async ({ loadEngineInWorker }, build) => {
    const engine = await loadEngineInWorker({ build });
    const model = await engine.createModel(endless);
    const controller = new AbortController();
    const aborted = failure(
      () => model.generate([1], { max_new_tokens: 1e6, signal: controller.signal }),
      "aborted at once",
    );
    controller.abort();
    equal((await inTime(aborted, "a call aborted at once")).code, "aborted", "a call aborted at once");
    const calls = [() => engine.encodings(), () => model.config(), () => model.generate([1], { max_new_tokens: 1e6 })];
    const running = calls.map((call) => failure(call, "disposed of at once"));
    const disposal = engine.dispose();
    for (const call of running)
      equal((await inTime(call, "a call before dispose")).key, "engine_disposed", "a call before dispose");
    await disposal;
  },

  "a worker silent for two seconds is ended and started anew": async ({ loadEngineInWorker }, build) => {
    const engine = await loadEngineInWorker({ build });
    // run is no sliced work: over a long sequence it keeps the worker deaf for far longer than two seconds.
    const model = await engine.createModel({ ...endless, n_layer: 8, n_embd: 128, vocab_size: 8 });
    const deaf = failure(() => model.run(new Int32Array(12000)), "the call that keeps it busy");
    const controller = new AbortController();
    const other = failure(() => model.perplexity([1, 2, 3], { window: 3, signal: controller.signal }), "a deaf worker");
    const start = performance.now();
    setTimeout(() => controller.abort(), 200);
    equal((await other).code, "aborted", "the call");
    const lost = await deaf;
    equal([lost.code, lost.key], ["disposed", "worker_ended"], "the call that kept it busy, which nobody aborted");
    const waited = performance.now() - start;
    assert(waited > 2000 && waited < 10000, `ended after ${waited} ms`);
    equal((await failure(() => model.run([1]), "a model of the ended worker")).code, "disposed", "its model");
    close(await engine.alibiSlopes(1), [1 / 256], 0, "the new worker");
    equal(await engine.liveHandles(), 0, "it is a new one");
    await engine.dispose();
  },
};
