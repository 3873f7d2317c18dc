// The words of the pages, by language. A sentence that a language lacks is taken from English.
import { readFileSync } from "node:fs";
import path from "node:path";

import { merged, strictText } from "../engine/sentences.js";
import { folders } from "./paths.js";

/** @typedef {import("../engine/sentences.js").Tree} Tree */
/** @typedef {(key: string, fields?: Record<string, string | number>) => string} PageText */

/**
 * The words of a language, complete.
 * @param {string} language
 * @returns {Tree}
 */
export function readCatalogue(language) {
  const english = readTree("en");
  return language === "en" ? english : merged(english, readTree(language));
}

/**
 * @param {string} language
 * @returns {Tree}
 */
function readTree(language) {
  return JSON.parse(readFileSync(path.join(folders.messages, `${language}.json`), "utf8"));
}

/**
 * The sentences of one section. One that is missing, or a placeholder without a value, is a mistake of ours and throws.
 * @param {Tree} catalogue
 * @param {string} section
 * @returns {PageText}
 */
export function sectionText(catalogue, section) {
  return strictText([catalogue[section]], section);
}
