import * as figure from "../figures/experiment.js";
import { plain } from "../figures/number.js";
import { define } from "./figure.js";
import { WhereTrainingFigure } from "./training-figure.js";

/** @typedef {import("../figures/types.js").State} State */
/** @typedef {import("../figures/experiment.js").Run} Run */
/** @typedef {import("./training.js").Control} Control */
/** @typedef {(progress: { done: number, total: number, step: number }) => void} RunProgress */

/** An experiment on encodings: its recorded runs, and those that the reader trains, one arm after the other. */
class WhereExperiment extends WhereTrainingFigure {
  static figure = figure;

  constructor() {
    super();
    this.chooseSettings(this.state);
  }

  /** @param {State} changes */
  change(changes) {
    const wanted = { ...this.state, ...changes };
    if (wanted.experiment !== this.state.experiment) this.chooseSettings(wanted);
    return super.change(changes);
  }

  /** Every experiment has arms of its own. @param {State} state */
  chooseSettings(state) {
    this.figure = { ...figure, settings: figure.settingsOf(state) };
  }

  /** @param {State} state */
  subject(state) {
    return figure.trainedArms(state).map((arm) => figure.runName(state, arm)).join(); // prettier-ignore
  }

  /** @param {State} state @param {(run: Run, name: string) => void} show */
  work(state, show) {
    const arms = figure.trainedArms(state);
    return async (/** @type {any} */ engine, /** @type {Control} */ control) => {
      for (const [index, arm] of arms.entries()) {
        const name = figure.runName(state, arm);
        const title = this.text(`experiment.arm.${arm}`);
        /** @type {RunProgress} */
        const progress = ({ done, total, step }) =>
          control.progress({
            done: index * total + done,
            total: arms.length * total,
            words: this.text("far", { arm: title, step: plain(step) }),
          });
        await runArm(engine, { ...state, arm }, { ...control, progress }, (run) => show(run, name));
      }
    };
  }
}

/**
 * @param {any} engine
 * @param {State} state
 * @param {Pick<Control, "turn" | "pause" | "signal"> & { progress: RunProgress }} control
 * @param {(run: Run) => void} show
 */
async function runArm(engine, { experiment, arm, seed }, { turn, pause, signal, progress }, show) {
  /** @type {Run} */
  let run = { measures: {}, curve: [], accuracy_by_position: [] };
  await turn();
  const result = await engine.runExperiment(experiment, {
    arm,
    seed,
    signal,
    onProgress: (/** @type {any} */ { done, total, step, evaluation }) => {
      progress({ done, total, step });
      if (evaluation && evaluation.step !== run.curve[run.curve.length - 1]?.step) {
        const { accuracy, loss, accuracy_by_position } = evaluation;
        const curve = [...run.curve, { step: evaluation.step, loss, accuracy }];
        run = { measures: {}, curve, accuracy_by_position: [...accuracy_by_position] };
        show(run);
      }
      // The engine waits for what it is given back: the end of a pause, or nothing.
      return pause();
    },
  });
  show({ ...result, accuracy_by_position: [...result.accuracy_by_position] });
}

define(WhereExperiment);
