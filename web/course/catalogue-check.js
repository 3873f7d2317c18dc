// What is wrong with the catalogue of a language: found by the build with file and line, not by a reader in a page.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { isMap, isScalar, LineCounter, parseDocument } from "yaml";

import { folders, shortName } from "./paths.js";
import { LessonError, Problems } from "./problem.js";

/** Below these every language has words of its own, as many as it needs. */
const free = ["ask.lists.also", "ask.lists.together", "ask.examples"];

/**
 * Throws everything that is wrong with the catalogues of these languages, each of which may lack any sentence but its own name and
 * direction.
 * @param {string[]} languages
 * @param {string} [folder]
 */
export function checkCatalogues(languages, folder = folders.messages) {
  const english = JSON.parse(readFileSync(path.join(folder, "en.json"), "utf8"));
  const problems = languages
    .filter((language) => language !== "en")
    .flatMap((language) => problemsOf(path.join(folder, `${language}.json`), english));
  if (problems.length > 0) throw new LessonError(problems);
}

/** @param {string} file @param {any} english */
function problemsOf(file, english) {
  const problems = new Problems(shortName(file));
  if (!existsSync(file)) {
    problems.add(1, "the language has lessons and no catalogue: write this file, at least its page.language and page.direction"); // prettier-ignore
    return problems.found;
  }
  const lines = new LineCounter();
  // JSON is YAML; only this reader tells where things stand.
  const document = parseDocument(readFileSync(file, "utf8"), { lineCounter: lines });
  const lineAt = (/** @type {number} */ offset) => lines.linePos(offset).line;
  for (const error of document.errors) problems.add(lineAt(error.pos[0]), error.message.split("\n")[0]);
  if (document.errors.length > 0) return problems.found;

  const page = document.toJS()?.page ?? {};
  if (typeof page.language !== "string")
    problems.add(1, '"page.language" is missing: what the language calls itself, for the links between languages');
  if (!["ltr", "rtl"].includes(page.direction)) problems.add(1, '"page.direction" must be "ltr" or "rtl"');
  compare(document.contents, english, "");
  return problems.found;

  /** @param {unknown} node @param {any} base @param {string} place */
  function compare(node, base, place) {
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      if (!isScalar(key)) continue;
      const name = String(key.value);
      const at = place === "" ? name : `${place}.${name}`;
      const line = lineAt(key.range?.[0] ?? 0);
      const below = base[name];
      if (free.includes(at)) continue;
      if (below === undefined) problems.add(line, `English has no "${at}": a slip in its name?`);
      else if (isMap(value) !== (typeof below === "object"))
        problems.add(line, `"${at}" must be ${typeof below === "object" ? "a group of sentences" : "a sentence"}, as in English`); // prettier-ignore
      else if (isMap(value)) compare(value, below, at);
      else comparePlaceholders(isScalar(value) ? value.value : value, below, at, line);
    }
  }

  /** @param {unknown} sentence @param {string} base @param {string} at @param {number} line */
  function comparePlaceholders(sentence, base, at, line) {
    if (typeof sentence !== "string") return problems.add(line, `"${at}" must be a sentence, as in English`);
    const known = /** @type {string[]} */ (base.match(/\{\w+\}/g) ?? []);
    for (const placeholder of sentence.match(/\{\w+\}/g) ?? []) {
      if (known.includes(placeholder)) continue;
      const there = known.length === 0 ? "none" : known.join(", ");
      problems.add(line, `"${at}" has ${placeholder}, for which there is no value; English has ${there}`);
    }
  }
}
