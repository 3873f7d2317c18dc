// The training of the figure 'mask-leak': a model without encoding learns to say where each row stands.
import { rows } from "../figures/mask-leak-set-up.js";
import { Held } from "./held.js";

/** Experiment C: small enough to train while one looks on. */
const config = {
  model_type: "gpt2",
  n_layer: 2,
  n_head: 2,
  n_embd: 32,
  n_positions: rows,
  vocab_size: rows,
  position: { kind: "none" },
};
const steps = 400;
const batchSize = 32;
const schedule = { learning_rate: 5e-3, warmup_steps: 20, total_steps: steps, schedule: "cosine", final_fraction: 0.1 };

/** Sequences that the recovered positions are averaged over, and how often. */
const asked = 16;
const lookEvery = 10;

/** The sequences that a model is judged on are drawn from other seeds than those it learns from. */
const askedSeed = 1_000_000;

/**
 * Trains a model and shows what has come of it every few steps.
 * @param {any} engine in a worker, or not
 * @param {import("../figures/types.js").State} state of the figure
 * @param {Pick<import("./training.js").Control, "turn" | "progress" | "signal">} control
 * @param {(result: import("../figures/mask-leak-set-up.js").Result) => void} show
 * @param {(model: any) => void} keep is given the model before its first step; it is never disposed of here
 */
export async function trainOwnIndex(engine, { mask, begin, tokens, seed }, { turn, progress, signal }, show, keep) {
  const task = { length: rows, vocab_size: rows, begin_token: begin, equal_tokens: tokens === "equal" };
  const model = await engine.createModel({ ...config, causal: mask }, { seed });
  keep(model);
  const held = new Held();
  try {
    const lessons = await held.hold(engine.createTask("own_index", { ...task, seed }));
    const questions = await held.hold(engine.createTask("own_index", { ...task, seed: askedSeed + seed }));
    const trainer = await held.hold(model.createTrainer(schedule));
    const { data } = (await questions.batch(asked)).tokens;
    /** @type {import("../figures/learning-curve.js").Point[]} */
    const curve = [];
    for (let step = 0; step <= steps; step += lookEvery) {
      await turn();
      if (step > 0) await trainer.train(lessons, { steps: lookEvery, batch_size: batchSize, signal });
      const { accuracy, loss, accuracy_by_position } = await lessons.evaluate(model);
      curve.push({ step, accuracy, loss });
      const recovered = await recover(model, data);
      show({
        ...recovered,
        accuracy,
        accuracy_by_row: [...accuracy_by_position],
        step,
        total: steps,
        curve: [...curve],
      });
      progress({ done: step, total: steps });
    }
  } finally {
    await held.release();
  }
}

/**
 * What the model says of every row: the mean over all sequences, and its spread.
 * @param {any} model
 * @param {Int32Array} sequences [asked * rows]
 */
async function recover(model, sequences) {
  const said = Array.from({ length: rows }, () => /** @type {number[]} */ ([]));
  for (let start = 0; start < sequences.length; start += rows) {
    const { logits } = await model.run(sequences.subarray(start, start + rows));
    for (let row = 0; row < rows; ++row)
      said[row].push(expectedIndex(logits.data.subarray(row * rows, (row + 1) * rows)));
  }
  const mean = said.map(average);
  return { mean, spread: said.map((each, row) => Math.sqrt(average(each.map((value) => (value - mean[row]) ** 2)))) };
}

/**
 * The expectation of the index under the softmax of a row of logits.
 * @param {ArrayLike<number>} logits
 */
export function expectedIndex(logits) {
  const highest = Math.max(...Array.from(logits));
  const weights = Array.from(logits, (logit) => Math.exp(logit - highest));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.reduce((total, weight, index) => total + index * weight, 0) / sum;
}

/** @param {number[]} values */
function average(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
