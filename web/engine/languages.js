import { Texts } from "./texts.js";

/** @typedef {import("./texts.js").Catalogue} Catalogue */

/**
 * The languages there are. Each catalogue is a module of its own, so that a page loads just one.
 * @type {Record<string, () => Promise<{ default: Catalogue }>>}
 */
const catalogues = {
  en: () => import("../messages/en.json", { with: { type: "json" } }),
};

/**
 * @param {unknown} lang for example "en" or "pt-BR"; a language that is not there gives English
 * @returns {Promise<Texts>}
 */
export async function loadTexts(lang) {
  const english = (await catalogues.en()).default;
  const texts = new Texts("en", english, english);
  if (typeof lang !== "string")
    throw texts.error("invalid_argument", "wrong_type", { argument: "lang", got: typeof lang, expected: "string" });
  const found = [lang, lang.split("-")[0]].find((name) => Object.hasOwn(catalogues, name));
  return found === undefined || found === "en" ? texts : new Texts(found, (await catalogues[found]()).default, english);
}
