// Steps to be put in order: some can be moved, by buttons, arrow keys or dragging, among others that stay as they are. Loaded
// only where an exercise asks for an order.
import { html } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { say } from "./exercise-words.js";

/** @typedef {{ id: string, text: string, fixed?: boolean, places?: string[] }} Step */

/**
 * The steps as they stand; those of the instance as it begins where the order that was kept does not name each once.
 * @param {Step[]} steps
 * @param {string[]} kept ids
 */
export function arranged(steps, kept) {
  const named = kept.map((id) => steps.find((step) => step.id === id));
  return kept.length === steps.length && new Set(named).size === steps.length && !named.includes(undefined)
    ? /** @type {Step[]} */ (named)
    : steps;
}

/** Whether two orders that were kept are the same one as they stand. @param {Step[]} steps @param {string[]} one @param {string[]} other */
export function alike(steps, one, other) {
  const now = arranged(steps, other);
  return arranged(steps, one).every((step, index) => step === now[index]);
}

/**
 * The ids with one of them `by` places further on; the same where there is no such place.
 * @param {string[]} ids
 * @param {string} id
 * @param {number} by
 */
export function moved(ids, id, by) {
  const from = ids.indexOf(id);
  const to = Math.min(Math.max(from + by, 0), ids.length - 1);
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}

/**
 * A step was moved by so many places: its button keeps the focus that it had.
 * @param {import("./exercise.js").WhereExercise} exercise
 * @param {string} step
 * @param {number} by
 */
export async function arrange(exercise, step, by) {
  const ids = exercise.order.map(({ id }) => id);
  const focused = /** @type {ShadowRoot} */ (exercise.renderRoot).activeElement?.id;
  exercise.moved = step;
  exercise.remember({ typed: moved(ids, step, by) });
  await exercise.updateComplete;
  if (focused?.endsWith(`-${step}`))
    /** @type {HTMLElement | null} */ (exercise.renderRoot.querySelector(`#${focused}`))?.focus();
}

/** What a step does where it stands. @param {Step[]} order @param {Step} step */
export function textOf(order, step) {
  const place = order.slice(0, order.indexOf(step)).filter(({ fixed }) => fixed).length;
  return step.places?.[place] ?? step.text;
}

/** The steps in the order that is right. @param {Step[]} steps @param {string[]} ids @param {string[]} reasons */
export function rightOrder(steps, ids, reasons) {
  const order = arranged(steps, ids);
  const item = (/** @type {string} */ text) => html`<li>${text}</li>`;
  return html`<p>${say("right_order")}</p>
    <ol class="steps right-order">
      ${order.map((step) => item(textOf(order, step)))}
    </ol>
    <p>${say("right_order_why")}</p>
    <ul class="steps">
      ${reasons.map(item)}
    </ul>`;
}

/**
 * @param {Step[]} order
 * @param {Step[]} first as they stood when they were asked: so they are printed, since a handout asks
 * @param {(step: string, by: number) => void} move takes the id of a step, and by how many places it moves in the order as it then is
 * @param {string} [last] the id of the step that was moved last: where it stands now is said to who does not see it
 */
export function orderList(order, first, move, last) {
  const place = order.findIndex(({ id }) => id === last);
  const said =
    place < 0 ? "" : say("moved", { step: textOf(order, order[place]), place: place + 1, count: order.length });
  return html`<fieldset class="order">
    <legend>${say("order")}</legend>
    <ol>
      ${repeat(
        order,
        ({ id }) => id,
        (step, index) => (step.fixed ? html`<li class="step">${step.text}</li>` : movable(order, step, index, move)),
      )}
    </ol>
    <p class="unseen" aria-live="polite">${said}</p>
  </fieldset>
  <div class="order asked">
    <ol>
      ${first.map((step) => html`<li class=${step.fixed ? "step" : "step movable"}>${textOf(first, step)}</li>`)}
    </ol>
  </div>`;
}

/** @param {Step[]} order @param {Step} step @param {number} index @param {(id: string, by: number) => void} move */
function movable(order, step, index, move) {
  const text = textOf(order, step);
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(step.id, by);
  };
  const button = (/** @type {string} */ direction, /** @type {number} */ by, /** @type {boolean} */ ends) =>
    html`<button
      type="button"
      id="${direction}-${step.id}"
      aria-label=${say(direction, { step: text, place: index + 1, count: order.length })}
      aria-disabled=${ends}
      @click=${() => move(step.id, by)}
    >
      ${by < 0 ? "↑" : "↓"}
    </button>`;
  return html`<li class="step movable" data-step=${step.id} @keydown=${onKey} @pointerdown=${(/** @type {any} */ event) => drag(event, step.id, move)}>
    <span class="text">${text}</span>
    ${button("earlier", -1, index === 0)}${button("later", 1, index === order.length - 1)}
  </li>`;
}

/**
 * A step follows the pointer from place to place until it is let go.
 * @param {PointerEvent} press
 * @param {string} id
 * @param {(id: string, by: number) => void} move
 */
function drag(press, id, move) {
  const list = /** @type {HTMLElement} */ (/** @type {Element} */ (press.currentTarget).parentElement);
  if (press.button !== 0 || /** @type {Element} */ (press.composedPath()[0]).closest("button")) return;
  press.preventDefault();
  list.setPointerCapture(press.pointerId);
  const onMove = (/** @type {PointerEvent} */ { clientY }) => {
    const rows = /** @type {HTMLElement[]} */ ([...list.children]);
    const at = rows.findIndex(({ dataset }) => dataset.step === id);
    // It goes before the rows whose middle the pointer has passed upwards, and after those whose middle it has passed downwards.
    const passed = rows.filter((row, index) => {
      const { top, height } = row.getBoundingClientRect();
      return index !== at && clientY > top + height / 2;
    });
    if (passed.length !== at) move(id, passed.length - at);
  };
  const end = () => {
    list.removeEventListener("pointermove", onMove);
    list.removeEventListener("pointerup", end);
    list.removeEventListener("pointercancel", end);
  };
  list.addEventListener("pointermove", onMove);
  list.addEventListener("pointerup", end);
  list.addEventListener("pointercancel", end);
}
