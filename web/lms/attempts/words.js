// What is said beside the code of an attempt. In the site's bundle the English words come with this file (vite.config.js).
import { wordsHere } from "../../elements/words.js";
import { filled, find } from "../../engine/sentences.js";

/**
 * @param {string} key below "attempt"
 * @param {Record<string, string | number>} [fields]
 */
export function say(key, fields = {}) {
  const path = `attempt.${key}`;
  return filled(find(wordsHere(), path) ?? path, fields, (_, placeholder) => placeholder);
}
