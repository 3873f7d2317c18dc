// Jane Austen's six novels as one plain text, out of the Debian package r-cran-janeaustenr, which holds them as Project
// Gutenberg's volunteers typed them (Julia Silge, https://github.com/juliasilge/janeaustenr).
//
//   node austen.mjs FOLDER FILE    FOLDER: where the package is unpacked; FILE: what is written
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { readLazyLoad } from "./r-data.mjs";

// By the year they were published. The last tenth of the text, the end of Persuasion, is held out of the training.
export const novels = ["sensesensibility", "prideprejudice", "mansfieldpark", "emma", "northangerabbey", "persuasion"];

/** The characters that the shipped models know, in the order of their ids. */
export const characters = (() => {
  const range = (/** @type {string} */ first, /** @type {number} */ count) =>
    String.fromCharCode(...Array.from({ length: count }, (_, i) => first.charCodeAt(0) + i));
  return `\n !"'(),-.${range("0", 10)}:;?${range("A", 26)}${range("a", 26)}`;
})();

/**
 * A novel's lines as paragraphs, one a line: lines were broken for a printed page, and a model should not spend its few
 * weights on learning where. Marks of italics go; what is left are the characters above.
 * @param {string[]} lines
 */
export function paragraphs(lines) {
  return lines
    .map((line) => line.trim())
    .join("\n")
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph
        .replaceAll(/[_*]/g, "")
        .replaceAll("[", "(")
        .replaceAll("]", ")")
        .replaceAll("&c", "etc")
        .replaceAll("&", "and")
        .replaceAll("\u00a3", "L")
        .replaceAll(/\s+/g, " ")
        .trim(),
    )
    .filter((paragraph) => paragraph !== "")
    .join("\n");
}

/**
 * Northanger Abbey ends in a modern editor's note, which is not Jane Austen's.
 * @param {string[]} lines
 */
function withoutEditorsNote(lines) {
  const note = lines.indexOf("A NOTE ON THE TEXT");
  return note === -1 ? lines : lines.slice(0, note);
}

/** @param {string} folder where the package is unpacked */
export function readAusten(folder) {
  const data = join(folder, "usr/lib/R/site-library/janeaustenr/data/Rdata");
  const objects = readLazyLoad(readFileSync(`${data}.rdx`), readFileSync(`${data}.rdb`));
  const text = novels
    .map((name) => {
      const lines = objects.get(name);
      if (!lines) throw new Error(`The package has no "${name}".`);
      return `${paragraphs(withoutEditorsNote(lines()))}\n`;
    })
    .join("");
  const unknown = [...new Set(text)].filter((character) => !characters.includes(character));
  if (unknown.length > 0) throw new Error(`The text has characters that no model knows: ${JSON.stringify(unknown)}`);
  return text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder, file] = process.argv;
  if (!folder || !file) throw new Error("usage: node austen.mjs FOLDER FILE");
  writeFileSync(file, readAusten(folder));
}
