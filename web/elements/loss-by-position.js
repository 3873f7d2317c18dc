import * as figure from "../figures/loss-by-position.js";
import * as reading from "../figures/past-training.js";
import { property, readText, tokensOf } from "../figures/reading.js";
import { isScaled } from "../figures/rope-scalings.js";
import { excerpt } from "./excerpt.js";
import { define } from "./figure.js";
import { WhereReadingFigure } from "./reading-figure.js";

/** @typedef {import("../figures/types.js").State} State */

/** Sequences of a fine-tuning step, and its learning rate. */
const batch = 4;
const learning_rate = 1e-3;

/** Loss past the trained length: scale RoPE and the text is read again, fine-tune it for a few steps. */
class WhereLossByPosition extends WhereReadingFigure {
  static figure = figure;

  /** @param {State} state */
  reads(state) {
    return reading.subjectOf(state);
  }

  /** @param {State} state */
  isRead(state) {
    const { measured, read } = this.resources;
    const subject = reading.subjectOf(state);
    return (
      !isScaled(state) ||
      [measured.scaled, read].some((each) => each?.subject === subject && each.windows === reading.windows)
    );
  }

  /** @param {State} state @param {AbortSignal} signal */
  async read(state, signal) {
    const { model, config, tokens } = await this.model("rope", reading.readCharacters);
    await model.setPosition(reading.scaledPosition(config.position, state));
    await readText(model, tokens, { ...reading.plan, signal }, ({ losses, windows }) => {
      if (signal.aborted) return;
      this.took({ read: { subject: reading.subjectOf(state), losses: reading.inBlocks(losses), windows } });
    });
  }

  /** @param {State} state */
  subject(state) {
    return reading.tuningOf(state);
  }

  /**
   * Trains RoPE, scaled, on long pieces of the text's other part; then it reads as the others did.
   * @param {State} state
   * @param {(result: any) => void} show
   * @returns {import("./training.js").Work}
   */
  work(state, show) {
    const { steps } = state;
    const total = steps + reading.windows / 8;
    return async (engine, { turn, signal, progress }) => {
      const { text } = await excerpt();
      /** @type {{ dispose: () => Promise<void> }[]} */
      const held = [];
      const hold = (/** @type {any} */ object) => (held.unshift(object), object);
      try {
        const model = hold(await engine.loadShippedModel("rope"));
        const { position } = await property(model, "config");
        await model.setPosition(reading.scaledPosition(position, state));
        const characters = await property(await property(model, "tokenizer"), "characters");
        const others = text.slice(reading.readCharacters);
        const task = hold(
          await engine.createTask("text", { text: others, characters, length: reading.length, seed: 0 }),
        );
        const trainer = hold(await model.createTrainer({ learning_rate, total_steps: steps }));
        for (let step = 1; step <= steps; step += 1) {
          await turn();
          await trainer.step(await task.batch(batch));
          progress({ done: step, total });
        }
        const tokens = await tokensOf(model, text.slice(0, reading.readCharacters));
        await readText(model, tokens, { ...reading.plan, signal }, async ({ losses, windows }) => {
          progress({ done: steps + windows / 8, total });
          show({ steps, losses: reading.inBlocks(losses), windows });
          await turn();
        });
      } finally {
        for (const object of held) await object.dispose();
      }
    };
  }
}

define(WhereLossByPosition);
