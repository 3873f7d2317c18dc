// Each lesson, each figure and the exercises as one self-contained file in build/single/. Made after the package and the site.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { folders, shortName } from "../course/paths.js";
import { codeWorker, engineWorker, interpreter, opening, pageScript } from "./bundle.js";
import { figureModule } from "../course/figure-module.js";
import { inlined } from "./inline.js";
import { packed } from "./packing.js";
import { inPlanes } from "./planes.js";

/** One build for all browsers: see web/single/README.md. */
const build = "whereabouts-simd.wasm";

/** Read and packed once, however many pages hold it. @type {Map<string, string>} by file */
const packedFiles = new Map();

/** @param {string} file @param {(bytes: Uint8Array) => Uint8Array} [before] what makes it smaller */
function packedFile(file, before = (bytes) => bytes) {
  const text = packedFiles.get(file) ?? packed(before(readFileSync(file)));
  packedFiles.set(file, text);
  return text;
}

/** @returns {Promise<{ id: string, answer: string }[]>} */
async function exercisesThereAre() {
  const { loadEngine } = await import(pathToFileURL(path.join(folders.package, "index.js")).href);
  const engine = await loadEngine();
  const known = engine.exercises();
  engine.dispose();
  return known;
}

/**
 * @param {string} html
 * @param {{ id: string, answer: string }[]} known exercises
 */
async function contentOf(html, known) {
  const elements = [...new Set([...html.matchAll(/<where-([\w-]+)/g)].map(([, name]) => name))];
  const named = [...html.matchAll(/<where-exercise [^>]*exercise="(\w+)"/g)].map(([, id]) => id);
  // Where none is named, all can be chosen.
  const offered = elements.includes("exercise") && named.length === 0;
  const exercises = known.filter(({ id }) => offered || named.includes(id));
  const figures = await Promise.all(elements.filter((name) => name !== "exercise").map(figureModule));
  return {
    elements,
    exercises: exercises.map(({ id }) => id),
    writes: exercises.some(({ answer }) => answer === "code"),
    models: [...new Set(figures.flatMap(({ shippedModels = [] }) => shippedModels))].toSorted(),
  };
}

/** @param {string} language @param {boolean} isLesson @param {string[]} elements */
function sourcesOf(language, isLesson, elements) {
  const words = language === "en" ? [] : [path.join(folders.words, `${language}.js`)];
  const own = path.join(folders.web, "single", isLesson ? "lesson.js" : "element.js");
  return [...words, own, ...elements.map((name) => path.join(folders.elements, `${name}.js`))];
}

async function make() {
  if (!existsSync(folders.pages)) throw new Error(`${shortName(folders.pages)} is missing: the site is built first`);
  rmSync(folders.single, { recursive: true, force: true });
  const known = await exercisesThereAre();
  const workers = { engine: packed(await engineWorker()), code: packed(await codeWorker()) };
  const opener = await opening();
  const pages = readdirSync(folders.pages, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".html"));
  for (const name of pages.toSorted()) {
    const html = readFileSync(path.join(folders.pages, name), "utf8");
    const { models, ...held } = await contentOf(html, known);
    const spoken = /<article lang="([\w-]+)"/.exec(html)?.[1] ?? /<html lang="([\w-]+)"/.exec(html)?.[1] ?? "en";
    const sources = sourcesOf(spoken, html.includes("<article"), held.elements);
    const parts = {
      "page.js": packed(await pageScript(sources, held)),
      "engine-worker.js": workers.engine,
      [build]: packedFile(path.join(folders.package, build)),
      ...(held.writes ? { "code-worker.js": workers.code, "interpreter.wasm": packedFile(interpreter) } : {}),
      ...Object.fromEntries(
        models.map((model) => [
          `${model}.safetensors`,
          packedFile(path.join(folders.models, `${model}.safetensors`), inPlanes),
        ]),
      ),
      "licences.txt": packedFile(path.join(folders.site, "licences.txt")),
    };
    const file = path.join(folders.single, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, inlined(html, folders.site, parts, opener));
  }
}

const begun = performance.now();
await make();
console.log(`${shortName(folders.single)} written in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
