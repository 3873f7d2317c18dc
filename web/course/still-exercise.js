// The question of an exercise as it stands in a page before any script has run.
import { fieldLayout, programLines } from "../elements/exercise-words.js";
import { html } from "../figures/markup.js";
import { decimal } from "../figures/number.js";

/**
 * An exercise as it first stands (elements/exercise.js), with room for what works only when it is live.
 * @param {import("../engine/types.js").Instance} instance
 * @param {ReturnType<typeof import("../elements/exercise-words.js").exerciseWords>} words
 */
export function stillExercise(instance, { say, expected }) {
  const { prompt, given, fields, starter } = instance;
  const ordered = instance.answer === "order";
  const choices = ordered ? undefined : instance.choices;
  const cells = (/** @type {{ numbers: number[], decimals: number }} */ { numbers, decimals }) =>
    numbers.map((value) => html`<td>${decimal(value, decimals)}</td>`);
  const rows = given?.map((row) => html`<tr><th scope="row">${row.label}</th>${cells(row)}</tr>`);
  const options = choices?.map(
    ({ text }) =>
      html`<span class="choice"><input type="radio" disabled aria-hidden="true"> <span>${text}</span></span>`,
  );
  const steps = ordered
    ? instance.choices?.map(({ text, fixed, places }, index, all) => {
        if (fixed) return html`<li class="step">${text}</li>`;
        const place = all.slice(0, index).filter((step) => step.fixed).length;
        const buttons = ["↑", "↓"].map(
          (arrow) => html`<button type="button" disabled aria-hidden="true">${arrow}</button>`,
        );
        return html`<li class="step movable"><span class="text">${places?.[place] ?? text}</span>${buttons}</li>`;
      })
    : undefined;
  const entries = fields?.map(
    (field) =>
      html`<div class="entry"><span class="label">${field.label}</span><input type="text" disabled aria-hidden="true"><span class="expected">${expected(field, instance)}</span></div>`,
  );
  const lines = starter && programLines(starter).map((line) => html`<span class="line">${line}</span>`);
  const buttons = ["check", "hint", "solution_waits", "next", "embed"].map(
    (key) => html`<button type="button" class="${key}" disabled>${say(key)}</button> `,
  );
  const program =
    lines &&
    html`<div class="program"><div class="program-head"><span class="label">${say("program")}</span><button type="button" aria-hidden="true" disabled>${say("edit")}</button></div><pre class="code">${lines}</pre></div>`;
  return html`<div class="poster exercise"><p class="prompt">${prompt}</p>
${rows && html`<div class="given"><table><caption>${say("given")}</caption><tbody>${rows}</tbody></table></div>`}
${options && html`<div class="choices${instance.lines ? " lines" : ""}"><p class="legend">${say("choices")}</p>${options}</div>`}
${steps && html`<div class="order"><p class="legend">${say("order")}</p><ol>${steps}</ol></div>`}
${entries && html`<div class="${fieldLayout(instance)}">${entries}</div>`}
${program}
<div class="actions still" aria-hidden="true">${buttons}</div>
<div class="verdict"></div></div>`;
}
