import { Bridge } from "./bridge.js";
import { listEncodings } from "./encodings.js";
import { Exercises } from "./exercises.js";
import { listExperiments, listTasks, positionProbe, runExperiment } from "./experiments.js";
import { Model, loadModel } from "./model.js";
import { listShippedModels, loadShippedModel, tablePerplexities } from "./shipped.js";
import { Task } from "./task.js";
import { Tokenizer } from "./tokenizer.js";

/** @typedef {import("./bridge.js").Session} Session */
/** @typedef {import("./texts.js").Texts} Texts */
/** @import * as models from "./model-types.js" */
/** @import * as types from "./types.js" */
/** @import * as training from "./training-types.js" */

/**
 * The engine: encodings on their own, models and their training, exercises. Get one from `loadEngine`. Every error is a `WhereaboutsError`
 * and leaves the engine usable, but for `"engine_failed"`, a fault inside it. Arrays that come out are copies; arrays that
 * go in are never kept or changed.
 */
export class Engine {
  #bridge;
  #exercises;
  #shipped;

  /**
   * @param {Session} session
   * @param {Texts} texts
   * @param {Pick<import("./load.js").Compiled, "build" | "checkpoints" | "models">} parts
   */
  constructor(session, texts, { build, checkpoints, models }) {
    this.#bridge = new Bridge(session, texts, checkpoints);
    this.#exercises = new Exercises(this.#bridge);
    this.#shipped = models;
    const table = tablePerplexities(models);
    if (table) this.#bridge.call("setMeasured", { table });
    /** The build that was loaded. */
    this.build = build;
    /** The language of titles, explanations and error messages. */
    this.lang = texts.lang;
  }

  /** How many models, trainers, tasks and unfinished jobs the engine holds; 0 after everything was disposed of. */
  get liveHandles() {
    return this.#bridge.liveHandles;
  }

  /** Gives all memory back. Whatever is used afterwards: `"disposed"`. @returns {void} */
  dispose() {
    this.#bridge.dispose();
  }

  // ---- encodings on their own

  /** Every encoding there is, with its parameters. @returns {types.EncodingDescription[]} */
  encodings() {
    return listEncodings(this.#bridge);
  }

  /**
   * The fixed table of sines and cosines (Vaswani et al. 2017, section 3.5): entry [r, 2i] is sin(p / base^(2i / width)),
   * entry [r, 2i + 1] the cosine of the same angle, p being positions[r]. Angles are computed in double precision.
   * @param {types.PositionTableOptions} options
   * @returns {types.Tensor} [positions.length, width]
   */
  positionTable(options) {
    return this.#bridge.call("positionTable", { options });
  }

  /**
   * The angle that each rotary pair turns by per position, in radians, fastest first, after scaling; the factor that
   * multiplies cosines and sines (scores get its square); and how many entries of a head turn.
   * @param {types.RopeOptions} options sequence_length defaults to an unscaled length
   * @returns {{ inverse_frequencies: Float64Array, attention_factor: number, rotary_dim: number }}
   */
  ropeFrequencies(options) {
    return this.#bridge.call("ropeFrequencies", { options });
  }

  /**
   * Turns every vector by its position (Su et al. 2021). Entries past `rotary_dim` come back unchanged.
   * @param {types.RotateOptions & types.RopeOptions} options sequence_length defaults to the largest position + 1
   * @returns {types.Tensor} the shape of `vectors`
   */
  rotate(options) {
    return this.#bridge.call("rotate", { options });
  }

  /**
   * ALiBi's slope of every head (Press, Smith and Lewis 2022), in the released code's order.
   * @param {number} n_head any whole number from 1
   * @returns {Float64Array} [n_head]
   */
  alibiSlopes(n_head) {
    return this.#bridge.call("alibiSlopes", { n_head });
  }

  /**
   * What is added to the scaled scores.
   * @param {types.AttentionBiasOptions} options
   * @returns {types.Tensor} [n_head, nq, nk]
   */
  attentionBias(options) {
    return this.#bridge.call("attentionBias", { options });
  }

  /**
   * T5's bucket of every relative position (Raffel et al. 2020, section 2.1).
   * @param {types.T5BucketsOptions} options
   * @returns {Int32Array}
   */
  t5Buckets(options) {
    return this.#bridge.call("t5Buckets", { options });
  }

  /**
   * Compares as torch.allclose does: |a - b| <= atol + rtol * |b| everywhere. NaN never matches; different lengths are an
   * error.
   * @param {types.Numbers} a
   * @param {types.Numbers} b
   * @param {{ rtol?: number, atol?: number }} [options] rtol 1e-5, atol 1e-8
   * @returns {types.Comparison}
   */
  allclose(a, b, options) {
    return this.#bridge.call("allclose", { a, b, options });
  }

  // ---- models

  /**
   * A model with freshly drawn weights, the same bits for a seed everywhere.
   * @param {models.Config} config
   * @param {{ seed?: number, initialization?: "fan_in" | "gpt2" }} [options] seed 0; "fan_in": normal, variance 1 / fan_in, for
   *   the small widths of the lessons; "gpt2": normal with deviation 0.02; both scale the residual outputs
   * @returns {Model}
   */
  createModel(config, options) {
    return new Model(this.#bridge, this.#bridge.call("createModel", { config, options }));
  }

  /**
   * A model from its file, or from the files of a sharded checkpoint. Names with and without their family's prefix are read, mask buffers
   * and tables of encodings that are not in use are ignored.
   * @param {models.LoadOptions} options
   * @returns {Promise<Model>}
   */
  async loadModel(options) {
    return loadModel(this.#bridge, options);
  }

  /**
   * The trained models that come with the package, each with its card: data, steps, seed and losses.
   * @returns {training.ShippedModel[]}
   */
  shippedModels() {
    return listShippedModels(this.#shipped);
  }

  /**
   * A trained model, read from the package, with its `tokenizer`.
   * @param {string} name one of `shippedModels`
   * @returns {Promise<Model>}
   */
  async loadShippedModel(name) {
    return loadShippedModel(this.#bridge, this.#shipped, name);
  }

  // ---- training

  /** Every kind of task to train a model on, with its parameters. @returns {training.TaskDescription[]} */
  tasks() {
    return listTasks(this.#bridge);
  }

  /**
   * A task that draws fresh sequences, the same for a seed everywhere.
   * @param {string} name one of `tasks`
   * @param {{ seed?: number } & Record<string, any>} [options] seed 0, and the parameters of the task
   * @returns {Task}
   */
  createTask(name, options) {
    return new Task(this.#bridge, this.#bridge.call("createTask", { name, options }));
  }

  /** The experiments behind the claims of the lessons. @returns {training.ExperimentDescription[]} */
  experiments() {
    return listExperiments(this.#bridge);
  }

  /**
   * Trains a small model to see whether a claim holds.
   * @param {string} id one of `experiments`
   * @param {training.ExperimentOptions} [options]
   * @returns {Promise<training.ExperimentResult>}
   */
  async runExperiment(id, options) {
    return runExperiment(this.#bridge, id, options);
  }

  /**
   * How well a row's position can be read off a hidden state by one weighted sum (ridge regression, fitted on half of the
   * sequences and scored on the other half).
   * @param {Model} model
   * @param {training.ProbeOptions} [options]
   * @returns {Promise<training.ProbeResult>}
   */
  async positionProbe(model, options) {
    return positionProbe(this.#bridge, model, options);
  }

  // ---- text

  /**
   * From text to token ids and back: one id for each of the given characters, or GPT-2's byte-level BPE from the files vocab.json and
   * merges.txt, or tokenizer.json, each as text or parsed; or llama2.c's from its tokenizer.bin. Those hold memory until `dispose()`.
   * @param {types.TokenizerOptions} options
   * @returns {Tokenizer}
   */
  createTokenizer(options) {
    return new Tokenizer(this.#bridge, options);
  }

  // ---- exercises

  /** Every exercise there is. @returns {types.ExerciseDescription[]} */
  exercises() {
    return this.#exercises.list();
  }

  /**
   * Draws an instance; the same seed and parameters give the same one on every machine.
   * @param {string} id
   * @param {{ seed?: number, parameters?: Record<string, any> }} [options] seed 0; parameters to fix instead of drawing them
   * @returns {types.Instance}
   */
  createInstance(id, options) {
    return this.#exercises.createInstance(id, options);
  }

  /**
   * Grades by value, and says which mistake a wrong answer shows. An answer that cannot be read is no error but the verdict
   * "malformed", with the field named.
   * @param {types.Instance} instance
   * @param {types.Answer} answer numbers, or texts as typed: "0.141", "-.99", "1e-2", "0,141", "47,117", "½", "sin(3/100)"
   * @returns {types.Grade}
   */
  grade(instance, answer) {
    return this.#exercises.grade(instance, answer);
  }

  /**
   * @param {types.Instance} instance
   * @param {number} n from 0
   * @returns {string | null} null where there is no n-th hint
   */
  hint(instance, n) {
    return this.#exercises.hint(instance, n);
  }

  /**
   * The worked solution.
   * @param {types.Instance} instance
   * @returns {{ answer: number[] | { choice: string, numbers?: number[] }, steps: string[] }}
   */
  solution(instance) {
    return this.#exercises.solution(instance);
  }

  /**
   * The mistakes that grading recognises.
   * @param {string} id of an exercise
   * @param {types.Instance} [instance] without one, every mistake counts as applicable
   * @returns {types.Misconception[]}
   */
  misconceptions(id, instance) {
    return this.#exercises.misconceptions(id, instance);
  }

  /**
   * The answer that a mistake gives at this instance.
   * @param {types.Instance} instance
   * @param {string} misconceptionId
   * @returns {number[] | { choice: string, numbers?: number[] }}
   */
  runMistake(instance, misconceptionId) {
    return this.#exercises.runMistake(instance, misconceptionId);
  }

  /**
   * The inputs to run a learner's function on; empty for exercises that ask for no code.
   * @param {types.Instance} instance
   * @returns {{ arguments: any[], hidden: boolean }[]}
   */
  codeCases(instance) {
    return this.#exercises.codeCases(instance);
  }
}
