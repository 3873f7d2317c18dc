import { loadSlices, readSlice, sizeOf } from "./checkpoint.js";
import { hold } from "./handles.js";
import { callbacksOf, nextTask, runJob, waited } from "./slices.js";
import { Trainer } from "./trainer.js";

/** @typedef {import("./bridge.js").Bridge} Bridge */
/** @typedef {import("./tokenizer.js").Tokenizer} Tokenizer */
/** @import * as models from "./model-types.js" */
/** @import * as types from "./types.js" */
/** @import * as training from "./training-types.js" */

/**
 * A transformer of GPT-2's, Llama's or GPT-NeoX's family with an exchangeable position encoding. It holds memory until `dispose()`; used afterwards,
 * everything is `"disposed"`.
 */
export class Model {
  #bridge;
  #handle;

  /**
   * @param {Bridge} bridge
   * @param {number} handle
   * @param {Tokenizer | null} [tokenizer]
   */
  constructor(bridge, handle, tokenizer = null) {
    this.#bridge = bridge;
    this.#handle = handle;
    hold(this, bridge, "model", handle);
    /** From text to token ids and back; null unless it is a shipped model. */
    this.tokenizer = tokenizer;
  }

  /**
   * The config with every default filled in, its `position` being the encoding now in use.
   * @type {models.Config}
   */
  get config() {
    return this.#call("modelConfig", {});
  }

  /**
   * Numbers in all parameters together; a tied head is the embedding and counts once.
   * @type {number}
   */
  get parameterCount() {
    return this.#call("parameterCount", {});
  }

  /**
   * Another encoding, or other parameters of the same one, on the same weights. A learned table (`"learned"`, `"t5_bias"`)
   * must be among them.
   * @param {models.Position} position
   * @returns {void}
   */
  setPosition(position) {
    this.#call("setPosition", { position });
  }

  /**
   * Every parameter by the name Hugging Face gives it. Linear weights are [in, out] in GPT-2, as Conv1D stores them, and
   * [out, in] in the other families.
   * @returns {{ name: string, shape: number[], storage: "float32" | "float16" | "bfloat16" | "int8" }[]}
   */
  parameters() {
    return this.#call("parameters", {});
  }

  /**
   * @param {string} name for example "wte.weight" or "h.0.attn.c_attn.weight"
   * @param {{ rows?: types.Numbers }} [options] rows of a matrix, in any order and as often as they stand there; a vector has one. Without
   *   them all that the parameter holds is read
   * @returns {types.Tensor} in the parameter's shape, or [rows.length, columns]
   */
  readParameter(name, options) {
    return this.#call("readParameter", { name, options });
  }

  /**
   * Replaces a parameter's values; it is stored in float32 from then on. Values that are not finite are refused.
   * @param {string} name
   * @param {types.Numbers} values as many as the parameter has
   * @returns {void}
   */
  writeParameter(name, values) {
    this.#call("writeParameter", { name, values });
  }

  /**
   * The weights as a safetensors file, which Python's safetensors and `loadModel` open.
   * @returns {Uint8Array}
   */
  toSafetensors() {
    return this.#call("toSafetensors", {});
  }

  /**
   * One pass over one sequence of T tokens.
   * @param {types.Numbers} tokens ids, T of them
   * @param {models.RunOptions} [options]
   * @returns {models.RunResult}
   */
  run(tokens, options) {
    return this.#call("run", { tokens, options });
  }

  /**
   * The perplexity of a text longer than one pass: windows start every `stride` tokens and hold at most `window`. A token is
   * counted once, in the first window that holds it with at least one token before it.
   * @param {types.Numbers} tokens two or more
   * @param {models.PerplexityOptions} [options] `onProgress({ done, total })` counts windows
   * @returns {Promise<models.PerplexityResult>}
   */
  async perplexity(tokens, options) {
    const { rest, callbacks } = callbacksOf(options, this.#bridge.texts);
    return runJob(this.#bridge, () => this.#call("beginPerplexity", { tokens, options: rest }), callbacks);
  }

  /**
   * Continues a text, the same tokens for the same seed.
   * @param {types.Numbers} tokens the text so far, one token or more
   * @param {models.GenerateOptions} options `onToken(id)` is called for each new token
   * @returns {Promise<Int32Array>} the new tokens only
   */
  async generate(tokens, options) {
    const { rest, callbacks } = callbacksOf(options, this.#bridge.texts);
    return runJob(this.#bridge, () => this.#call("beginGenerate", { tokens, options: rest }), callbacks);
  }

  /**
   * A trainer of this model, which it masks or not as the config says. Weights in another storage become float32.
   * @param {training.TrainerOptions} options
   * @returns {Trainer}
   */
  createTrainer(options) {
    return new Trainer(this.#bridge, this.#call("createTrainer", { options }));
  }

  /**
   * The loss of a batch and its gradient by every parameter. Nothing is updated.
   * @param {training.Batch} batch
   * @returns {training.Gradients}
   */
  gradients(batch) {
    return this.#call("gradients", { batch });
  }

  /**
   * Gives the memory back; trainers of the model and what is running on it end with `"disposed"`. A second time does nothing.
   * @returns {void}
   */
  dispose() {
    this.#bridge.release("disposeModel", { model: this.#handle });
  }

  /**
   * @param {string} method
   * @param {Record<string, unknown>} args
   * @returns {any}
   */
  #call(method, args) {
    return this.#bridge.call(method, { model: this.#handle, ...args });
  }
}

const pieceBytes = 8 * 1024 * 1024;

/**
 * Reads a model from its file or files. An engine that reads checkpoints takes them in slices, so that beside the weights no more than a
 * slice stands in memory, and a file that is none is refused by how it begins; one for lessons holds a file whole until the model is made.
 * @param {Bridge} bridge
 * @param {unknown} options as in Engine.loadModel
 * @param {Tokenizer | null} [tokenizer] the model's
 * @returns {Promise<Model>}
 */
export async function loadModel(bridge, options, tokenizer) {
  const { texts } = bridge;
  const { rest, callbacks } = callbacksOf(options, texts);
  if (options == null) throw texts.error("invalid_argument", "missing", { argument: "options" });
  if (Object.is(rest, options))
    throw texts.error("invalid_argument", "wrong_type", { argument: "options", got: typeof rest, expected: "object" });
  const { weights, fileNames = [], ...others } = /** @type {any} */ (rest);
  const several = Array.isArray(weights) && weights.length > 0;
  if (several || others.index != null) bridge.requireCheckpoints(several ? "weights[]" : "index");
  const sources = several ? weights : [weights];
  const isNone = (/** @type {unknown} */ source) => sizeOf(source) === undefined;
  if (sources.some(isNone)) {
    const bad = sources.find(isNone);
    const fields = { argument: "weights", got: typeof bad };
    throw texts.error("invalid_argument", bad == null ? "missing" : "not_a_file", fields);
  }
  const named = sources.map((/** @type {any} */ source, /** @type {number} */ i) => ({
    source,
    name: fileNames[i] ?? source.name ?? (several ? `weights[${i}]` : ""),
  }));
  const handle = bridge.checkpoints
    ? await loadSlices(bridge, named, others, callbacks)
    : await loadWhole(bridge, named[0], others, callbacks);
  return new Model(bridge, handle, tokenizer);
}

/**
 * @param {Bridge} bridge
 * @param {import("./checkpoint.js").Named} weights
 * @param {Record<string, unknown>} options
 * @param {import("./slices.js").Callbacks} callbacks
 * @returns {Promise<number>} the model's handle
 */
async function loadWhole(bridge, weights, options, { onProgress, signal }) {
  const size = /** @type {number} */ (sizeOf(weights.source));
  const file = bridge.call("beginFile", { size });
  try {
    for (let start = 0; start < size; start += pieceBytes) {
      const end = Math.min(start + pieceBytes, size);
      const bytes = await readSlice(bridge.texts, weights, start, end, signal);
      bridge.call("appendToFile", { file }, { bytes });
      await waited(onProgress?.({ done: end, total: size }), signal);
      await nextTask();
    }
    return bridge.call("loadModel", { file, options });
  } finally {
    bridge.release("endFile", { file });
  }
}
