// The drawing of loss by position: a curve a model, named beside the plot with its loss where the reader looks.
import { scaleLinear } from "./scale.js";
import * as colour from "./colour.js";
import { decimal, plain } from "./number.js";
import { handle, label, paragraph, picture, round, stroke } from "./picture.js";
import { axes, curve, dot } from "./plot.js";
import { block, blockOf, length, models, trained } from "./past-training.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Text} Text */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./past-training.js").Losses} Losses */

/** @type {Record<string, any>} by model; RoPE alone knows places by turning, so it is the figure's own colour */
const styles = {
  none: { paint: colour.quiet, dash: "2 3", width: 1.5 },
  learned: { paint: colour.quiet, width: 1.5 },
  sinusoidal: { paint: colour.quiet, dash: "7 4", width: 1.5 },
  rope: { paint: colour.position, dash: "5 3", width: 1.75 },
  alibi: { paint: colour.ink, width: 1.25 },
  t5_bias: { paint: colour.ink, dash: "9 3 2 3", width: 1.5 },
  scaled: { paint: colour.position, width: 2.5 },
  tuned: { paint: colour.sum, width: 3 },
};

/** @param {View} view */
export function geometry({ wide, width }) {
  const area = { left: 44, right: width - (wide ? 190 : 12), top: 40, bottom: wide ? 330 : 270 };
  const words = area.bottom + (wide ? 54 : 158);
  return { area, words, height: words + (wide ? 12 : 46) };
}

/** @param {View} view @param {any} values */
export function scales(view, { curves, scaled, tuned }) {
  const { area } = geometry(view);
  const drawn = [...Object.values(curves), scaled?.losses ?? [], tuned?.losses ?? []]
    .flat()
    .filter((loss) => loss !== null);
  return {
    across: scaleLinear([0, length], [area.left, area.right]),
    up: scaleLinear([Math.min(...drawn), Math.max(...drawn)], [area.bottom, area.top]).nice(5),
  };
}

/** The curves of a state, each with its name. @param {State} state @param {any} values @param {Text} text */
export function curvesOf(state, { curves, scaled, tuned }, text) {
  const of = (/** @type {string} */ kind, /** @type {Losses} */ losses, /** @type {string} */ named) => ({
    kind,
    losses,
    named,
  });
  const scaling = { name: text(`choices.${state.scaling}`), factor: plain(state.factor) };
  return [
    ...models.map((kind) => of(kind, curves[kind], text(`model.${kind}`))),
    ...(scaled ? [of("scaled", scaled.losses, text("model.scaled", scaling))] : []),
    ...(tuned ? [of("tuned", tuned.losses, text("model.tuned", { steps: plain(tuned.steps) }))] : []),
  ];
}

/** @param {any} svg @param {State} state @param {any} values @param {Text} text @param {import("./types.js").View} view */
export function drawReading(svg, state, values, text, view) {
  const { area, words, height } = geometry(view);
  const { across, up } = scales(view, values);
  const position = view.focus?.position ?? state.position;
  const at = Math.floor(position / block);
  const drawn = curvesOf(state, values, text);
  const limit = across(trained);
  return picture(svg, view, { height, label: text("label"), handles: true }, [
    axes(
      svg,
      area,
      { scale: across, ticks: [0, 64, 128, 192, 256], title: text("position_axis") },
      { scale: up, ticks: up.ticks(5), title: text("loss_axis"), format: (tick) => plain(tick) },
    ),
    stroke(svg, limit, area.top, limit, area.bottom, { colour: colour.ink, width: 1.5 }),
    label(svg, round(limit + 6), area.top + 4, text("trained", { trained }), { size: 12, halo: true }),
    drawn.map(({ kind, losses }) => line(svg, losses, styles[kind], across, up, opacityOf(kind, values))),
    ending(svg, values.curves.learned, text, area, across, up),
    reader(svg, view, position, text, area, across),
    drawn.map(({ kind, losses }) => {
      const loss = losses[at];
      return loss === null
        ? ""
        : svg`<circle cx="${round(across((at + 0.5) * block))}" cy="${round(up(loss))}" r="3" fill="${styles[kind].paint}"/>`;
    }),
    names(svg, drawn, at, text, view, up),
    paragraph(
      svg,
      0,
      words,
      view.width,
      text("text_read", { title: values.text.title, windows: values.windows, length }),
      {
        size: 12,
        fill: colour.quiet,
      },
    ),
  ]);
}

/** A reading of another scaling than the one asked for steps back until its own is there. @param {string} kind @param {any} values */
const opacityOf = (kind, { scaled }) => (kind === "scaled" && !scaled.fresh ? 0.35 : 1);

/** @param {any} svg @param {Losses} losses @param {any} style @param {any} across @param {any} up @param {number} opacity */
function line(svg, losses, { paint, width, dash }, across, up, opacity) {
  const points = losses.flatMap((loss, index) => (loss === null ? [] : [[across((index + 0.5) * block), up(loss)]]));
  return curve(svg, points, paint, { width, dash, opacity });
}

/** Where a model has no further position. @param {any} svg @param {Losses} losses @param {Text} text @param {import("./plot.js").Area} area @param {any} across @param {any} up */
function ending(svg, losses, text, area, across, up) {
  const last = losses.findIndex((loss) => loss === null);
  if (last < 0) return "";
  const [x, y] = [across(last * block), up(losses[last - 1])];
  return [
    stroke(svg, across((last - 0.5) * block), y, x, y, { colour: colour.quiet, width: 1.5 }),
    stroke(svg, x, y - 7, x, y + 7, { colour: colour.quiet, width: 4 }),
    label(svg, round(x + 8), area.bottom - 8, text("ending", { row: last * block }), {
      size: 12,
      fill: colour.quiet,
      halo: true,
    }),
  ];
}

/** The place that the reader looks at. @param {any} svg @param {import("./types.js").View} view @param {number} position @param {Text} text @param {import("./plot.js").Area} area @param {any} across */
function reader(svg, view, position, text, area, across) {
  const x = across(position + 0.5);
  const options = {
    name: "position",
    label: text("settings.position"),
    value: position,
    minimum: 0,
    maximum: length - 1,
  };
  return handle(svg, view, { ...options, words: text("at", blockOf(position)) }, [
    stroke(svg, x, area.top, x, area.bottom, { colour: colour.ink, dash: "2 3" }),
    dot(svg, x, area.bottom, colour.ink, 8),
  ]);
}

/**
 * Names in the order of the losses at the chosen place: beside the plot at their heights, kept apart, or below it in two columns.
 * @param {any} svg
 * @param {ReturnType<typeof curvesOf>} drawn
 * @param {number} at
 * @param {Text} text
 * @param {View} view
 * @param {any} up
 */
function names(svg, drawn, at, text, view, up) {
  const { area } = geometry(view);
  const ranked = drawn.toSorted((a, b) => (b.losses[at] ?? Infinity) - (a.losses[at] ?? Infinity));
  const heights = apart(
    ranked.map(({ losses }) => (losses[at] === null ? area.top : up(losses[at]))),
    area,
  );
  const rows = Math.ceil(ranked.length / 2);
  const half = view.width / 2;
  const place = (/** @type {number} */ index) =>
    view.wide
      ? { x: area.right + 14, y: heights[index], end: view.width }
      : {
          x: index < rows ? 0 : half + 6,
          y: area.bottom + 76 + 18 * (index % rows),
          end: index < rows ? half - 6 : view.width,
        };
  const heading = view.wide ? { x: area.right + 14, y: area.top - 12 } : { x: 0, y: area.bottom + 56 };
  return [
    label(svg, heading.x, heading.y, text("at", blockOf(at * block)), { fill: colour.quiet }),
    ranked.map(({ kind, named, losses }, index) => {
      const { paint, dash = "none", width } = styles[kind];
      const { x, y, end } = place(index);
      const loss = losses[at];
      return [
        stroke(svg, x, y - 4, x + 22, y - 4, { colour: paint, width, dash }),
        label(svg, x + 28, round(y), named, { fill: paint }),
        loss === null ? "" : label(svg, end, round(y), decimal(loss, 2), { fill: paint, anchor: "end", weight: 600 }),
      ];
    }),
  ];
}

/** Heights, in order from above, moved as little as lines of text need. @param {number[]} heights @param {import("./plot.js").Area} area */
export function apart(heights, { top, bottom }, pitch = 18) {
  /** @type {number[]} */
  const places = [];
  for (const y of heights) places.push(Math.max(y, (places.at(-1) ?? top) + pitch));
  // The lowest may not leave the plot: it pushes back those above it.
  for (let index = places.length - 1, lowest = bottom; index >= 0; index -= 1, lowest -= pitch)
    places[index] = Math.min(places[index], lowest);
  return places;
}
