// From a text to the words that questions and passages are compared by. Build and browser split alike, or nothing is found.
import { stemmer } from "stemmer";

/** Endings are taken off where we know how: "slopes" and "slope" are one term. Other languages are compared as they are written. */
const stems = /** @type {Record<string, (word: string) => string>} */ ({ en: stemmer });

/** @typedef {{ written: string, term: string }} Word `written` in lower case, as lists of words have it */

/**
 * @param {string} text
 * @param {string} language
 * @returns {Word[]}
 */
export function wordsOf(text, language) {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[’']s\b/g, "")
    .replace(/[’']/g, "")
    // 1,024 is the number 1024.
    .replace(/(\d),(?=\d{3}(?!\d))/g, "$1")
    // GPT-2 and gpt2 are one name.
    .replace(/(?<![\p{L}\d])(\p{L}+)-(?=\d+(?![\p{L}\d.]))/gu, "$1");
  const words = plain.match(/\p{L}+\d*|\d+(?:\.\d+)?/gu) ?? [];
  const stem = stems[language] ?? ((/** @type {string} */ word) => word);
  return words.map((written) => ({ written, term: /\d/.test(written) ? written : stem(written) }));
}

/**
 * @param {string} text
 * @param {string} language
 */
export function termsOf(text, language) {
  return wordsOf(text, language).map(({ term }) => term);
}
