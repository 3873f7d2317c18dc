// One word in two slots: which of the numbers that attention works with are others there, for each encoding.
import { arrowAlong } from "./arrows.js";
import * as colour from "./colour.js";
import { heatMap, legend } from "./heat-map.js";
import { decimal, plain, small } from "./number.js";
import { handle, label, picture, round, stroke } from "./picture.js";
import { rowOf } from "./rows.js";
import { encodings, farthest, sentenceModel, sizes } from "./sentence-model.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */
/** @typedef {{ name: string, numbers: number[][], difference: number, entered: boolean }} Stage numbers in slot a and in slot b */

export const name = "where-injected";

/** The slots that the word can stand in; the word that asks stands in the next one. */
const slots = 16;

/** Smaller differences are rounding. */
const rounding = 1e-6;

/** @type {import("./types.js").Setting[]} */
export const settings = [
  { name: "encoding", type: "choice", default: "sinusoidal", choices: encodings },
  { name: "a", type: "whole", default: 2, minimum: 0, maximum: slots - 1, step: 1 },
  { name: "b", type: "whole", default: 9, minimum: 0, maximum: slots - 1, step: 1 },
];

const stages = ["row", "query", "key", "value", "score"];

/** Where an encoding puts position in, as the engine lists it: the first stages that it changes. @type {Record<string, string[]>} */
const entries = { nowhere: [], embedding: ["row"], query_key: ["query", "key"], score: ["score"] };

const paints = [colour.content, colour.query, colour.key, colour.value, colour.ink];

/**
 * Every stage of the word in slot a and in slot b, heads side by side.
 * @param {any} engine
 * @param {State} state
 * @returns {{ stages: Stage[] }}
 */
export function compute(engine, { encoding, a, b }) {
  const model = sentenceModel(engine, encoding, true);
  const { injects } = engine.encodings().find((/** @type {any} */ each) => each.kind === encoding);
  const capture = ["hidden_states", "queries", "keys", "values", "scores"];
  const [word, asking] = [0, 1];
  const read = (/** @type {number} */ slot) => {
    const run = model.run([word, asking], { positions: [slot, slots], capture });
    const width = sizes.n_embd / sizes.n_head;
    const heads = Array.from({ length: sizes.n_head }, (_, head) => head);
    const wordsOwn = (/** @type {any[]} */ layers) => heads.flatMap((head) => rowOf(layers[0].data, width, 2 * head));
    return [
      rowOf(run.hidden_states[0].data, sizes.n_embd, 0),
      ...[run.queries, run.keys, run.values].map(wordsOwn),
      heads.map((head) => run.scores[0].data[4 * head + 2]),
    ];
  };
  const [atA, atB] = [read(a), read(b)];
  return {
    stages: stages.map((stage, index) => ({
      name: stage,
      numbers: [atA[index], atB[index]],
      difference: farthest(atA[index], atB[index]),
      entered: entries[injects].includes(stage),
    })),
  };
}

/** @param {View} view */
function geometry({ wide, width }) {
  const left = wide ? 176 : 10;
  const gap = 12;
  const right = wide ? 112 : 0;
  const strips = { left, gap, width: (width - left - right - gap) / 2, height: wide ? 26 : 22 };
  const top = wide ? 126 : 136;
  const pitch = wide ? 56 : 64;
  return { strips, top, pitch, legend: top + stages.length * pitch + 6, height: top + stages.length * pitch + 40 };
}

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const { height, legend: y } = geometry(view);
  const { a, b } = state;
  const limit = limitOf(values);
  const title = text("label", { encoding: text(`choices.${state.encoding}`), a, b });
  return picture(svg, view, { height, label: title, handles: true }, [
    slotStrip(svg, state, text, view),
    values.stages.map((/** @type {Stage} */ stage, /** @type {number} */ index) =>
      stageRow(svg, state, stage, index, limit, text, view),
    ),
    legend(svg, { x: 0, y, width: 190 }, limit, 1),
  ]);
}

/** @param {any} values */
function limitOf({ stages: all }) {
  return Math.max(...all.flatMap((/** @type {Stage} */ { numbers }) => numbers.flat()).map(Math.abs));
}

/**
 * The slots, with the two that the word is put in; both can be dragged.
 * @param {any} svg
 * @param {State} state
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function slotStrip(svg, state, text, view) {
  const [y, height] = [34, 26];
  const cell = view.width / (slots + 1);
  const middle = (/** @type {number} */ slot) => round(cell * (slot + 0.5));
  const quiet = { anchor: "middle", size: 11, fill: colour.quiet };
  return [
    label(svg, 0, 14, text("slots_heading", { asking: slots }), { size: 12, fill: colour.quiet }),
    Array.from({ length: slots + 2 }, (_, edge) => stroke(svg, cell * edge, y, cell * edge, y + height)),
    [y, y + height].map((at) => stroke(svg, 0, at, view.width, at)),
    label(svg, middle(slots), y + 18, text("asking_short"), { anchor: "middle", size: view.wide ? 13 : 11 }),
    Array.from({ length: slots }, (_, slot) => label(svg, middle(slot), y + height + 14, slot, quiet)),
    label(svg, middle(slots), y + height + 14, slots, quiet),
    ["a", "b"].map((which) => {
      const slot = state[which];
      const [x, at] = [middle(slot), which === "a" ? y + 13 : y + height + 34];
      const options = {
        name: which,
        label: text(`settings.${which}`),
        value: slot,
        words: plain(slot),
        minimum: 0,
        maximum: slots - 1,
      };
      return [
        which === "b" ? stroke(svg, x, y + height + 18, x, at - 10, { colour: colour.position }) : "",
        handle(svg, view, options, [
          svg`<rect class="grip" x="${x - 24}" y="${at - 24}" width="48" height="48" fill="transparent"/>`,
          svg`<circle cx="${x}" cy="${at}" r="10" fill="${colour.position}"/>`,
          label(svg, x, at + 4, which, { anchor: "middle", size: 12, weight: 700, fill: colour.paper }),
          svg`<circle class="ring" cx="${x}" cy="${at}" r="14" fill="none"/>`,
        ]),
      ];
    }),
  ];
}

/**
 * One stage: its numbers in either slot and whether they are the same; a bar where position enters.
 * @param {any} svg
 * @param {State} state
 * @param {Stage} stage
 * @param {number} index
 * @param {number} limit
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function stageRow(svg, { a, b }, { name: stage, numbers, difference, entered }, index, limit, text, view) {
  const { strips, top, pitch } = geometry(view);
  const { wide } = view;
  const y = top + index * pitch + (wide ? 12 : 28);
  const box = (/** @type {number} */ which) => ({
    x: round(strips.left + which * (strips.width + strips.gap)),
    y,
    width: round(strips.width),
    height: strips.height,
  });
  const changed = difference > rounding;
  const verdict = changed ? text("differs", { difference: small(difference) }) : text("same");
  const enters = { size: 12, fill: colour.position, weight: 600 };
  const named = text(`stages.${stage}`);
  return [
    entered
      ? svg`<rect x="0" y="${y - (wide ? 4 : 20)}" width="4" height="${strips.height + (wide ? 8 : 20)}" fill="${colour.position}"/>`
      : "",
    label(svg, 10, wide ? y + 14 : y - 6, named, { fill: paints[index], weight: 600 }),
    entered && wide ? label(svg, 10, y + 30, text("enters"), enters) : "",
    entered && !wide ? label(svg, 16 + named.length * 6.5, y - 6, text("enters"), enters) : "",
    numbers.map((row, which) => [
      heatMap(svg, box(which), row, row.length, limit),
      index === 0
        ? label(svg, box(which).x, y - (wide ? 8 : 24), text("in_slot", { which: "ab"[which], slot: which ? b : a }), {
            size: 12,
            fill: colour.position,
          })
        : "",
    ]),
    label(svg, view.width, wide ? y + 18 : y - 6, verdict, {
      anchor: "end",
      weight: changed ? 600 : 400,
      fill: changed ? colour.ink : colour.quiet,
    }),
  ];
}

/** @type {import("./types.js").Sentence} */
export function sentence({ encoding, a, b }, { stages: all }, text) {
  const named = (/** @type {boolean} */ wanted) =>
    all
      .filter((/** @type {Stage} */ { difference }) => difference > rounding === wanted)
      .map((/** @type {Stage} */ stage) => text(`stages.${stage.name}`))
      .join(", ");
  const fields = { encoding: text(`choices.${encoding}`), a, b, changed: named(true), kept: named(false) };
  if (a === b) return text("sentence_one_slot", fields);
  if (!fields.changed) return text("sentence_none", fields);
  return text(fields.kept ? "sentence" : "sentence_all", fields);
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative({ encoding, a, b }, { stages: all }, text) {
  return {
    caption: text("label", { encoding: text(`choices.${encoding}`), a, b }),
    columns: [text("number"), text("in_slot", { which: "a", slot: a }), text("in_slot", { which: "b", slot: b }), text("difference")], // prettier-ignore
    rows: all.flatMap((/** @type {Stage} */ { name: stage, numbers: [atA, atB] }) =>
      atA.map((value, entry) => [
        text(stage === "score" ? "score_entry" : "entry", { stage: text(`stages.${stage}`), entry }),
        decimal(value),
        decimal(atB[entry]),
        small(atB[entry] - value),
      ]),
    ),
  };
}

/** @type {import("./types.js").Drag} */
export function drag(which, from, to, state, _values, view) {
  return { [which]: state[which] + ((to.x - from.x) * (slots + 1)) / view.width };
}

/** @type {import("./types.js").Keys} */
export function keys(key, state, _values, which, large) {
  const direction = arrowAlong(key);
  return direction && which ? { [which]: state[which] + direction * (large ? 4 : 1) } : null;
}
