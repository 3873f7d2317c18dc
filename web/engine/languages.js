import { catalogues } from "./catalogues.js";
import { Texts } from "./texts.js";

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
