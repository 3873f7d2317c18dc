// The words of all elements of a page. English is always there; the page of another language brings its own before the elements run
// (course/words.js), and a sentence that it lacks is English.
import { merged } from "../engine/sentences.js";
import english from "../messages/en.json" with { type: "json" };

/** @type {Map<string, any>} */
const catalogues = new Map([["en", english]]);

/** @param {string} language @param {any} catalogue which may lack sentences */
export function addWords(language, catalogue) {
  catalogues.set(language, merged(english, catalogue));
}

/**
 * The language that elements speak here: that of the lesson around them, which may be English in the page of another language, or
 * else that of the page; English where we have no words of it.
 */
export function languageHere() {
  const root = /** @type {Document | undefined} */ (globalThis.document);
  const written = root?.querySelector("article[lang]")?.getAttribute("lang") || root?.documentElement.lang || "en";
  return [written, written.split("-")[0]].find((name) => catalogues.has(name)) ?? "en";
}

/** The catalogue of that language, complete. */
export function wordsHere() {
  return catalogues.get(languageHere());
}
