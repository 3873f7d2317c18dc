// Where elements are registered. In pages of ours they have their names themselves; in other people's pages a small element has
// the name, and takes the one of ours in (embed/guest.js).

/**
 * What the small elements of other people's pages share.
 * @typedef {object} Guests
 * @property {string} language that they have agreed on with the page
 * @property {(element: CustomElementConstructor) => void} takeIn
 */

/** @param {string} tag */
const guestsAt = (tag) => {
  const there = /** @type {any} */ (globalThis.customElements?.get(tag));
  return /** @type {Guests | undefined} */ (there?.takeIn ? there : undefined);
};

/** Where this is somebody else's page, what its elements of ours share; it is no place to keep anything in. */
export const guests = () => guestsAt("where-exercise");

/**
 * A second time does no harm.
 * @param {string} tag
 * @param {CustomElementConstructor} element
 */
export function register(tag, element) {
  if (!customElements.get(tag)) customElements.define(tag, element);
  else guestsAt(tag)?.takeIn(element);
}
