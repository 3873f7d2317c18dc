// The package "whereabouts": what a page, a worker or a Node program imports.
import { Engine as EngineHere } from "./engine.js";
import { loadTexts } from "./languages.js";
import { compile } from "./load.js";
import { described } from "./plain.js";
import { startSession } from "./start.js";
import { WorkerEngine } from "./worker-engine.js";

export { WhereaboutsError } from "./error.js";

/** @import * as types from "./types.js" */
/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./trainer.js").Trainer} Trainer */
/** @typedef {import("./task.js").Task} Task */
/** @typedef {import("./tokenizer.js").Tokenizer} Tokenizer */

// The names of types.js and training-types.js, so that a program can import them from the package.
/**
 * @template {Float32Array | Float64Array | Int32Array} [Data=Float32Array]
 * @typedef {import("./types.js").Tensor<Data>} Tensor
 */
/**
 * @template T
 * @typedef {import("./types.js").Asynchronous<T>} Asynchronous
 */
/** @typedef {import("./error.js").ErrorCode} ErrorCode */
/** @typedef {import("./types.js").Numbers} Numbers */
/** @typedef {import("./types.js").EncodingDescription} EncodingDescription */
/** @typedef {import("./types.js").ParameterDescription} ParameterDescription */
/** @typedef {import("./types.js").PositionTableOptions} PositionTableOptions */
/** @typedef {import("./types.js").RopeScaling} RopeScaling */
/** @typedef {import("./types.js").RopeOptions} RopeOptions */
/** @typedef {import("./types.js").RotateOptions} RotateOptions */
/** @typedef {import("./types.js").AttentionBiasOptions} AttentionBiasOptions */
/** @typedef {import("./types.js").T5BucketsOptions} T5BucketsOptions */
/** @typedef {import("./types.js").Comparison} Comparison */
/** @typedef {import("./model-types.js").Position} Position */
/** @typedef {import("./model-types.js").Config} Config */
/** @typedef {import("./model-types.js").LoadOptions} LoadOptions */
/** @typedef {import("./model-types.js").RunOptions} RunOptions */
/** @typedef {import("./model-types.js").RunResult} RunResult */
/** @typedef {import("./model-types.js").PerplexityOptions} PerplexityOptions */
/** @typedef {import("./model-types.js").PerplexityResult} PerplexityResult */
/** @typedef {import("./model-types.js").GenerateOptions} GenerateOptions */
/** @typedef {import("./training-types.js").Batch} Batch */
/** @typedef {import("./training-types.js").TrainerOptions} TrainerOptions */
/** @typedef {import("./training-types.js").StepResult} StepResult */
/** @typedef {import("./training-types.js").TrainerState} TrainerState */
/** @typedef {import("./training-types.js").Gradients} Gradients */
/** @typedef {import("./training-types.js").TrainOptions} TrainOptions */
/** @typedef {import("./training-types.js").TrainProgress} TrainProgress */
/** @typedef {import("./training-types.js").TaskDescription} TaskDescription */
/** @typedef {import("./training-types.js").TaskConfig} TaskConfig */
/** @typedef {import("./training-types.js").Evaluation} Evaluation */
/** @typedef {import("./training-types.js").ExperimentDescription} ExperimentDescription */
/** @typedef {import("./training-types.js").ExperimentOptions} ExperimentOptions */
/** @typedef {import("./training-types.js").ExperimentResult} ExperimentResult */
/** @typedef {import("./training-types.js").ProbeOptions} ProbeOptions */
/** @typedef {import("./training-types.js").ProbeResult} ProbeResult */
/** @typedef {import("./training-types.js").ShippedModel} ShippedModel */
/** @typedef {import("./training-types.js").ModelCard} ModelCard */
/** @typedef {import("./types.js").ExerciseDescription} ExerciseDescription */
/** @typedef {import("./types.js").Instance} Instance */
/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Grade} Grade */
/** @typedef {import("./types.js").Misconception} Misconception */

/**
 * @typedef {object} LoadEngineOptions
 * @property {"auto" | "relaxed-simd" | "simd" | "scalar"} [build] "auto" picks the fastest that this browser runs; any other
 *   that it cannot run is `"unsupported"`
 * @property {boolean} [checkpoints] true; false loads a smaller engine, without what only real checkpoints need: GPT-2's
 *   tokenizer, sharded files and files read in slices, files of llama2.c, the families of GPT-NeoX and GPT-J
 * @property {string} [lang] the language of titles, explanations and messages, "en"; English where it is not there
 */

/**
 * Loads the engine into this thread.
 * @param {LoadEngineOptions} [options]
 * @returns {Promise<Engine>}
 */
export async function loadEngine(options) {
  const { texts, compiled } = await prepare(options);
  return new EngineHere(await startSession(compiled, texts), texts, compiled);
}

/**
 * Loads the engine into a worker of its own, so that long work never freezes a page: the same interface, every method
 * asynchronous and every property a method. Works in Node and in opaque frames too.
 * @param {LoadEngineOptions} [options]
 * @returns {Promise<types.Asynchronous<Engine>>}
 */
export async function loadEngineInWorker(options) {
  const { texts, compiled } = await prepare(options);
  return WorkerEngine.start(compiled, texts);
}

/** @param {LoadEngineOptions} [options] */
async function prepare(options) {
  const english = await loadTexts("en");
  let build, checkpoints, lang;
  try {
    ({ build = "auto", checkpoints = true, lang = "en" } = options ?? {});
  } catch (error) {
    throw english.error("invalid_argument", "unreadable", { argument: "options", detail: described(error) });
  }
  if (options !== undefined && typeof options !== "object")
    throw english.error("invalid_argument", "wrong_type", {
      argument: "options",
      got: typeof options,
      expected: "object",
    });
  const texts = await loadTexts(lang);
  return { texts, compiled: await compile(build, checkpoints, texts) };
}
