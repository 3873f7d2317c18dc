// What the script for other people's pages knows of its site. The build puts it in (embed/script.js).

/**
 * @typedef {object} Parts addresses are relative to the script
 * @property {Record<string, string>} elements by embed name
 * @property {string[]} exercise what exercises take, each of them some of it; figures say themselves what they take
 * @property {Record<string, Language>} languages English among them
 * @property {Record<string, string>} fonts by weight: the drawings are made for them
 */

/**
 * @typedef {object} Language
 * @property {string[]} engine what the elements will ask for, fetched with them
 * @property {string} [words] the script with its words; English needs none
 * @property {string} direction
 * @property {Record<string, string>} sentences of catalogue section embed.element
 */

/** @type {Parts} */
export const parts = { elements: {}, exercise: [], languages: {}, fonts: {} };

/** @param {string} address relative to the script */
export const at = (address) => new URL(address, import.meta.url).href;

/** Where the site is, and its origin. */
export const site = at("../../");
export const { origin } = new URL(site);
