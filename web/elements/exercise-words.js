// What the live exercise and its still form in a page have in common.
import { Texts } from "../engine/texts.js";
import catalogue from "../messages/en.json" with { type: "json" };

const words = new Texts("en", catalogue, catalogue);

/**
 * A sentence of the exercises' surroundings.
 * @param {string} key below "exercise.ui"
 * @param {Record<string, string | number>} [fields]
 */
export function say(key, fields = {}) {
  return words.text(`exercise.ui.${key}`, fields);
}

/** What a field is to be filled with. @param {number} decimals */
export function expected(decimals) {
  if (decimals === 0) return say("whole");
  return decimals === 1 ? say("one_decimal") : say("decimals", { decimals });
}

/** How the fields of an instance are laid out. @param {import("../engine/types.js").Instance} instance */
export function fieldLayout({ fields = [], columns }) {
  if (fields.length === 1) return "fields single";
  return columns === 2 || fields.length === 2 ? "fields pairs" : "fields";
}

/**
 * A parameter as it stands in an attribute: numbers and lists are written as in JSON, everything else is a text.
 * @param {string} written
 */
export function readParameter(written) {
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}
