// One lane of a race: an encoding trained on the task that all of them have, and looked at on its way.
import { modelConfig, taskOptions, trainOptions, trainerOptions } from "../figures/race-set-up.js";
import { Held } from "./held.js";

/** @typedef {import("../figures/race-run.js").Run} Run */
/** @typedef {import("./training.js").Control} Control */

/** The sequence that attention is shown on comes from another seed than those that are learned from. */
const shownSeed = 1_000_000;

/** Where heads look is drawn for the first rows: more would be smaller than a pixel. */
const shownRows = 32;

/** Curves grow with every evaluation; maps and texts need not change faster than one can look, in milliseconds. */
const lookEvery = 400;

/** Characters that the model is given to go on from. */
const promptLength = 8;

/**
 * @param {any} engine in a worker
 * @param {import("../figures/types.js").State} state of the figure
 * @param {string} encoding
 * @param {string} source the text to learn from, where the task is a text
 * @param {Pick<Control, "turn" | "pause" | "progress" | "signal">} control
 * @param {(run: Run) => void} show
 * @param {(model: any) => void} keep is given the model before its first step; it is not disposed of here
 */
export async function trainLane(engine, state, encoding, source, { turn, pause, progress, signal }, show, keep) {
  const held = new Held();
  try {
    const options = taskOptions(state, source);
    const task = await held.hold(engine.createTask(state.task, options));
    const others = await held.hold(engine.createTask(state.task, { ...options, seed: shownSeed + state.seed }));
    const { data } = (await others.batch(1)).tokens;
    const config = await task.config();
    const model = await engine.createModel(modelConfig(state, config, encoding), { seed: state.seed });
    keep(model);
    const trainer = await held.hold(model.createTrainer(trainerOptions(state)));
    const tokenizer = config.characters ? await engine.createTokenizer({ characters: config.characters }) : null;
    const train = trainOptions(state);
    /** @type {Run} */
    const run = { points: [], maps: null, written: "" };
    let looked = -Infinity;
    const look = async (/** @type {{ step: number, accuracy: number, loss: number }} */ { step, accuracy, loss }) => {
      run.points.push({ step, accuracy, loss });
      if (performance.now() - looked > lookEvery || step === train.steps) {
        looked = performance.now();
        run.maps = await attentionMaps(model, data);
        if (tokenizer) run.written = await write(model, tokenizer, data, state.seed, signal);
      }
      show({ ...run, points: [...run.points] });
    };
    await turn();
    await look({ step: 0, ...(await task.evaluate(model, { sequences: train.sequences })) });
    await trainer.train(task, {
      ...train,
      signal,
      onProgress: async (/** @type {any} */ { done, total, evaluation }) => {
        progress({ done, total });
        if (evaluation && evaluation.step !== run.points[run.points.length - 1].step) await look(evaluation);
        await pause();
      },
    });
  } finally {
    await held.release();
  }
}

/**
 * Where the first rows of one sequence look, by block and head.
 * @param {any} model
 * @param {Int32Array} tokens
 * @returns {Promise<import("../figures/race-run.js").Maps>}
 */
async function attentionMaps(model, tokens) {
  const { attentions } = await model.run(tokens, { capture: ["attentions"] });
  return attentions.map((/** @type {{ data: Float32Array, shape: number[] }} */ { data, shape: [heads, length] }) =>
    Array.from({ length: heads }, (_, head) => {
      const rows = Math.min(length, shownRows);
      const map = new Float32Array(rows * rows);
      for (let row = 0; row < rows; ++row) {
        const from = (head * length + row) * length;
        map.set(data.subarray(from, from + rows), row * rows);
      }
      return map;
    }),
  );
}

/**
 * The beginning of a text that was not learned from, a bar, and how the model goes on, no further than it has learned to.
 * @param {any} model
 * @param {any} tokenizer
 * @param {Int32Array} tokens
 * @param {number} seed
 * @param {AbortSignal} [signal]
 */
async function write(model, tokenizer, tokens, seed, signal) {
  const prompt = tokens.subarray(0, promptLength);
  const options = { max_new_tokens: tokens.length - prompt.length, temperature: 0.8, seed, signal };
  const more = await model.generate(prompt, options);
  return `${await tokenizer.decode(prompt)}│${await tokenizer.decode(more)}`;
}
