// What holds over the life of an engine: thousands of errors, memory that grows, handles, stopping, disposal. Nothing of
// Node's: the same checks run in a browser.
import { assert, close, equal, failure } from "./assert.js";

const gpt2 = { model_type: "gpt2", n_layer: 2, n_head: 2, n_embd: 8, n_positions: 16, vocab_size: 11 };
const tokens = (count) => Int32Array.from({ length: count }, (_, i) => (i * 7 + 3) % 11);

/** Each check takes an engine in this thread. */
export const lifetimeChecks = {
  "numbers are those of the formulas": async (engine) => {
    const table = engine.positionTable({ kind: "sinusoidal", width: 6, positions: [0, 2.5, 131071] });
    equal(table.shape, [3, 6], "shape");
    const expected = [0, 2.5, 131071].flatMap((position) =>
      [0, 1, 2].flatMap((pair) => [Math.sin(position / 10000 ** (pair / 3)), Math.cos(position / 10000 ** (pair / 3))]),
    );
    close(table.data, expected, 1e-6, "the table");
    const cat = [1, 0.5, -0.3, 0.8];
    const turned = engine.rotate({ vectors: cat, positions: [3], head_dim: 4, layout: "interleaved" }).data;
    close(turned, [-1.060552, -0.353876, -0.323861, 0.790641], 1e-6, "interleaved");
    const half = engine.rotate({ vectors: { data: cat, shape: [1, 4] }, positions: [3], head_dim: 4 }).data;
    close(half, [-0.947657, 0.475779, 0.438118, 0.814638], 1e-6, "half");
    close(engine.alibiSlopes(6), [0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125], 0, "slopes");
    equal(engine.t5Buckets({ relative_positions: [-3, 0, 5, -200] }), [3, 0, 0, 31], "buckets");
    const bias = engine.attentionBias({ kind: "alibi", n_head: 1, query_positions: [3], key_positions: [0, 3] }).data;
    close(bias, [-3 / 256, 0], 0, "bias");
    const scaled = engine.ropeFrequencies({ head_dim: 4, rope_scaling: { type: "linear", factor: 4, unknown_key: 1 } });
    close(scaled.inverse_frequencies, [0.25, 0.0025], 1e-15, "frequencies");
  },

  "allclose compares as torch does": async (engine) => {
    equal(engine.allclose([1, 2], new Float32Array([1, 2])).passed, true, "equal");
    equal(engine.allclose([1, 2.1], [1, 2]).first_mismatch, 1, "first mismatch");
    equal(engine.allclose([NaN], [NaN]).passed, false, "NaN");
    equal(engine.allclose([1.00001], [1], { rtol: 0, atol: 1e-4 }).passed, true, "absolute");
    equal(engine.allclose([1.00001], [1], { rtol: 0, atol: 1e-6 }).passed, false, "too far");
  },

  "every array type is read": async (engine) => {
    const expected = [...engine.positionTable({ kind: "sinusoidal", width: 4, positions: [1, 2] }).data];
    for (const Type of [
      Float32Array,
      Float64Array,
      Int8Array,
      Uint8Array,
      Uint8ClampedArray,
      Int16Array,
      Uint16Array,
      Int32Array,
      Uint32Array,
    ]) {
      const positions = Type.from([1, 2]);
      equal([...engine.positionTable({ kind: "sinusoidal", width: 4, positions }).data], expected, Type.name);
      equal([...positions], [1, 2], `${Type.name} afterwards`);
    }
  },

  "10,000 errors in a row leave everything as it was": async (engine) => {
    const model = engine.createModel(gpt2);
    const before = [...model.run(tokens(5)).logits.data];
    const handles = engine.liveHandles;
    for (let i = 0; i < 2500; ++i) {
      for (const call of [
        () => engine.positionTable({ kind: "sinusoidal", width: -i, positions: [0] }),
        () => model.run([i + 11]),
        () => model.setPosition({ kind: "rope", rope_scaling: { rope_type: "no such" } }),
        () => engine.grade({ id: "nope" }, [i]),
      ]) {
        let thrown;
        try {
          call();
        } catch (error) {
          thrown = error;
        }
        assert(thrown?.name === "WhereaboutsError", `error ${i}: ${thrown?.stack}`);
      }
    }
    equal([...model.run(tokens(5)).logits.data], before, "the logits after 10,000 errors");
    equal(engine.liveHandles, handles, "handles");
    model.dispose();
  },

  "results outlive memory that grows under them": async (engine) => {
    const small = engine.positionTable({ kind: "sinusoidal", width: 4, positions: [3] });
    const kept = [...small.data];
    const grown = engine.positionTable({
      kind: "sinusoidal",
      width: 4096,
      positions: Float64Array.from({ length: 8000 }, (_, i) => i),
    });
    equal(grown.data.length, 8000 * 4096, "a table of 131 MB");
    equal([...small.data], kept, "the small result");
    equal(small.data.buffer.byteLength, 16, "its buffer is its own");
    close(grown.data.subarray(3 * 4096, 3 * 4096 + 2), [Math.sin(3), Math.cos(3)], 1e-6, "the large one");
    small.data.fill(7);
    close(
      engine.positionTable({ kind: "sinusoidal", width: 4, positions: [3] }).data,
      kept,
      0,
      "a result is nobody else's",
    );
  },

  "what memory cannot hold is an error": async (engine) => {
    const error = await failure(
      () => engine.createModel({ ...gpt2, n_embd: 65536, vocab_size: 1000000 }),
      "a model of 262 GB",
    );
    equal(error.code, "out_of_memory", error.message);
    assert(/\d{9}/.test(error.message), `the bytes wanted stand in the message: ${error.message}`);
    const table = await failure(
      () => engine.positionTable({ kind: "sinusoidal", width: 1048576, positions: new Float64Array(1e5) }),
      "a table of 419 GB",
    );
    equal(table.code, "out_of_memory", table.message);
    close(engine.alibiSlopes(1), [1 / 256], 0, "afterwards");
  },

  "handles go back to zero": async (engine) => {
    equal(engine.liveHandles, 0, "at first");
    const models = [1, 2, 3].map((seed) => engine.createModel(gpt2, { seed }));
    equal(engine.liveHandles, 3, "three models");
    const file = models[0].toSafetensors();
    const loaded = await engine.loadModel({ weights: new Blob([file]), config: models[0].config });
    equal(engine.liveHandles, 4, "the file was given back");
    equal([...loaded.run(tokens(4)).logits.data], [...models[0].run(tokens(4)).logits.data], "a model through a file");
    await failure(() => engine.loadModel({ weights: file.slice(0, 100), config: gpt2 }), "a cut file");
    await failure(() => engine.loadModel({ weights: file, config: { ...gpt2, n_layer: 3 } }), "another config");
    equal(engine.liveHandles, 4, "after failed loads");
    for (const model of [...models, loaded]) {
      model.dispose();
      model.dispose();
    }
    equal(engine.liveHandles, 0, "at last");
  },

  "parameters are read and written": async (engine) => {
    const model = engine.createModel(gpt2);
    const names = model.parameters().map(({ name }) => name);
    assert(names.includes("wpe.weight") && names.includes("h.1.mlp.c_proj.bias"), names.join());
    equal(
      model.parameterCount,
      model.parameters().reduce((sum, { shape }) => sum + shape.reduce((a, b) => a * b), 0),
      "count",
    );
    const table = model.readParameter("wpe.weight");
    equal(table.shape, [16, 8], "shape");
    table.data.fill(0.5);
    model.writeParameter("wpe.weight", table);
    equal([...model.readParameter("wpe.weight").data], Array(128).fill(0.5), "written");
    const { hidden_states } = model.run([4], { capture: ["hidden_states"] });
    const row = model.readParameter("wte.weight").data.subarray(32, 40);
    close(
      hidden_states[0].data,
      [...row].map((value) => Math.fround(value + 0.5)),
      0,
      "wte + wpe enters block 0",
    );
    model.setPosition({ kind: "rope", layout: "half" });
    equal(model.config.position.kind, "rope", "the config follows");
    close(model.run([4], { capture: ["hidden_states"] }).hidden_states[0].data, row, 0, "nothing is added under RoPE");
    model.dispose();
  },

  "captures have the shapes of the documentation": async (engine) => {
    const model = engine.createModel({ ...gpt2, position: { kind: "rope" } });
    const capture = ["hidden_states", "attentions", "scores", "queries", "keys", "values"];
    const result = model.run(tokens(5), { capture, targets: [3, 1, -1, 4, 1] });
    equal(result.logits.shape, [5, 11], "logits");
    equal(
      result.hidden_states.map(({ shape }) => shape),
      Array(3).fill([5, 8]),
      "hidden_states",
    );
    for (const name of ["attentions", "scores"])
      equal(
        result[name].map(({ shape }) => shape),
        Array(2).fill([2, 5, 5]),
        name,
      );
    for (const name of ["queries", "keys", "values"])
      equal(
        result[name].map(({ shape }) => shape),
        Array(2).fill([2, 5, 4]),
        name,
      );
    assert(result.loss > 0, `loss ${result.loss}`);
    const shifted = model.run(tokens(5), { positions: [10.5, 11.5, 12.5, 13.5, 14.5], capture: ["attentions"] });
    close(shifted.attentions[0].data, result.attentions[0].data, 1e-5, "RoPE goes by distance only, fractions too");
    equal(Object.keys(model.run([1])), ["logits"], "nothing that was not asked for");
    model.dispose();
  },

  "perplexity and generation go slice by slice": async (engine) => {
    const model = engine.createModel(gpt2);
    const seen = [];
    const result = await model.perplexity(tokens(40), {
      window: 8,
      stride: 4,
      onProgress: (progress) => seen.push(progress),
    });
    close([Math.exp(result.loss)], [result.perplexity], 1e-9, "perplexity");
    equal(result.count, 39, "every token but the first counts once");
    assert(seen.length > 0 && seen.at(-1).done === seen.at(-1).total, JSON.stringify(seen));
    const drawn = [];
    const generated = await model.generate([1, 2], {
      max_new_tokens: 6,
      seed: 3,
      onToken: (token) => drawn.push(token),
    });
    equal([...generated], drawn, "the tokens shown are those returned");
    equal(
      [...(await model.generate([1, 2], { max_new_tokens: 6, seed: 3 }))],
      drawn,
      "the same seed gives the same tokens",
    );
    const greedy = await model.generate([1, 2], { max_new_tokens: 1, temperature: 0 });
    const { data } = model.run([1, 2]).logits;
    equal(greedy[0], data.subarray(11).indexOf(Math.max(...data.subarray(11))), "temperature 0 takes the likeliest");
    const edge = await failure(() => model.generate([1, 2], { max_new_tokens: 20 }), "past the end of the table");
    equal(edge.code, "out_of_range", edge.message);
    equal(engine.liveHandles, 1, "jobs end");
    model.dispose();
  },

  "aborting stops between slices and keeps the model": async (engine) => {
    const model = engine.createModel({ ...gpt2, position: { kind: "alibi" } });
    const before = [...model.run(tokens(5)).logits.data];
    const aborted = AbortSignal.abort();
    for (const start of [
      () => model.perplexity(tokens(40), { signal: aborted }),
      () => model.generate([1], { max_new_tokens: 5, signal: aborted }),
      () => engine.loadModel({ weights: model.toSafetensors(), config: gpt2, signal: aborted }),
    ])
      equal((await failure(start, "aborted before")).code, "aborted", "aborted before");
    const controller = new AbortController();
    let count = 0;
    const error = await failure(
      () =>
        model.generate([1], {
          max_new_tokens: 1e6,
          signal: controller.signal,
          onToken: () => ++count === 20 && controller.abort(),
        }),
      "aborted on the way",
    );
    equal(error.code, "aborted", error.message);
    equal([...model.run(tokens(5)).logits.data], before, "the model afterwards");
    const own = new Error("from the page");
    const thrown = await model
      .perplexity(tokens(40), {
        onProgress: () => {
          throw own;
        },
      })
      .catch((reason) => reason);
    assert(thrown === own, `what a callback throws comes through: ${thrown}`);
    equal(engine.liveHandles, 1, "jobs end");
    model.dispose();
  },

  "use after dispose says so": async (engine, { loadEngine }) => {
    const model = engine.createModel(gpt2);
    const running = failure(
      () => model.generate([1], { max_new_tokens: 14, onToken: () => model.dispose() }),
      "its model goes away",
    );
    equal((await running).code, "disposed", "a job whose model was disposed of");
    for (const use of [
      () => model.run([1]),
      () => model.config,
      () => model.parameterCount,
      () => model.toSafetensors(),
      () => model.perplexity([1, 2]),
      () => model.setPosition({ kind: "none" }),
    ])
      equal((await failure(use, "a disposed model")).code, "disposed", "a disposed model");
    const other = await loadEngine({ build: engine.build });
    const orphan = other.createModel(gpt2);
    other.dispose();
    other.dispose();
    equal((await failure(() => other.encodings(), "a disposed engine")).code, "disposed", "a disposed engine");
    equal((await failure(() => orphan.run([1]), "its model")).code, "disposed", "its model");
    equal(other.liveHandles, 0, "nothing is held");
    orphan.dispose();
  },

  "another language falls back to English and says so": async (_engine, { loadEngine }) => {
    const engine = await loadEngine({ lang: "tlh" });
    equal(engine.lang, "en", "lang");
    for (const { kind, title, parameters } of engine.encodings()) {
      assert(title && !title.startsWith("encoding."), `${kind}: ${title}`);
      for (const { name, description } of parameters)
        assert(!description.startsWith("encoding."), `${kind}.${name}: ${description}`);
    }
    engine.dispose();
  },
};
