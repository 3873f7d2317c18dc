// How well each shipped model reads on past the length of its training, and what scaling RoPE changes about it.
import { arrowAlong } from "./arrows.js";
import { drawReading, geometry, scales } from "./loss-by-position-drawing.js";
import { block, length, subjectOf, tuningOf } from "./past-training.js";
import { isScaled, scalingSettings, settleBand } from "./rope-scalings.js";

export { alternative, sentence } from "./loss-by-position-words.js";
export { measure } from "./past-training.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./past-training.js").Measured} Measured */

export const name = "loss-by-position";

/** What a page in one file carries for it. */
export const shippedModels = ["rope"];

/** @type {import("./types.js").Setting[]} */
export const settings = [
  ...scalingSettings({ largest: 16 }),
  { name: "steps", type: "whole", default: 10, minimum: 1, maximum: 100, step: 1, scale: "log", unit: "steps" },
  { name: "position", type: "whole", default: 200, minimum: 0, maximum: length - 1, step: 1, drawn: true },
];

export const settle = settleBand;

export const draw = drawReading;

/** RoPE can be trained a little further in the page (elements/loss-by-position.js). */
export const trains = true;

/**
 * What is drawn: the models as trained, RoPE scaled (if it is the last reading of another scaling, not `fresh`), and fine-tuned.
 * @param {any} _engine
 * @param {State} state
 * @param {{ measured: Measured, read?: Measured["scaled"], live?: Map<string, any> }} resources
 */
export function compute(_engine, state, { measured, read, live }) {
  const subject = subjectOf(state);
  const known = [read, measured.scaled].filter((each) => each !== undefined);
  const scaled = known.find((each) => each.subject === subject) ?? known[0];
  return {
    ...{ curves: measured.curves, text: measured.text, windows: measured.windows },
    scaled: isScaled(state) ? { ...scaled, fresh: scaled.subject === subject } : null,
    tuned: live?.get(tuningOf(state)) ?? null,
  };
}

/** @type {import("./types.js").At} */
export function at(point, state, values, view) {
  const { area } = geometry(view);
  if (point.x < area.left || point.x > area.right || point.y < area.top || point.y > area.bottom) return null;
  const position = Math.min(length - 1, Math.floor(scales(view, values).across.invert(point.x)));
  return { focus: { position }, changes: { position } };
}

/** @type {import("./types.js").Drag} */
export function drag(_name, from, to, state, values, view) {
  const { across } = scales(view, values);
  return { position: state.position + across.invert(to.x) - across.invert(from.x) };
}

/** @type {import("./types.js").Keys} */
export function keys(key, { position }, values, name, large) {
  const direction = arrowAlong(key);
  return direction && name ? { position: position + direction * (large ? block : 1) } : null;
}
