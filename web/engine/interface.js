// The public methods and the names of their arguments: what crosses to a worker, and what the tests go through one by one.
// A test holds this list against the classes. Arguments called "model" and "task" are objects of the engine, all others plain data.

/** @typedef {{ methods: Record<string, string[]>, properties: string[] }} Interface */
/** @typedef {"engine" | "model" | "trainer" | "task" | "tokenizer"} Kind the kinds of objects that can be called */

export const objectArguments = ["model", "task"];

/** @type {Record<string, string[]>} */
const engineMethods = {
  encodings: [],
  positionTable: ["options"],
  ropeFrequencies: ["options"],
  rotate: ["options"],
  alibiSlopes: ["n_head"],
  attentionBias: ["options"],
  t5Buckets: ["options"],
  allclose: ["a", "b", "options"],
  createModel: ["config", "options"],
  loadModel: ["options"],
  shippedModels: [],
  loadShippedModel: ["name"],
  tasks: [],
  createTask: ["name", "options"],
  experiments: [],
  runExperiment: ["id", "options"],
  positionProbe: ["model", "options"],
  createTokenizer: ["options"],
  exercises: [],
  createInstance: ["id", "options"],
  grade: ["instance", "answer"],
  hint: ["instance", "n"],
  solution: ["instance"],
  misconceptions: ["id", "instance"],
  runMistake: ["instance", "misconceptionId"],
  codeCases: ["instance"],
  dispose: [],
};

const engineProperties = ["build", "lang", "liveHandles"];

/** @type {Record<string, string[]>} */
const modelMethods = {
  setPosition: ["position"],
  parameters: [],
  readParameter: ["name", "options"],
  writeParameter: ["name", "values"],
  toSafetensors: [],
  run: ["tokens", "options"],
  perplexity: ["tokens", "options"],
  generate: ["tokens", "options"],
  createTrainer: ["options"],
  gradients: ["batch"],
  dispose: [],
};

const modelProperties = ["config", "parameterCount", "tokenizer"];

/** @type {Record<string, string[]>} */
const trainerMethods = {
  step: ["batch"],
  train: ["task", "options"],
  state: [],
  restore: ["state"],
  dispose: [],
};

/** @type {Record<string, string[]>} */
const taskMethods = { batch: ["size"], evaluate: ["model", "options"], dispose: [] };

/** @type {Record<string, string[]>} */
const tokenizerMethods = { encode: ["text"], decode: ["ids"], decodeBytes: ["ids"], dispose: [] };

/** @type {Record<Kind, Interface>} */
export const interfaces = {
  engine: { methods: engineMethods, properties: engineProperties },
  model: { methods: modelMethods, properties: modelProperties },
  trainer: { methods: trainerMethods, properties: [] },
  task: { methods: taskMethods, properties: ["config"] },
  tokenizer: { methods: tokenizerMethods, properties: ["characters", "vocab_size"] },
};
