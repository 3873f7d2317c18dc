// Makes build/package/, the npm package "whereabouts", from web/engine and the WebAssembly builds in build/<build>/.
//   node web/engine/build-package.mjs
// index.js keeps its dynamic imports and addresses relative to itself, so that it works as it lies there (Node, a plain
// static host) and through a bundler. worker.js and the glue are started by address: each is one self-contained file.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { rolldown } from "rolldown";
import { minify } from "rolldown/utils";

import { writeLicences } from "../course/licences.js";
import { buildElements } from "./build-elements.mjs";
import { builds } from "./load.js";

const root = new URL("../../", import.meta.url);
const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, root));
const output = path("build/package");

/** The parts of the message catalogue that the engine speaks; the rest belongs to the pages. */
const sections = ["error", "encoding", "exercise", "task", "experiment"];

/** A card for each trained model, and beside it a file of weights with the same name. */
const models = path("lessons/models");
const cards = existsSync(models) ? (await readdir(models)).filter((name) => name.endsWith(".json")).sort() : [];

const languages = (await readdir(path("web/messages"))).map((name) => name.replace(/\.json$/, "")).sort();

/** catalogues.js, made from the folder of catalogues, and the catalogues themselves. */
const catalogues = {
  name: "whereabouts-catalogues",
  async load(/** @type {string} */ id) {
    if (id.endsWith("/engine/catalogues.js")) {
      const entries = languages.map((name) => `${JSON.stringify(name)}: () => import("../messages/${name}.json")`);
      return { code: `export const catalogues = { ${entries.join(", ")} };`, moduleType: /** @type {const} */ ("js") };
    }
    if (!/\/messages\/[\w-]+\.json$/.test(id)) return null;
    const catalogue = JSON.parse(await readFile(id, "utf8"));
    const kept = Object.fromEntries(
      sections.filter((name) => name in catalogue).map((name) => [name, catalogue[name]]),
    );
    return { code: `export default ${JSON.stringify(kept)};`, moduleType: /** @type {const} */ ("js") };
  },
};

/** shipped-models.js, made from the cards. */
const shippedModels = {
  name: "whereabouts-shipped-models",
  async load(/** @type {string} */ id) {
    if (!id.endsWith("/shipped-models.js")) return null;
    const entries = await Promise.all(
      cards.map(async (file) => {
        const name = file.replace(/\.json$/, "");
        const card = JSON.parse(await readFile(`${models}/${file}`, "utf8"));
        if (card.name !== name) throw new Error(`lessons/models/${file} is the card of "${card.name}"`);
        const { size } = await stat(`${models}/${name}.safetensors`);
        const address = `new URL("./models/${name}.safetensors", import.meta.url).href`;
        return `{ card: ${JSON.stringify(card)}, bytes: ${size}, address: ${address} }`;
      }),
    );
    return { code: `export const shipped = [${entries.join(",\n")}];`, moduleType: /** @type {const} */ ("js") };
  },
};

/**
 * @param {string} entry in web/engine
 * @param {import("rolldown").OutputOptions} options
 */
async function bundle(entry, options) {
  const made = await rolldown({
    input: path(`web/engine/${entry}`),
    plugins: [catalogues, shippedModels],
    platform: "browser",
    external: /^node:/,
  });
  // What says where the builds for checkpoints lie must itself lie beside them.
  const chunkFileNames = (/** @type {{ name: string }} */ { name }) =>
    name === "checkpoint-addresses" ? "[name].js" : "messages/[name].js";
  await made.write({ dir: output, format: "esm", chunkFileNames, ...options });
  await made.close();
}

/** A script that bundlers take for a file and leave as it is. @param {string} file */
async function smaller(file) {
  const { code, errors } = await minify(file, await readFile(file, "utf8"), { module: true });
  if (errors.length > 0) throw new Error(`${file} could not be made smaller: ${errors[0].message}`);
  return code;
}

/** The declarations that TypeScript reads out of the JSDoc comments, one file for each module. */
async function declare() {
  const compiler = fileURLToPath(new URL("bin/tsc", import.meta.resolve("typescript/package.json")));
  const made = spawnSync(process.execPath, [compiler, "-p", path("web/engine/tsconfig.json")], { stdio: "inherit" });
  if (made.status !== 0) throw new Error("the declarations could not be made: the errors stand above");
  for (const name of (await readdir(output)).filter((file) => file.endsWith(".d.ts"))) {
    const text = await readFile(`${output}/${name}`, "utf8");
    await writeFile(`${output}/${name}`, text.replaceAll("../../build/package/", "./"));
  }
}

async function main() {
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  for (const build of builds)
    for (const name of [`whereabouts-${build}`, `whereabouts-checkpoint-${build}`]) {
      await cp(path(`build/${build}/${name}.wasm`), `${output}/${name}.wasm`);
      // .js, not .mjs: many static hosts send .mjs with a type that browsers refuse to run.
      await writeFile(`${output}/${name}.js`, await smaller(path(`build/${build}/${name}.mjs`)));
    }
  await cp(path("build/simd/whereabouts-simd.d.mts"), `${output}/session.d.ts`);
  await bundle("index.js", { comments: { jsdoc: false } }); // they stand in the declarations
  await bundle("worker.js", { minify: true, comments: { annotation: false } }); // no page's own bundler comes near it, to read these
  await declare();
  for (const file of cards) {
    const weights = file.replace(/\.json$/, ".safetensors");
    await cp(`${models}/${weights}`, `${output}/models/${weights}`);
  }
  await buildElements(output);
  await writeLicences(output);
  await cp(path("web/README.md"), `${output}/README.md`);
  await cp(path("LICENSE"), `${output}/LICENSE`);
  await writeFile(`${output}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
}

const manifest = {
  name: "whereabouts",
  version: "0.1.0",
  description:
    "Positional encodings, a small GPT-2-style transformer and graded exercises, in C++ compiled to WebAssembly",
  keywords: ["positional encoding", "RoPE", "ALiBi", "transformer", "WebAssembly", "custom elements", "exercises"],
  license: "Apache-2.0",
  type: "module",
  main: "./index.js",
  types: "./index.d.ts",
  exports: {
    ".": { types: "./index.d.ts", default: "./index.js" },
    "./engine": { types: "./index.d.ts", default: "./index.js" },
    "./worker": { types: "./worker.d.ts", default: "./worker.js" },
    "./elements": { types: "./elements/index.d.ts", default: "./elements/index.js" },
    "./elements/*": { types: "./elements/index.d.ts", default: "./elements/*.js" },
    "./*": "./*",
  },
  files: ["*.js", "*.d.ts", "*.wasm", "messages/", "models/", "elements/", "licences.txt"],
  // An import of an element is for what it does: it gives the element its name. The worker's script answers whoever started it.
  sideEffects: ["./elements/*.js", "./worker.js"],
  engines: { node: ">=20" },
};

await main();
