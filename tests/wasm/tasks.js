// Tasks, experiments, the probe, tokenizers and shipped models through the package. Nothing of Node's: the same checks run in a
// browser.
import { assert, equal, failure } from "./assert.js";

const gpt2 = { model_type: "gpt2", n_layer: 2, n_head: 2, n_embd: 8, n_positions: 16, vocab_size: 11 };
const small = { k: 1, length: 8, vocab_size: 11 };

/** Each check takes an engine in this thread. */
export const taskChecks = {
  "tasks draw what they say, the same for a seed": async (engine) => {
    const draw = (options) => {
      const task = engine.createTask("k_back", { ...small, k: 3, ...options });
      const batches = [task.batch(2), task.batch(2)];
      equal(task.config, { causal: true, length: 8, vocab_size: 11 }, "its config");
      task.dispose();
      return batches;
    };
    const [first, second] = draw({ seed: 1 });
    equal(first.tokens.shape, [2, 8], "shape");
    for (const { tokens, targets } of [first, second])
      for (let i = 0; i < 16; ++i) equal(targets.data[i], i % 8 < 3 ? -1 : tokens.data[i - 3], `the target at ${i}`);
    equal(draw({ seed: 1 }), [first, second], "the same seed");
    for (const [what, other] of [
      ["the next batch", second],
      ["another seed", draw({ seed: 2 })[0]],
    ])
      assert(JSON.stringify([...first.tokens.data]) !== JSON.stringify([...other.tokens.data]), what);
    for (const { name, title, parameters } of engine.tasks()) {
      assert(title && !title.startsWith("task."), `${name}: ${title}`);
      assert(parameters.length > 0, `${name} has no parameters`);
    }
    const text = "the rain in spain stays mainly in the plain. ".repeat(9);
    const task = engine.createTask("text", { text, length: 8 });
    const tokenizer = engine.createTokenizer({ characters: task.config.characters });
    equal(tokenizer.vocab_size, task.config.vocab_size, "characters");
    const { tokens, targets } = task.batch(1);
    const window = tokenizer.decode([tokens.data[0], ...targets.data]);
    assert(text.includes(window), `not of the text: ${window}`);
    task.dispose();
  },

  "a model learns one token back, and its evaluation says so": async (engine) => {
    const task = engine.createTask("k_back", small);
    const model = engine.createModel({ ...gpt2, n_embd: 16, n_positions: 8 }, { seed: 1 });
    const untrained = task.evaluate(model);
    assert(untrained.accuracy < 0.4, `untrained: ${untrained.accuracy}`);
    const trainer = model.createTrainer({ learning_rate: 0.01, warmup_steps: 10 });
    const seen = [];
    const end = await trainer.train(task, {
      steps: 200,
      batch_size: 16,
      evaluate_every: 50,
      onProgress: (p) => seen.push(p),
    });
    equal([end.done, end.total, end.step, end.evaluation.step], [200, 200, 200, 200], "where it ended");
    assert(end.evaluation.accuracy > 0.9, `trained: ${end.evaluation.accuracy}`);
    assert(seen.length >= 1 && seen.at(-1).done === 200 && seen.every(({ total }) => total === 200), "progress");
    const after = task.evaluate(model);
    for (const name of ["accuracy", "loss", "accuracy_by_position", "loss_by_position"])
      equal(end.evaluation[name], after[name], name);
    assert(Number.isNaN(after.loss_by_position[0]) && after.accuracy_by_position[1] > 0.9, "nothing is asked at 0");
    // The evaluation as its definition says, from the logits of single passes: on other sequences, so within the spread.
    const { tokens, targets } = engine.createTask("k_back", { ...small, seed: 77 }).batch(100);
    let right = 0;
    for (let row = 0; row < 100; ++row) {
      const { data } = model.run(tokens.data.slice(row * 8, row * 8 + 8)).logits;
      for (let i = 1; i < 8; ++i) {
        const scores = data.subarray(i * 11, i * 11 + 11);
        right += scores.indexOf(Math.max(...scores)) === targets.data[row * 8 + i] ? 1 : 0;
      }
    }
    assert(Math.abs(right / 700 - after.accuracy) < 0.06, `${right / 700} by hand, ${after.accuracy}`);
    const few = task.evaluate(model, { sequences: 1 });
    assert(few.loss !== after.loss, "fewer sequences");
    model.dispose();
  },

  "an experiment runs to its result": async (engine) => {
    const listed = engine.experiments();
    equal(listed.map(({ id }) => id).slice(0, 6), ["A1", "A2", "A3", "A4", "B", "C"], "ids");
    for (const { id, title, claim, arms, seconds } of listed) {
      for (const words of [title, claim, ...arms.map((arm) => arm.title)])
        assert(words && !words.startsWith("experiment."), `${id}: ${words}`);
      assert(arms.length > 0 && seconds > 0, `${id}: ${arms.length} arms, ${seconds} s`);
    }
    const seen = [];
    const result = await engine.runExperiment("A1", { arm: "rope", seed: 1, onProgress: (p) => seen.push(p) });
    assert(result.measures.steps_to_99 > 20 && result.measures.steps_to_99 < 90, JSON.stringify(result.measures));
    assert(result.curve.at(-1).accuracy >= 0.99, JSON.stringify(result.curve));
    assert(
      result.curve.every(({ step }, i) => i === 0 || step > result.curve[i - 1].step),
      "the curve goes on",
    );
    assert(seen.length > 1 && seen.at(-1).done === seen.at(-1).total, JSON.stringify(seen.at(-1)));
    equal(listed[0].arms[0].name, "rope", "the first arm");
    equal(await engine.runExperiment("A1", { arm: listed[0].arms[0], seed: 1 }), result, "the same arm and seed");
    equal(engine.liveHandles, 0, "nothing is held afterwards");
  },

  "the probe reads positions where they are, and not where they are not": async (engine) => {
    const config = { ...gpt2, n_embd: 32, n_positions: 32 };
    const options = { layer: 0, samples: 32, length: 32 };
    const probe = async (position) => {
      const model = engine.createModel({ ...config, position }, { seed: 2 });
      const result = await engine.positionProbe(model, options);
      model.dispose();
      return result;
    };
    const there = await probe({ kind: "sinusoidal" });
    const not = await probe({ kind: "rope" }); // nothing is added to the embeddings: only tokens enter block 0
    assert(there.r_squared > 0.9 && there.mean_absolute_error < 3, JSON.stringify(there));
    assert(not.r_squared < 0.1 && not.mean_absolute_error > 6, JSON.stringify(not));
    equal(there.by_position.length, 32, "by position");
    assert(there.by_position[28] - there.by_position[3] > 18, "it follows the row");
    assert(Math.abs(not.by_position[28] - not.by_position[3]) < 9, "it does not");
  },

  "the probe reads the sequences it is given, and says what is wrong with them": async (engine) => {
    const model = engine.createModel({ ...gpt2, position: { kind: "none" } }, { seed: 2 });
    // Tokens that count up say where they stand; the same token everywhere does not.
    const counting = Int32Array.from({ length: 4 * 8 }, (_, index) => index % 8);
    const probe = (data, shape = [4, 8]) => engine.positionProbe(model, { layer: 0, tokens: { data, shape } });
    const [told, silent] = [await probe(counting), await probe(new Int32Array(32).fill(3))];
    assert(told.r_squared > 0.99 && told.by_position.length === 8, JSON.stringify(told));
    assert(Math.abs(silent.r_squared) < 0.01, JSON.stringify(silent));
    for (const [shape, argument] of [
      [[1, 32], "tokens.shape[0]"],
      [[32, 1], "tokens.shape[1]"],
      [[2, 4, 4], "tokens.shape"],
    ])
      equal((await failure(() => probe(counting, shape), `shape ${shape}`)).fields.argument, argument, "what is wrong");
    const list = await failure(() => engine.positionProbe(model, { tokens: [1, 2, 3] }), "a list");
    equal(list.fields.argument, "tokens.shape", "what is wrong with a list");
    equal((await failure(() => probe(new Int32Array(32).fill(1000)), "an id too large")).code, "out_of_range", "code");
    model.dispose();
  },

  "a tokenizer has one id for each character": async (engine) => {
    const tokenizer = engine.createTokenizer({ characters: "\n abcé−🐈" });
    equal([tokenizer.vocab_size, tokenizer.characters], [8, "\n abcé−🐈"], "what it is made of");
    const ids = tokenizer.encode("a 🐈−é\n");
    assert(ids instanceof Int32Array, "Int32Array");
    equal(ids, [2, 1, 7, 6, 5, 0], "ids");
    equal(tokenizer.decode(ids), "a 🐈−é\n", "back");
    equal(tokenizer.decodeBytes([7]), new TextEncoder().encode("🐈"), "bytes");
    equal(
      engine.createTokenizer({ characters: "\ufeffa" }).decode([0, 1]),
      "\ufeffa",
      "a byte order mark is a character",
    );
    equal(engine.createTokenizer({ characters: "\ufeff🐈" }).encode("\ufeff🐈"), [0, 1], "U+FEFF in front of a pair");
    const unknown = await failure(() => tokenizer.encode("abd"), "a character without an id");
    assert(unknown.message.includes("d") && unknown.fields.index === 2, unknown.message);
    equal(engine.liveHandles, 0, "it holds nothing");
  },

  "shipped models come with their cards and their tokenizers": async (engine) => {
    for (const { name, title, encoding, bytes, card } of engine.shippedModels()) {
      assert(title && bytes > 1000, `${name}: ${title}, ${bytes} bytes`);
      const model = await engine.loadShippedModel(name);
      equal(model.config.position.kind, encoding, `${name}: encoding`);
      equal([model.tokenizer.vocab_size, model.tokenizer.characters], [model.config.vocab_size, card.characters], name);
      equal(model.parameterCount, card.parameters, `${name}: parameters`);
      const ids = model.tokenizer.encode(card.characters);
      const { loss } = model.run(ids.subarray(0, 16), { targets: ids.subarray(1, 17) });
      assert(loss > 0 && loss < 20, `${name}: loss ${loss}`);
      model.dispose();
    }
    equal(engine.createModel(gpt2).tokenizer, null, "other models have none");
  },
};
