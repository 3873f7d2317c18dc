// How alike two rows of the position table are: the dot product of a reference row with every other, against position and against
// distance; and the step from one row to the other as a turn of each clock.
import { scaleLinear } from "./scale.js";
import { arrowAlong } from "./arrows.js";
import { arc, clockFace, hand } from "./clock.js";
import * as colour from "./colour.js";
import { decimal, plain, small } from "./number.js";
import { handle, label, picture, round, stroke } from "./picture.js";
import { axes, curve, dot } from "./plot.js";
import { rowDot } from "./rows.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

export const name = "row-similarity";

const positions = 128;

/** @type {import("./types.js").Setting[]} */
export const settings = [
  { name: "reference", type: "whole", default: 40, minimum: 0, maximum: positions - 1, step: 1 },
  { name: "distance", type: "whole", default: 3, minimum: 1 - positions, maximum: positions - 1, step: 1 },
  { name: "width", type: "whole", default: 64, minimum: 2, maximum: 128, step: 2 },
  { name: "base", type: "number", default: 10000, minimum: 2, maximum: 1e6, step: 1, scale: "log" },
];

/** The other row must exist: a distance that leads out of the table ends at its edge. @param {State} state */
export function settle(state) {
  const { reference, distance, width } = state;
  const inside = Math.min(positions - 1 - reference, Math.max(0 - reference, distance));
  return { ...state, distance: inside, width: 2 * Math.round(width / 2) };
}

/**
 * The dot products of the reference with all rows; the mean product of all pairs of rows at each distance, and how far any pair
 * of the table strays from the mean of its distance.
 * @param {any} engine
 * @param {State} state
 */
export function compute(engine, { width, base, reference }) {
  const all = Array.from({ length: positions }, (_, index) => index);
  const { data } = engine.positionTable({ kind: "sinusoidal", width, base, positions: all });
  const similarity = all.map((other) => rowDot(data, reference, data, other, width));
  let spread = 0;
  const byDistance = all.map((distance) => {
    const products = all.slice(0, positions - distance).map((row) => rowDot(data, row, data, row + distance, width));
    const mean = products.reduce((sum, product) => sum + product, 0) / products.length;
    for (const product of products) spread = Math.max(spread, Math.abs(product - mean));
    return mean;
  });
  const frequencies = engine.ropeFrequencies({ head_dim: width, rope_theta: base }).inverse_frequencies;
  return { data, similarity, byDistance, spread, frequencies: Array.from(frequencies) };
}

/** @param {View} view */
function geometry({ wide, width }) {
  const left = 44;
  const height = wide ? 150 : 120;
  const first = { left, right: width - 12, top: 34, bottom: 34 + height };
  const second = { left, right: width - 12, top: first.bottom + 78, bottom: first.bottom + 78 + height };
  const clocks = { y: second.bottom + 84, radius: wide ? 46 : 44, count: wide ? 5 : 3 };
  return { first, second, clocks, height: clocks.y + 2 * clocks.radius + (wide ? 50 : 50) };
}

/**
 * @param {View} view
 * @param {State} state
 * @param {any} values
 */
function scales(view, { width }, values) {
  const { first, second } = geometry(view);
  const low = Math.min(0, ...values.byDistance);
  const range = [Math.floor(low / 4) * 4, width / 2];
  return {
    position: scaleLinear([0, positions - 1], [first.left, first.right]),
    distance: scaleLinear([1 - positions, positions - 1], [second.left, second.right]),
    first: scaleLinear(range, [first.bottom, first.top]),
    second: scaleLinear(range, [second.bottom, second.top]),
  };
}

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const { first, second, height } = geometry(view);
  const { reference, distance } = state;
  const scale = scales(view, state, values);
  const other = reference + distance;
  const product = values.similarity[other];
  const all = Array.from({ length: positions }, (_, index) => index);
  const signed = all
    .slice(1)
    .reverse()
    .map((each) => -each)
    .concat(all);
  const ticks = view.wide ? 8 : 4;
  const range = { minimum: 0, maximum: positions - 1 };
  const pair = { value: decimal(product), reference, other };
  return picture(svg, view, { height, label: text("label", { reference }), handles: true }, [
    axes(
      svg,
      first,
      { scale: scale.position, ticks: scale.position.ticks(ticks), title: text("position_axis") },
      { scale: scale.first, ticks: scale.first.ticks(3), title: text("product", { reference }) },
    ),
    curve(
      svg,
      all.map((each) => [scale.position(each), scale.first(values.similarity[each])]),
      colour.ink,
    ),
    stroke(svg, scale.position(reference), first.top, scale.position(reference), first.bottom, {
      colour: colour.position,
      width: 2,
    }),
    handle(
      svg,
      view,
      {
        name: "reference",
        label: text("settings.reference"),
        value: reference,
        words: text("row", { reference }),
        ...range,
      },
      dot(svg, scale.position(reference), scale.first(values.similarity[reference]), colour.position, 7),
    ),
    handle(
      svg,
      view,
      { name: "other", label: text("other"), value: other, words: text("pair_words", pair), ...range },
      dot(svg, scale.position(other), scale.first(product), colour.ink, 7),
    ),
    axes(
      svg,
      second,
      {
        scale: scale.distance,
        ticks: scale.distance.ticks(ticks),
        title: text("distance_axis"),
        format: (tick) => plain(tick),
      },
      { scale: scale.second, ticks: scale.second.ticks(3), title: text("all_rows") },
    ),
    curve(
      svg,
      signed.map((each) => [scale.distance(each), scale.second(values.byDistance[Math.abs(each)])]),
      colour.ink,
    ),
    curve(
      svg,
      all.map((each) => [scale.distance(each - reference), scale.second(values.similarity[each])]),
      colour.position,
      { width: 5, opacity: 0.45 },
    ),
    dot(svg, scale.distance(distance), scale.second(product), colour.ink, 7),
    steps(svg, state, values, text, view),
  ]);
}

/**
 * The step from the reference to the other row, seen on a few of the clocks: every hand turns by distance × frequency.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function steps(svg, { reference, distance, width }, values, text, view) {
  const { clocks } = geometry(view);
  const last = width / 2 - 1;
  const pairs = [...new Set(Array.from({ length: clocks.count }, (_, index) => Math.round((index * last) / 5)))];
  const entry = (/** @type {number} */ row, /** @type {number} */ pair) => {
    const start = row * width + 2 * pair;
    return { right: values.data[start + 1], up: values.data[start] };
  };
  const plainly = { anchor: "middle", size: 12 };
  return [
    label(svg, 0, clocks.y - 22, text("steps", { distance: plain(distance) }), { size: 12, fill: colour.quiet }),
    pairs.map((pair, index) => {
      const x = round((view.width / pairs.length) * (index + 0.5));
      const face = { x, y: clocks.y + clocks.radius, radius: clocks.radius };
      const frequency = values.frequencies[pair];
      const [from, to] = [reference * frequency, (reference + distance) * frequency];
      return [
        clockFace(svg, face),
        arc(svg, face, from, to, 0.55, colour.ink, 3),
        hand(svg, face, entry(reference, pair), colour.position, { width: 3, knob: 0 }),
        hand(svg, face, entry(reference + distance, pair), colour.ink, { width: 3, knob: 0 }),
        label(svg, x, face.y + face.radius + 18, text("pair", { pair }), { ...plainly, fill: colour.quiet }),
        label(svg, x, face.y + face.radius + 35, text("turned", { angle: decimal(distance * frequency) }), plainly),
      ];
    }),
  ];
}

/** @type {import("./types.js").Sentence} */
export function sentence({ reference, distance }, values, text) {
  const other = reference + distance;
  return text("sentence", {
    reference,
    other,
    product: decimal(values.similarity[other]),
    distance: Math.abs(distance),
    spread: small(values.spread),
  });
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative({ reference }, values, text) {
  return {
    caption: text("label", { reference }),
    columns: [text("position_axis"), text("distance_axis"), text("product", { reference })],
    rows: values.similarity.map((/** @type {number} */ product, /** @type {number} */ position) => [
      String(position),
      plain(position - reference),
      decimal(product),
    ]),
  };
}

/** @type {import("./types.js").Drag} */
export function drag(name, from, to, state, values, view) {
  const moved = scales(view, state, values).position.invert(to.x) - scales(view, state, values).position.invert(from.x);
  return name === "reference" ? { reference: state.reference + moved } : { distance: state.distance + moved };
}

/** @type {import("./types.js").Keys} */
export function keys(key, { reference, distance }, values, name, large) {
  const direction = arrowAlong(key);
  if (!name || !direction) return null;
  const step = direction * (large ? 10 : 1);
  return name === "reference" ? { reference: reference + step } : { distance: distance + step };
}
