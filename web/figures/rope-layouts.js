// The two pair layouts of RoPE: the same turns on the same numbers in another order, and what breaks when a program computes
// its cosines and sines for one layout and rotates in the other.
import * as colour from "./colour.js";
import { decimal, plain, small } from "./number.js";
import { label, picture, round, stroke } from "./picture.js";
import { rowDot } from "./rows.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */
/** @typedef {"interleaved" | "half"} Layout */

export const name = "rope-layouts";

/** @type {import("./types.js").Setting[]} */
export const settings = [
  { name: "position", type: "number", default: 3, minimum: 0, maximum: 128, step: 1 },
  { name: "layout", type: "choice", default: "interleaved", choices: ["interleaved", "half"] },
  { name: "mix", type: "switch", default: false },
  { name: "base", type: "number", default: 10000, minimum: 2, maximum: 1e6, step: 1, scale: "log", drawn: true },
  { name: "query", type: "numbers", default: [1, 0.5, -0.3, 0.8], minimum: -9, maximum: 9, length: 4 },
  { name: "key", type: "numbers", default: [0.2, -0.6, 0.9, 0.4], minimum: -9, maximum: 9, length: 4 },
];

/** Where the score is taken, and how far both positions are shifted to see whether it holds. */
export const places = { m: 5, n: 2, shift: 20 };

const width = 4;
const half = width / 2;

/** @param {Layout} layout @returns {Layout} */
const otherLayout = (layout) => (layout === "half" ? "interleaved" : "half");

/** The pair an entry belongs to. @param {Layout} layout @param {number} entry */
const pairOf = (layout, entry) => (layout === "half" ? entry % half : entry >> 1);

/** The two entries of a pair. @param {Layout} layout @param {number} pair */
const entriesOf = (layout, pair) => (layout === "half" ? [pair, pair + half] : [2 * pair, 2 * pair + 1]);

/**
 * other[j] = vector[order[j]]: the same pairs, laid out the other way.
 * @param {Layout} layout
 */
function orderFrom(layout) {
  const target = otherLayout(layout);
  return Array.from({ length: width }, (_, entry) => {
    const pair = pairOf(target, entry);
    return entriesOf(layout, pair)[entriesOf(target, pair).indexOf(entry)];
  });
}

/**
 * The mistake: entries pair up as one layout says, but each takes cosine and sine from its place in a table of the other.
 * @param {number[]} vector
 * @param {{ cosine: number, sine: number }[]} turns by pair, from the engine
 * @param {Layout} layout of the rotation
 * @param {Layout} tableLayout of the cosines and sines; the same one gives a right rotation
 */
export function turnWithTable(vector, turns, layout, tableLayout) {
  return vector.map((value, entry) => {
    const [first, second] = entriesOf(layout, pairOf(layout, entry));
    const { cosine, sine } = turns[pairOf(tableLayout, entry)];
    return entry === first ? value * cosine - vector[second] * sine : value * cosine + vector[first] * sine;
  });
}

/**
 * The query turned in its layout, rearranged and turned in the other one, and (mixed or not) the score before and after a shift.
 * @param {any} engine
 * @param {State} state
 */
export function compute(engine, { position, layout, mix, base, query, key }) {
  const options = { head_dim: width, rope_theta: base };
  const rotate = (/** @type {number[]} */ vector, /** @type {number} */ at, /** @type {Layout} */ of) =>
    Array.from(
      /** @type {Float32Array} */ (engine.rotate({ vectors: vector, positions: [at], layout: of, ...options }).data),
    );
  // The turn of a pair is what becomes of the unit vector of its first entry.
  const turnsAt = (/** @type {number} */ at) =>
    Array.from({ length: half }, (_, pair) => {
      const unit = Array.from({ length: width }, (_, entry) => (entry === 2 * pair ? 1 : 0));
      const [cosine, sine] = rotate(unit, at, "interleaved").slice(2 * pair);
      return { cosine, sine };
    });
  const turn = (/** @type {number[]} */ vector, /** @type {number} */ at) =>
    mix ? turnWithTable(vector, turnsAt(at), layout, otherLayout(layout)) : rotate(vector, at, layout);
  const score = (/** @type {number} */ shift) => {
    const [q, k] = [turn(query, places.m + shift), turn(key, places.n + shift)];
    return rowDot(q, 0, k, 0, width);
  };
  const order = orderFrom(layout);
  const rearranged = order.map((entry) => query[entry]);
  const turned = turn(query, position);
  const other = rotate(rearranged, position, otherLayout(layout));
  const { inverse_frequencies: frequencies } = engine.ropeFrequencies(options);
  const angles = query.map((/** @type {number} */ _, /** @type {number} */ entry) => {
    const pair = pairOf(mix ? otherLayout(layout) : layout, entry);
    return position * frequencies[pair];
  });
  return {
    order,
    turned,
    other,
    angles,
    agreement: engine.allclose(
      order.map((entry) => turned[entry]),
      other,
      { rtol: 1e-6, atol: 1e-6 },
    ),
    norm: Math.hypot(...query),
    turnedNorm: Math.hypot(...turned),
    scores: [score(0), score(places.shift)],
  };
}

/** @param {View} view */
function geometry({ wide }) {
  const left = wide ? 12 : 0;
  const cell = wide ? 104 : 86;
  const x = (/** @type {number} */ entry) => left + cell * (entry + 0.5);
  const rows = { arcs: 66, vector: 92, angles: 126, turned: 176, other: 292 };
  const checks = wide ? { x: 452, y: 60 } : { x: 0, y: 378 };
  return { x, cell, rows, checks, height: wide ? 352 : 520 };
}

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const { x, rows, height } = geometry(view);
  const layout = /** @type {Layout} */ (state.layout);
  const faint = { size: 12, fill: colour.quiet };
  const line = (
    /** @type {number[]} */ numbers,
    /** @type {number} */ y,
    /** @type {(entry: number) => string} */ paint,
  ) =>
    numbers.map((value, entry) =>
      label(svg, x(entry), y, decimal(value), { anchor: "middle", size: 17, weight: 600, fill: paint(entry) }),
    );
  const other = otherLayout(layout);
  const title = text("label", { layout: text(`choices.${layout}`), position: plain(state.position) });
  const differs = values.order.map(
    (/** @type {number} */ entry, /** @type {number} */ place) =>
      Math.abs(values.turned[entry] - values.other[place]) > 1e-6,
  );
  return picture(svg, view, { height, label: title }, [
    label(svg, 0, 16, text("vector", { layout: text(`choices.${layout}`) }), faint),
    [0, 1].map((pair) => bracket(svg, view, layout, pair, rows.arcs, -1, text)),
    line(state.query, rows.vector, () => colour.query),
    turns(svg, state, values, view),
    label(
      svg,
      0,
      rows.turned - 28,
      text(state.mix ? "turned_mixed" : "turned", { position: plain(state.position) }),
      faint,
    ),
    line(values.turned, rows.turned, () => colour.query),
    values.order.map((/** @type {number} */ entry, /** @type {number} */ place) =>
      stroke(svg, x(entry), rows.turned + 10, x(place), rows.other - 22, {
        colour: differs[place] ? colour.line : colour.quiet,
        width: 1.5,
        dash: differs[place] ? "2 4" : "none",
      }),
    ),
    line(values.other, rows.other, (place) => (differs[place] ? colour.ink : colour.query)),
    differs.map((/** @type {boolean} */ wrong, /** @type {number} */ place) =>
      wrong ? label(svg, x(place), rows.turned + 64, "≠", { anchor: "middle", size: 18, weight: 700, halo: true }) : "",
    ),
    [0, 1].map((pair) => bracket(svg, view, other, pair, rows.other + 12, 1, text)),
    label(svg, 0, rows.other + 56, text("other", { layout: text(`choices.${other}`) }), faint),
    checks(svg, values, text, view),
  ]);
}

/**
 * A bracket over (−1) or under (1) the two entries of a pair.
 * @param {any} svg
 * @param {View} view
 * @param {Layout} layout
 * @param {number} pair
 * @param {number} y
 * @param {number} side
 * @param {import("./types.js").Text} text
 */
function bracket(svg, view, layout, pair, y, side, text) {
  const { x } = geometry(view);
  const [first, second] = entriesOf(layout, pair).map(x);
  // Half-split pairs overlap: the second is drawn further out.
  const depth = 10 + (layout === "half" && pair === 1 ? 14 : 0);
  const edge = y + side * depth;
  const shape = `M${first} ${y}V${edge}H${second}V${y}`;
  const place = layout === "half" && pair === 1 ? second - 22 : layout === "half" ? first + 22 : (first + second) / 2;
  return [
    svg`<path d="${shape}" fill="none" stroke="${colour.ink}" stroke-width="1.5" stroke-dasharray="${pair ? "5 3" : "none"}"/>`,
    label(svg, round(place), edge + (side < 0 ? -4 : 13), text("pair", { pair }), {
      anchor: "middle",
      size: 12,
      halo: true,
    }),
  ];
}

/**
 * The angle that each entry is turned by: two entries of a pair must have the same one.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {View} view
 */
function turns(svg, state, values, view) {
  const { x, rows } = geometry(view);
  return values.angles.map((/** @type {number} */ angle, /** @type {number} */ entry) => {
    const [first, second] = entriesOf(state.layout, pairOf(state.layout, entry));
    const wrong = values.angles[first] !== values.angles[second];
    return label(svg, x(entry), rows.angles - 10, `↻ ${decimal(angle)}${wrong ? " !" : ""}`, {
      anchor: "middle",
      size: 13,
      fill: colour.position,
      weight: wrong ? 700 : 400,
    });
  });
}

/**
 * What a rotation must keep, and whether it does.
 * @param {any} svg
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function checks(svg, values, text, view) {
  const { x, y } = geometry(view).checks;
  const { m, n, shift } = places;
  const [before, after] = values.scores;
  const lines = [
    {
      ask: text("length"),
      told: `${decimal(values.norm)} → ${decimal(values.turnedNorm)}`,
      good: Math.abs(values.norm - values.turnedNorm) < 1e-5,
    },
    {
      ask: text("score", { m, n, shift }),
      told: `${decimal(before)} → ${decimal(after)}`,
      good: Math.abs(before - after) < 1e-5,
    },
    {
      ask: text("agree"),
      told: text("difference", { error: small(values.agreement.max_abs_error) }),
      good: values.agreement.passed,
    },
  ];
  return lines.map(({ ask, told, good }, index) => {
    const top = y + index * (view.wide ? 92 : 50);
    const verdict = { weight: 700, fill: colour.ink };
    return [
      label(svg, x, top, ask, { size: 12, fill: colour.quiet }),
      label(svg, x, top + 22, told, { size: 16, weight: 600 }),
      view.wide
        ? label(svg, x, top + 42, text(good ? "kept" : "broken"), verdict)
        : label(svg, view.width, top + 22, text(good ? "kept" : "broken"), { ...verdict, anchor: "end" }),
    ];
  });
}

/** @type {import("./types.js").Sentence} */
export function sentence({ mix, layout }, values, text) {
  const fields = {
    norm: decimal(values.norm),
    turned: decimal(values.turnedNorm),
    before: decimal(values.scores[0]),
    after: decimal(values.scores[1]),
    error: small(values.agreement.max_abs_error),
    layout: text(`choices.${layout}`),
    other: text(`choices.${otherLayout(layout)}`),
    ...places,
  };
  return text(mix ? "sentence_mixed" : "sentence", fields);
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative({ query, position }, values, text) {
  const places = values.order.map((/** @type {number} */ _, /** @type {number} */ entry) =>
    values.order.indexOf(entry),
  );
  return {
    caption: text("table", { position: plain(position) }),
    columns: [text("entry"), text("before"), text("angle"), text("after"), text("place"), text("in_other")],
    rows: query.map((/** @type {number} */ value, /** @type {number} */ entry) => [
      String(entry),
      decimal(value),
      decimal(values.angles[entry]),
      decimal(values.turned[entry]),
      String(places[entry]),
      decimal(values.other[places[entry]]),
    ]),
  };
}
