// The rows of a learned table in the three directions along which they vary most, joined in the order of the slots and turned by hand.
import { scaleLinear } from "./scale.js";
import * as colour from "./colour.js";
import { decimal, plain } from "./number.js";
import { label, paragraph, path, picture, round } from "./picture.js";
import { principal } from "./principal.js";

/** @typedef {import("./checks.js").Check} Check */

/** @type {Check["isDone"]} */
export const isDone = () => true;

/** The page answers in between, however long the directions take to come to rest. */
const slice = 16;

/** Only rows that training used: the others are as chance made them. @type {Check["run"]} */
export async function run({ model, facts }, _state, { turn, progress }) {
  const { data, shape } = await model.readParameter("wpe.weight");
  const rows = Math.min(shape[0], facts.trained);
  if (rows < 2) return { lacking: { key: "helix.one_row", fields: {} } };
  // Where all are the same there is no direction either.
  if (
    !data.some(
      (/** @type {number} */ value, /** @type {number} */ at) => at < rows * shape[1] && value !== data[at % shape[1]],
    )
  )
    return { lacking: { key: "helix.one_value", fields: { rows: plain(rows) } } };
  let begun = performance.now();
  const between = async (/** @type {number} */ done, /** @type {number} */ total) => {
    progress({ done, total });
    await turn();
    if (performance.now() - begun < slice) return;
    await new Promise((resolve) => setTimeout(resolve));
    begun = performance.now();
  };
  const found = await principal({ data, rows, width: shape[1], count: 3, turn: between });
  progress({ done: 1, total: 1 });
  return found;
}

/** @param {import("./types.js").View} view */
function geometry({ wide, width }) {
  const area = { left: 16, right: width - 16, top: wide ? 30 : 56, bottom: wide ? 380 : 340 };
  return { area, height: area.bottom + (wide ? 60 : 84) };
}

/**
 * Places in the drawing: the first two directions turned about the third, which stands upright; near ones are those with a large depth.
 * @param {number[][]} scores
 * @param {number} turn in degrees
 * @param {import("./types.js").View} view
 */
export function projected(scores, turn, view) {
  const { area } = geometry(view);
  const angle = (turn * Math.PI) / 180;
  const places = scores.map(([a, b = 0, c = 0]) => [
    ...[a * Math.cos(angle) - b * Math.sin(angle), c],
    a * Math.sin(angle) + b * Math.cos(angle),
  ]);
  const flat = Math.max(1e-12, ...scores.map(([a, b = 0]) => Math.hypot(a, b)));
  const tall = Math.max(1e-12, ...scores.map(([, , c = 0]) => Math.abs(c)));
  const across = scaleLinear([-flat, flat], [area.left, area.right]);
  const up = scaleLinear([-tall, tall], [area.bottom, area.top]);
  return places.map(([x, y, depth]) => ({ x: across(x), y: up(y), near: (depth / flat + 1) / 2 }));
}

/** @type {Check["draw"]} */
export function draw(svg, state, { run: { scores, shares } }, text, view) {
  const { area, height } = geometry(view);
  const places = projected(scores, state.turn, view);
  const every = Math.max(1, 2 ** Math.round(Math.log2(scores.length / 10)));
  const percent = shares.map((/** @type {number} */ share) => `${decimal(100 * share, 1)}\u00a0%`).join(", ");
  return picture(svg, view, { height, label: text("helix.label"), navigable: true }, [
    paragraph(svg, 0, 14, view.width, text("helix.heading", { rows: plain(scores.length) }), {
      size: 12,
      fill: colour.quiet,
    }),
    svg`<path d="${path(places.map(({ x, y }) => [x, y]))}" fill="none" stroke="${colour.position}" stroke-width="1.25" opacity="0.55"
      stroke-linejoin="round"/>`,
    places.map(
      ({ x, y, near }) =>
        svg`<circle cx="${round(x)}" cy="${round(y)}" r="${round(1.5 + 2 * near)}" fill="${colour.position}" opacity="${round(0.35 + 0.65 * near)}"/>`,
    ),
    places.map(({ x, y }, slot) =>
      slot % every === 0 || slot === places.length - 1
        ? label(svg, round(Math.min(x + 6, view.width - 30)), round(y - 6), plain(slot), {
            size: 12,
            weight: 600,
            halo: true,
          })
        : "",
    ),
    paragraph(svg, 0, area.bottom + 36, view.width, text("helix.shares", { percent }), { size: 14 }),
  ]);
}

/** @type {Check["sentence"]} */
export function sentence(_state, { run: { shares, scores, settled } }, text) {
  const three = shares.reduce((/** @type {number} */ sum, /** @type {number} */ share) => sum + share, 0);
  const fields = { rows: plain(scores.length), share: decimal(100 * three, 1) };
  return text(settled ? "helix.sentence" : "helix.sentence_unsettled", fields);
}

/** @type {Check["alternative"]} */
export function alternative(_state, { run: { scores } }, text) {
  const directions = scores[0].map((/** @type {number} */ _, /** @type {number} */ k) =>
    text("helix.direction", { direction: plain(k + 1) }),
  );
  return {
    caption: text("helix.label"),
    columns: [text("slot_axis"), ...directions],
    rows: scores.map((/** @type {number[]} */ row, /** @type {number} */ slot) => [
      plain(slot),
      ...row.map((value) => decimal(value)),
    ]),
  };
}

/** @type {Check["csv"]} */
export function csv(_state, { run: { scores, shares } }) {
  const names = shares.map(
    (/** @type {number} */ share, /** @type {number} */ k) => `direction_${k + 1}_share_${share.toFixed(4)}`,
  );
  return [
    ["slot", ...names],
    ...scores.map((/** @type {number[]} */ row, /** @type {number} */ slot) => [slot, ...row]),
  ];
}

/** @type {NonNullable<Check["keys"]>} */
export function keys(step, { turn }) {
  return { turn: (turn + 5 * step + 360) % 360 };
}
