// Pointer over a drawing: hovering names what lies there, pressing chooses it, dragging a handle moves it.

import { within } from "../figures/settings.js";

/** @typedef {import("./figure.js").WhereFigure} WhereFigure */

/**
 * A point of the page in units of the drawing.
 * @param {SVGSVGElement} picture
 * @param {PointerEvent} event
 */
function pointOf(picture, event) {
  const box = picture.getBoundingClientRect();
  const { width, height } = picture.viewBox.baseVal;
  return { x: ((event.clientX - box.left) / box.width) * width, y: ((event.clientY - box.top) / box.height) * height };
}

/**
 * The handle that a press means: where the room of several overlaps, the nearest.
 * @param {SVGSVGElement} picture
 * @param {PointerEvent} event
 */
function handleAt(picture, event) {
  const { clientX, clientY } = event;
  const near = [...picture.querySelectorAll(".grip")].flatMap((grip) => {
    const { left, right, top, bottom } = grip.getBoundingClientRect();
    const inside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    return inside ? [{ grip, away: Math.hypot(clientX - (left + right) / 2, clientY - (top + bottom) / 2) }] : [];
  });
  const [first] = near.sort((a, b) => a.away - b.away);
  const pressed = /** @type {Element} */ (event.composedPath()[0]);
  return /** @type {SVGElement | null} */ ((first?.grip ?? pressed).closest("[data-handle]"));
}

/** @param {WhereFigure} element */
export function watchPointer(element) {
  /** @type {{ handle: string | null, from: import("../figures/types.js").Point, state: any } | null} */
  let drag = null;
  const root = /** @type {ShadowRoot} */ (element.renderRoot);

  /** @param {Event} event */
  const pictureOf = (event) => {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    return /** @type {SVGSVGElement | null} */ (target.closest?.(".drawing")?.querySelector("svg.picture") ?? null);
  };
  /** @param {PointerEvent} event @param {SVGSVGElement} picture */
  const found = (event, picture) =>
    element.figure.at?.(pointOf(picture, event), element.drawn ?? {}, element.values, element.view) ?? null;

  /** @param {PointerEvent} event @param {SVGSVGElement} picture */
  const choose = (event, picture) => {
    const changes = found(event, picture)?.changes;
    if (changes) element.changeNearest(changes);
  };
  /** @param {any} focus */
  const setFocus = (focus) => {
    if (JSON.stringify(focus) === JSON.stringify(element.focused)) return;
    element.focused = focus;
    element.requestUpdate();
  };

  root.addEventListener("pointerdown", (event) => {
    const pointer = /** @type {PointerEvent} */ (event);
    const picture = pictureOf(event);
    if (!picture || pointer.button !== 0 || !element.drawn) return;
    const handle = handleAt(picture, pointer);
    drag = {
      handle: handle?.getAttribute("data-handle") ?? null,
      from: pointOf(picture, pointer),
      state: element.drawn,
    };
    element.stop();
    // The pointer stays with the drawing while it is pressed; without this a drag would end at the edge of a small hand.
    picture.setPointerCapture(pointer.pointerId);
    (handle ?? picture).focus({ preventScroll: true });
    if (!drag.handle) choose(pointer, picture);
    if (handle) event.preventDefault();
  });

  root.addEventListener("pointermove", (event) => {
    const pointer = /** @type {PointerEvent} */ (event);
    const picture = pictureOf(event);
    if (!picture || !element.drawn) return setFocus(null);
    if (!drag) return setFocus(pointer.pointerType === "touch" ? null : (found(pointer, picture)?.focus ?? null));
    if (!drag.handle) return choose(pointer, picture);
    const to = pointOf(picture, pointer);
    const { handle, from, state } = drag;
    const changes = element.figure.drag?.(handle, from, to, state, element.values, element.view) ?? {};
    // The next move goes on from here, unrounded: many small moves add up, and a hand can be turned round and round.
    drag = { handle, from: to, state: { ...state, ...within(element.figure.settings, changes) } };
    element.changeNearest(changes);
  });

  for (const type of ["pointerup", "pointercancel"]) root.addEventListener(type, () => (drag = null));
  element.addEventListener("pointerleave", () => setFocus(null));
}
