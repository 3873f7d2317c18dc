// The last row of a learned table, and what different programs do when a position past it is asked for.
import { arrowDown } from "./arrows.js";
import * as colour from "./colour.js";
import { heatMap, legend } from "./heat-map.js";
import { decimal, plain } from "./number.js";
import { handle, label, paragraph, picture, round, stroke } from "./picture.js";
import { rowOf } from "./rows.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

export const name = "table-edge";

/** @type {import("./types.js").Setting[]} */
export const settings = [
  { name: "n_positions", type: "whole", default: 1024, minimum: 8, maximum: 2048, step: 1, scale: "log", unit: "rows" },
  { name: "asked", type: "whole", default: 1024, minimum: 0, maximum: 4096, step: 1 },
  { name: "program", type: "choice", default: "refuse", choices: ["refuse", "wrap", "clamp"] },
];

const width = 8;

/** @type {WeakMap<object, Map<number, any>>} the rows of a table do not change: one model for each size asked */
const tables = new WeakMap();

/**
 * A model with a table of this size, and the table.
 * @param {any} engine
 * @param {number} n_positions
 */
async function tableOf(engine, n_positions) {
  const known = tables.get(engine) ?? new Map();
  tables.set(engine, known);
  if (!known.has(n_positions)) {
    for (const { model } of known.values()) await model.dispose();
    known.clear();
    const config = { model_type: "gpt2", n_layer: 1, n_head: 1, n_embd: width, n_positions, vocab_size: 4 };
    const model = await engine.createModel(config, { seed: 3 });
    known.set(n_positions, { model, data: (await model.readParameter("wpe.weight")).data });
  }
  return known.get(n_positions);
}

/**
 * Which row a program reads; null where it refuses.
 * @param {State} state
 */
function rowRead({ program, asked, n_positions }) {
  if (asked < n_positions) return asked;
  return { refuse: null, wrap: asked % n_positions, clamp: n_positions - 1 }[/** @type {"refuse"} */ (program)];
}

/**
 * The engine is asked for the position itself; what it answers is what is shown for a program that refuses.
 * @param {any} engine
 * @param {State} state
 */
export async function compute(engine, state) {
  const { n_positions, asked } = state;
  const { model, data } = await tableOf(engine, n_positions);
  let refusal = null;
  try {
    await model.run([0], { positions: [asked] });
  } catch (error) {
    if (error.code !== "out_of_range") throw error;
    refusal = error.message;
  }
  const read = rowRead(state);
  const edge = [n_positions - 3, n_positions - 2, n_positions - 1, n_positions, n_positions + 1];
  const wanted = [0, 1, ...edge, asked, read];
  const shown = [...new Set(wanted)].filter((index) => index !== null).sort((a, b) => a - b);
  const limit = Math.max(...data.map(Math.abs));
  return {
    refusal,
    read,
    limit,
    lines: shown.map((index) => ({ index, row: index < n_positions ? rowOf(data, width, index) : null })),
  };
}

/**
 * @param {any} values
 * @param {View} view
 */
function geometry({ lines }, { wide }) {
  const cell = wide ? 38 : 28;
  const pitch = 30;
  const left = wide ? 92 : 66;
  let y = 44;
  const tops = lines.map((/** @type {{ index: number }} */ { index }, /** @type {number} */ at) => {
    if (at > 0 && lines[at - 1].index !== index - 1) y += 14;
    const top = y;
    y += pitch;
    return top;
  });
  const right = left + width * cell;
  const words = wide ? { x: right + 76, y: 60, width: 200 } : { x: 0, y: 446, width: 340 };
  // The longest list has nine lines and four gaps: the height is the same for all states.
  return { cell, left, right, tops, words, legend: { x: left, y: 388, width: width * cell }, height: wide ? 424 : 514 };
}

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const place = geometry(values, view);
  const { left, cell, tops, height } = place;
  const faint = { size: 12, fill: colour.quiet };
  const last = state.n_positions - 1;
  const range = { minimum: 0, maximum: 4096 };
  const at = values.lines.findIndex((/** @type {{ index: number }} */ { index }) => index === state.asked);
  const rows = values.lines.map(
    (/** @type {{ index: number, row: number[] | null }} */ { index, row }, /** @type {number} */ line) => {
      const y = tops[line];
      const box = { x: left, y, width: width * cell, height: 22 };
      const gap = line > 0 && values.lines[line - 1].index !== index - 1;
      return [
        gap ? label(svg, left - 16, y - 6, "⋮", { anchor: "end", fill: colour.quiet }) : "",
        label(svg, left - 10, y + 16, plain(index), {
          anchor: "end",
          fill: index === state.asked ? colour.position : colour.ink,
          weight: index === state.asked || index === values.read ? 700 : 400,
        }),
        row
          ? heatMap(svg, box, row, width, values.limit)
          : svg`<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="none" stroke="${colour.quiet}"
            stroke-width="1" stroke-dasharray="3 4"/>`,
      ];
    },
  );
  const edge = tops[values.lines.findIndex((/** @type {{ index: number }} */ { index }) => index === last)] + 26;
  const words = text("asked_words", { asked: plain(state.asked) });
  const y = tops[at];
  return picture(
    svg,
    view,
    { height, label: text("label", { last: plain(last), asked: plain(state.asked) }), handles: true },
    [
      label(svg, 0, 16, text("positions", { count: plain(state.n_positions) }), faint),
      label(svg, 0, 34, text("position"), faint),
      rows,
      stroke(svg, 0, edge, place.right, edge, { colour: colour.ink, width: 2 }),
      arrow(svg, values, place, at),
      handle(svg, view, { name: "asked", label: text("settings.asked"), value: state.asked, words, ...range }, [
        svg`<rect x="${left - 2}" y="${y - 2}" width="${width * cell + 4}" height="26" fill="transparent" stroke="${colour.position}"
        stroke-width="3"/>`,
        svg`<rect class="grip" x="${left - 7}" y="${y - 17}" width="${width * cell + 14}" height="56" fill="transparent"/>`,
        svg`<rect class="ring" x="${left - 7}" y="${y - 7}" width="${width * cell + 14}" height="36" rx="3" fill="none"/>`,
      ]),
      verdict(svg, state, values, text, place),
      legend(svg, place.legend, values.limit, 1),
    ],
  );
}

/**
 * From the asked slot to the row that is read in its place.
 * @param {any} svg
 * @param {any} values
 * @param {any} place
 * @param {number} at
 */
function arrow(svg, values, { right, tops }, at) {
  const from = tops[at] + 11;
  const x = right + 8;
  if (values.read === null) {
    const cross = [`M${x + 4} ${from - 7}l14 14`, `M${x + 18} ${from - 7}l-14 14`];
    return cross.map(
      (shape) => svg`<path d="${shape}" stroke="${colour.position}" stroke-width="3" stroke-linecap="round"/>`,
    );
  }
  const to = tops[values.lines.findIndex((/** @type {{ index: number }} */ { index }) => index === values.read)] + 11;
  if (to === from) return stroke(svg, x, from, x + 22, from, { colour: colour.position, width: 2 });
  const bend = x + Math.min(44, 18 + Math.abs(to - from) / 8);
  return [
    svg`<path d="M${x} ${from}C${round(bend)} ${from} ${round(bend)} ${to} ${x + 6} ${to}" fill="none" stroke="${colour.position}"
      stroke-width="2"/>`,
    svg`<path d="M${x} ${to}l9 -5v10z" fill="${colour.position}"/>`,
  ];
}

/**
 * What this program does, in words beside the table.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {any} place
 */
function verdict(svg, state, values, text, { words }) {
  const { x, y, width: room } = words;
  const fields = { asked: plain(state.asked), read: values.read === null ? "" : plain(values.read) };
  const key = state.asked < state.n_positions ? "inside" : state.program;
  const does = paragraph(svg, x, y, room, text(`does.${key}`, fields), { weight: 600, size: 14 });
  const below = y + 20 * does.length + 8;
  return [does, paragraph(svg, x, below, room, text(`means.${key}`, fields), { size: 13, fill: colour.quiet })];
}

/** @type {import("./types.js").Sentence} */
export function sentence(state, values, text) {
  const { asked, n_positions, program } = state;
  const fields = {
    asked: plain(asked),
    rows: plain(n_positions),
    last: plain(n_positions - 1),
    message: values.refusal ?? "",
  };
  if (asked < n_positions) return text("sentence_inside", fields);
  if (program === "refuse") return text("sentence_refuse", fields);
  return text(`sentence_${program}`, { ...fields, read: plain(values.read) });
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative(state, values, text) {
  return {
    caption: text("label", { last: plain(state.n_positions - 1), asked: plain(state.asked) }),
    columns: [text("position"), ...Array.from({ length: width }, (_, column) => String(column))],
    rows: values.lines.map((/** @type {{ index: number, row: number[] | null }} */ { index, row }) => [
      plain(index),
      ...Array.from({ length: width }, (_, column) => (row ? decimal(row[column]) : text("no_row"))),
    ]),
  };
}

/** @type {import("./types.js").Drag} */
export function drag(name, from, to, state) {
  return { asked: state.asked + (to.y - from.y) / 30 };
}

/** @type {import("./types.js").Keys} */
export function keys(key, { asked }, values, name, large) {
  const direction = arrowDown(key);
  return name && direction ? { asked: asked + direction * (large ? 100 : 1) } : null;
}
