// Training through the package: gradients and trainers, their bits, their ends. Nothing of Node's: the same checks run in a
// browser.
import { assert, close, equal, failure } from "./assert.js";

const gpt2 = { model_type: "gpt2", n_layer: 2, n_head: 2, n_embd: 8, n_positions: 16, vocab_size: 11 };
const small = { k: 1, length: 8, vocab_size: 11 };

/** A batch with targets that are left out, the same every time. */
export const drawnBatch = (size, length, vocabulary) => {
  const token = (i) => (i * i * 7 + i * 3 + 5) % vocabulary;
  const count = size * length;
  const tokens = Int32Array.from({ length: count }, (_, i) => token(i));
  const targets = Int32Array.from({ length: count }, (_, i) => (i % 5 === 2 ? -1 : token(i + 3)));
  return { tokens: { data: tokens, shape: [size, length] }, targets: { data: targets, shape: [size, length] } };
};

/** The loss of a batch from the logits of single passes, in double precision. */
function lossOf(model, { tokens, targets }) {
  const [size, length] = tokens.shape;
  let total = 0;
  let count = 0;
  for (let row = 0; row < size; ++row) {
    const { logits } = model.run(tokens.data.slice(row * length, (row + 1) * length));
    const [, vocabulary] = logits.shape;
    for (let i = 0; i < length; ++i) {
      const target = targets.data[row * length + i];
      if (target < 0) continue;
      const scores = [...logits.data.subarray(i * vocabulary, (i + 1) * vocabulary)];
      const most = Math.max(...scores);
      total += most + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - most), 0)) - scores[target];
      count++;
    }
  }
  return total / count;
}

/** Some steps on the same batches, and everything that can be seen of them. */
function trained(engine, config, steps) {
  const model = engine.createModel(config, { seed: 3 });
  const trainer = model.createTrainer({ learning_rate: 0.01, weight_decay: 0.1, warmup_steps: 2 });
  const results = [];
  for (let i = 0; i < steps; ++i) results.push(trainer.step(drawnBatch(3, 6, config.vocab_size)));
  return { model, trainer, results };
}

/** Each check takes an engine in this thread. */
export const trainingChecks = {
  "gradients are the slopes of the loss, for every encoding": async (engine) => {
    for (const { kind } of engine.encodings()) {
      const model = engine.createModel({ ...gpt2, position: { kind } }, { seed: 5 });
      const batch = drawnBatch(2, 6, 11);
      const { loss, gradient_norm, gradients } = model.gradients(batch);
      close([loss], [lossOf(model, batch)], 1e-5, `the loss, ${kind}`);
      const all = Object.values(gradients).flatMap(({ data }) => [...data]);
      close([gradient_norm], [Math.hypot(...all)], 1e-4 * gradient_norm, `the norm, ${kind}`);
      equal(
        Object.entries(gradients)
          .map(([name, { shape }]) => [name, shape])
          .sort(),
        model
          .parameters()
          .map(({ name, shape }) => [name, shape])
          .sort(),
        `the shapes, ${kind}`,
      );
      // One step along the gradient of each parameter changes the loss by its squared length; float allows some digits.
      let checked = 0;
      for (const [name, gradient] of Object.entries(gradients)) {
        const length = Math.hypot(...gradient.data);
        if (length < 1e-3) continue;
        const { data, shape } = model.readParameter(name);
        const shifted = (by) => {
          const moved = data.map((value, i) => value + (by * gradient.data[i]) / length);
          model.writeParameter(name, { data: moved, shape });
          return lossOf(model, batch);
        };
        const step = 2e-3;
        const slope = (shifted(step) - shifted(-step)) / (2 * step);
        shifted(0);
        assert(Math.abs(slope - length) < 0.02 * length + 2e-3, `${kind}, ${name}: slope ${slope}, not ${length}`);
        checked++;
      }
      assert(checked > 20, `${kind}: ${checked} parameters checked`);
      equal(model.gradients(batch).gradients, gradients, `${kind}: nothing was updated`);
      model.dispose();
    }
  },

  "training takes the same bits on every run, and lowers the loss": async (engine, { loadEngine }) => {
    const other = await loadEngine({ build: engine.build });
    for (const { kind } of engine.encodings()) {
      const [a, b] = [engine, other].map((each) => trained(each, { ...gpt2, position: { kind } }, 8));
      equal(a.results, b.results, `${kind}: losses and norms`);
      equal(a.model.toSafetensors(), b.model.toSafetensors(), `${kind}: weights`);
      equal(a.trainer.state(), b.trainer.state(), `${kind}: the trainer's state`);
      equal(
        a.results.map(({ step }) => step),
        [1, 2, 3, 4, 5, 6, 7, 8],
        `${kind}: steps`,
      );
      close(
        a.results.slice(0, 3).map((each) => each.learning_rate),
        [0.005, 0.01, 0.01],
        1e-12,
        `${kind}: warm-up`,
      );
      assert(a.results[7].loss < a.results[0].loss - 0.2, `${kind}: ${a.results.map(({ loss }) => loss)}`);
    }
    other.dispose();
  },

  "a state that was kept, as text even, goes on with the same bits": async (engine) => {
    const { model, trainer } = trained(engine, gpt2, 3);
    const weights = model.toSafetensors();
    const state = trainer.state();
    equal(state.step, 3, "steps done");
    equal(state.moments["wte.weight"].exp_avg.shape, [11, 8], "shape");
    const text = JSON.stringify(state, (_, value) => (value instanceof Float32Array ? [...value] : value));
    const batch = drawnBatch(3, 6, 11);
    const after = [trainer.step(batch), trainer.step(batch)];
    for (const kept of [state, JSON.parse(text)]) {
      const again = await engine.loadModel({ weights, config: gpt2 });
      const second = again.createTrainer({ learning_rate: 0.01, weight_decay: 0.1, warmup_steps: 2 });
      second.restore(kept);
      equal([second.step(batch), second.step(batch)], after, "the next steps");
      equal(again.toSafetensors(), model.toSafetensors(), "the weights");
      equal(second.state(), trainer.state(), "the state");
      again.dispose();
    }
    const fresh = await engine.loadModel({ weights, config: gpt2 });
    const unlike = fresh.createTrainer({ learning_rate: 0.01, weight_decay: 0.1, warmup_steps: 2 });
    unlike.step(batch);
    unlike.step(batch);
    let different = false;
    try {
      equal(fresh.toSafetensors(), model.toSafetensors(), "");
    } catch {
      different = true;
    }
    assert(different, "without its state it would go another way");
  },

  "aborting training keeps the model and its trainer": async (engine) => {
    const task = engine.createTask("k_back", small);
    const model = engine.createModel(gpt2);
    const trainer = model.createTrainer({ learning_rate: 0.01 });
    const controller = new AbortController();
    let steps = 0;
    const onProgress = ({ step }) => {
      steps = step;
      controller.abort();
    };
    const options = { steps: 1e6, evaluate_every: 10, onProgress, signal: controller.signal };
    equal((await failure(() => trainer.train(task, options), "aborted on the way")).code, "aborted", "aborted");
    assert(steps > 0, "some steps were taken");
    equal(trainer.state().step, steps, "the trainer stands where it was stopped");
    equal(trainer.step(drawnBatch(1, 4, 11)).step, steps + 1, "and goes on");
    for (const start of [
      () => engine.runExperiment("A1", { signal: AbortSignal.abort() }),
      () => engine.positionProbe(model, { signal: AbortSignal.abort() }),
      () => trainer.train(task, { steps: 3, signal: AbortSignal.abort() }),
    ])
      equal((await failure(start, "aborted before")).code, "aborted", "aborted before");
    equal(engine.liveHandles, 3, "jobs end");
    for (const thing of [model, task, trainer]) thing.dispose();
    equal(engine.liveHandles, 0, "at last");
  },

  "work waits for what onProgress promises, and not after an abort": async (engine) => {
    const task = engine.createTask("k_back", small);
    const trainer = engine.createModel(gpt2).createTrainer({ learning_rate: 0.01 });
    let waiting = false;
    const onProgress = async () => {
      assert(!waiting, "it went on");
      waiting = true;
      await new Promise((resolve) => setTimeout(resolve, 40));
      waiting = false;
    };
    equal((await trainer.train(task, { steps: 30, onProgress })).done, 30, "it gets to its end");
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 60);
    const never = { steps: 1e6, onProgress: () => new Promise(() => {}), signal: controller.signal };
    equal((await failure(() => trainer.train(task, never), "a promise that is never kept")).code, "aborted", "aborted");
    const own = new Error("from the page");
    const rejecting = { steps: 1e6, onProgress: () => Promise.reject(own) };
    assert(
      (await trainer.train(task, rejecting).catch((error) => error)) === own,
      "what it rejects with comes through",
    );
  },

  "trainers and tasks after dispose say so, and others' are not taken": async (engine, { loadEngine }) => {
    const task = engine.createTask("k_back", small);
    const [model, kept] = [engine.createModel(gpt2), engine.createModel(gpt2)];
    const [trainer, other] = [
      model.createTrainer({ learning_rate: 0.01 }),
      kept.createTrainer({ learning_rate: 0.01 }),
    ];
    const running = failure(
      () => trainer.train(task, { steps: 1e6, onProgress: () => model.dispose() }),
      "its model goes",
    );
    equal((await running).code, "disposed", "a training whose model was disposed of");
    for (const use of [
      () => trainer.step(drawnBatch(1, 4, 11)),
      () => trainer.state(),
      () => trainer.train(task, { steps: 1 }),
    ])
      equal((await failure(use, "a trainer of a disposed model")).code, "disposed", "a trainer of a disposed model");
    equal((await failure(() => task.evaluate(model), "a disposed model")).code, "disposed", "evaluate");
    equal((await failure(() => engine.positionProbe(model), "a disposed model")).code, "disposed", "positionProbe");
    other.dispose();
    other.dispose();
    trainer.dispose();
    equal((await failure(() => other.state(), "a disposed trainer")).code, "disposed", "a disposed trainer");
    task.dispose();
    task.dispose();
    for (const use of [() => task.batch(1), () => task.config, () => task.evaluate(kept)])
      equal((await failure(use, "a disposed task")).code, "disposed", "a disposed task");
    equal(kept.run([1]).logits.shape, [1, 11], "the model outlives its trainer");
    const foreign = await loadEngine({ build: engine.build });
    const theirs = foreign.createModel(gpt2);
    const error = await failure(() => engine.positionProbe(theirs), "another engine's model");
    equal([error.code, error.key], ["invalid_argument", "not_of_this_engine"], "another engine's model");
    foreign.dispose();
    kept.dispose();
    equal(engine.liveHandles, 0, "nothing is held");
  },
};
