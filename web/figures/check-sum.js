// The sum check on a text: at every position, what enters block 0 against the token's row plus the slot's row, by torch.allclose's rule.
// Beside it the same with the row of a neighbouring slot, which must fail: a check that cannot fail shows nothing.
import { scaleLinear, scaleLog } from "./scale.js";
import * as colour from "./colour.js";
import { plain, powerOfTen, small } from "./number.js";
import { label, paragraph, picture, round, stroke, wholeTicks } from "./picture.js";
import { axes } from "./plot.js";
import { tensorRow } from "./sum-check.js";

/** @typedef {import("./checks.js").Check} Check */
/** @typedef {{ index: number, token: number, word: string, passed: boolean, error: number, twin: Twin | null }} CheckedRow */
/** @typedef {{ slot: number, passed: boolean, error: number }} Twin the same with the row of the next slot, or of the one before where there is no next; none in a table of one row */

/** @type {Check["isDone"]} */
export const isDone = () => true;

/** Whether a difference is a number. @param {{ error: number }} compared */
const holds = ({ error }) => Number.isFinite(error);

/** @type {Check["run"]} */
export async function run({ engine, model, tokens, word, facts }, state, { progress, turn }) {
  const all = await tokens(state.text);
  // Of a longer text what the table has rows for.
  const ids = all.slice(0, Number(facts.rows));
  // The embedding alone, and the rows that it is made of: blocks, logits and a whole vocabulary of rows would take a large model seconds.
  const { hidden_states } = await model.run(ids, { layers: 0, capture: ["hidden_states"] });
  const stream = hidden_states[0];
  const overflows = { lacking: { key: "sum.overflows", fields: {} } };
  // Rows that are finite may have a sum that is not: two that are beyond all numbers would pass for the same.
  if (!stream.data.every(Number.isFinite)) return overflows;
  const used = [...new Set(ids)];
  const wte = await model.readParameter("wte.weight", { rows: used });
  const slots = Array.from({ length: Math.min(ids.length + 1, Number(facts.rows)) }, (_, slot) => slot);
  const wpe = await model.readParameter("wpe.weight", { rows: slots });
  /** @type {CheckedRow[]} */
  const rows = [];
  for (const [index, token] of [...ids].entries()) {
    await turn();
    const content = tensorRow(wte, used.indexOf(token));
    const real = tensorRow(stream, index);
    const against = async (/** @type {number} */ slot) => {
      const position = tensorRow(wpe, slot);
      const { passed, max_abs_error } = await engine.allclose(
        content.map((value, column) => Math.fround(value + position[column])),
        real,
      );
      return { slot, passed, error: max_abs_error };
    };
    const twin = slots.length > 1 ? await against(index + 1 < slots.length ? index + 1 : index - 1) : null;
    const { passed, error } = await against(index);
    rows.push({ index, token, word: await word(token), passed, error, twin });
    progress({ done: index + 1, total: ids.length });
  }
  if (!rows.every(holds)) return overflows;
  return { rows, tokens: all.length };
}

/** @param {import("./types.js").View} view */
function geometry({ wide, width }) {
  const area = { left: 52, right: width - 12, top: 36, bottom: wide ? 250 : 230 };
  return { area, words: area.bottom + 62, height: area.bottom + (wide ? 112 : 150) };
}

/** Where a difference of nothing is drawn. */
const nothing = 1e-10;

/** @param {import("./types.js").View} view @param {CheckedRow[]} rows */
function scales(view, rows) {
  const { area } = geometry(view);
  const drawn = rows.flatMap((row) => [row, row.twin ?? []].flat()).filter(holds);
  const largest = Math.max(1, ...drawn.map(({ error }) => error));
  return {
    across: scaleLinear([-0.5, rows.length - 0.5], [area.left, area.right]),
    up: scaleLog([nothing, largest * 2], [area.bottom, area.top]),
  };
}

/** @type {Check["draw"]} */
export function draw(svg, state, { run: { rows } }, text, view) {
  const { area, words, height } = geometry(view);
  const { across, up } = scales(view, rows);
  const chosen = rows[chosenRow(state, rows)];
  const exponents = [-8, -6, -4, -2, 0].filter((exponent) => 10 ** exponent <= up.domain()[1]);
  const radius = rows.length > 100 ? 2 : 4;
  const twins = rows.flatMap((/** @type {CheckedRow} */ { twin }) => twin ?? []).filter(holds);
  // Under all of the neighbouring slots', and above those that agree.
  const lowest = Math.min(area.bottom - 50, up(Math.min(...twins.map((/** @type {Twin} */ { error }) => Math.max(nothing, error))))); // prettier-ignore
  const mark = (/** @type {CheckedRow} */ row, /** @type {number} */ error, /** @type {string} */ paint) =>
    svg`<circle cx="${round(across(row.index))}" cy="${round(up(Math.max(nothing, error)))}" r="${radius}" fill="${paint}"/>`;
  return picture(svg, view, { height, label: text("sum.label"), navigable: true }, [
    axes(
      svg,
      area,
      { scale: across, ticks: wholeTicks(rows.length - 1, 8), title: text("slot_axis"), format: plain },
      {
        scale: up,
        ticks: [nothing, ...exponents.map((exponent) => 10 ** exponent)],
        title: text("sum.error_axis"),
        format: (tick) => (tick === nothing ? "0" : powerOfTen(Math.round(Math.log10(tick)))),
      },
    ),
    stroke(svg, across(chosen.index), area.top, across(chosen.index), area.bottom, { colour: colour.ink, dash: "2 3" }),
    rows.map((/** @type {CheckedRow} */ row) => [
      row.twin && holds(row.twin) ? mark(row, row.twin.error, colour.position) : "",
      mark(row, row.error, colour.sum),
    ]),
    label(svg, area.right, area.bottom - 10, text("sum.own_row"), { anchor: "end", weight: 600, halo: true }),
    twins.length === 0
      ? ""
      : label(svg, area.right, round(lowest + 22), text("sum.other_row"), {
          ...{ anchor: "end", weight: 600, fill: colour.position, halo: true },
        }),
    paragraph(svg, 0, words, view.width, chosenWords(chosen, text), { size: 14 }),
  ]);
}

/** @param {import("./types.js").State} state @param {CheckedRow[]} rows */
const chosenRow = ({ row }, rows) => Math.min(row, rows.length - 1);

/** @param {CheckedRow} row @param {import("./types.js").Text} text */
function written({ index, token, word, passed, error, twin }, text) {
  return {
    ...{ slot: plain(index), token: plain(token), word, error: small(error) },
    neighbour: twin ? plain(twin.slot) : "",
    other: !twin ? text("sum.no_other") : holds(twin) ? small(twin.error) : text("sum.overflow"),
    outcome: text(passed ? "sum.agrees" : "sum.differs"),
  };
}

/** Without a tokenizer a token has no text. @param {CheckedRow} row @param {import("./types.js").Text} text */
function chosenWords(row, text) {
  const fields = written(row, text);
  const token = text(row.word === "" ? "sum.token" : "sum.token_word", fields);
  const own = text("sum.chosen", { ...fields, token });
  return row.twin ? `${own} ${text("sum.chosen_other", fields)}` : own;
}

/** @type {Check["sentence"]} */
export function sentence(_state, { run: { rows, tokens } }, text) {
  const said = [agreement(rows, text)];
  if (tokens > rows.length) said.push(text("sum.cut", { tokens: plain(tokens), rows: plain(rows.length) }));
  return said.join(" ");
}

/** @param {CheckedRow[]} rows @param {import("./types.js").Text} text */
function agreement(rows, text) {
  const wrong = rows.filter((/** @type {CheckedRow} */ { passed }) => !passed).length;
  const caught = rows.filter((/** @type {CheckedRow} */ { twin }) => twin && !twin.passed).length;
  const error = small(Math.max(...rows.map((/** @type {CheckedRow} */ row) => row.error)));
  const fields = { rows: plain(rows.length), wrong: plain(wrong), caught: plain(caught), error };
  const own = text(`sum.sentence${wrong > 0 ? "_differs" : rows.length === 1 ? "_one" : ""}`, fields);
  return `${own} ${text(rows[0].twin ? "sum.sentence_other" : "sum.sentence_alone", fields)}`;
}

/** @type {Check["alternative"]} */
export function alternative(_state, { run: { rows } }, text) {
  return {
    caption: text("sum.label"),
    columns: ["slot", "token", "word", "outcome", "error", "neighbour", "other"].map((key) =>
      text(`sum.columns.${key}`),
    ),
    rows: rows.map((/** @type {CheckedRow} */ row) => {
      const { slot, token, word, outcome, error, neighbour, other } = written(row, text);
      return [slot, token, word, outcome, error, neighbour, other];
    }),
  };
}

/** @type {Check["csv"]} */
export function csv(_state, { run: { rows } }) {
  return [
    ["slot", "token", "word", "passed", "max_abs_error", "other_slot", "other_row_passed", "other_row_max_abs_error"],
    ...rows.map((/** @type {CheckedRow} */ { index, token, word, passed, error, twin }) => [
      ...[index, token, word, passed, error],
      ...(twin ? [twin.slot, twin.passed, twin.error] : ["", "", ""]),
    ]),
  ];
}

/** @type {NonNullable<Check["at"]>} */
export function at(point, _state, { run: { rows } }, view) {
  const { area } = geometry(view);
  if (point.y > area.bottom || point.x < area.left) return null;
  const row = Math.round(scales(view, rows).across.invert(point.x));
  return { focus: null, changes: { row: Math.min(rows.length - 1, Math.max(0, row)) } };
}

/** @type {NonNullable<Check["keys"]>} */
export function keys(step, state, { run: { rows } }) {
  return { row: Math.min(rows.length - 1, Math.max(0, chosenRow(state, rows) + step)) };
}
