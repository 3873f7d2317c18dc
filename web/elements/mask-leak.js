import * as figure from "../figures/mask-leak.js";
import { define } from "./figure.js";
import { trainOwnIndex } from "./own-index.js";
import { WhereTrainingFigure } from "./training-figure.js";

/** A model without encoding learns where its rows stand: train it with and without the mask, move along the rows. */
class WhereMaskLeak extends WhereTrainingFigure {
  static figure = figure;

  /** The model of the last training, in its worker. @type {any} */
  model = undefined;

  /** @param {import("../figures/types.js").State} state */
  subject(state) {
    return figure.subject(state);
  }

  /** @param {import("../figures/types.js").State} state @param {(result: any) => void} show */
  work(state, show) {
    return async (/** @type {any} */ engine, /** @type {import("./training.js").Control} */ control) => {
      // The last model stays until the next is made: stopping a training does not lose what it has learned.
      await this.model?.dispose().catch(() => {});
      await trainOwnIndex(engine, state, control, show, (model) => (this.model = model));
    };
  }
}

define(WhereMaskLeak);
