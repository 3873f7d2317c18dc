// A template tag that writes escaped markup as text: figures draw with it in Node, where they draw with Lit's `svg` in a page.
// It takes the same templates as Lit, as long as every attribute value stands in double quotes.

/** Markup that is already escaped, so that templates can be nested. */
export class Markup {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** @param {string} text */
function escape(text) {
  return text.replace(/[&<>"']/g, (character) => escapes[/** @type {keyof typeof escapes} */ (character)]);
}

/** @param {unknown} value @returns {string} */
function write(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(write).join("");
  if (value === null || value === undefined) return "";
  return escape(String(value));
}

/**
 * @param {TemplateStringsArray} strings
 * @param {...unknown} values
 */
export function svg(strings, ...values) {
  return new Markup(strings.reduce((text, string, index) => text + write(values[index - 1]) + string));
}

/** HTML is written by the same rules. */
export const html = svg;
