// An experiment on encodings: learning curves of its arms, how well each does at every position, and its measures; recorded runs,
// and those that the reader trains.
import * as colour from "./colour.js";
import { curves, every, paintOf } from "./experiment-curves.js";
import { outcome, outcomeWords, settledWords } from "./experiment-outcome.js";
import { experimentIds, recordings } from "./experiment-recordings.js";
import { mark } from "./marks.js";
import { decimal, plain } from "./number.js";
import { label, picture, round } from "./picture.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./learning-curve.js").Point} Point */

/**
 * One run of an arm, or what there is of it so far.
 * @typedef {object} Run
 * @property {Record<string, number | null>} measures by name; null: not reached
 * @property {Point[]} curve
 * @property {(number | null)[]} accuracy_by_position empty where the experiment is not about that; null where nothing is asked
 */

/**
 * Runs of an arm with several seeds: the first of them whole, the measures of all.
 * @typedef {object} Recorded
 * @property {Run} first
 * @property {number} runs how many seeds
 * @property {Record<string, { mean: number | null, spread: number, reached: number }>} measures over the seeds; `reached` counts the
 *   seeds that have one
 */

/** @typedef {{ id: string, seeds: number[], arms: Record<string, Recorded> }} Recording */

export const name = "experiment";

/**
 * Positions that the training never asked about, where an experiment has such.
 * @type {Record<string, { first: number, last: number }>}
 */
const unasked = { A2: { first: 12, last: 19 }, A3: { first: 16, last: 63 } };

/**
 * The settings of one experiment: its arms are its own.
 * @param {string[]} arms
 * @returns {import("./types.js").Setting[]}
 */
function settingsFor(arms) {
  return [
    { name: "experiment", type: "choice", default: "A2", choices: experimentIds, drawn: true },
    { name: "arm", type: "choice", default: every, choices: [every, ...arms], words: "experiment.arm" },
    { name: "seed", type: "whole", default: 0, minimum: 0, maximum: 999, step: 1 },
  ];
}

const armsOf = (/** @type {string} */ id) => Object.keys(recordings[id].arms);

/** All arms there are: which of them an experiment has, `settingsOf` says. */
export const settings = settingsFor([...new Set(experimentIds.flatMap(armsOf))]);

/** @param {State} state */
export function settingsOf({ experiment }) {
  return settingsFor(armsOf(experiment));
}

export const trains = true;

export const recorded = true;

/** An arm of another experiment is none of this one. @param {State} state */
export function settle(state) {
  return { ...state, arm: armsOf(state.experiment).includes(state.arm) ? state.arm : every };
}

/** The arms that a state trains, one after the other. @param {State} state */
export function trainedArms({ experiment, arm }) {
  return arm === every ? armsOf(experiment) : [arm];
}

/** The name of a run of this page. @param {State} state @param {string} arm */
export function runName({ experiment, seed }, arm) {
  return `${experiment} ${arm} ${seed}`;
}

/**
 * Nothing is asked of the engine here: the runs are recorded, or the reader's own.
 * @param {any} _engine
 * @param {State} state
 * @param {{ live: Map<string, Run> }} [resources] runs of this page, by name
 */
export function compute(_engine, state, resources) {
  /** @type {Recording} */
  const recording = recordings[state.experiment];
  const arms = Object.entries(recording.arms).map(([arm, recorded]) => {
    const live = resources?.live.get(runName(state, arm)) ?? null;
    return { arm, recorded, live, run: live ?? recorded.first };
  });
  const longest = (/** @type {Run} */ { curve }) => curve[curve.length - 1]?.step ?? 0;
  const steps = Math.max(...arms.flatMap(({ recorded, live }) => [longest(recorded.first), live ? longest(live) : 0]));
  return { arms, steps, seeds: recording.seeds };
}

/** @param {View} view @param {any} values */
function geometry({ wide, width }, { arms }) {
  const plot = { left: 40, right: wide ? width - 216 : width - 12, top: 34, bottom: wide ? 200 : 184 };
  const pitch = wide ? 46 : 66;
  const first = plot.bottom + (wide ? 76 : 92);
  const bars = wide ? { left: 222, right: 480 } : { left: 0, right: width };
  return { plot, pitch, first, bars, height: first + pitch * arms.length + 4 };
}

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const { height } = geometry(view, values);
  const title = text("label", { title: text(`experiment.${state.experiment}.title`) });
  return picture(svg, view, { height, label: title, navigable: true }, [
    curves(svg, state, values, text, view, geometry(view, values).plot),
    values.arms.map((/** @type {any} */ _, /** @type {number} */ index) =>
      armRow(svg, state, values, index, text, view),
    ),
    heads(svg, state, values, text, view),
  ]);
}

/**
 * What the columns of the rows hold.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function heads(svg, state, values, text, view) {
  const { bars, first } = geometry(view, values);
  const small = { size: 12, fill: colour.quiet };
  const positions = values.arms[0].run.accuracy_by_position.length;
  const key = unasked[state.experiment] ? "by_position_unasked" : positions ? "by_position" : "last_accuracy";
  const asked = text(key, { last: positions - 1 });
  const measure = text("recorded_head", { measure: text(`outcomes.${state.experiment}`), seeds: values.seeds.length });
  if (!view.wide)
    return [
      label(svg, 0, first - 34, asked, small),
      label(svg, view.width - 4, first - 16, measure, { ...small, anchor: "end" }),
    ];
  return [label(svg, bars.left, first - 14, asked, small), label(svg, bars.right + 24, first - 14, measure, small)];
}

/**
 * An arm: its name, its accuracy at every position, what came of it in the recorded runs and in the reader's.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {number} index
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function armRow(svg, state, values, index, text, view) {
  const { arm, recorded, live, run } = values.arms[index];
  const positions = recorded.first.accuracy_by_position.length;
  const { bars, first, pitch } = geometry(view, values);
  const top = first + index * pitch;
  const tall = 26;
  const barTop = view.wide ? top : top + 22;
  const area = { ...bars, top: barTop, bottom: barTop + tall };
  const paint = paintOf(state, arm);
  const chosen = arm === state.arm || arm === view.focus?.arm;
  const said = { size: view.wide ? 13 : 12, fill: paint };
  const words = settledWords(state.experiment, recorded, text);
  const here = live ? text("here", { outcome: outcomeWords(outcome(state.experiment, live), text) }) : "";
  const right = bars.right + 24;
  return [
    svg`<rect x="0" y="${top - 6}" width="${view.width}" height="${pitch - 4}" fill="${chosen ? colour.line : "transparent"}"
      opacity="0.45"/>`,
    mark(svg, index, 12, view.wide ? top + 14 : top + 8, paint),
    label(svg, 24, view.wide ? top + 18 : top + 12, text(`experiment.arm.${arm}`), {
      size: 13,
      fill: paint,
      weight: 600,
    }),
    positions
      ? positionBars(svg, area, run, positions, paint, unasked[state.experiment])
      : wholeBar(svg, area, wholeShare(recorded, live), paint),
    view.wide
      ? [
          label(svg, right, here ? top + 10 : top + 18, words, said),
          here ? label(svg, right, top + 27, here, { ...said, weight: 600 }) : "",
        ]
      : label(svg, view.width - 4, top + 12, here || words, { ...said, anchor: "end", weight: here ? 600 : 400 }),
  ];
}

/**
 * The share of right answers where only the whole is known: the mean over the recorded seeds, as the number beside the bar says it,
 * or what the reader's own run has reached.
 * @param {Recorded} recorded
 * @param {Run | null} live
 */
export function wholeShare({ measures }, live) {
  return (live ? live.curve[live.curve.length - 1]?.accuracy : measures.accuracy.mean) ?? 0;
}

/** One long bar. @param {any} svg @param {import("./plot.js").Area} area @param {number} share @param {string} paint */
function wholeBar(svg, { left, right, top }, share, paint) {
  const whole = (/** @type {number} */ width, /** @type {string} */ fill) =>
    svg`<rect x="${left}" y="${top + 8}" width="${round(width)}" height="10" fill="${fill}"/>`;
  return [whole(right - left, colour.line), whole((right - left) * share, paint)];
}

/**
 * One bar a position; none where nothing is asked, or nothing is known yet.
 * @param {any} svg
 * @param {import("./plot.js").Area} area
 * @param {Run} run
 * @param {number} positions how many there are in the end
 * @param {string} paint
 * @param {{ first: number, last: number } | undefined} band positions that are marked
 */
function positionBars(svg, { left, right, top, bottom }, run, positions, paint, band) {
  const bar = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ width, fill = paint) =>
    svg`<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(bottom - y)}" fill="${fill}"/>`;
  const wide = (right - left) / positions;
  const at = (/** @type {number} */ position) => left + position * wide;
  return [
    band ? bar(at(band.first), top - 3, at(band.last + 1) - at(band.first), colour.line) : "",
    svg`<rect x="${left}" y="${bottom}" width="${right - left}" height="1" fill="${colour.line}"/>`,
    run.accuracy_by_position.map((share, position) =>
      share === null || Number.isNaN(share)
        ? ""
        : bar(at(position), bottom - Math.max(1, share * (bottom - top)), wide - Math.min(1, wide / 4)),
    ),
  ];
}

/** @type {import("./types.js").Sentence} */
export function sentence(state, values, text) {
  const claim = text(`experiment.${state.experiment}.claim`);
  const trained = values.arms.filter((/** @type {any} */ { live }) => live);
  const byPosition = values.arms[0].recorded.first.accuracy_by_position.length > 0;
  const recorded = byPosition ? "sentence_recorded_positions" : "sentence_recorded";
  if (trained.length === 0) return `${claim} ${text(recorded, { seeds: values.seeds.length })}`;
  const list = trained.map((/** @type {any} */ { arm, live }) =>
    text("sentence_arm", {
      arm: text(`experiment.arm.${arm}`),
      outcome: outcomeWords(outcome(state.experiment, live), text),
    }),
  );
  return text("sentence_live", { seed: plain(state.seed), list: list.join("; ") });
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative(state, values, text) {
  const measures = [
    ...new Set(values.arms.flatMap((/** @type {any} */ { recorded }) => Object.keys(recorded.measures))),
  ];
  const mean = (/** @type {any} */ measure) =>
    !measure || measure.mean === null ? text("not_reached") : `${decimal(measure.mean)} ± ${decimal(measure.spread)}`;
  const own = (/** @type {any} */ value) =>
    value === null || value === undefined ? text("not_reached") : decimal(value);
  return {
    caption: text("label", { title: text(`experiment.${state.experiment}.title`) }),
    columns: [
      text("measure_column"),
      ...values.arms.map((/** @type {any} */ { arm }) => text(`experiment.arm.${arm}`)),
    ],
    rows: measures.flatMap((measure) => [
      [
        text("recorded_row", { measure: text(`experiment.measure.${measure}`) }),
        ...values.arms.map((/** @type {any} */ { recorded }) => mean(recorded.measures[measure])),
      ],
      ...(values.arms.some((/** @type {any} */ { live }) => live)
        ? [
            [
              text("here_row", { measure: text(`experiment.measure.${measure}`) }),
              ...values.arms.map((/** @type {any} */ { live }) =>
                live ? own(live.measures[measure]) : text("not_trained"),
              ),
            ],
          ]
        : []),
    ]),
  };
}

/** @type {import("./types.js").At} */
export function at(point, state, values, view) {
  const { first, pitch } = geometry(view, values);
  const index = Math.floor((point.y - first + 6) / pitch);
  const arm = values.arms[index]?.arm;
  if (!arm) return null;
  return { focus: { arm }, changes: { arm } };
}

/** @type {import("./types.js").Keys} */
export function keys(key, state) {
  const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  if (!step) return null;
  const all = [every, ...armsOf(state.experiment)];
  const index = all.indexOf(state.arm) + step;
  return { arm: all[Math.min(all.length - 1, Math.max(0, index))] };
}
