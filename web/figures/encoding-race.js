// A race: up to four encodings learn the same task side by side, from the same first weights and the same sequences.
import { scaleLinear } from "./scale.js";
import * as colour from "./colour.js";
import { decimal, plain } from "./number.js";
import { label, picture, wholeTicks } from "./picture.js";
import { axes, curve } from "./plot.js";
import { laneAt, laneColumns, lanesHeight } from "./race-lanes.js";
import { recordedLane } from "./race-recording.js";
import { dashes, lastPoint, paintOf, stepsTo99 } from "./race-run.js";
import { laneName, settings } from "./race-set-up.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

/** @typedef {import("./race-run.js").Run} Run */
/** @typedef {import("./race-run.js").Lane} Lane */

export const name = "encoding-race";

export const trains = true;

export const recorded = true;

export { settings };

/** Copies have two halves; the lane that is marked is one that races. @param {State} state */
export function settle(state) {
  const halves = state.task === "copy" || state.task === "reverse";
  const length = halves ? state.length - (state.length % 2) : state.length;
  const chosen = state.encodings.includes(state.chosen) ? state.chosen : state.encodings[0];
  return { ...state, length, chosen };
}

/** @type {Run} */
const untrained = { points: [], maps: null, written: "" };

/**
 * Nothing is asked of the engine here: a lane is one that was recorded, or the reader's own.
 * @param {any} _engine
 * @param {State} state
 * @param {{ live: Map<string, Run>, text?: number }} [resources] lanes of this page by name; which text they learn
 */
export function compute(_engine, state, resources) {
  /** @type {Lane[]} */
  const lanes = state.encodings.map((/** @type {string} */ encoding) => {
    const live = resources?.live.get(laneName(state, encoding, resources.text));
    return { encoding, live: live !== undefined, run: live ?? recordedLane(state, encoding) ?? untrained };
  });
  return { lanes };
}

/** Left of a plot, for the numbers of its axis. */
const axisRoom = 40;

/** @param {View} view */
function plots({ wide, width }) {
  const first = { left: axisRoom, right: wide ? 316 : width - 14, top: 34, bottom: 184 };
  const second = wide
    ? { ...first, left: 390, right: width - 14 }
    : { ...first, top: first.top + 210, bottom: first.bottom + 210 };
  return { first, second, below: second.bottom + 62 };
}

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const { first, second, below } = plots(view);
  const losses = values.lanes.flatMap((/** @type {Lane} */ { run }) => run.points.map(({ loss }) => loss));
  const most = Math.max(1, ...losses);
  const height = below + lanesHeight(values, view);
  return picture(
    svg,
    view,
    { height, label: text("label", { task: text(`choices.${state.task}`) }), navigable: true },
    [
      plot(svg, first, state, values, text, { measure: "accuracy", most: 1, ticks: [0, 0.5, 1] }),
      plot(svg, second, state, values, text, { measure: "loss", most, ticks: scaleLinear([0, most], [0, 1]).ticks(4) }),
      laneColumns(svg, state, values, text, view, below),
    ],
  );
}

/**
 * @param {any} svg
 * @param {import("./plot.js").Area} area
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {{ measure: "accuracy" | "loss", most: number, ticks: number[] }} up
 */
function plot(svg, area, state, values, text, { measure, most, ticks }) {
  const across = scaleLinear([0, state.steps], [area.left, area.right]);
  const up = scaleLinear([0, most], [area.bottom, area.top]);
  const stepTicks = wholeTicks(state.steps, 4);
  const drawn = values.lanes.map((/** @type {Lane} */ { encoding, run }, /** @type {number} */ index) => ({
    encoding,
    dash: dashes[index],
    path: run.points.map((point) => [across(point.step), up(point[measure])]),
  }));
  // The marked one lies over the others.
  drawn.sort(
    (/** @type {any} */ a, /** @type {any} */ b) =>
      Number(a.encoding === state.chosen) - Number(b.encoding === state.chosen),
  );
  return [
    axes(
      svg,
      area,
      { scale: across, ticks: stepTicks, title: text("step_axis"), format: (tick) => plain(tick) },
      { scale: up, ticks, title: "", format: (tick) => plain(tick) },
    ),
    label(svg, area.left - axisRoom, area.top - 12, text(`${measure}_axis`), { size: 12, fill: colour.quiet }),
    drawn.map((/** @type {any} */ { encoding, dash, path }) =>
      path.length > 1 ? curve(svg, path, paintOf(state, encoding), { width: 2, dash }) : "",
    ),
    values.lanes.some((/** @type {Lane} */ { run }) => run.points.length > 1)
      ? ""
      : label(svg, (area.left + area.right) / 2, (area.top + area.bottom) / 2, text("nothing_yet"), {
          anchor: "middle",
          fill: colour.quiet,
        }),
  ];
}

/** @type {import("./types.js").Sentence} */
export function sentence(state, values, text) {
  const seen = values.lanes.filter((/** @type {Lane} */ { run }) => run.points.length > 0);
  if (seen.length === 0) return text("sentence_nothing");
  const list = seen.map((/** @type {Lane} */ { encoding, run }) => {
    const to99 = stepsTo99(run);
    const { step, accuracy } = /** @type {{ step: number, accuracy: number }} */ (lastPoint(run));
    const fields = {
      encoding: text(`choices.${encoding}`),
      step: plain(to99 ?? step),
      accuracy: decimal(100 * accuracy, 1),
    };
    return text(to99 === null ? "sentence_share" : "sentence_to_99", fields);
  });
  const live = seen.every((/** @type {Lane} */ each) => each.live);
  return text(live ? "sentence_live" : "sentence_recorded", { seed: plain(state.seed), list: list.join("; ") });
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative(state, values, text) {
  return {
    caption: text("label", { task: text(`choices.${state.task}`) }),
    columns: ["encoding_column", "step_axis", "accuracy_axis", "loss_axis", "to_99_column"].map((key) => text(key)),
    rows: values.lanes.flatMap((/** @type {Lane} */ { encoding, run }) => {
      const to99 = stepsTo99(run);
      const head = text(`choices.${encoding}`);
      if (run.points.length === 0) return [[head, text("not_trained"), "", "", ""]];
      return run.points.map(({ step, accuracy, loss }, index) => [
        head,
        plain(step),
        decimal(accuracy),
        decimal(loss),
        index + 1 < run.points.length ? "" : to99 === null ? text("not_reached") : plain(to99),
      ]);
    }),
  };
}

/** @type {import("./types.js").At} */
export function at(point, state, values, view) {
  const index = laneAt(point, values, view, plots(view).below);
  const chosen = values.lanes[index]?.encoding;
  return chosen ? { focus: { chosen }, changes: { chosen } } : null;
}

/** @type {import("./types.js").Keys} */
export function keys(key, { encodings: racing, chosen }) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  if (!step) return null;
  const index = racing.indexOf(chosen) + step;
  return { chosen: racing[Math.min(racing.length - 1, Math.max(0, index))] };
}
