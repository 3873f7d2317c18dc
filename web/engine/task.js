import { handleOf, hold } from "./handles.js";

/** @typedef {import("./bridge.js").Bridge} Bridge */
/** @typedef {import("./model.js").Model} Model */
/** @import * as types from "./training-types.js" */

/**
 * An endless supply of fresh sequences to learn from, the same for a seed everywhere, and fixed ones to judge a model by. It
 * holds a little memory until `dispose()`.
 */
export class Task {
  #bridge;
  #handle;

  /**
   * @param {Bridge} bridge
   * @param {number} handle
   */
  constructor(bridge, handle) {
    this.#bridge = bridge;
    this.#handle = handle;
    hold(this, bridge, "task", handle);
  }

  /**
   * What a model for this task is made of.
   * @type {types.TaskConfig}
   */
  get config() {
    return this.#call("taskConfig", {});
  }

  /**
   * The next sequences of this task's seed.
   * @param {number} size how many, B
   * @returns {{ tokens: types.IdTensor, targets: types.IdTensor }} [B, T] each; a target of -1: nothing is asked
   */
  batch(size) {
    return this.#call("taskBatch", { size });
  }

  /**
   * How well a model does, on sequences that are the same for every seed and model.
   * @param {Model} model
   * @param {{ sequences?: number }} [options] how many, by default as many as the task holds enough
   * @returns {types.Evaluation}
   */
  evaluate(model, options) {
    return this.#call("taskEvaluate", { model: handleOf(model, this.#bridge, "model"), options });
  }

  /**
   * Gives the memory back. A second time does nothing.
   * @returns {void}
   */
  dispose() {
    this.#bridge.release("disposeTask", { task: this.#handle });
  }

  /**
   * @param {string} method
   * @param {Record<string, unknown>} args
   * @returns {any}
   */
  #call(method, args) {
    return this.#bridge.call(method, { task: this.#handle, ...args });
  }
}
