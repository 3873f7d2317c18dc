// The text that shipped models are measured on in the pages. It is made when the site is built (lessons/data), from a book that the models
// were not trained on to its end, or, where that cannot be had, from a generator of small stories; its source says which.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { folders, shortName } from "./paths.js";

/**
 * @returns {{ text: string, source: { source: string, title: string, characters: string } }}
 */
export function readExcerpt(folder = folders.data) {
  const [text, source] = ["excerpt.txt", "excerpt.json"].map((name) => {
    const file = path.join(folder, name);
    if (!existsSync(file)) throw new Error(`${shortName(file)} is missing: the excerpt is made before the pages`);
    return readFileSync(file, "utf8");
  });
  return { text, source: JSON.parse(source) };
}
