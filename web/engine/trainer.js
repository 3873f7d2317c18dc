import { handleOf, hold } from "./handles.js";
import { callbacksOf, runJob } from "./slices.js";

/** @typedef {import("./task.js").Task} Task */
/** @typedef {import("./bridge.js").Bridge} Bridge */
/** @import * as types from "./training-types.js" */

/**
 * Trains one model: AdamW on the gradient of each batch, clipped, with a learning rate that warms up and may fall. It holds
 * two moments for every number of the model until `dispose()` or until the model is disposed of.
 */
export class Trainer {
  #bridge;
  #handle;

  /**
   * @param {Bridge} bridge
   * @param {number} handle
   */
  constructor(bridge, handle) {
    this.#bridge = bridge;
    this.#handle = handle;
    hold(this, bridge, "trainer", handle);
  }

  /**
   * One update of the model.
   * @param {types.Batch} batch
   * @returns {types.StepResult}
   */
  step(batch) {
    return this.#call("trainerStep", { batch });
  }

  /**
   * Many steps on a task's fresh batches, in slices. Stopped or not, the model keeps what it has learned.
   * @param {Task} task
   * @param {types.TrainOptions} options
   * @returns {Promise<types.TrainProgress>} where it ended
   */
  async train(task, options) {
    const { rest, callbacks } = callbacksOf(options, this.#bridge.texts);
    const begin = () => this.#call("beginTraining", { task: handleOf(task, this.#bridge, "task"), options: rest });
    return runJob(this.#bridge, begin, callbacks);
  }

  /**
   * What the optimizer knows beside the weights. With it and the weights (`model.toSafetensors`) training goes on with the
   * same bits, in another page or another day.
   * @returns {types.TrainerState}
   */
  state() {
    return this.#call("trainerState", {});
  }

  /**
   * Goes on where a trainer of the same model stood.
   * @param {types.TrainerState} state
   * @returns {void}
   */
  restore(state) {
    this.#call("restoreTrainer", { state });
  }

  /**
   * Gives the memory back; the model stays. A second time does nothing.
   * @returns {void}
   */
  dispose() {
    this.#bridge.release("disposeTrainer", { trainer: this.#handle });
  }

  /**
   * @param {string} method
   * @param {Record<string, unknown>} args
   * @returns {any}
   */
  #call(method, args) {
    return this.#bridge.call(method, { trainer: this.#handle, ...args });
  }
}
