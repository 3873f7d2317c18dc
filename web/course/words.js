// For every language but English a script with the words of its figures and exercises, which its pages run before these.
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { folders, shortName } from "./paths.js";

/** Where the script of a language is, as the bundle names it. */
export function wordsScript(/** @type {string} */ language) {
  return shortName(path.join(folders.words, `${language}.js`));
}

/** Writes build/words anew. @param {string[]} languages */
export async function makeWords(languages) {
  await rm(folders.words, { recursive: true, force: true });
  await mkdir(folders.words, { recursive: true });
  const from = (/** @type {string[]} */ ...names) => path.relative(folders.words, path.join(folders.web, ...names));
  for (const language of languages.filter((each) => each !== "en")) {
    const code = `import { addWords } from "${from("elements", "words.js")}";
import words from "${from("messages", `${language}.json`)}";

addWords("${language}", words);
`;
    await writeFile(path.join(folders.words, `${language}.js`), code);
  }
}
