// Makes elements/ of the package: every figure and the exercise as a custom element, each a module of its own, and one for all. They ask the
// package's own engine; what they need beside it lies with them.
import { readFileSync } from "node:fs";
import { cp, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { rolldown } from "rolldown";

import { elementNames, isFigure } from "../course/element-names.js";
import { figureModule } from "../course/figure-module.js";
import { folders } from "../course/paths.js";
import { codeWorker, elementWords, interpreter } from "../single/bundle.js";
import { packed } from "../single/packing.js";

const all = "whereabouts:all";

/** What is asked for by address lies beside the modules; the engine above them. */
const asked = {
  name: "whereabouts-elements",
  resolveId(/** @type {string} */ source) {
    if (/^(?:\.\.\/)+engine\/index\.js$/.test(source)) return { id: "../index.js", external: true };
    return [all, "./worker.js?worker&url"].includes(source) ? `\0${source}` : null;
  },
  load(/** @type {string} */ id) {
    if (id === `\0${all}`)
      return elementNames()
        .map((name) => `import ${JSON.stringify(path.join(folders.elements, `${name}.js`))};\n`)
        .join("");
    if (id === "\0./worker.js?worker&url") return 'export default new URL("./code-worker.js", import.meta.url).href;';
    if (path.dirname(id) !== folders.messages || !id.endsWith(".json")) return null;
    const words = elementWords(JSON.parse(readFileSync(id, "utf8")));
    return { code: `export default ${JSON.stringify(words)};`, moduleType: /** @type {const} */ ("js") };
  },
  transform(/** @type {string} */ code, /** @type {string} */ id) {
    const replacement = replacements[path.relative(folders.elements, id)];
    return replacement ? replaced(code, id, ...replacement) : null;
  },
};

/** What is otherwise in the package, by module. @type {Record<string, [string, string]>} */
const replacements = {
  "excerpt.js": ['"../../build/data/', '"./'],
  // Its elements stand in pages of others, whose storage and address are theirs.
  "registry.js": [
    'export const guests = () => guestsAt("where-exercise");',
    'export const guests = () => ({ language: "" });',
  ],
};

/**
 * A module with one text in the place of another.
 * @param {string} code
 * @param {string} module
 * @param {string} from
 * @param {string} to
 * @throws {Error} where the text is not there
 */
export function replaced(code, module, from, to) {
  if (!code.includes(from)) throw new Error(`${module} no longer holds ${from}`);
  return code.replaceAll(from, to);
}

/** @param {string} output folder of the package */
export async function buildElements(output) {
  const folder = path.join(output, "elements");
  await mkdir(folder, { recursive: true });
  const names = elementNames();
  const input = Object.fromEntries(names.map((name) => [name, path.join(folders.elements, `${name}.js`)]));
  const bundle = await rolldown({
    input: { index: all, ...input },
    plugins: [asked],
    platform: "browser",
    cwd: folders.web,
  });
  await bundle.write({
    dir: folder,
    format: "esm",
    comments: { jsdoc: false }, // not made smaller: bundlers find assets by how their addresses are written
    entryFileNames: "[name].js",
    chunkFileNames: "part-[name]-[hash].js",
  });
  await bundle.close();
  // The worker in which programs run has the interpreter in its own text: for bundlers it is a file that asks for no other.
  const parts = { "interpreter.wasm": packed(readFileSync(interpreter)) };
  const { reasons } = JSON.parse(readFileSync(path.join(folders.messages, "en.json"), "utf8")).single;
  const given = { whereaboutsParts: parts, whereaboutsReasons: reasons };
  const worker = `Object.assign(self, ${JSON.stringify(given)});\n${await codeWorker()}`;
  await writeFile(path.join(folder, "code-worker.js"), worker);
  for (const name of ["excerpt.txt", "excerpt.json"]) await cp(path.join(folders.data, name), path.join(folder, name));
  await writeFile(path.join(folder, "index.d.ts"), await declarations(names));
}

/** @param {string[]} names */
async function declarations(names) {
  const entries = await Promise.all(
    names.map(async (name) => {
      const element = isFigure(name) ? `WhereFigure<${await stateOf(name)}>` : "WhereExercise";
      return `    "where-${name}": ${element};\n`;
    }),
  );
  return `/** A figure as a custom element; its attributes are its settings. */
export interface WhereFigure<State> extends HTMLElement {
  /** The settings as they stand: a copy. */
  readonly settings: State;
  /** Goes back to what the attributes ask for. */
  reset(): Promise<void>;
}

/** An exercise: \`exercise\` is its id, \`seed\` says which instance comes first, \`hide\` names buttons that are left out. */
export interface WhereExercise extends HTMLElement {
  exercise: string;
  seed: number;
  hide: string;
}

/** What events tell: plain data, copies that belong to the listener. */
export interface WhereEvents {
  "where-ready": CustomEvent<{ name: string; [detail: string]: unknown }>;
  "where-change": CustomEvent<{ name: string; [detail: string]: unknown }>;
  "where-answer": CustomEvent<{ name: "exercise"; exercise: string; seed: number; verdict: string; passed: boolean; score: number; [detail: string]: unknown }>;
  "where-error": CustomEvent<{ name: string; message: string; setting?: string; [detail: string]: unknown }>;
}

declare global {
  interface HTMLElementTagNameMap {
${entries.join("")}  }
  interface HTMLElementEventMap extends WhereEvents {}
}
`;
}

/** The settings of a figure as a type. @param {string} name */
async function stateOf(name) {
  const { settings } = await figureModule(name);
  /** @type {Record<string, string>} */
  const types = {
    number: "number",
    whole: "number",
    switch: "boolean",
    numbers: "number[]",
    text: "string",
    json: "unknown",
  };
  const members = settings.map(({ name: setting, type, choices = [] }) => {
    const choice = choices.map((each) => JSON.stringify(each)).join(" | ");
    const written = type === "choice" ? choice : type === "set" ? `(${choice})[]` : types[type];
    if (!written) throw new Error(`the setting "${setting}" of ${name} has a type that has no declaration: "${type}"`);
    return `${JSON.stringify(setting)}: ${written}`;
  });
  return `{ ${members.join("; ")} }`;
}
