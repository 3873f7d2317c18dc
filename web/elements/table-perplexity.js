import * as figure from "../figures/table-perplexity.js";
import * as reading from "../figures/table-reading.js";
import { define } from "./figure.js";
import { WhereReadingFigure } from "./reading-figure.js";

/** @typedef {import("../figures/types.js").State} State */

/** A learned table, weakened or shuffled: how well the model reads with it, and what it writes. */
class WhereTablePerplexity extends WhereReadingFigure {
  static figure = figure;

  constructor() {
    super();
    /** @type {any} as it was trained */
    this.table = null;
  }

  /** @param {State} state */
  reads(state) {
    return reading.subjectOf(state);
  }

  /** @param {State} state */
  isRead(state) {
    const subject = reading.subjectOf(state);
    const { measured, read } = this.resources;
    return subject in measured.readings || subject in (read ?? {});
  }

  /** @param {State} state @param {AbortSignal} signal */
  async read(state, signal) {
    const { model, table, tokens } = await this.learned();
    const result = await reading.readWith(model, table, tokens, state, { signal });
    if (!signal.aborted) await this.took({ read: { ...this.resources.read, [reading.subjectOf(state)]: result } });
  }

  /** The model that has the table, and the table as it was trained. */
  async learned() {
    const loaded = await this.model("learned", reading.readCharacters);
    this.table ??= await loaded.model.readParameter("wpe.weight");
    return { ...loaded, table: this.table };
  }
}

define(WhereTablePerplexity);
