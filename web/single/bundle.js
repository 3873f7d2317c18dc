// The scripts of a page in one file, each bundled into one: the page's own, and those of its two workers.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

import { folders } from "../course/paths.js";
import { readExcerpt } from "../course/excerpt.js";
import { sentencesOf, sentencesOfAll } from "../course/sentences.js";

const here = path.join(folders.web, "single");

/** By what is imported, the module of this folder that stands in its place. */
const inPlace = new Map([
  [path.join(folders.web, "engine", "addresses.js"), "addresses.js"],
  [path.join(folders.web, "engine", "checkpoint-addresses.js"), "checkpoint-addresses.js"],
  [path.join(folders.web, "engine", "files.js"), "files.js"],
  [path.join(folders.web, "code", "start-worker.js"), "start-worker.js"],
]);

/** @param {string} code */
const script = (code) => ({ code, moduleType: /** @type {const} */ ("js") });

/** What the package's build makes (engine/build-package.mjs), with names of parts for addresses. @type {Record<string, () => string>} by module */
const made = {
  [path.join(folders.web, "engine", "catalogues.js")]() {
    const languages = readdirSync(path.join(folders.package, "messages")).map((name) => path.basename(name, ".js"));
    const entries = languages.map((name) => {
      const file = path.join(folders.package, "messages", `${name}.js`);
      return `${JSON.stringify(name)}: () => import(${JSON.stringify(file)})`;
    });
    return `export const catalogues = { ${entries.join(", ")} };`;
  },
  [path.join(folders.web, "engine", "shipped-models.js")]() {
    const cards = readdirSync(folders.models).filter((name) => name.endsWith(".json"));
    const entries = cards.toSorted().map((name) => {
      const card = JSON.parse(readFileSync(path.join(folders.models, name), "utf8"));
      const weights = `${card.name}.safetensors`;
      const { length } = readFileSync(path.join(folders.models, weights));
      return { card, bytes: length, address: weights };
    });
    return `export const shipped = ${JSON.stringify(entries)};`;
  },
  /** The script around the only build stands among those of the page. */
  [path.join(folders.web, "engine", "glue.js")]() {
    const glue = path.join(folders.package, "whereabouts-simd.js");
    return `export const loadGlue = () => import(${JSON.stringify(glue)});`;
  },
  [path.join(folders.elements, "excerpt.js")]: () =>
    `const known = ${JSON.stringify(readExcerpt())};\nexport const excerpt = async () => known;`,
};

/**
 * What the engine says, without the sentences of exercises that the page does not have.
 * @param {string} file
 * @param {string[]} exercises
 */
async function engineWords(file, exercises) {
  const { default: words } = await import(pathToFileURL(file).href);
  const asked = exercises.map((id) => sentencesOf(words.exercise, id));
  const exercise = Object.assign(sentencesOfAll(words.exercise), ...asked);
  return `export default ${JSON.stringify({ ...words, exercise })};`;
}

/** What elements say, of a whole catalogue. @param {any} catalogue */
export function elementWords({ figure, experiment, exercise, code, attempt }) {
  return { figure, experiment, exercise: { ui: exercise?.ui }, code, attempt };
}

/** @typedef {{ elements: string[], exercises: string[], writes: boolean }} Held what a page holds; whether programs are written in it */

/** @param {Held} page */
const modules = ({ elements, exercises, writes }) => ({
  name: "whereabouts-single",
  async resolveId(/** @type {string} */ source, /** @type {string | undefined} */ importer) {
    if (source === "@jitl/quickjs-wasmfile-release-sync" && importer !== path.join(here, "interpreter.js"))
      return path.join(here, "interpreter.js");
    if (!source.startsWith(".") || importer === undefined) return null;
    const place = inPlace.get(path.resolve(path.dirname(importer), source));
    return place === undefined ? null : path.join(here, place);
  },
  async load(/** @type {string} */ id) {
    if (Object.hasOwn(made, id)) return script(made[id]());
    // Where no program is written, neither editor nor interpreter is asked for.
    if (id === path.join(folders.web, "code", "exercise.js") && !writes) return script("export {};");
    if (path.dirname(id) === path.join(folders.package, "messages")) return script(await engineWords(id, exercises));
    if (path.dirname(id) !== folders.messages || !id.endsWith(".json")) return null;
    const words = elementWords(JSON.parse(readFileSync(id, "utf8")));
    const figures = Object.entries(words.figure ?? {}).filter(([name]) => name === "common" || elements.includes(name));
    return script(`export default ${JSON.stringify({ ...words, figure: Object.fromEntries(figures) })};`);
  },
});

/** Nothing lies beside a script that has no address: what asks for its own is given none, and the part instead. */
const transform = { define: { "import.meta.url": '"file:"' } };

/**
 * @param {string} input
 * @param {"es" | "iife"} format
 * @param {Held} page
 * @param {any[]} [others] plugins
 */
async function bundled(input, format, page, others = []) {
  const bundle = await rolldown({
    input,
    plugins: [...others, modules(page)],
    platform: "browser",
    cwd: folders.web,
    transform,
  });
  // A classic script has a name for what it exports; nobody uses it.
  const names = format === "iife" ? { name: "exported" } : {};
  const { output } = await bundle.generate({ format, minify: true, codeSplitting: false, comments: false, ...names });
  await bundle.close();
  if (output.length !== 1) throw new Error(`${input} became ${output.length} files: a page holds one`);
  return output[0].code;
}

/** @type {Held} */
const nothing = { elements: [], exercises: [], writes: true };

const entry = "whereabouts:page";

/**
 * The page's own script.
 * @param {string[]} sources in the order in which they run
 * @param {Held} page
 */
export function pageScript(sources, page) {
  const virtual = {
    name: "whereabouts-page",
    resolveId: (/** @type {string} */ id) => (id === entry ? path.join(here, "page") : null),
    load: (/** @type {string} */ id) =>
      id === path.join(here, "page")
        ? script(sources.map((source) => `import ${JSON.stringify(source)};\n`).join(""))
        : null,
  };
  return bundled(entry, "es", page, [virtual]);
}

/** The engine's worker. */
export const engineWorker = () => bundled(path.join(folders.web, "engine", "worker.js"), "iife", nothing);

/** The worker in which programs run. */
export const codeWorker = () => bundled(path.join(folders.web, "code", "worker.js"), "iife", nothing);

/** The script that opens the others. */
export const opening = () => bundled(path.join(here, "opening.js"), "es", nothing);

/** The interpreter that programs run in. */
export const interpreter = path.join(
  folders.web,
  "node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm",
);
