// Every argument of every public function with every kind of wrong value: a named error each, and an engine that works
// afterwards. Nothing of Node's: the same checks run in a browser.
import { engineMethods, modelMethods } from "../../web/engine/interface.js";
import { Naming } from "./bad-values.js";
import { assert, close, equal, failure } from "./assert.js";
import { exerciseParameter } from "./exercise-values.js";
import { engineTable, engineUnsupported, modelTable, modelUnsupported } from "./interface-table.js";

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
      const args = entry.valid.with(at, value);
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
  const known = Object.keys(entry.options ?? {})
    .filter((name) => !here.includes(name))
    .sort();
  equal(error.fields.choices.split(", ").sort(), known, `the options of ${method}`);
}

/**
 * Every value that a parameter of an exercise may be given: refused by its name, or an instance that is then solved and
 * graded. At a limit, what does not go together may be refused too, but by name.
 */
async function checkExerciseParameter(engine, id, described) {
  const { name } = described;
  const create = (value) => engine.createInstance(id, { seed: 3, parameters: { [name]: value } });
  const { bad, edge } = exerciseParameter(described);
  for (const value of bad) await refuses(() => create(value), name, `${id}, ${name} = ${shown(value)}`);
  let instances = 0;
  for (const value of edge) {
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

/** Every public function of an object stands in the table, with every argument. */
function checkComplete(object, table, unsupported, methods, what) {
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(object));
  const isMethod = (name) =>
    typeof Object.getOwnPropertyDescriptor(Object.getPrototypeOf(object), name)?.value === "function";
  const names = own.filter((name) => name !== "constructor" && isMethod(name)).sort();
  equal(names, [...Object.keys(table), ...unsupported, "dispose"].sort(), `the functions of ${what}`);
  equal(names, Object.keys(methods).sort(), `the functions of ${what} in interface.js`);
  for (const name of Object.keys(table))
    equal(Object.keys(table[name].takes), methods[name], `the arguments of ${name}`);
}

/** The table, completed where a call needs something made first. */
async function completed(engine) {
  const model = await engine.createModel(gpt2);
  const weights = await model.toSafetensors();
  await model.dispose();
  return { ...engineTable, loadModel: { ...engineTable.loadModel, valid: [{ weights, config: gpt2 }] } };
}

/** Each check takes an engine (in this thread or in a worker) and the package. */
export const argumentChecks = {
  "every public function and argument stands in the table": async (_engine, { loadEngine }) => {
    const engine = await loadEngine();
    checkComplete(engine, engineTable, engineUnsupported, engineMethods, "the engine");
    const model = await engine.createModel(gpt2);
    checkComplete(model, modelTable, modelUnsupported, modelMethods, "a model");
    engine.dispose();
  },
  ...Object.fromEntries(
    Object.keys(engineTable).map((method) => [
      `${method}: every wrong argument is a named error`,
      async (engine) => {
        const before = await liveHandles(engine);
        const entry = (await completed(engine))[method];
        await checkFunction(engine, keepingNothing(engine), method, entry);
        await checkOptionNames(engine, method, entry);
        equal(await liveHandles(engine), before, "handles after errors");
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(modelTable).map((method) => [
      `model.${method}: every wrong argument is a named error`,
      async (engine) => {
        const model = await engine.createModel(gpt2);
        const before = await liveHandles(engine);
        await checkFunction(engine, model, method, modelTable[method]);
        await checkOptionNames(model, method, modelTable[method]);
        equal(await liveHandles(engine), before, "handles after errors");
        await model.dispose();
      },
    ]),
  ),
  "createInstance: every parameter of every exercise, with wrong values and at its limits": async (engine) => {
    const exercises = await engine.exercises();
    assert(exercises.length > 8, `${exercises.length} exercises`);
    for (const { id, parameters } of exercises) {
      assert(parameters.length > 0, `${id} has no parameters`);
      for (const described of parameters) await checkExerciseParameter(engine, id, described);
    }
  },
  "what is not there yet says so": async (engine) => {
    const model = await engine.createModel(gpt2);
    for (const [target, methods] of [
      [engine, engineUnsupported],
      [model, modelUnsupported],
    ])
      for (const method of methods) {
        const error = await failure(() => target[method]("copy", {}), method);
        equal(error.code, "unsupported", `${method}: ${error.message}`);
        assert(error.message.includes(method), error.message);
      }
    await model.dispose();
  },
  "loadEngine and loadEngineInWorker refuse wrong options": async (_engine, { loadEngine, loadEngineInWorker }) => {
    for (const load of [loadEngine, loadEngineInWorker]) {
      for (const build of [5, null, "fastest", {}, NaN])
        await refuses(() => load({ build }), "build", `build = ${shown(build)}`);
      for (const lang of [5, null, {}, NaN]) await refuses(() => load({ lang }), "lang", `lang = ${shown(lang)}`);
      for (const options of [5, "simd", true])
        await refuses(() => load(options), "options", `options = ${shown(options)}`);
    }
  },
};

const liveHandles = async (engine) =>
  typeof engine.liveHandles === "function" ? engine.liveHandles() : engine.liveHandles;

/** The engine, its models disposed of as soon as they are made. */
function keepingNothing(engine) {
  const disposing =
    (method) =>
    async (...args) =>
      void (await (await engine[method](...args)).dispose());
  return new Proxy(engine, {
    get: (_, name) => (name === "createModel" || name === "loadModel" ? disposing(name) : engine[name].bind(engine)),
  });
}
