import * as figure from "../figures/position-probe.js";
import { excerpt } from "./excerpt.js";
import { define } from "./figure.js";
import { WhereReadingFigure } from "./reading-figure.js";

/** @typedef {import("../figures/types.js").State} State */

/** A linear probe for position: choose a model and the block after which it looks. */
class WherePositionProbe extends WhereReadingFigure {
  static figure = figure;

  /** @param {State} state */
  reads(state) {
    return figure.subjectOf(state);
  }

  /** @param {State} state */
  isRead(state) {
    const subject = figure.subjectOf(state);
    return subject in this.resources.measured.probes || subject in (this.resources.read ?? {});
  }

  /** @param {State} state @param {AbortSignal} signal */
  async read(state, signal) {
    const [engine, { text }] = await Promise.all([this.training.engine(), excerpt()]);
    const found = await figure.probe(engine, text, state, { signal });
    if (!signal.aborted) await this.took({ read: { ...this.resources.read, [figure.subjectOf(state)]: found } });
  }
}

define(WherePositionProbe);
