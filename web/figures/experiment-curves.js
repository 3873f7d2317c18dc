// The learning curves of an experiment's arms, each with marks of its own and its name at its end: recorded ones dashed, the
// reader's own solid.
import * as colour from "./colour.js";
import { accuracyPath, learningScales } from "./learning-curve.js";
import { mark, markPlaces } from "./marks.js";
import { plain } from "./number.js";
import { label, round, stroke, wholeTicks } from "./picture.js";
import { axes, curve } from "./plot.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

/** What `arm` says where no single one is chosen. */
export const every = "every";

/** An arm that was not chosen steps back. @param {State} state @param {string} arm */
export function paintOf({ arm: chosen }, arm) {
  if (chosen === every) return colour.ink;
  return chosen === arm ? colour.position : colour.quiet;
}

/**
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 * @param {import("./plot.js").Area} plot
 */
export function curves(svg, state, values, text, view, plot) {
  const scales = learningScales(plot, values.steps);
  const lines = values.arms.map((/** @type {any} */ { arm, run, live }, /** @type {number} */ index) => ({
    index,
    arm,
    live,
    path: accuracyPath(run.curve, scales),
  }));
  const front = [...lines].sort((a, b) => Number(a.arm === state.arm) - Number(b.arm === state.arm));
  return [
    axes(
      svg,
      plot,
      {
        scale: scales.across,
        ticks: wholeTicks(values.steps, 5),
        title: text("step_axis"),
        format: (tick) => plain(tick),
      },
      { scale: scales.up, ticks: [0, 0.5, 1], title: text("accuracy_axis"), format: (tick) => plain(tick) },
    ),
    front.map(({ index, arm, path, live }) =>
      path.length > 1
        ? [
            curve(svg, path, paintOf(state, arm), {
              width: live ? 3 : 1.75,
              dash: live ? "none" : "5 3",
            }),
            markPlaces(path, plot, index, lines.length).map(([x, y]) => mark(svg, index, x, y, paintOf(state, arm))),
          ]
        : "",
    ),
    view.wide ? names(svg, state, lines, text, plot) : "",
  ];
}

/**
 * The names of the curves at their ends, one under the other where they would overlap.
 * @param {any} svg
 * @param {State} state
 * @param {{ index: number, arm: string, path: number[][] }[]} lines
 * @param {import("./types.js").Text} text
 * @param {import("./plot.js").Area} plot
 */
function names(svg, state, lines, text, plot) {
  const pitch = 15;
  const ends = lines
    .flatMap(({ index, arm, path }) => (path.length ? [{ index, arm, end: path[path.length - 1] }] : []))
    .sort((a, b) => a.end[1] - b.end[1]);
  let lowest = -Infinity;
  const placed = ends.map((each) => ({ ...each, y: (lowest = Math.max(each.end[1], lowest + pitch)) }));
  // What was pushed below the plot is brought back from there upwards.
  let highest = plot.bottom + 4;
  for (const each of placed.reverse()) highest = (each.y = Math.min(each.y, highest)) - pitch;
  // Where a run ended long before the others, a line from its name would cross theirs.
  const leads = (/** @type {string} */ arm, /** @type {number} */ x) => arm === state.arm || plot.right - x < 40;
  return placed.map(({ index, arm, end: [x, y], y: at }) => [
    leads(arm, x) ? stroke(svg, x + 4, y, plot.right + 6, at, { colour: colour.line }) : "",
    mark(svg, index, plot.right + 14, at, paintOf(state, arm)),
    label(svg, plot.right + 24, round(at + 4), text(`experiment.arm.${arm}`), {
      size: 12,
      fill: paintOf(state, arm),
      halo: true,
    }),
  ]);
}
