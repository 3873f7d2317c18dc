// Every argument of every public function with every kind of wrong value: a named error each, and an engine that works
// afterwards. Nothing of Node's: the same checks run in a browser.
import { interfaces } from "../../web/engine/interface.js";
import { Naming } from "./bad-values.js";
import { assert, close, equal, failure } from "./assert.js";
import { exerciseParameter } from "./exercise-values.js";
import { engineTable, modelTable, tokenizerTable } from "./interface-table.js";
import { taskTable, trainerTable } from "./training-table.js";

const codes = ["invalid_argument", "out_of_range", "malformed_file", "unsupported", "out_of_memory"];
const gpt2 = { model_type: "gpt2", n_layer: 2, n_head: 2, n_embd: 8, n_positions: 16, vocab_size: 11 };

/** What a wrong value is, in words that fit in a test's message. */
function shown(value) {
  try {
    if (typeof value === "object" && value !== null)
      return `${Object.prototype.toString.call(value)} ${JSON.stringify(value)}`.slice(0, 120);
    return `${typeof value} ${String(value)}`.slice(0, 120);
  } catch {
    return "something that cannot be shown";
  }
}

const unpack = (bad) => (bad instanceof Naming ? bad : { value: bad });

/** The engine still answers, and rightly. */
async function stillWorks(engine) {
  const { data } = await engine.positionTable({ kind: "sinusoidal", width: 4, positions: [3] });
  close(data, [0.14112, -0.98999, 0.029996, 0.99955], 1e-5, "the engine after an error");
}

async function refuses(call, name, what) {
  const error = await failure(call, what);
  assert(codes.includes(error.code), `${what}: code ${error.code}`);
  assert(error.key !== "internal", `${what}: ${error.message}`);
  assert(error.message.includes(name), `${what}: the message does not name ${name}: ${error.message}`);
  assert(!/\{\w+\}|^error\./.test(error.message), `${what}: a message with holes: ${error.message}`);
}

async function checkFunction(engine, target, method, entry) {
  const names = Object.keys(entry.takes);
  const call = (args) => Promise.resolve().then(() => target[method](...args));
  if (entry.valid.length > 0) await call(entry.valid);
  let count = 0;
  for (const [at, name] of names.entries())
    for (const bad of entry.takes[name]?.bad ?? []) {
      const { value, says = name } = unpack(bad);
      // Without its options object a function misses the first of its options.
      const named = name === "options" && value == null ? "" : says;
      const args = Object.assign([...entry.valid], { [at]: value });
      await refuses(() => call(args), named, `${method}, ${name} = ${shown(value)}`);
      if (++count % 16 === 0) await stillWorks(engine);
    }
  for (const [name, kind] of Object.entries(entry.options ?? {}))
    for (const bad of kind.bad) {
      const { value, says = name } = unpack(bad);
      if (value == null && !kind.required) continue; // null counts as left out
      const at = names.indexOf("options");
      const args = entry.valid.with(at, { ...entry.valid[at], [name]: value });
      await refuses(() => call(args), says, `${method}, ${name} = ${shown(value)}`);
      if (++count % 16 === 0) await stillWorks(engine);
    }
  await stillWorks(engine);
  return count;
}

/** The options that a function says it knows are those of the table. */
async function checkOptionNames(target, method, entry) {
  const at = Object.keys(entry.takes).indexOf("options");
  if (at < 0) return;
  const args = entry.valid.with(at, { ...entry.valid[at], no_such_option: 1 });
  const error = await failure(() => target[method](...args), `${method} with an unknown option`);
  equal(error.key, "unknown_option", `${method} with an unknown option: ${error.message}`);
  assert(error.message.includes("no_such_option"), error.message);
  const here = ["onProgress", "onToken", "signal", "weights"]; // never reach C++
  here.push("vocab", "merges", "tokenizerJson", "tokenizerBin"); // a tokenizer by characters takes none of them
  const known = Object.keys(entry.options ?? {})
    .filter((name) => !here.includes(name))
    .sort();
  equal(error.fields.choices.split(", ").sort(), known, `the options of ${method}`);
}

/**
 * Every value that a parameter of an exercise may be given: refused by its name, or an instance that is then solved and
 * graded. At a limit, what does not go together with the drawn parameters may be refused too, but by name; given the value
 * that is drawn anyway, there must be an instance.
 */
async function checkExerciseParameter(engine, id, described) {
  const { name } = described;
  const create = (value) => engine.createInstance(id, { seed: 3, parameters: { [name]: value } });
  const { bad, edge } = exerciseParameter(described);
  for (const value of bad) await refuses(() => create(value), name, `${id}, ${name} = ${shown(value)}`);
  const drawn = (await engine.createInstance(id, { seed: 3 })).parameters[name];
  let instances = 0;
  for (const value of [...edge, drawn]) {
    const what = `${id}, ${name} = ${shown(value)}`;
    try {
      const instance = await create(value);
      const { answer } = await engine.solution(instance);
      equal((await engine.grade(instance, answer)).verdict, "correct", `${what}: its own solution`);
      instances++;
    } catch (error) {
      await refuses(() => Promise.reject(error), "", what);
    }
  }
  assert(instances > 0, `${id}: no instance for any ${name}`);
  await stillWorks(engine);
}

/** Every value that a parameter of a task may be given: refused by its name, or a task that gives batches. */
async function checkTaskParameter(engine, name, described) {
  const needed = name === "text" ? { text: "to be, or not to be, that is the question ".repeat(20) } : {};
  const create = (value) => engine.createTask(name, { ...needed, seed: 3, [described.name]: value });
  assert(described.description && !described.description.startsWith("task."), `${name}: ${described.description}`);
  const text = described.type === "text";
  const { bad, edge } = text ? { bad: [5, true, {}, []], edge: [] } : exerciseParameter(ranged(described));
  for (const value of bad)
    await refuses(() => create(value), described.name, `${name}, ${described.name} = ${shown(value)}`);
  let made = 0;
  for (const value of edge) {
    const what = `${name}, ${described.name} = ${shown(value)}`;
    try {
      const task = await create(value);
      const { tokens, targets } = await task.batch(2);
      equal(tokens.shape, [2, (typeof task.config === "function" ? await task.config() : task.config).length], what);
      equal(targets.shape, tokens.shape, what);
      await task.dispose();
      made++;
    } catch (error) {
      await refuses(() => Promise.reject(error), "", what); // at a limit, what does not go together may be refused by name
    }
  }
  assert(text || made > 0, `${name}: no task for any ${described.name}`);
}

/** Every public function of an object stands in the table, with every argument. */
function checkComplete(object, table, kind) {
  const { methods } = interfaces[kind];
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(object));
  const isMethod = (name) =>
    typeof Object.getOwnPropertyDescriptor(Object.getPrototypeOf(object), name)?.value === "function";
  const names = own.filter((name) => name !== "constructor" && isMethod(name)).sort();
  equal(names, [...Object.keys(table), "dispose"].sort(), `the functions of a ${kind}`);
  equal(names, Object.keys(methods).sort(), `the functions of a ${kind} in interface.js`);
  for (const name of Object.keys(table))
    equal(Object.keys(table[name].takes), methods[name], `the arguments of ${name}`);
}

/**
 * Something of every kind: what some calls need, and what they are tried on.
 * @returns {Promise<Record<string, any>>}
 */
async function everything(engine) {
  const model = await engine.createModel(gpt2);
  const trainer = await model.createTrainer({ learning_rate: 0.01 });
  const task = await engine.createTask("k_back", { length: 8, vocab_size: 11 });
  return { model, trainer, task, tokenizer: await engine.createTokenizer({ characters: "abc " }) };
}

/** The table of a kind, completed where a call needs something made first. */
async function tableOf(kind, engine, { model, trainer, task }) {
  if (kind === "model") return modelTable;
  if (kind === "trainer") return trainerTable(await trainer.state(), task);
  if (kind === "task") return taskTable(model);
  if (kind === "tokenizer") return tokenizerTable;
  const { createTask, loadModel, positionProbe } = engineTable;
  const [{ parameters }] = (await engine.tasks()).filter(({ name }) => name === createTask.valid[0]);
  const options = Object.fromEntries(
    parameters.map((described) => [described.name, exerciseParameter(ranged(described))]),
  );
  const [shipped] = await engine.shippedModels();
  return {
    ...engineTable,
    loadShippedModel: { ...engineTable.loadShippedModel, valid: shipped ? [shipped.name] : [] },
    createTask: { ...createTask, options: { ...createTask.options, ...options } },
    loadModel: { ...loadModel, valid: [{ weights: await model.toSafetensors(), config: gpt2 }] },
    positionProbe: { ...positionProbe, valid: positionProbe.valid.with(0, model) },
  };
}

/** A parameter of a task as one of an exercise is described. */
const ranged = ({ min, max, ...others }) => ({ minimum: min, maximum: max, ...others });

async function disposeAll(things) {
  for (const thing of [things.trainer, things.task, things.model]) await thing.dispose();
}

/** Each check takes an engine (in this thread or in a worker) and the package. */
export const argumentChecks = {
  "every public function and argument stands in the table": async (_engine, { loadEngine }) => {
    const engine = await loadEngine();
    const things = await everything(engine);
    for (const [kind, object] of Object.entries({ engine, ...things }))
      checkComplete(object, await tableOf(kind, engine, things), kind);
    equal(Object.keys(interfaces).sort(), ["engine", ...Object.keys(things)].sort(), "the kinds of objects");
    engine.dispose();
  },
  ...Object.fromEntries(
    Object.entries(interfaces).flatMap(([kind, { methods }]) =>
      Object.keys(methods)
        .filter((method) => method !== "dispose")
        .map((method) => [
          `${kind === "engine" ? "" : `${kind}.`}${method}: every wrong argument is a named error`,
          async (engine) => {
            const things = await everything(engine);
            const before = await liveHandles(engine);
            const entry = (await tableOf(kind, engine, things))[method];
            const target = kind === "engine" ? engine : things[kind];
            await checkFunction(engine, keepingNothing(target), method, entry);
            await checkOptionNames(target, method, entry);
            equal(await liveHandles(engine), before, "handles after errors");
            await disposeAll(things);
          },
        ]),
    ),
  ),
  "createInstance: every parameter of every exercise, with wrong values and at its limits": async (engine) => {
    const exercises = await engine.exercises();
    assert(exercises.length > 8, `${exercises.length} exercises`);
    for (const { id, parameters } of exercises) {
      assert(parameters.length > 0, `${id} has no parameters`);
      for (const described of parameters) await checkExerciseParameter(engine, id, described);
    }
  },
  "createTask: every parameter of every task, with wrong values and at its limits": async (engine) => {
    const tasks = await engine.tasks();
    assert(tasks.length >= 6, `${tasks.length} tasks`);
    for (const { name, parameters } of tasks) for (const one of parameters) await checkTaskParameter(engine, name, one);
  },
  "what an engine for lessons does not have says so": async (_engine, { loadEngine, loadEngineInWorker }) => {
    for (const load of [loadEngine, loadEngineInWorker]) {
      const engine = await load({ checkpoints: false });
      const config = { ...gpt2, model_type: "gptj" };
      for (const [call, said] of [
        [() => engine.createTokenizer({ vocab: { a: 0 }, merges: "" }), "vocab"],
        [() => engine.createTokenizer({ tokenizerJson: "{}" }), "checkpoints: true"],
        [() => engine.loadModel({ weights: [new Uint8Array(8)], config: gpt2 }), "checkpoints: true"],
        [() => engine.createModel(config), "gptj"],
      ]) {
        const error = await failure(call, said);
        equal(error.code, "unsupported", error.message);
        assert(error.message.includes(said), error.message);
      }
      equal((await (await engine.createModel(gpt2)).run([1, 2])).logits.shape, [2, 11], "what it has works");
      await engine.dispose();
    }
  },
  "loadEngine and loadEngineInWorker refuse wrong options": async (_engine, { loadEngine, loadEngineInWorker }) => {
    for (const load of [loadEngine, loadEngineInWorker]) {
      for (const build of [5, null, "fastest", {}, NaN])
        await refuses(() => load({ build }), "build", `build = ${shown(build)}`);
      for (const checkpoints of [5, null, "yes", {}])
        await refuses(() => load({ checkpoints }), "checkpoints", `checkpoints = ${shown(checkpoints)}`);
      for (const lang of [5, null, {}, NaN]) await refuses(() => load({ lang }), "lang", `lang = ${shown(lang)}`);
      for (const options of [5, "simd", true])
        await refuses(() => load(options), "options", `options = ${shown(options)}`);
    }
  },
};

const liveHandles = async (engine) =>
  typeof engine.liveHandles === "function" ? engine.liveHandles() : engine.liveHandles;

const making = ["createModel", "loadModel", "loadShippedModel", "createTask", "createTrainer"];

/** An object of the engine's, whatever it makes disposed of at once. */
function keepingNothing(target) {
  const disposing =
    (method) =>
    async (...args) =>
      void (await (await target[method](...args)).dispose());
  return new Proxy(target, {
    get: (_, name) => (making.includes(name) ? disposing(name) : target[name].bind(target)),
  });
}
