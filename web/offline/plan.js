// What is kept for the time without a network, and what may go: decided here, without a browser, and done in worker.js.

/**
 * What the build knows of the site. Files below `assets` carry a hash of their content in their names: one name, one content.
 * @typedef {object} Site
 * @property {string} version of all of it
 * @property {Record<string, string[]>} pages by address, the assets that the page may use, in the order it asks for them
 * @property {string[]} loose files beside pages and assets that pages ask for, as "ask/en.json"
 * @property {string[]} assets every file that belongs to this version
 * @property {Record<string, string[]>} engine the files of each build of the engine, of which a browser runs one
 */

/**
 * The page that an address below the site shows.
 * @param {Site} site
 * @param {string} address of a window
 * @param {string} scope the address of the site
 * @returns {string | undefined} nothing for addresses that are no page
 */
export function pageOf(site, address, scope) {
  if (!address.startsWith(scope)) return undefined;
  const path = address
    .slice(scope.length)
    .replace(/[?#].*$/, "")
    .replace(/(^|\/)index\.html$/, "$1");
  return Object.hasOwn(site.pages, path) ? path : undefined;
}

/**
 * The assets of a page for the build of the engine that this browser runs.
 * @param {Site} site
 * @param {string} page
 * @param {string} build
 */
export function assetsOf(site, page, build) {
  const kindOf = (/** @type {string} */ file) => file.slice(file.lastIndexOf("."));
  // Files of one content are one file, under the name of one build: nothing goes that this build has no other of.
  const own = new Set((site.engine[build] ?? []).map(kindOf));
  const others = new Set(
    Object.entries(site.engine)
      .filter(([name]) => name !== build)
      .flatMap(([, files]) => files.filter((file) => own.has(kindOf(file)))),
  );
  return site.pages[page].filter((file) => !others.has(file));
}

/**
 * Whether an answer is the file that was asked for, and not a page that stands in for it: a network's page to sign in, or the first
 * page of a site, which some hosts send for every name that they do not know. What is kept under the name of an asset is never asked
 * for again.
 * @param {Site} site
 * @param {string} address below the site
 * @param {{ ok: boolean, redirected: boolean, headers: { get(name: string): string | null } }} response
 */
export function isFile(site, address, { ok, redirected, headers }) {
  const isPage = /^text\/html\b/i.test(headers.get("Content-Type") ?? "");
  return ok && !redirected && isPage === Object.hasOwn(site.pages, address);
}

/**
 * Whether a page is one of this version: it names assets, and only such as belong to it. A newer page needs what is not kept.
 * @param {Site} site
 * @param {string} text
 */
export function isOfSite(site, text) {
  const known = new Set(site.assets);
  const named = text.match(/\bassets\/[\w.-]+\.\w+/g) ?? [];
  return named.length > 0 && named.every((file) => known.has(file));
}

/**
 * Kept assets that no page of this version asks for any more.
 * @param {Site} site
 * @param {string[]} kept
 */
export function stale(site, kept) {
  const known = new Set(site.assets);
  return kept.filter((file) => !known.has(file));
}
