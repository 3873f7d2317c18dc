// The words of a sentence as they were typed and as they stand now, each over what the model makes of it; those of now are dragged.
import * as colour from "./colour.js";
import { heatMap } from "./heat-map.js";
import { small } from "./number.js";
import { handle, label, round, stroke } from "./picture.js";
import { rowOf } from "./rows.js";
import { fitted, sizes } from "./sentence-model.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */

const strip = 80;
const typedTop = 24;
const typedChip = 38;
const nowTop = 212;
const chipHeight = 44;
const widestChip = 227;

/** The room that both rows take. @param {View} _view */
export function wordsHeight(_view) {
  return nowTop + chipHeight + strip + 78;
}

/** @param {any} values @param {View} view */
function chipWidth({ words }, { width }) {
  return Math.min(widestChip, width / words.length);
}

/** The slot over or under a point. @param {import("./types.js").Point} point @param {any} values @param {View} view */
export function slotAt({ x }, values, view) {
  return Math.min(values.words.length - 1, Math.max(0, Math.floor(x / chipWidth(values, view))));
}

/**
 * @param {any} svg
 * @param {State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {View} view
 */
export function wordRows(svg, state, values, text, view) {
  const { words, typed, now, moved } = values;
  const width = chipWidth(values, view);
  const middle = (/** @type {number} */ slot) => width * (slot + 0.5);
  const limit = Math.max(...[...typed.outputs, ...now.outputs].map(Math.abs));
  const faint = { size: 12, fill: colour.quiet };
  const output = (/** @type {ArrayLike<number>} */ outputs, /** @type {number} */ slot, /** @type {number} */ y) => {
    const box = { x: round(width * slot + 6), y, width: round(width - 12), height: strip };
    return heatMap(svg, box, columnOf(outputs, slot), 1, limit);
  };
  const slots = words.map((/** @type {string} */ _, /** @type {number} */ slot) => slot);
  // A word keeps its element wherever it goes, and with it the focus: they stand in the order in which they were typed.
  const nowAt = slots.map((/** @type {number} */ was) => state.order.indexOf(was));
  const typedBottom = typedTop + typedChip + 2 + strip;
  return [
    label(svg, 0, 14, text("as_typed_heading"), faint),
    slots.map((/** @type {number} */ slot) => [
      chip(svg, words, slot, { x: width * slot, y: typedTop, width, height: typedChip }),
      output(typed.outputs, slot, typedTop + typedChip + 2),
    ]),
    slots.map((/** @type {number} */ was) =>
      stroke(svg, middle(was), typedBottom + 4, middle(nowAt[was]), nowTop - 24, { colour: colour.quiet, width: 1.5 }),
    ),
    label(svg, 0, nowTop - 8, text("now_heading"), faint),
    slots.map((/** @type {number} */ was) => {
      const slot = nowAt[was];
      const place = { x: width * slot, y: nowTop, width, height: chipHeight };
      const options = {
        name: `word-${was}`,
        label: text("word_label", { word: words[was], slot: was }),
        value: slot,
        words: text("word_words", { slot }),
        minimum: 0,
        maximum: words.length - 1,
      };
      return [
        // Only the word itself is held: over the outputs a finger scrolls the page.
        output(now.outputs, slot, nowTop + chipHeight + 2),
        handle(svg, view, options, [
          svg`<rect class="grip" x="${round(place.x)}" y="${place.y - 6}" width="${round(width)}" height="${chipHeight + 12}" fill="transparent"/>`,
          chip(svg, words, was, place, true),
          svg`<rect class="ring" x="${round(place.x + 1)}" y="${place.y - 1}" width="${round(width - 2)}" height="${chipHeight + 2}" rx="4"
            fill="none"/>`,
        ]),
        label(svg, round(middle(slot)), nowTop + chipHeight + strip + 18, small(moved[slot]), {
          anchor: "middle",
          size: width < 60 ? 11 : 13,
          weight: 600,
          fill: moved[slot] < 1e-5 ? colour.quiet : colour.position,
        }),
      ];
    }),
    label(svg, 0, nowTop + chipHeight + strip + 38, text("moved_heading"), faint),
  ];
}

/** @type {WeakMap<ArrayLike<number>, number[][]>} outputs as columns, kept so that their images are kept too */
const columns = new WeakMap();

/** @param {ArrayLike<number>} outputs @param {number} slot */
function columnOf(outputs, slot) {
  const known = columns.get(outputs) ?? [];
  columns.set(outputs, known);
  return (known[slot] ??= rowOf(outputs, sizes.n_embd, slot));
}

/**
 * A word with the number of the slot that it was typed in.
 * @param {any} svg
 * @param {string[]} words
 * @param {number} was
 * @param {{ x: number, y: number, width: number, height: number }} place
 */
function chip(svg, words, was, { x, y, width, height }, held = false) {
  const size = width < 60 ? 12 : 15;
  const style = { anchor: "middle", size, fill: held ? colour.paper : colour.content, weight: 600 };
  return [
    svg`<rect x="${round(x + 2)}" y="${y + 2}" width="${round(width - 4)}" height="${height - 4}" rx="3"
      fill="${held ? colour.content : "transparent"}" stroke="${colour.content}"/>`,
    label(svg, round(x + width / 2), y + height / 2, fitted(words[was], width - 4, size), style),
    label(svg, round(x + width / 2), y + height - 7, was, { ...style, size: 10, weight: 400 }),
  ];
}
