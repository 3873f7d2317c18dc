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

  "training there is training here, bit for bit": async ({ loadEngine, loadEngineInWorker }, build) => {
    const [here, there] = [await loadEngine({ build }), await loadEngineInWorker({ build })];
    const options = { steps: 20, batch_size: 4, evaluate_every: 10, sequences: 8 };
    const run = async (engine) => {
      const model = await engine.createModel(gpt2, { seed: 4 });
      const trainer = await model.createTrainer({ learning_rate: 0.01 });
      const task = await engine.createTask("k_back", { k: 1, length: 8, vocab_size: 11, seed: 2 });
      const end = await trainer.train(task, options);
      const drawn = await task.batch(2);
      const results = [end, drawn, await model.gradients(drawn), await trainer.step(drawn), await trainer.state()];
      results.push(await task.evaluate(model, { sequences: 8 }), await model.toSafetensors());
      results.push(
        await engine.positionProbe(model, { samples: 4, length: 8 }),
        await engine.tasks(),
        await engine.experiments(),
      );
      await trainer.restore(results[4]);
      return { engine, model, trainer, task, results };
    };
    const [a, b] = [await run(here), await run(there)];
    for (const [i, result] of a.results.entries()) equal(b.results[i], result, `result ${i}`);
    const tokenizer = await there.createTokenizer({ characters: "ab" });
    equal(await tokenizer.encode("abba"), [0, 1, 1, 0], "a tokenizer there");
    equal(
      [await tokenizer.decode([1, 0]), await tokenizer.characters(), await tokenizer.vocab_size()],
      ["ba", "ab", 2],
      "it",
    );
    equal(await b.model.tokenizer(), null, "no tokenizer of its own");
    equal(await b.task.config(), a.task.config, "the task's config");
    for (const wrong of [b.task, a.model, {}, 5]) {
      const error = await failure(() => b.task.evaluate(wrong), "no model of that engine");
      equal([error.code, error.key], ["invalid_argument", "not_of_this_engine"], "no model of that engine");
    }
    await b.model.dispose();
    equal((await failure(() => b.trainer.state(), "its trainer")).code, "disposed", "a trainer of a disposed model");
    await b.task.dispose();
    equal(await there.liveHandles(), 0, "handles there");
    here.dispose();
    await there.dispose();
  },

  "training is stopped within 100 ms, keeps what it has learned, and waits where it is told to": async (
    { loadEngineInWorker },
    build,
  ) => {
    const engine = await loadEngineInWorker({ build });
    const model = await engine.createModel({ ...gpt2, n_embd: 32, vocab_size: 16 });
    const trainer = await model.createTrainer({ learning_rate: 0.005 });
    const task = await engine.createTask("k_back", { length: 16 });
    const controller = new AbortController();
    let last;
    let stopped = 0;
    const onProgress = ({ step }) => {
      last = step;
      if (step > 3 && !stopped) {
        stopped = performance.now();
        controller.abort();
      }
    };
    const options = { steps: 1e6, evaluate_every: 1, onProgress, signal: controller.signal };
    equal((await failure(() => trainer.train(task, options), "stopped")).code, "aborted", "stopped");
    assert(performance.now() - stopped < 100, `stopped after ${performance.now() - stopped} ms`);
    const { step } = await trainer.state();
    assert(step >= last && step > 3, `the trainer stands at ${step}, last seen at ${last}`);
    equal((await model.run([1, 2])).logits.shape, [2, 16], "the model is there");

    let held;
    const seen = [];
    const holding = trainer.train(task, {
      steps: 30,
      onProgress: ({ done }) => {
        seen.push(done);
        return seen.length === 1 ? new Promise((resolve) => (held = resolve)) : undefined;
      },
    });
    while (held === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const waitingAt = (await trainer.state()).step;
    await new Promise((resolve) => setTimeout(resolve, 150));
    equal((await trainer.state()).step, waitingAt, "it stands still while a promise is kept waiting");
    held();
    equal((await holding).done, 30, "and goes on after it");
    const own = new Error("from the page");
    const rejecting = { steps: 1e6, onProgress: () => Promise.reject(own) };
    assert(
      (await trainer.train(task, rejecting).catch((error) => error)) === own,
      "what it rejects with comes through",
    );
    await engine.dispose();
  },

  "an experiment there gives its result, and is stopped": async ({ loadEngineInWorker }, build) => {
    const engine = await loadEngineInWorker({ build });
    const events = [];
    const result = await engine.runExperiment("A1", { arm: "rope", seed: 2, onProgress: (p) => events.push(p) });
    assert(result.measures.steps_to_99 > 20 && result.measures.steps_to_99 < 90, JSON.stringify(result.measures));
    assert(events.length > 1 && events.at(-1).step >= result.measures.steps_to_99, JSON.stringify(events.at(-1)));
    const controller = new AbortController();
    const options = { onProgress: () => controller.abort(), signal: controller.signal };
    equal((await failure(() => engine.runExperiment("A1", options), "stopped")).code, "aborted", "stopped");
    equal(await engine.liveHandles(), 0, "nothing is left of it");
    await engine.dispose();
  },
};
