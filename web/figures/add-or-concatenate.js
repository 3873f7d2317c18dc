// Adding a position row against appending one: what the wider stream costs in every matrix of every block.
import { scaleLinear } from "./scale.js";
import { arrowAlong } from "./arrows.js";
import * as colour from "./colour.js";
import { decimal, plain } from "./number.js";
import { grip, handle, label, picture, piece, round } from "./picture.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

export const name = "add-or-concatenate";

/** @type {import("./types.js").Setting[]} */
export const settings = [
  { name: "n_embd", type: "whole", default: 768, minimum: 16, maximum: 4096, step: 16, scale: "log", unit: "columns" },
  { name: "appended", type: "whole", default: 64, minimum: 0, maximum: 4096, step: 16, scale: "log", unit: "columns" },
  { name: "n_layer", type: "whole", default: 12, minimum: 1, maximum: 96, step: 1, unit: "blocks" },
  {
    name: "n_positions",
    type: "whole",
    default: 1024,
    minimum: 16,
    maximum: 65536,
    step: 16,
    scale: "log",
    unit: "rows",
  },
];

/** More position than content is no case worth drawing. @param {State} state */
export function settle(state) {
  return { ...state, appended: Math.min(state.appended, state.n_embd) };
}

/** Width of the model whose block is measured; its matrices grow with the square of the width. */
const measured = 16;

/** @type {WeakMap<object, number>} */
const known = new WeakMap();

/**
 * Weights of the matrices of one block for each d² of a stream of width d, measured on a small model of the engine. Every
 * matrix has some multiple of d rows and some multiple of d columns (config.json's n_inner at its default), so one small block
 * counts for all widths; a model of 8,192 columns need not be built.
 * @param {any} engine
 */
function weightsPerSquare(engine) {
  const counted = known.get(engine);
  if (counted !== undefined) return counted;
  const config = { model_type: "gpt2", n_layer: 1, n_head: 1, n_embd: measured, n_positions: 1, vocab_size: 1 };
  const model = engine.createModel(config, { seed: 1 });
  try {
    /** @type {{ name: string, shape: number[] }[]} */
    const parameters = model.parameters();
    const matrices = parameters.filter(({ name, shape }) => name.startsWith("h.0.") && shape.length === 2);
    const weights = matrices.reduce((sum, { shape: [rows, columns] }) => sum + rows * columns, 0);
    known.set(engine, weights / measured ** 2);
    return weights / measured ** 2;
  } finally {
    model.dispose();
  }
}

/**
 * What both ways cost. The tables are n_positions rows of the added and of the appended columns.
 * @param {any} engine
 * @param {State} state
 */
export function compute(engine, { n_embd, appended, n_layer, n_positions }) {
  const wide = n_embd + appended;
  const blocks = (/** @type {number} */ width) => n_layer * weightsPerSquare(engine) * width ** 2;
  const added = { table: n_positions * n_embd, blocks: blocks(n_embd) };
  const joined = { table: n_positions * appended, blocks: blocks(wide) };
  return { wide, added, joined, more: joined.blocks + joined.table - added.blocks - added.table };
}

/** "84.9 million", "5.24 billion", "590". @param {number} count @param {import("./types.js").Text} text */
function amount(count, text) {
  const size = Math.abs(count);
  if (size >= 1e9) return text("billion", { count: decimal(count / 1e9, 2) });
  if (size >= 1e6) return text("million", { count: decimal(count / 1e6, 1) });
  return plain(count);
}

/**
 * Two panels beside each other on one scale, the bills under them.
 * @param {State} state
 * @param {any} values
 * @param {View} view
 */
function geometry({ n_embd }, values, view) {
  const [second, largest] = view.wide ? [364, 212] : [184, 150];
  const scale = scaleLinear([0, Math.max(values.wide, n_embd * 1.05)], [0, largest]);
  return { panels: [0, second], scale, bars: { y: 118 + largest + 64 }, height: 118 + largest + 192 };
}

/** @type {import("./types.js").Draw} */
export function draw(svg, state, values, text, view) {
  const { panels, scale, height } = geometry(state, values, view);
  const title = text("label", { n_embd: plain(state.n_embd), appended: plain(state.appended) });
  return picture(svg, view, { height, label: title, handles: true }, [
    panel(svg, state, values, text, view, panels[0], scale, false),
    panel(svg, state, values, text, view, panels[1], scale, true),
    bill(svg, state, values, text, view),
  ]);
}

/**
 * The stream as a strip and one of the square matrices that read it, both to scale.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 * @param {number} x
 * @param {(width: number) => number} scale
 * @param {boolean} joined
 */
function panel(svg, state, values, text, view, x, scale, joined) {
  const { n_embd, appended } = state;
  const [content, extra] = [scale(n_embd), scale(appended)];
  const [y, square] = [0, 118];
  const box = (
    /** @type {number} */ left,
    /** @type {number} */ top,
    /** @type {number} */ w,
    /** @type {number} */ h,
    /** @type {string} */ fill,
    opacity = 1,
  ) =>
    svg`<rect x="${round(left)}" y="${round(top)}" width="${round(w)}" height="${round(h)}" fill="${fill}" opacity="${opacity}"/>`;
  const faint = { size: 12, fill: colour.quiet };
  const width = joined ? values.wide : n_embd;
  const options = {
    name: "appended",
    label: text("settings.appended"),
    value: appended,
    words: text("appended_words", { appended: plain(appended) }),
    minimum: 0,
    maximum: n_embd,
  };
  return [
    label(svg, x, y + 16, text(joined ? "join" : "add"), { weight: 600 }),
    label(svg, x, y + 38, text("stream", { width: plain(width) }), faint),
    box(x, y + 48, content, 14, colour.content),
    joined ? box(x + content, y + 48, extra, 14, colour.position) : box(x, y + 64, content, 14, colour.position),
    joined
      ? handle(svg, view, options, [
          svg`<circle cx="${round(x + content + extra)}" cy="${y + 55}" r="9" fill="${colour.position}" stroke="${colour.paper}"
            stroke-width="2"/>`,
          grip(svg, x + content + extra, y + 55),
        ])
      : "",
    label(svg, x, y + 104, text("matrix", { width: plain(width) }), faint),
    box(x, square, content, content, colour.content, 0.35),
    joined
      ? [
          box(x + content, square, extra, content + extra, colour.position),
          box(x, square + content, content, extra, colour.position),
        ]
      : "",
  ];
}

/**
 * The two bills as bars, on one scale.
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
function bill(svg, state, values, text, view) {
  const { bars } = geometry(state, values, view);
  const { added, joined } = values;
  const scale = scaleLinear(
    [0, Math.max(added.blocks + added.table, joined.blocks + joined.table)],
    [0, view.width - 4],
  );
  const bar = (
    /** @type {{ table: number, blocks: number }} */ counts,
    /** @type {number} */ y,
    /** @type {string} */ key,
  ) => {
    const [base, extra, table] = [added.blocks, counts.blocks - added.blocks, counts.table].map((count) =>
      round(scale(count)),
    );
    const total = piece(svg, amount(counts.blocks + counts.table, text), colour.ink, 700);
    return [
      label(svg, 0, y, svg`<tspan>${text(key)}: ${total}</tspan>`),
      svg`<rect x="0" y="${y + 8}" width="${base}" height="18" fill="${colour.content}" opacity="0.6"/>`,
      svg`<rect x="${base}" y="${y + 8}" width="${extra}" height="18" fill="${colour.position}"/>`,
      svg`<rect x="${base + extra}" y="${y + 8}" width="${Math.max(1, table)}" height="18" fill="${colour.ink}"/>`,
    ];
  };
  const swatch = (
    /** @type {number} */ x,
    /** @type {string} */ fill,
    /** @type {number} */ opacity,
    /** @type {string} */ words,
  ) => [
    svg`<rect x="${x}" y="${bars.y + 108}" width="12" height="12" fill="${fill}" opacity="${opacity}"/>`,
    label(svg, x + 18, bars.y + 118, words, { size: 12, fill: colour.quiet }),
  ];
  const step = view.wide ? 130 : 88;
  return [
    bar(added, bars.y, "bill_add"),
    bar(joined, bars.y + 52, "bill_join"),
    swatch(0, colour.content, 0.6, text("blocks")),
    swatch(step, colour.position, 1, text("widened")),
    swatch(step + (view.wide ? 150 : 150), colour.ink, 1, text("table")),
  ];
}

/** @type {import("./types.js").Sentence} */
export function sentence({ appended, n_layer }, values, text) {
  const { added, joined, more } = values;
  const share = decimal((100 * (joined.blocks - added.blocks)) / added.blocks, 1);
  const fields = {
    appended: plain(appended),
    n_layer,
    before: amount(added.blocks, text),
    after: amount(joined.blocks, text),
    share,
    table: amount(added.table, text),
    more: amount(Math.abs(more), text),
  };
  if (appended === 0) return text("sentence_none", fields);
  return text(more > 0 ? "sentence" : "sentence_less", fields);
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative(state, { added, joined }, text) {
  const row = (/** @type {string} */ key, /** @type {number} */ a, /** @type {number} */ b) => [
    text(key),
    plain(a),
    plain(b),
  ];
  return {
    caption: text("label", { n_embd: plain(state.n_embd), appended: plain(state.appended) }),
    columns: [text("parameters"), text("add"), text("join")],
    rows: [
      row("table", added.table, joined.table),
      row("matrices", added.blocks, joined.blocks),
      row("total", added.table + added.blocks, joined.table + joined.blocks),
    ],
  };
}

/** @type {import("./types.js").Drag} */
export function drag(name, from, to, state, values, view) {
  const { scale } = geometry(state, values, view);
  return { appended: Math.min(state.n_embd, state.appended + scale.invert(to.x) - scale.invert(from.x)) };
}

/** @type {import("./types.js").Keys} */
export function keys(key, { appended, n_embd }, values, name, large) {
  const direction = arrowAlong(key);
  return name && direction ? { appended: Math.min(n_embd, appended + direction * (large ? 128 : 16)) } : null;
}
