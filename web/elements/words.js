// The words of all elements of a page. English is always there, in the site's bundle each figure's words with the figure
// (vite.config.js); the page of another language brings its own before the elements run (course/words.js), and a sentence that it
// lacks is English.
import { merged } from "../engine/sentences.js";
import english from "../messages/en.json" with { type: "json" };
import { guests } from "./registry.js";

/** @type {Map<string, any>} */
const catalogues = new Map([["en", english]]);

/** @param {string} language @param {any} catalogue which may lack sentences */
export function addWords(language, catalogue) {
  catalogues.set(language, catalogue);
}

/** @param {any} part of the English catalogue that came later */
export function addEnglish(part) {
  catalogues.set("en", merged(catalogues.get("en"), part));
}

/**
 * The language that elements speak here: that of the lesson around them, which may be English in the page of another language, or
 * else that of the page; English where we have no words of it. In somebody else's page the elements have agreed on one.
 */
export function languageHere() {
  const root = /** @type {Document | undefined} */ (globalThis.document);
  const article = root?.querySelector("article[lang]")?.getAttribute("lang");
  const written = guests()?.language || article || root?.documentElement.lang || "en";
  return [written, written.split("-")[0]].find((name) => catalogues.has(name)) ?? "en";
}

/** The catalogue of that language, complete. */
export function wordsHere() {
  const language = languageHere();
  const complete = catalogues.get("en");
  return language === "en" ? complete : merged(complete, catalogues.get(language));
}
