// The drawing of readings: for each change of the model a dot on a logarithmic axis of perplexity, with the range of one standard error.
import { scaleLinear, scaleLog } from "./scale.js";
import * as colour from "./colour.js";
import { decimal, plain, significant } from "./number.js";
import { label, paragraph, picture, round, stroke } from "./picture.js";

/** @typedef {import("./check-reading.js").Outcome} Outcome */
/** @typedef {import("./types.js").Text} Text */
/** @typedef {import("./types.js").View} View */

/** Round numbers of a logarithmic axis within its ends: fewer where it spans more. @param {number} low @param {number} high */
function logTicks(low, high) {
  const steps = [[1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 5], [1]].map((leads) =>
    Array.from({ length: 21 }, (_, exponent) => leads.map((lead) => lead * 10 ** exponent))
      .flat()
      .filter((tick) => tick >= low && tick <= high),
  );
  return steps.find((ticks) => ticks.length <= 7) ?? steps[2].filter((_, index) => index % 2 === 0);
}

/** One prediction alone has no standard error. @param {Outcome} outcome */
export const hasError = ({ count }) => count > 1;

/** The ends of one standard error of the loss, as perplexities. @param {Outcome} outcome */
function ends(outcome) {
  const error = hasError(outcome) ? outcome.standard_error : 0;
  return [Math.exp(outcome.loss - error), Math.exp(outcome.loss + error)];
}

/** Whether a perplexity and its bar are numbers: with finite weights, too, what is computed may grow beyond all that 32 bits hold. @param {Outcome} outcome */
const holds = (outcome) => [outcome.perplexity, ...ends(outcome)].every(Number.isFinite);

/**
 * What is said where an outcome that is compared is no number; null where all are.
 * @param {Outcome[]} compared
 * @param {Outcome[]} outcomes all that stand there
 * @param {(arm: string) => string} name
 * @param {Text} text
 */
export function overflowWords(compared, outcomes, name, text) {
  if (compared.every(holds)) return null;
  const over = outcomes.filter((each) => !holds(each));
  return text("reading.sentence_overflow", { arms: over.map((each) => name(each.name)).join("; ") });
}

/**
 * @param {any} svg
 * @param {Outcome[]} outcomes in the order in which they stand
 * @param {{ waiting: string[], name: (arm: string) => string, heading: string, note: string, chosen?: string }} options
 * @param {Text} text
 * @param {View} view
 */
export function drawOutcomes(svg, outcomes, { waiting, name, heading, note, chosen }, text, view) {
  const pitch = 48;
  const lines = [
    ...outcomes.map((outcome) => ({ arm: outcome.name, outcome })),
    ...waiting.map((arm) => ({ arm, outcome: null })),
  ];
  const area = { left: 8, right: view.width - 100, top: 40, bottom: 46 + pitch * lines.length };
  const known = outcomes.filter(holds).flatMap((outcome) => [outcome.perplexity, ...ends(outcome)]);
  const [low, high] = known.length > 0 ? [Math.min(...known) / 1.15, Math.max(...known) * 1.15] : [1, 10];
  const across =
    known.length > 0 ? scaleLog([low, high], [area.left, area.right]) : scaleLinear([1, 10], [area.left, area.right]);
  const height = area.bottom + (view.wide ? 84 : 104);
  return picture(svg, view, { height, label: heading }, [
    label(svg, 0, 16, text("perplexity_axis"), { size: 12, fill: colour.quiet }),
    logTicks(low, high).map((tick) => [
      stroke(svg, across(tick), area.top - 10, across(tick), area.bottom),
      label(svg, round(across(tick)), area.bottom + 18, plain(tick), {
        anchor: "middle",
        size: 12,
        fill: colour.quiet,
      }),
    ]),
    lines.map(({ arm, outcome }, index) => {
      const y = area.top + 30 + pitch * index;
      // While the whole text is being read, some lines still tell of its beginning.
      const begun = outcome && !outcome.whole && outcomes.some((each) => each.whole);
      const words = begun ? `${name(arm)}, ${text("choices.four")}` : name(arm);
      const paint = arm === chosen || chosen === undefined ? colour.ink : colour.quiet;
      if (outcome === null || !holds(outcome))
        return [
          label(svg, 0, y - 12, words, { fill: outcome ? paint : colour.quiet, halo: true }),
          label(svg, view.width, y + 5, text(outcome ? "reading.overflow" : "not_read"), {
            anchor: "end",
            size: 12,
            fill: colour.quiet,
          }),
        ];
      const [from, to] = ends(outcome).map(across);
      return [
        label(svg, 0, y - 12, words, { weight: 600, fill: paint, halo: true }),
        stroke(svg, from, y, to, y, { colour: colour.position, width: 3 }),
        stroke(svg, from, y - 5, from, y + 5, { colour: colour.position, width: 1.5 }),
        stroke(svg, to, y - 5, to, y + 5, { colour: colour.position, width: 1.5 }),
        svg`<circle cx="${round(across(outcome.perplexity))}" cy="${y}" r="6" fill="${colour.position}" stroke="${colour.paper}" stroke-width="2"/>`,
        label(svg, view.width, y + 5, significant(outcome.perplexity, 4), {
          anchor: "end",
          size: 15,
          weight: 600,
          fill: paint,
        }),
      ];
    }),
    paragraph(svg, 0, area.bottom + 46, view.width, note, { size: 12, fill: colour.quiet }),
  ]);
}

/**
 * @param {Outcome[]} outcomes
 * @param {(arm: string) => string} name
 * @param {string} caption
 * @param {Text} text
 * @returns {import("./types.js").Alternative}
 */
export function tableOfOutcomes(outcomes, name, caption, text) {
  return {
    caption,
    columns: ["change", "perplexity", "loss", "standard_error", "count", "amount"].map((key) =>
      text(`reading.columns.${key}`),
    ),
    rows: outcomes.map((outcome) => [
      name(outcome.name),
      ...(holds(outcome)
        ? [
            significant(outcome.perplexity, 5),
            decimal(outcome.loss, 4),
            hasError(outcome) ? decimal(outcome.standard_error, 4) : text("reading.no_error"),
          ]
        : Array(3).fill(text("reading.overflow"))),
      plain(outcome.count),
      text(`choices.${outcome.whole ? "whole" : "four"}`),
    ]),
  };
}

/**
 * @param {{ outcomes: Outcome[], title: string, window: number }} run in the order in which they are written; its longest window that was read
 * @param {{ window: number, stride: number, seed?: number }} state the seed of a shuffling, where there is one
 */
export function csvOfOutcomes({ outcomes, title, window: longest }, { window, stride, seed }) {
  return [
    [
      "change",
      "perplexity",
      "loss",
      "standard_error",
      "predictions_counted",
      "text",
      "text_read",
      "window",
      "longest_window_read",
      "stride",
      "seed",
    ],
    ...outcomes.map((outcome) => [
      ...[
        outcome.name,
        outcome.perplexity,
        outcome.loss,
        hasError(outcome) && holds(outcome) ? outcome.standard_error : "",
        outcome.count,
      ],
      ...[title, outcome.whole ? "whole" : "first windows", window, longest, stride, seed ?? ""],
    ]),
  ];
}
