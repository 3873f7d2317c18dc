// What the script for other people's pages knows of its site. The build puts it in (embed/script.js).

/**
 * @typedef {object} Parts addresses are relative to the script
 * @property {string[]} elements each called after its embed name
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
export const parts = { elements: [], languages: {}, fonts: {} };

/** What an asset is called after: a hash of its content follows. @param {string} address */
export const nameOf = (address) => /** @type {any} */ (/([^/]+)-.{8}\.js$/.exec(address))[1];

/** The address of each element's script, by embed name. @type {Record<string, string>} */
export const elements = Object.fromEntries(parts.elements.map((address) => [nameOf(address), address]));

/** @param {string} address relative to the script */
export const at = (address) => new URL(address, import.meta.url).href;

/** Where the site is, and its origin. */
export const site = at("../../");
export const { origin } = new URL(site);
