// The whole public interface as a table: every function with a call that works and, for each of its arguments and options,
// what kind of value it takes. bad-values.js makes the wrong values of each kind. The test fails where a public function,
// an argument or an option is missing here.
import { config, file, scaling } from "./bad-model-values.js";
import {
  boolean,
  callback,
  choice,
  instance,
  made,
  numbers,
  object,
  real,
  signal,
  string,
  text,
  whole,
} from "./bad-values.js";
import { modelTrainingTable } from "./training-table.js";

const rope = {
  head_dim: whole({ huge: 2 ** 40 }),
  rope_theta: real({ minimum: 1, huge: 1e300 }),
  partial_rotary_factor: real({ minimum: 0, huge: 1e300 }),
  rope_scaling: scaling(),
  sequence_length: real({ minimum: 0, huge: 1e300 }),
};
const gpt2 = { model_type: "gpt2", n_layer: 2, n_head: 2, n_embd: 8, n_positions: 16, vocab_size: 11 };
const drawn = { id: "sinusoid_row", seed: 7, parameters: { position: 3, width: 4, base: 10000 } };

/** @typedef {{ valid: any[], takes: Record<string, any>, options?: Record<string, any> }} Entry */

/**
 * valid: arguments that work; takes: the kind of each argument, in order; options: the kinds of the options in the argument
 * called "options".
 * @type {Record<string, Entry>}
 */
export const engineTable = {
  encodings: { valid: [], takes: {} },
  positionTable: {
    valid: [{ kind: "sinusoidal", width: 4, positions: [0, 1, 3] }],
    takes: { options: object({ required: true }) },
    options: {
      kind: choice({ required: true }),
      width: whole({ required: true, huge: 2 ** 40 }),
      positions: numbers({ required: true, fractions: true, negative: true, huge: 1e300 }),
      base: real({ minimum: 1, huge: 1e300 }),
      layout: choice(),
    },
  },
  ropeFrequencies: {
    valid: [{ head_dim: 8 }],
    takes: { options: object({ required: true }) },
    options: { ...rope, head_dim: whole({ required: true, huge: 2 ** 40 }) },
  },
  rotate: {
    valid: [{ vectors: [1, 0.5, -0.3, 0.8], positions: [3], head_dim: 4 }],
    takes: { options: object({ required: true }) },
    options: {
      ...rope,
      head_dim: whole({ required: true, huge: 2 ** 40 }),
      vectors: numbers({ required: true, length: 4, fractions: true, negative: true, huge: 1e300 }),
      positions: numbers({
        required: true,
        length: 1,
        fractions: true,
        negative: true,
        huge: 1e300,
        lengthNames: "vectors",
      }),
      layout: choice(),
    },
  },
  alibiSlopes: { valid: [8], takes: { n_head: whole({ required: true, huge: 2 ** 40 }) } },
  attentionBias: {
    valid: [
      {
        kind: "t5_bias",
        n_head: 2,
        query_positions: [3],
        key_positions: [0, 1],
        num_buckets: 2,
        max_distance: 4,
        table: [1, 2, 3, 4],
      },
    ],
    takes: { options: object({ required: true }) },
    options: {
      kind: choice({ required: true }),
      n_head: whole({ required: true, huge: 2 ** 40 }),
      query_positions: numbers({ required: true, negative: true, huge: 1e300 }),
      key_positions: numbers({ required: true, negative: true, huge: 1e300 }),
      num_buckets: whole({ huge: 2 ** 40 }),
      max_distance: whole({ huge: 2 ** 60 }),
      bidirectional: boolean(),
      table: numbers({ required: true, length: 4, fractions: true, negative: true, huge: 1e300 }),
    },
  },
  t5Buckets: {
    valid: [{ relative_positions: [-3, 0, 5] }],
    takes: { options: object({ required: true }) },
    options: {
      relative_positions: numbers({ required: true, negative: true, huge: 1e300 }),
      num_buckets: whole({ huge: 2 ** 40 }),
      max_distance: whole({ huge: 2 ** 60 }),
      bidirectional: boolean(),
    },
  },
  allclose: {
    valid: [[1, 2], [1, 2], {}],
    takes: {
      a: numbers({ required: true, length: 2, fractions: true, negative: true, nan: true, lengthNames: "b" }),
      b: numbers({ required: true, length: 2, fractions: true, negative: true, nan: true }),
      options: object(),
    },
    options: { rtol: real({ minimum: 0 }), atol: real({ minimum: 0 }) },
  },
  createModel: {
    valid: [gpt2, { seed: 1 }],
    takes: { config: config(gpt2), options: object() },
    options: { seed: whole({ minimum: 0, huge: 2 ** 60 }), initialization: choice() },
  },
  loadModel: {
    valid: [],
    takes: { options: object({ required: true, nested: false }) },
    options: {
      weights: file({ required: true }),
      config: config(gpt2, { required: true }),
      index: { bad: [5, "x", [], {}, { weight_map: 5 }] },
      format: choice(),
      onProgress: callback(),
      signal: signal(),
    },
  },
  shippedModels: { valid: [], takes: {} },
  loadShippedModel: { valid: [], takes: { name: text({ required: true }) } },
  tasks: { valid: [], takes: {} },
  createTask: {
    valid: ["k_back", { seed: 1 }],
    takes: { name: text({ required: true }), options: object({ nested: false }) },
    options: { seed: whole({ minimum: 0, huge: 2 ** 60 }) },
  },
  experiments: { valid: [], takes: {} },
  runExperiment: {
    valid: ["A1", { arm: "rope", seed: 1 }],
    takes: { id: text({ required: true }), options: object() },
    options: { arm: choice(), seed: whole({ minimum: 0, huge: 2 ** 60 }), onProgress: callback(), signal: signal() },
  },
  positionProbe: {
    valid: [null, { samples: 4, length: 8 }],
    takes: { model: made(), options: object() },
    options: {
      layer: whole({ minimum: 0, huge: 2 ** 60 }),
      samples: whole({ minimum: 2, huge: 2 ** 60 }),
      length: whole({ minimum: 2, huge: 2 ** 60 }),
      seed: whole({ minimum: 0, huge: 2 ** 60 }),
      tokens: numbers({ huge: 1e300 }),
      onProgress: callback(),
      signal: signal(),
    },
  },
  createTokenizer: {
    valid: [{ characters: "abc " }],
    takes: { options: object({ required: true }) },
    options: {
      characters: text({ required: true }),
      vocab: { bad: [5, {}, { a: 0 }, "x"] },
      merges: { bad: [5, {}, "a b"] },
      tokenizerJson: { bad: [5, {}, "{}"] },
      tokenizerBin: { bad: [5, {}, "{}", new Uint8Array(8)] },
    },
  },
  exercises: { valid: [], takes: {} },
  createInstance: {
    valid: ["sinusoid_row", { seed: 7, parameters: { width: 4 } }],
    takes: { id: text({ required: true }), options: object() },
    options: { seed: whole({ minimum: 0, huge: 2 ** 60 }), parameters: object() },
  },
  grade: { valid: [drawn, ["0.141", -0.99, "0.030", 1]], takes: { instance: instance(drawn), answer: null } },
  hint: {
    valid: [drawn, 0],
    takes: { instance: instance(drawn), n: whole({ required: true, minimum: 0, huge: 2 ** 60 }) },
  },
  solution: { valid: [drawn], takes: { instance: instance(drawn) } },
  misconceptions: {
    valid: ["sinusoid_row", drawn],
    takes: { id: text({ required: true }), instance: instance(drawn, { required: false }) },
  },
  runMistake: {
    valid: [drawn, "sin_cos_swapped"],
    takes: { instance: instance(drawn), misconceptionId: text({ required: true }) },
  },
  codeCases: { valid: [drawn], takes: { instance: instance(drawn) } },
};

/** @type {Record<string, Entry>} */
export const modelTable = {
  ...modelTrainingTable,
  setPosition: { valid: [{ kind: "rope" }], takes: { position: object({ required: true }) } },
  parameters: { valid: [], takes: {} },
  readParameter: {
    valid: ["wte.weight", {}],
    takes: { name: text({ required: true }), options: object() },
    options: { rows: numbers({ huge: 1e300 }) },
  },
  writeParameter: {
    valid: ["ln_f.bias", [1, 2, 3, 4, 5, 6, 7, 8]],
    takes: {
      name: text({ required: true }),
      values: numbers({ required: true, length: 8, fractions: true, negative: true, huge: 1e300 }),
    },
  },
  toSafetensors: { valid: [], takes: {} },
  run: {
    valid: [[1, 2, 3], {}],
    takes: { tokens: numbers({ required: true, huge: 1e300 }), options: object() },
    options: {
      positions: numbers({ length: 3, fractions: false, huge: 1e300 }),
      causal: boolean(),
      attention_mask: numbers({ length: 3, huge: 1e300 }),
      targets: numbers({ length: 3, belowMinusOne: true, huge: 1e300 }),
      layers: whole({ minimum: 0, huge: 3 }),
      capture: { bad: [5, "logits", {}, ["nothing"], [3], [null]] },
    },
  },
  perplexity: {
    valid: [[1, 2, 3, 4], { window: 4, stride: 2 }],
    takes: { tokens: numbers({ required: true, huge: 1e300 }), options: object() },
    options: {
      window: whole({ minimum: 2, huge: 2 ** 60 }),
      stride: whole({ huge: 2 ** 60 }),
      onProgress: callback(),
      signal: signal(),
    },
  },
  generate: {
    valid: [[1, 2], { max_new_tokens: 2 }],
    takes: { tokens: numbers({ required: true, huge: 1e300 }), options: object({ required: true }) },
    options: {
      max_new_tokens: whole({ required: true, minimum: 0, huge: 2 ** 60 }),
      temperature: real({ minimum: 0, huge: 1e300 }),
      top_k: whole({ huge: 2 ** 60 }),
      seed: whole({ minimum: 0, huge: 2 ** 60 }),
      onToken: callback(),
      signal: signal(),
    },
  },
};

/** Of a tokenizer that knows "abc ". @type {Record<string, Entry>} */
export const tokenizerTable = {
  encode: { valid: ["a cab"], takes: { text: string("abcd") } },
  decode: { valid: [[0, 1]], takes: { ids: numbers({ required: true, huge: 1e300 }) } },
  decodeBytes: { valid: [[0, 1]], takes: { ids: numbers({ required: true, huge: 4 }) } },
};
