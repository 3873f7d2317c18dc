// Settings of figures and parameters of exercises in words, for people who write them into a page: from the declarations themselves.
import { html } from "../../figures/markup.js";
import { plain } from "../../figures/number.js";
import { find } from "../../engine/sentences.js";

/** @typedef {import("../../figures/types.js").Setting} Setting */
/** @typedef {{ name: string, meaning: string, values: unknown, first: unknown }} Declared a row of the table */

/**
 * A figure's own word for something, or that of all figures.
 * @param {any} catalogue
 * @param {string} figure
 * @param {string} key
 * @returns {string | undefined}
 */
function wordOf(catalogue, figure, key) {
  return (
    find(catalogue.figure[figure] ?? {}, key) ?? find(catalogue.figure.common, key) ?? find(catalogue, key) ?? undefined
  );
}

/** As it is written in an address. @param {unknown} value */
function written(value) {
  return html`<code>${Array.isArray(value) ? value.join(",") : String(value)}</code>`;
}

/**
 * @param {string} figure its name
 * @param {Setting} setting
 * @param {any} catalogue
 * @param {import("../catalogue.js").PageText} text of the section "instructors"
 * @returns {Declared}
 */
export function declaredSetting(figure, setting, catalogue, text) {
  const { name, unit, drawn } = setting;
  const label =
    find(catalogue.instructors.meanings, name) ?? wordOf(catalogue, figure, `settings.${name}`) ?? undefined;
  if (label === undefined) throw new Error(`the setting "${name}" of the figure "${figure}" has no words`);
  const measured = unit === undefined ? label : `${label} (${wordOf(catalogue, figure, `units.${unit}`)})`;
  return {
    name,
    meaning: drawn ? text("in_drawing", { meaning: measured }) : measured,
    values: valuesOf(figure, setting, catalogue, text),
    first: written(setting.default),
  };
}

/**
 * @param {string} figure
 * @param {Setting} setting
 * @param {any} catalogue
 * @param {import("../catalogue.js").PageText} text
 */
function valuesOf(figure, setting, catalogue, text) {
  const { type, minimum, maximum, length, choices = [], check, words = "choices" } = setting;
  // What a declaration says only by its check: the sentence for what it refuses has the limits.
  const refused = check?.(type === "text" ? "" : undefined);
  if (refused) return text(`values.${refused.key.replace("problem.", "")}`, /** @type {any} */ (refused.fields));
  const range = { minimum: plain(Number(minimum)), maximum: plain(Number(maximum)), length: Number(length) };
  if (type !== "choice" && type !== "set") return text(`values.${type}`, range);
  const named = choices.map((choice, index) => {
    const word =
      wordOf(catalogue, figure, `${words}.${choice}`) ?? wordOf(catalogue, figure, `experiment.${choice}.title`);
    const said = word === undefined || word === choice ? "" : ` (${word})`;
    return html`${index > 0 ? ", " : ""}${written(choice)}${said}`;
  });
  return html`${text(`values.${type}`, range)} ${named}`;
}

/**
 * @param {string} exercise its id: some parameters mean something of their own there
 * @param {{ name: string, type: string, minimum?: number, maximum?: number, choices?: string[] }} parameter
 * @param {any} catalogue
 * @param {import("../catalogue.js").PageText} text
 * @returns {Declared}
 */
export function declaredParameter(exercise, { name, type, minimum, maximum, choices = [] }, catalogue, text) {
  const words = catalogue.instructors.parameters;
  const meaning = find(words, `${exercise}.${name}`) ?? find(words, name);
  if (typeof meaning !== "string") throw new Error(`the parameter "${name}" of exercises has no words`);
  const range = { minimum: plain(Number(minimum)), maximum: plain(Number(maximum)) };
  const named = choices.map((choice, index) => html`${index > 0 ? ", " : ""}${written(choice)}`);
  // A figure's list has a length, an exercise's may have any.
  const kind = type === "numbers" ? "list" : type;
  return { name, meaning, values: html`${text(`values.${kind}`, range)} ${named}`, first: text("by_seed") };
}

/**
 * @param {Declared[]} rows
 * @param {import("../catalogue.js").PageText} text
 * @param {string} caption
 */
export function declaredTable(rows, text, caption) {
  const columns = ["name", "meaning", "values", "first"];
  return html`<div class="wide"><table class="declared">
    <caption>${caption}</caption>
    <thead><tr>${columns.map((column) => html`<th scope="col">${text(`columns.${column}`)}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ({ name, meaning, values, first }) =>
        html`<tr data-setting="${name}"><th scope="row"><code>${name}</code></th><td>${meaning}</td><td>${values}</td><td data-name="${text("columns.first")}">${first}</td></tr>`,
    )}</tbody>
  </table></div>`;
}
