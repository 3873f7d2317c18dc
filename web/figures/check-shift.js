// What becomes of a model's own scores when all positions of a text are moved on by the same number: with rotations nothing but
// rounding, with a table something else at every slot.
import { scaleLog } from "./scale.js";
import * as colour from "./colour.js";
import { plain, powerOfTen, significant, small } from "./number.js";
import { label, picture, round, stroke } from "./picture.js";
import { axes, curve } from "./plot.js";

/** @typedef {import("./checks.js").Check} Check */
/** @typedef {{ shift: number, change: number }} Moved the largest change of a score, over all layers, heads and pairs that see each other */

/** How many tokens are enough: their scores are compared pair by pair, in every layer and head. Of a table they take half at most, to have somewhere to go. */
export const most = 64;
const ladder = [1, 3, 10, 30, 100, 300, 1000, 3000, 10000];

/** @type {Check["isDone"]} */
export const isDone = () => true;

/** @type {Check["run"]} */
export async function run({ model, facts, tokens }, { text, shift }, { progress, turn }) {
  if (facts.rows !== null && facts.rows < 2) return { lacking: { key: "shift.one_row", fields: {} } };
  const ids = (await tokens(text)).slice(0, Math.min(most, Math.floor((facts.rows ?? Infinity) / 2)));
  const room = facts.rows === null ? Infinity : facts.rows - ids.length;
  const shifts = [...new Set([...ladder, shift])].filter((each) => each <= room).sort((a, b) => a - b);
  const scoresAt = async (/** @type {number} */ by) => {
    const positions = Array.from(ids, (_, index) => index + by);
    return (await model.run(ids, { positions, capture: ["scores"] })).scores;
  };
  const own = await scoresAt(0);
  const spread = spreadOf(own, ids.length);
  if (!Number.isFinite(spread)) return { lacking: { key: "shift.overflows", fields: {} } };
  /** @type {Moved[]} */
  const moved = [];
  for (const [index, by] of shifts.entries()) {
    await turn();
    moved.push({ shift: by, change: largestChange(own, await scoresAt(by), ids.length) });
    progress({ done: index + 1, total: shifts.length });
  }
  return { moved, spread, count: ids.length };
}

/**
 * Over the pairs that attention uses, key before query or at it.
 * @param {{ data: ArrayLike<number>, shape: number[] }[]} own by layer [n_head, T, T]
 * @param {{ data: ArrayLike<number> }[]} other
 * @param {number} length
 */
export function largestChange(own, other, length) {
  let largest = 0;
  for (const [layer, { data, shape }] of own.entries())
    for (let row = 0; row < shape[0] * length; row += 1)
      for (let key = 0; key <= row % length; key += 1) {
        const at = row * length + key;
        largest = Math.max(largest, Math.abs(data[at] - other[layer].data[at]));
      }
  return largest;
}

/** The standard deviation of those scores: what a change is to be measured by. @param {{ data: ArrayLike<number>, shape: number[] }[]} own @param {number} length */
function spreadOf(own, length) {
  let [count, sum, squares] = [0, 0, 0];
  for (const { data, shape } of own)
    for (let row = 0; row < shape[0] * length; row += 1)
      for (let key = 0; key <= row % length; key += 1) {
        const score = data[row * length + key];
        [count, sum, squares] = [count + 1, sum + score, squares + score * score];
      }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

/** A change that is a number: scores of other positions may overflow where those of the own ones do not. @param {Moved} moved */
const holds = ({ change }) => Number.isFinite(change);

/** @param {Moved} moved @param {import("./types.js").Text} text */
const written = (moved, text) => (holds(moved) ? small(moved.change) : text("shift.overflow"));

/** Where no change at all is drawn. */
const none = 1e-9;

/** @type {Check["draw"]} */
export function draw(svg, state, { run: { moved: all, spread } }, text, view) {
  const moved = all.filter(holds);
  const area = { left: 52, right: view.width - 14, top: 36, bottom: view.wide ? 270 : 240 };
  const largest = Math.max(spread, 1, ...moved.map((/** @type {Moved} */ { change }) => change)) * 3;
  const across = scaleLog(
    [0.8, Math.max(20, ...moved.map((/** @type {Moved} */ { shift }) => shift)) * 1.3],
    [area.left, area.right],
  );
  const up = scaleLog([none, largest], [area.bottom, area.top]);
  const place = (/** @type {Moved} */ { shift, change }) => [across(shift), up(Math.max(none, change))];
  const ticks = [1, 10, 100, 1000, 10000, 100000].filter((tick) => tick <= across.domain()[1]);
  const level = spread > 0 ? up(spread) : null;
  return picture(svg, view, { height: area.bottom + 46, label: text("shift.label") }, [
    axes(
      svg,
      area,
      { scale: across, ticks, title: text("shift.shift_axis"), format: plain },
      {
        scale: up,
        ticks: [none, 1e-8, 1e-6, 1e-4, 1e-2, 1].filter((tick) => tick <= largest),
        title: text("shift.change_axis"),
        format: (tick) => (tick === none ? "0" : powerOfTen(Math.round(Math.log10(tick)))),
      },
    ),
    level === null
      ? ""
      : [
          stroke(svg, area.left, level, area.right, level, { colour: colour.quiet, dash: "6 4", width: 1.5 }),
          label(svg, area.right, round(level + 16), text("shift.spread", { spread: significant(spread, 3) }), {
            anchor: "end",
            size: 12,
            halo: true,
          }),
        ],
    curve(svg, moved.map(place), colour.position, { width: 1.75 }),
    moved.map((/** @type {Moved} */ each) => {
      const [x, y] = place(each);
      return svg`<circle cx="${round(x)}" cy="${round(y)}" r="${each.shift === state.shift ? 6 : 3.5}" fill="${each.shift === state.shift ? colour.ink : colour.position}"/>`;
    }),
  ]);
}

/** @type {Check["sentence"]} */
export function sentence(state, { run: { moved, spread, count }, facts }, text) {
  const here = moved.find((/** @type {Moved} */ { shift }) => shift === state.shift);
  const fields = {
    shift: plain(state.shift),
    tokens: plain(count),
    spread: significant(spread, 3),
  };
  if (!here) return text("shift.sentence_no_row", { ...fields, last: plain(Number(facts.rows) - 1) });
  if (!holds(here)) return text("shift.sentence_overflow", fields);
  const change = small(here.change);
  return text(here.change < 1e-3 * spread ? "shift.sentence" : "shift.sentence_moved", { ...fields, change });
}

/** @type {Check["alternative"]} */
export function alternative(_state, { run: { moved } }, text) {
  return {
    caption: text("shift.label"),
    columns: [text("shift.shift_axis"), text("shift.change_axis")],
    rows: moved.map((/** @type {Moved} */ each) => [plain(each.shift), written(each, text)]),
  };
}

/** @type {Check["csv"]} */
export function csv(_state, { run: { moved, spread } }) {
  return [
    ["shift", "largest_change_of_a_score", "standard_deviation_of_scores"],
    ...moved.map((/** @type {Moved} */ { shift, change }) => [shift, change, spread]),
  ];
}
