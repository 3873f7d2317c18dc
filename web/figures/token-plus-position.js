// What enters block 0 of a GPT-2: the token's row plus the slot's row, value by value, checked against the model's own stream.
import { scaleLinear } from "./scale.js";
import { arrowDown } from "./arrows.js";
import * as colour from "./colour.js";
import { decimal, plain, small, term } from "./number.js";
import { handle, label, picture, piece, round, stroke } from "./picture.js";
import { checkedRow, tablesOf, tensorRow } from "./sum-check.js";
import { tinyConfig, tinyModel } from "./tiny-model.js";
import { chipsHeight, tokenAt, tokenChips, tokenName } from "./token-chips.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

export const name = "token-plus-position";

/** How many columns of the rows are drawn at once. */
const shown = 6;

const { vocab_size, n_positions, n_embd } = tinyConfig;

/** @type {import("./types.js").Setting[]} */
export const settings = [
  { name: "token", type: "whole", default: 1, minimum: 0, maximum: vocab_size - 1, step: 1 },
  { name: "slot", type: "whole", default: 3, minimum: 0, maximum: n_positions - 1, step: 1 },
  { name: "start", type: "whole", default: 0, minimum: 0, maximum: n_embd - shown, step: 1 },
  { name: "column", type: "whole", default: 0, minimum: 0, maximum: n_embd - 1, step: 1, drawn: true },
];

/** The chosen column is one of those drawn. @param {State} state */
export function settle(state) {
  const { start, column } = state;
  return { ...state, column: Math.min(start + shown - 1, Math.max(start, column)) };
}

/**
 * Both rows, their sum, the stream of the model and whether they agree.
 * @param {any} engine
 * @param {State} state
 */
export async function compute(engine, { token, slot }) {
  const model = await tinyModel(engine);
  const { wte, wpe } = await tablesOf(model);
  const { hidden_states } = await model.run([token], { positions: [slot], capture: ["hidden_states"] });
  const row = await checkedRow(engine, tensorRow(wte, token), tensorRow(wpe, slot), tensorRow(hidden_states[0], 0));
  return { ...row, tokens: wte.shape[0], slots: wpe.shape[0] };
}

/** @param {View} view @param {any} values */
function geometry(view, values) {
  const { wide, width } = view;
  const left = wide ? 96 : 0;
  const cell = (width - left) / shown;
  const strip = { y: chipsHeight(view, values) + 34, height: 30 };
  const bars = { top: strip.y + 92, height: wide ? 170 : 150 };
  const numbers = bars.top + bars.height + (wide ? 40 : 48);
  const pitch = wide ? 28 : 44;
  return {
    left,
    cell,
    strip,
    bars,
    numbers,
    pitch,
    formula: numbers + 4 * pitch + (wide ? 14 : 4),
    height: numbers + 4 * pitch + 36,
  };
}

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const { height } = geometry(view, values);
  const title = text("label", { token: tokenName(state.token, text), slot: plain(state.slot) });
  return picture(svg, view, { height, label: title, navigable: true }, [
    tokenChips(svg, state, values, text, view),
    slots(svg, state, values, text, view),
    bars(svg, state, values, text, view),
    numbers(svg, state, values, text, view),
  ]);
}

/**
 * The slots of the table as a strip; the chosen one can be dragged.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function slots(svg, state, values, text, view) {
  const { strip } = geometry(view, values);
  const last = values.slots - 1;
  const scale = slotScale(view, values);
  const x = round(scale(state.slot));
  const wide = Math.max(3, view.width / values.slots);
  const marks = Array.from(
    { length: Math.min(values.slots, 64) + 1 },
    (_, index) => index * (view.width / Math.min(values.slots, 64)),
  );
  const options = {
    name: "slot",
    label: text("settings.slot"),
    value: state.slot,
    words: plain(state.slot),
    minimum: 0,
    maximum: last,
  };
  return [
    label(svg, 0, strip.y - 8, text("slot_heading", { slot: plain(state.slot) }), {
      size: 12,
      fill: colour.position,
      weight: 600,
    }),
    marks.map((at) => stroke(svg, at, strip.y, at, strip.y + strip.height)),
    stroke(svg, 0, strip.y, view.width, strip.y),
    stroke(svg, 0, strip.y + strip.height, view.width, strip.y + strip.height),
    handle(svg, view, options, [
      svg`<rect class="grip" x="${round(x - 28)}" y="${strip.y - 13}" width="56" height="56" fill="transparent"/>`,
      svg`<rect x="${round(x - wide / 2)}" y="${strip.y}" width="${round(wide)}" height="${strip.height}" fill="${colour.position}"/>`,
      svg`<rect class="ring" x="${round(x - wide / 2 - 4)}" y="${strip.y - 4}" width="${round(wide + 8)}" height="${strip.height + 8}" rx="3"
        fill="none"/>`,
    ]),
    label(svg, 0, strip.y + strip.height + 16, 0, { size: 12, fill: colour.quiet }),
    label(svg, view.width, strip.y + strip.height + 16, plain(last), { anchor: "end", size: 12, fill: colour.quiet }),
  ];
}

/** The middle of each slot. @param {View} view @param {any} values */
function slotScale({ width }, { slots: count }) {
  return scaleLinear([-0.5, count - 0.5], [0, width]);
}

/**
 * For each column the two values end to end: content from zero, position from where content ends; their sum is where it ends.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function bars(svg, state, values, text, view) {
  const { left, cell, bars: area } = geometry(view, values);
  const columns = drawnColumns(state, values);
  const reach = Math.max(
    1e-6,
    ...columns.flatMap((column) => [Math.abs(values.content[column]), Math.abs(values.sum[column])]),
  );
  const up = scaleLinear([-reach, reach], [area.top + area.height, area.top]);
  const active = view.focus?.column ?? state.column;
  const bar = (
    /** @type {number} */ x,
    /** @type {number} */ from,
    /** @type {number} */ to,
    /** @type {string} */ fill,
  ) =>
    svg`<rect x="${round(x)}" y="${round(Math.min(up(from), up(to)))}" width="${round(cell * 0.3)}"
      height="${round(Math.max(1, Math.abs(up(from) - up(to))))}" fill="${fill}"/>`;
  return [
    columns.map((column, index) => {
      const x = left + cell * index;
      const [content, sum] = [values.content[column], values.sum[column]];
      return [
        column === active
          ? svg`<rect x="${round(x + 1)}" y="${area.top - 24}" width="${round(cell - 2)}" height="${area.height + 34}" fill="${colour.line}"
              opacity="0.45"/>`
          : "",
        bar(x + cell * 0.18, 0, content, colour.content),
        bar(x + cell * 0.52, content, sum, colour.position),
        stroke(svg, x + cell * 0.12, up(sum), x + cell * 0.88, up(sum), { colour: colour.sum, width: 2.5 }),
        label(svg, round(x + cell / 2), area.top - 10, column, { anchor: "middle", size: 12, fill: colour.quiet }),
      ];
    }),
    stroke(svg, left, up(0), view.width, up(0), { colour: colour.quiet }),
    view.wide ? label(svg, 0, area.top - 10, text("column"), { size: 12, fill: colour.quiet }) : "",
  ];
}

/** @param {State} state @param {any} values */
function drawnColumns({ start }, { sum }) {
  return Array.from({ length: Math.min(shown, sum.length) }, (_, index) => start + index);
}

/**
 * The two rows, their sum and the model's own stream in numbers; under them the sum of the chosen column and the check.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function numbers(svg, state, values, text, view) {
  const { left, cell, numbers: top, pitch, formula } = geometry(view, values);
  const active = view.focus?.column ?? state.column;
  const lines = [
    { words: `wte[${tokenName(state.token, text)}]`, row: values.content, paint: colour.content },
    { words: `wpe[${plain(state.slot)}]`, row: values.position, paint: colour.position },
    { words: text("sum"), row: values.sum, paint: colour.sum },
    { words: "hidden_states[0]", row: values.stream, paint: colour.quiet },
  ];
  const [a, b, c] = [values.content[active], values.position[active], values.sum[active]];
  const { sign, size } = term(b);
  const terms = svg`<tspan>${piece(svg, decimal(a), colour.content)} ${sign} ${piece(svg, size, colour.position)}
    = ${piece(svg, decimal(c), colour.sum, 700)}</tspan>`;
  const verdict = text(values.check.passed ? "agrees" : "differs", { error: small(values.check.max_abs_error) });
  return [
    lines.map(({ words, row, paint }, index) => {
      const y = top + pitch * index;
      return [
        label(svg, 0, view.wide ? y : y - 17, words, { size: 12, fill: paint, weight: 600 }),
        drawnColumns(state, values).map((column, place) =>
          label(svg, round(left + cell * (place + 1) - (view.wide ? 24 : 6)), y, decimal(row[column]), {
            anchor: "end",
            size: 14,
            fill: paint,
            weight: column === active ? 700 : 400,
          }),
        ),
      ];
    }),
    label(svg, left, formula, terms, { size: 16 }),
    view.wide
      ? label(svg, view.width, formula, verdict, { anchor: "end", weight: 600 })
      : label(svg, left, formula + 24, verdict, { size: 12, weight: 600 }),
  ];
}

/** @type {import("./types.js").Sentence} */
export function sentence(state, values, text) {
  const fields = {
    token: tokenName(state.token, text),
    slot: plain(state.slot),
    columns: plain(values.sum.length),
  };
  const error = small(values.check.max_abs_error);
  return text(values.check.passed ? "sentence" : "sentence_differs", { ...fields, error });
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative(state, values, text) {
  return {
    caption: text("label", { token: tokenName(state.token, text), slot: plain(state.slot) }),
    columns: [text("column"), "wte", "wpe", text("sum"), "hidden_states[0]"],
    rows: values.sum.map((/** @type {number} */ sum, /** @type {number} */ column) => [
      String(column),
      decimal(values.content[column]),
      decimal(values.position[column]),
      decimal(sum),
      decimal(values.stream[column]),
    ]),
  };
}

/** @type {import("./types.js").At} */
export function at(point, state, values, view) {
  const { left, cell, strip, bars: area } = geometry(view, values);
  const token = tokenAt(point, values, view);
  if (token !== undefined && point.y < strip.y - 22) return { focus: null, changes: { token } };
  if (point.y > strip.y - 8 && point.y < strip.y + strip.height + 8) {
    const slot = Math.round(slotScale(view, values).invert(point.x));
    return { focus: null, changes: { slot: Math.min(values.slots - 1, Math.max(0, slot)) } };
  }
  const column = state.start + Math.floor((point.x - left) / cell);
  if (point.y < area.top - 24 || point.x < left || column >= Math.min(values.sum.length, state.start + shown))
    return null;
  return { focus: { column }, changes: { column } };
}

/** @type {import("./types.js").Drag} */
export function drag(which, from, to, state, values, view) {
  if (which !== "slot") return {};
  const scale = slotScale(view, values);
  return { slot: state.slot + scale.invert(to.x) - scale.invert(from.x) };
}

/** @type {import("./types.js").Keys} */
export function keys(key, state, values, which, large) {
  const direction = arrowDown(key);
  if (!direction) return null;
  if (which) return { [which]: state[which] + direction * (large ? 8 : 1) };
  const column = Math.min(values.sum.length - 1, Math.max(0, state.column + direction));
  const start = Math.min(column, Math.max(state.start, column - shown + 1));
  return { column, start };
}
