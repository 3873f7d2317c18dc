// What the figure of loss by position says, and its numbers as a table.
import { decimal, plain } from "./number.js";
import { curvesOf } from "./loss-by-position-drawing.js";
import { block, blockOf, models, trained, windows as allWindows } from "./past-training.js";
import { mean } from "./reading.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./past-training.js").Losses} Losses */

/** The second half of the trained length: enough text before each letter, and no position that is new. @param {Losses} losses */
const inside = (losses) =>
  /** @type {number} */ (mean(/** @type {number[]} */ (losses), trained / 2 / block, trained / block));

/** @type {import("./types.js").Sentence} */
export function sentence(state, values, text) {
  const at = Math.floor(state.position / block);
  const { curves, scaled, tuned } = values;
  const written = (/** @type {number | null} */ loss) => (loss === null ? text("no_row") : decimal(loss, 2));
  const fields = { ...blockOf(state.position), name: text(`choices.${state.scaling}`), factor: plain(state.factor) };
  const losses = Object.fromEntries(models.map((kind) => [kind, written(curves[kind][at])]));
  if (!scaled && !tuned) return text("sentence_trained", { ...fields, ...losses });
  if (tuned) {
    const before = written((scaled ?? { losses: curves.rope }).losses[at]);
    const key = scaled ? "sentence_tuned" : "sentence_tuned_trained";
    return text(key, { ...fields, before, after: written(tuned.losses[at]), steps: plain(tuned.steps) });
  }
  if (!scaled.fresh) return text("sentence_waiting", fields);
  const here = { scaled: written(scaled.losses[at]), rope: losses.rope };
  const there = { inside: written(inside(scaled.losses)), inside_rope: written(inside(curves.rope)) };
  const progress = { share: plain((100 * scaled.windows) / allWindows, 0) };
  return text(scaled.windows < allWindows ? "sentence_so_far" : "sentence", {
    ...fields,
    ...here,
    ...there,
    ...progress,
  });
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative(state, values, text) {
  const drawn = curvesOf(state, values, text);
  return {
    caption: text("label"),
    columns: [text("position_axis"), ...drawn.map(({ named }) => named)],
    rows: drawn[0].losses.map((_, index) => {
      const { first, last } = blockOf(index * block);
      return [
        `${first}–${last}`,
        ...drawn.map(({ losses }) => (losses[index] === null ? text("no_row") : decimal(losses[index], 3))),
      ];
    }),
  };
}
