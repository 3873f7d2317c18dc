// What the dialog with the embed code says. In the site's bundle the English words come with this file (vite.config.js).
import { wordsHere } from "../../elements/words.js";
import { filled, find } from "../../engine/sentences.js";

/**
 * @param {string} key below "offer"
 * @param {Record<string, string | number>} [fields]
 */
export function say(key, fields = {}) {
  const path = `offer.${key}`;
  return filled(find(wordsHere(), path) ?? path, fields, (_, placeholder) => placeholder);
}
