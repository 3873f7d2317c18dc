// The public methods and the names of their arguments: what crosses to a worker, and what the tests go through one by one.
// A test holds this list against the classes.

/** @type {Record<string, string[]>} */
export const engineMethods = {
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

export const engineProperties = ["build", "lang", "liveHandles"];

/** @type {Record<string, string[]>} */
export const modelMethods = {
  setPosition: ["position"],
  parameters: [],
  readParameter: ["name"],
  writeParameter: ["name", "values"],
  toSafetensors: [],
  run: ["tokens", "options"],
  perplexity: ["tokens", "options"],
  generate: ["tokens", "options"],
  createTrainer: ["options"],
  gradients: ["batch"],
  dispose: [],
};

export const modelProperties = ["config", "parameterCount"];
