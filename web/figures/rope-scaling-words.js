// What the figure of RoPE's scalings says: about the chosen pair, about the whole text, and its numbers as a table.
import { decimal, plain, powerOfTen, significant } from "./number.js";
import { label, paragraph } from "./picture.js";
import { isScaled } from "./rope-scalings.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Text} Text */
/** @typedef {import("./rope-scaling.js").Pair} Pair */
/** @typedef {{ pairs: Pair[], unseen: number, temperature: number }} Values */

/** @param {number} frequency */
const wavelength = (frequency) => (2 * Math.PI) / frequency;

/** Wavelengths may reach far: from a million on as a power of ten. @param {number} value @param {number} [digits] */
function written(value, digits) {
  if (value < 1e6) return significant(value, digits);
  const exponent = Math.floor(Math.log10(value));
  return `${decimal(value / 10 ** exponent, 2)}\u00a0×\u00a0${powerOfTen(exponent)}`;
}

/**
 * The chosen pair in numbers.
 * @param {any} svg
 * @param {number} y
 * @param {State} state
 * @param {Values} values
 * @param {number} pair
 * @param {Text} text
 * @param {import("./types.js").View} view
 */
export function pairWords(svg, y, state, values, pair, text, view) {
  const { before, after, stretch, turns, turnsTrained, unseen } = values.pairs[pair];
  const grown = {
    before: written(wavelength(before)),
    after: written(wavelength(after)),
    stretch: written(stretch, 3),
  };
  const angles = { turns: significant(turns, 2), trained: significant(turnsTrained, 2) };
  const reached = text(turnsTrained >= 1 ? "came_round" : unseen ? "new_angles" : "known_angles", angles);
  return [
    label(svg, 0, y, text("of_pair", { pair, ...grown }), { size: view.wide ? 16 : 12, weight: 600 }),
    paragraph(svg, 0, y + 24, view.width, `${rule(state, values, pair, text)} ${reached}`, { size: 13 }),
  ];
}

/** What the scaling does to this pair. @param {State} state @param {Values} values @param {number} pair @param {Text} text */
function rule({ scaling, factor, base }, { pairs, temperature }, pair, text) {
  const { stretch } = pairs[pair];
  // Of a frequency that became (1 − k) ω + k ω / s.
  const share = factor === 1 ? 0 : (1 - 1 / stretch) / (1 - 1 / factor);
  const newBase = pairs.length > 1 ? pairs[1].after ** -pairs.length : base;
  const fields = {
    ...{
      factor: plain(factor),
      slowest: significant(pairs[pairs.length - 1].stretch, 3),
      share: plain(100 * share, 0),
    },
    ...{ base: plain(base), new_base: significant(newBase, 5), temperature: significant(temperature) },
  };
  if (scaling !== "yarn" && scaling !== "llama3") return text(`does.${scaling}`, fields);
  const part = text(share < 1e-9 ? "does.kept" : share > 1 - 1e-9 ? "does.linear_one" : "does.mixed", fields);
  return scaling === "yarn" ? `${part} ${text("does.temperature", fields)}` : part;
}

/** @type {import("./types.js").Sentence} */
export function sentence(state, { pairs, unseen, temperature }, text) {
  const fields = { name: text(`choices.${state.scaling}`), factor: plain(state.factor) };
  const counts = { unseen, count: pairs.length, length: plain(state.length), trained: plain(state.trained) };
  const effects = { fastest: significant(pairs[0].after, 3), temperature: significant(temperature) };
  const key = !isScaled(state) ? "sentence_default" : state.scaling === "yarn" ? "sentence_yarn" : "sentence";
  return text(key, { ...fields, ...counts, ...effects });
}

/** @type {import("./types.js").MakeAlternative} */
export function alternative(state, { pairs }, text) {
  const columns = ["pair_axis", "before_column", "after_column", "stretch_axis", "trained_turns", "turns"];
  const lengths = { trained: plain(state.trained), length: plain(state.length) };
  return {
    caption: text("label", { name: text(`choices.${state.scaling}`) }),
    columns: columns.map((column) => text(column, lengths)),
    rows: pairs.map(
      (/** @type {Pair} */ { before, after, stretch, turns, turnsTrained }, /** @type {number} */ pair) => [
        String(pair),
        significant(wavelength(before), 5),
        significant(wavelength(after), 5),
        significant(stretch),
        significant(turnsTrained, 3),
        significant(turns, 3),
      ],
    ),
  };
}
