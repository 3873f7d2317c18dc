// What stands in the place of a figure or an exercise before it is live, made to suit what its page has set: a picture of another
// state, or another exercise's numbers, would be wrong, but takes the room that the right ones will take.

/**
 * What the build knows of it (course/embeds.js), as it is fetched.
 * @typedef {object} Still
 * @property {string} markup
 * @property {Record<string, string>} written the settings of what it shows
 * @property {string[]} settings names of all that it takes: no other attribute makes it another
 * @property {unknown} [measured] what the element has to bring along
 */

/** Numbers in a list are parted in several ways. */
const alike = (/** @type {string} */ written) => written.trim().replace(/[\s,;]+/g, ",");

/**
 * Whether it shows just what is set.
 * @param {Pick<Still, "written" | "settings">} still
 * @param {Record<string, string>} set attributes of the element
 */
export function isOf({ written, settings }, set) {
  return settings.every((name) => !Object.hasOwn(set, name) || alike(written[name] ?? "") === alike(set[name]));
}

/**
 * Whether something was refused that nothing can be shown without: an exercise begins with all that its page says, or not at all.
 * @param {{ name: string, setting?: string }} error the detail of a `where-error`
 */
export function isFinal({ name, setting }) {
  return setting === undefined || (name === "exercise" && setting !== "hide");
}

/** Nothing is on its way any more: what only kept the room goes. @param {Element} place */
export function giveUp(place) {
  place.querySelector(".waiting")?.remove();
  if (place.hasAttribute("data-other")) place.querySelector(".poster")?.remove();
}

/**
 * Takes out what the page hides; numbers that are not those to come are left out of sight.
 * @param {Element} place
 * @param {Pick<Still, "written" | "settings">} still
 * @param {Record<string, string>} set attributes of the element
 */
export function suit(place, still, set) {
  for (const name of (set.hide ?? "").split(/[\s,]+/).filter((each) => /^[\w-]+$/.test(each)))
    for (const found of place.querySelectorAll(
      `[data-setting="${name}"], .poster > .${CSS.escape(name)}, .still > [class^="${name}"]`,
    ))
      found.remove();
  place.toggleAttribute("data-other", !isOf(still, set));
}
