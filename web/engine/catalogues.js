/** @typedef {import("./texts.js").Catalogue} Catalogue */

/**
 * The languages there are: made anew for the package, with one entry for every catalogue in web/messages (build-package.mjs). Each is
 * a module of its own, so that a page loads just one.
 * @type {Record<string, () => Promise<{ default: Catalogue }>>}
 */
export const catalogues = {
  en: () => import("../messages/en.json", { with: { type: "json" } }),
};
