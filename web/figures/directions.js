// The angles between random directions: spread evenly in two dimensions, nearly all close to 90 degrees in wide rows.
import { scaleLinear, scaleLog } from "./scale.js";
import { arrowAlong } from "./arrows.js";
import * as colour from "./colour.js";
import { decimal, plain } from "./number.js";
import { handle, label, picture, round, stroke } from "./picture.js";
import { axes, curve, dot } from "./plot.js";
import { rowDot } from "./rows.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

export const name = "directions";

/** @type {import("./types.js").Setting[]} */
export const settings = [
  { name: "width", type: "whole", default: 64, minimum: 2, maximum: 1024, step: 1, scale: "log" },
  { name: "within", type: "whole", default: 10, minimum: 1, maximum: 45, step: 1, unit: "degrees" },
  { name: "seed", type: "whole", default: 1, minimum: 1, maximum: 9999, step: 1 },
];

const directions = 100;
const binWidth = 3;
const bins = 180 / binWidth;
const compared = [2, 3, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/**
 * Random rows, one after the other: the token table of a fresh model, whose entries the engine draws from one normal
 * distribution, each by itself. Rows of such entries point in every direction alike, and so do they when the table is cut into
 * rows of another width: a narrow model serves every width, where a wide one would take a second to make.
 * @param {any} engine
 * @param {number} count
 * @param {number} width
 * @param {number} seed
 * @returns {Float32Array} at least count · width entries
 */
export function randomRows(engine, count, width, seed) {
  const narrow = 16;
  const vocab_size = Math.ceil((count * width) / narrow);
  const config = { model_type: "gpt2", n_layer: 1, n_head: 1, n_embd: narrow, n_positions: 1, vocab_size };
  const model = engine.createModel(config, { seed });
  try {
    return model.readParameter("wte.weight").data;
  } finally {
    model.dispose();
  }
}

/**
 * The angles, in degrees, between every two of a hundred random directions.
 * @param {any} engine
 * @param {number} width
 * @param {number} seed
 */
export function randomAngles(engine, width, seed) {
  const rows = randomRows(engine, directions, width, seed);
  const lengths = Array.from({ length: directions }, (_, row) => Math.sqrt(rowDot(rows, row, rows, row, width)));
  const angles = [];
  for (let a = 0; a < directions; ++a) {
    for (let b = 0; b < a; ++b) {
      const cosine = rowDot(rows, a, rows, b, width) / (lengths[a] * lengths[b]);
      angles.push((Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI);
    }
  }
  return angles;
}

/** @type {WeakMap<object, { seed: number, byWidth: Map<number, number[]> }>} the angles of the seed last asked for */
const known = new WeakMap();

/**
 * @param {any} engine
 * @param {number} width
 * @param {number} seed
 * @returns {number[]}
 */
function anglesOf(engine, width, seed) {
  if (known.get(engine)?.seed !== seed) known.set(engine, { seed, byWidth: new Map() });
  const { byWidth } = /** @type {{ byWidth: Map<number, number[]> }} */ (known.get(engine));
  const angles = byWidth.get(width) ?? randomAngles(engine, width, seed);
  byWidth.set(width, angles);
  return angles;
}

/**
 * @param {any} engine
 * @param {State} state
 */
export function compute(engine, { width, within, seed }) {
  const share = (/** @type {number[]} */ angles) =>
    angles.filter((angle) => Math.abs(angle - 90) <= within).length / angles.length;
  const angles = anglesOf(engine, width, seed);
  const histogram = Array.from({ length: bins }, () => 0);
  for (const angle of angles) histogram[Math.min(bins - 1, Math.floor(angle / binWidth))] += 1 / angles.length;
  const squares = angles.reduce((sum, angle) => sum + Math.cos((angle * Math.PI) / 180) ** 2, 0);
  return {
    count: angles.length,
    histogram,
    share: share(angles),
    shares: compared.map((each) => ({ width: each, share: share(anglesOf(engine, each, seed)) })),
    rootMeanSquare: Math.sqrt(squares / angles.length),
  };
}

/** @param {View} view */
function geometry({ wide, width }) {
  const first = { left: 48, right: width - 12, top: 34, bottom: wide ? 214 : 190 };
  const top = first.bottom + 78;
  const second = { left: 48, right: width - 16, top, bottom: top + (wide ? 130 : 110) };
  return { first, second, height: second.bottom + 44 };
}

/** @param {View} view */
function scales(view) {
  const { first, second } = geometry(view);
  return {
    angle: scaleLinear([0, 180], [first.left, first.right]),
    width: scaleLog([2, 1024], [second.left, second.right]),
    share: scaleLinear([0, 1], [second.bottom, second.top]),
  };
}

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const { first, second, height } = geometry(view);
  const { width, within } = state;
  const scale = scales(view);
  const most = Math.max(0.06, ...values.histogram);
  const up = scaleLinear([0, most], [first.bottom, first.top]).nice(3);
  const percent = (/** @type {number} */ tick) => `${plain(tick * 100)} %`;
  const [from, to] = [scale.angle(90 - within), scale.angle(90 + within)];
  const words = text("words", { width, share: percent(Math.round(values.share * 1000) / 1000) });
  const ends = { minimum: 2, maximum: 1024 };
  return picture(svg, view, { height, label: text("label", { width }), handles: true }, [
    svg`<rect x="${round(from)}" y="${first.top}" width="${round(to - from)}" height="${first.bottom - first.top}"
      fill="${colour.line}" opacity="0.45"/>`,
    axes(
      svg,
      first,
      {
        scale: scale.angle,
        ticks: [0, 30, 60, 90, 120, 150, 180],
        title: text("angle_axis"),
        format: (tick) => `${tick}°`,
      },
      { scale: up, ticks: up.ticks(3), title: text("pairs_axis", { count: plain(values.count) }), format: percent },
    ),
    values.histogram.map((/** @type {number} */ share, /** @type {number} */ bin) => {
      const [left, right] = [scale.angle(bin * binWidth), scale.angle((bin + 1) * binWidth)];
      return svg`<rect x="${round(left)}" y="${round(up(share))}" width="${round(right - left - 0.75)}"
        height="${round(first.bottom - up(share))}" fill="${colour.content}"/>`;
    }),
    stroke(svg, scale.angle(90), first.top, scale.angle(90), first.bottom, { colour: colour.ink, dash: "2 3" }),
    axes(
      svg,
      second,
      {
        scale: scale.width,
        ticks: [2, 8, 32, 128, 512, 1024].slice(0, view.wide ? 6 : 5),
        title: text("width_axis"),
        format: plain,
      },
      { scale: scale.share, ticks: [0, 0.5, 1], title: text("share_axis", { within }), format: percent },
    ),
    curve(
      svg,
      values.shares.map((/** @type {{ width: number, share: number }} */ each) => [
        scale.width(each.width),
        scale.share(each.share),
      ]),
      colour.content,
    ),
    stroke(svg, scale.width(width), scale.share(values.share), scale.width(width), second.bottom, {
      colour: colour.ink,
      dash: "2 3",
    }),
    handle(
      svg,
      view,
      { name: "width", label: text("settings.width"), value: width, words, ...ends },
      dot(svg, scale.width(width), scale.share(values.share), colour.ink, 8),
    ),
    label(svg, first.left + 8, first.top + 14, text("cosine", { cosine: decimal(values.rootMeanSquare) }), {
      size: 12,
      halo: true,
    }),
  ]);
}

/** @type {import("./types.js").Sentence} */
export function sentence({ width, within }, values, text) {
  const fields = { width, within, share: decimal(values.share * 100, 1), cosine: decimal(values.rootMeanSquare) };
  return text("sentence", { ...fields, expected: decimal(1 / Math.sqrt(width)) });
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative({ within }, values, text) {
  return {
    caption: text("share_axis", { within }),
    columns: [text("width_axis"), text("share")],
    rows: values.shares.map((/** @type {{ width: number, share: number }} */ each) => [
      plain(each.width),
      `${decimal(each.share * 100, 1)} %`,
    ]),
  };
}

/** @type {import("./types.js").Drag} */
export function drag(name, from, to, state, values, view) {
  const { width } = scales(view);
  return { width: (state.width * width.invert(to.x)) / width.invert(from.x) };
}

/** @type {import("./types.js").Keys} */
export function keys(key, { width }, values, name, large) {
  const direction = arrowAlong(key);
  if (!name || !direction) return null;
  const moved = width * 2 ** (direction * (large ? 1 : 0.25));
  return { width: direction > 0 ? Math.max(width + 1, moved) : Math.min(width - 1, moved) };
}
