// The tokens to choose from: the words of the small model as chips, in rows under a heading.
import * as colour from "./colour.js";
import { plain } from "./number.js";
import { handle, label, round } from "./picture.js";

/** Where the rows of chips begin, under the heading. */
const top = 24;

/** @param {import("./types.js").View} view */
function chipGrid({ wide, width: whole }) {
  const perRow = wide ? 12 : 6;
  const [width, height] = [whole / perRow, 44];
  const place = (/** @type {number} */ token) => ({
    x: (token % perRow) * width,
    y: top + height * Math.floor(token / perRow),
  });
  return { perRow, width, height, place };
}

/**
 * The room that heading and chips take.
 * @param {import("./types.js").View} view
 * @param {any} values
 */
export function chipsHeight(view, { tokens }) {
  const { perRow, height } = chipGrid(view);
  return top + 4 + height * Math.ceil(tokens / perRow);
}

/**
 * The token whose chip lies at a point; undefined where none does.
 * @param {import("./types.js").Point} point
 * @param {any} values
 * @param {import("./types.js").View} view
 * @returns {number | undefined}
 */
export function tokenAt(point, values, view) {
  const { perRow, width, height } = chipGrid(view);
  const line = Math.floor((point.y - top) / height);
  const token = line * perRow + Math.floor(point.x / width);
  return line >= 0 && token < values.tokens ? token : undefined;
}

/** The word of a token. @param {number} token @param {import("./types.js").Text} text */
export const tokenName = (token, text) => text(`words.${token}`);

/**
 * The words of the small model as chips.
 * @param {any} svg
 * @param {import("./types.js").State} state
 * @param {any} values
 * @param {import("./types.js").Text} text
 * @param {import("./types.js").View} view
 */
export function tokenChips(svg, state, values, text, view) {
  const chip = chipGrid(view);
  const heading = label(
    svg,
    0,
    14,
    text("token_heading", { token: tokenName(state.token, text), id: plain(state.token) }),
    {
      size: 12,
      fill: colour.content,
      weight: 600,
    },
  );
  const options = {
    name: "token",
    label: text("settings.token"),
    value: state.token,
    words: tokenName(state.token, text),
    minimum: 0,
    maximum: values.tokens - 1,
  };
  const chips = Array.from({ length: values.tokens }, (_, index) => {
    const { x, y } = chip.place(index);
    const chosen = index === state.token;
    return [
      svg`<rect x="${round(x + 2)}" y="${y + 4}" width="${round(chip.width - 4)}" height="${chip.height - 8}" rx="3"
        fill="${chosen ? colour.content : "transparent"}" stroke="${chosen ? colour.content : colour.line}" class="clickable"/>`,
      label(svg, round(x + chip.width / 2), y + chip.height / 2 + 4, tokenName(index, text), {
        anchor: "middle",
        size: 14,
        fill: chosen ? colour.paper : colour.ink,
      }),
    ];
  });
  const place = chip.place(state.token);
  const ring = svg`<rect class="ring" x="${round(place.x)}" y="${place.y + 2}" width="${round(chip.width)}" height="${chip.height - 4}" rx="4"
    fill="none"/>`;
  return [heading, chips, handle(svg, view, options, ring)];
}
