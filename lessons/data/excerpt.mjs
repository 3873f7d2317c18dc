// The text that the pages evaluate the models on: about 32,000 characters that no model has seen.
//
//   node excerpt.mjs FOLDER [FILE]    FILE: the novels; made-up stories where there are none
//
// Writes excerpt.txt and excerpt.json { source: "austen" | "stories", title, characters }, characters being their number.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { stories } from "./stories.mjs";

const size = 32000;
const heldOut = 0.1; // of the text, at its end: what the cards of the models say

/**
 * From the first chapter of the held-out part on, in whole paragraphs.
 * @param {string} novels
 */
export function austenExcerpt(novels) {
  const first = novels.length - Math.floor(novels.length * heldOut);
  const novel = novels.indexOf("\nPersuasion\n");
  if (novel === -1 || novel > first)
    throw new Error("The held-out part should lie within Persuasion, the last of the novels.");
  const chapter = novels.slice(first).search(/^Chapter \d+$/m);
  if (chapter === -1) throw new Error("The held-out part has no chapter.");
  return wholeParagraphs(novels.slice(first + chapter));
}

/** @param {string} text */
function wholeParagraphs(text) {
  const end = text.lastIndexOf("\n", size);
  return text.slice(0, end + 1);
}

/**
 * @param {string | undefined} novels
 * @param {string} known every character that the models know
 */
export function makeExcerpt(novels, known) {
  const made = novels
    ? { source: "austen", title: "Jane Austen, Persuasion", text: austenExcerpt(novels) }
    : { source: "stories", title: "Made-up stories", text: wholeParagraphs(stories(1, size + 1000)) };
  const unknown = [...new Set(made.text)].filter((character) => !known.includes(character));
  if (unknown.length > 0) throw new Error(`The excerpt has characters that no model knows: ${JSON.stringify(unknown)}`);
  const { text, ...about } = made;
  return { text, about: { ...about, characters: text.length } };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder, file] = process.argv;
  if (!folder) throw new Error("usage: node excerpt.mjs FOLDER [FILE]");
  const card = JSON.parse(readFileSync(new URL("../models/rope.json", import.meta.url), "utf8"));
  const { text, about } = makeExcerpt(file && readFileSync(file, "utf8"), card.characters);
  writeFileSync(join(folder, "excerpt.txt"), text);
  writeFileSync(join(folder, "excerpt.json"), `${JSON.stringify(about, null, 2)}\n`);
}
