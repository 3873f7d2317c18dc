// "Show what this mistake does": the mistaken numbers beside the right ones, as a table with a pair of bars in each row. The numbers
// are those of the answer, and after them what was run or measured with it.
import { html } from "lit";
import { decimal } from "../figures/number.js";
import { say } from "./exercise-words.js";

/**
 * @typedef {object} Bar from the zero line, in hundredths of the column
 * @property {number} start
 * @property {number} size
 */

/**
 * @typedef {object} Row
 * @property {string} label
 * @property {string} right "" where there is no such entry
 * @property {string} mistaken
 * @property {Bar} rightBar
 * @property {Bar} mistakenBar
 */

/**
 * @param {number[]} right
 * @param {number[]} mistaken may be of another length
 * @param {{ label: string, decimals: number }[]} fields
 * @returns {Row[]}
 */
export function comparisonRows(right, mistaken, fields) {
  const shared = [...right, ...mistaken];
  const decimals = fields[0]?.decimals ?? 0;
  // Entries of a vector share a scale; whole numbers count different things.
  const counts = fields.every((field) => field.decimals === 0);
  return Array.from({ length: Math.max(right.length, mistaken.length) }, (_, index) => ({
    label: fields[index]?.label ?? String(index),
    right: shown(right[index], fields[index]?.decimals ?? decimals),
    mistaken: shown(mistaken[index], fields[index]?.decimals ?? decimals),
    ...bars(right[index], mistaken[index], counts ? [right[index], mistaken[index]] : shared),
  }));
}

/**
 * Rows of what came out of a mistake; each is a thing of its own.
 * @param {import("../engine/types.js").Trial[]} trial
 * @returns {Row[]}
 */
export function trialRows(trial) {
  return trial.map(({ label, decimals, ...run }) => {
    // As they are shown: what is 0 but for rounding has no bar.
    const [right, mistaken] = [run.right, run.mistaken].map((value) => Number(value.toFixed(decimals)));
    const shown = { right: decimal(right, decimals), mistaken: decimal(mistaken, decimals) };
    return { label, ...shown, ...bars(right, mistaken, [right, mistaken]) };
  });
}

/**
 * Two bars from a common zero line, on the scale of `among`.
 * @param {number | undefined} right
 * @param {number | undefined} mistaken
 * @param {(number | undefined)[]} among
 */
function bars(right, mistaken, among) {
  const known = [0, ...among.filter((value) => value !== undefined)];
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const scale = high > low ? 100 / (high - low) : 0;
  const bar = (/** @type {number | undefined} */ value) =>
    value === undefined
      ? { start: 0, size: 0 }
      : { start: (Math.min(value, 0) - low) * scale, size: Math.abs(value) * scale };
  return { rightBar: bar(right), mistakenBar: bar(mistaken) };
}

/** @param {number | undefined} value @param {number} decimals */
function shown(value, decimals) {
  return value === undefined ? "" : decimal(value, decimals);
}

/**
 * @param {string} title of the mistake
 * @param {Row[]} rows
 * @param {boolean} [sentences] whether labels are longer than a word or two
 */
export function comparison(title, rows, sentences = false) {
  const caption = say("comparison", { title });
  const cell = (/** @type {string} */ shown) => shown || html`<span class="quiet">${say("nothing")}</span>`;
  const bar = (/** @type {string} */ kind, /** @type {Bar} */ { start, size }) =>
    html`<span class="bar ${kind}" .style=${`margin-inline-start: ${start}%; width: ${size}%`}></span>`;
  return html`<div class="comparison ${sentences ? "sentences" : ""}" part="comparison" role="region" tabindex="0" aria-label=${caption}>
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${say("comparison_entry")}</th>
          <th scope="col">${say("comparison_right")}</th>
          <th scope="col">${say("comparison_mistaken")}</th>
          <td aria-hidden="true">${say("comparison_bars")}</td>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <th scope="row">${row.label}</th>
              <td>${cell(row.right)}</td>
              <td>${cell(row.mistaken)}</td>
              <td class="bars" aria-hidden="true">${bar("right", row.rightBar)}${bar("mistaken", row.mistakenBar)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
