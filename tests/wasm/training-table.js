// The part of the public interface that trains, as a table (interface-table.js).
import { batch, trainerState } from "./bad-model-values.js";
import { callback, choice, made, object, real, signal, whole } from "./bad-values.js";

/** @typedef {import("./interface-table.js").Entry} Entry */

const learned = { tokens: [1, 2, 3], targets: [2, 3, -1] };

/** Of a model. @type {Record<string, Entry>} */
export const modelTrainingTable = {
  gradients: { valid: [learned], takes: { batch: batch(learned, 11) } },
  createTrainer: {
    valid: [{ learning_rate: 0.01 }],
    takes: { options: object({ required: true }) },
    options: {
      learning_rate: real({ required: true, huge: 1e300 }),
      betas: {
        bad: [5, "x", {}, [], [0.9], [0.9, 0.9, 0.9], ["a", "b"], [-0.1, 0.9], [0.9, 1.5], [NaN, 0.9], [[1], 0.9]],
      },
      eps: real({ huge: 1e300 }),
      weight_decay: real({ huge: 1e300 }),
      gradient_clip: real(),
      warmup_steps: whole({ minimum: 0 }),
      total_steps: whole({ minimum: 0 }),
      schedule: choice(),
      final_fraction: real({ huge: 1e300 }),
    },
  },
};

/**
 * Of a trainer of `model`.
 * @param {any} state its own
 * @param {any} task one for its model
 * @returns {Record<string, Entry>}
 */
export const trainerTable = (state, task) => ({
  step: { valid: [learned], takes: { batch: batch(learned, 11) } },
  train: {
    valid: [task, { steps: 2, batch_size: 2, evaluate_every: 1, sequences: 2 }],
    takes: { task: made(), options: object({ required: true }) },
    options: {
      steps: whole({ required: true, minimum: 0 }),
      batch_size: whole({ huge: 2 ** 60 }),
      evaluate_every: whole({ minimum: 0 }),
      sequences: whole({ huge: 2 ** 60 }),
      onProgress: callback(),
      signal: signal(),
    },
  },
  state: { valid: [], takes: {} },
  restore: { valid: [state], takes: { state: trainerState(state) } },
});

/**
 * @param {any} model one for the task
 * @returns {Record<string, Entry>}
 */
export const taskTable = (model) => ({
  batch: { valid: [2], takes: { size: whole({ required: true, huge: 2 ** 60 }) } },
  evaluate: {
    valid: [model, { sequences: 2 }],
    takes: { model: made(), options: object() },
    options: { sequences: whole({ huge: 2 ** 60 }) },
  },
});
