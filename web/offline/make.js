// Makes the service worker of a built site: offline.js at its top, with the list of what each page needs.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

import { builds } from "../engine/load.js";

/** @typedef {import("./plan.js").Site} Site */

const assetFolder = "assets/";
/** Read through for the names of other files. */
const readable = /\.(js|css|html)$/;
/** Too large to be kept before they are used: trained models, and the engine for real checkpoints with its script. */
const large = /\.safetensors$|\/whereabouts-checkpoint-/;

/** Every file, relative to the folder. @param {string} folder @returns {string[]} */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .toSorted();
}

/**
 * What the service worker must know of a site.
 * @param {string} folder
 * @returns {Site}
 */
export function readSite(folder) {
  const files = filesOf(folder).filter((file) => file !== "offline.js" && !/\.(br|gz)$/.test(file));
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(path.join(folder, file)));
  const assets = files.filter((file) => file.startsWith(assetFolder));
  const names = new Map(assets.map((file) => [path.basename(file), file]));
  /** Each asset's name carries a hash: where it stands in a text, that asset is meant. @type {Map<string, string[]>} */
  const named = new Map();
  const namesIn = (/** @type {string} */ file) => {
    if (!named.has(file)) {
      const text = readable.test(file) ? readFileSync(path.join(folder, file), "utf8") : "";
      const found = [...text.matchAll(/[\w.-]+\.\w+/g)].flatMap(([name]) => names.get(name) ?? []);
      named.set(file, [...new Set(found)]);
    }
    return named.get(file) ?? [];
  };
  const needs = (/** @type {string} */ page) => {
    const found = new Set(namesIn(page));
    // A set that grows while it is gone through: what comes first is asked for first.
    for (const file of found) for (const name of namesIn(file)) if (!large.test(name)) found.add(name);
    return [...found].filter((file) => !large.test(file));
  };
  // What a learning platform launches, or somebody else's page frames, is no part of reading the course.
  const elsewhere = /^(([\w-]+\/)?launch|embed)\//;
  const pages = files.filter((file) => /(^|\/)index\.html$/.test(file) && !elsewhere.test(file));
  const engine = builds.map((build) => [
    build,
    assets.filter((file) => new RegExp(`^${assetFolder}whereabouts-${build}-[^.]+\\.`).test(file)),
  ]);
  return {
    version: hash.digest("hex").slice(0, 16),
    pages: Object.fromEntries(pages.map((file) => [file.slice(0, -"index.html".length), needs(file)])),
    loose: files.filter((file) => file.endsWith(".json") && !file.startsWith(assetFolder) && !elsewhere.test(file)),
    assets,
    engine: Object.fromEntries(engine),
  };
}

/** Writes offline.js into the site. @param {string} folder */
export async function makeOffline(folder) {
  const site = readSite(folder);
  const listed = {
    name: "whereabouts-site",
    load(/** @type {string} */ id) {
      if (!id.endsWith("/offline/site.js")) return null;
      return { code: `export const site = ${JSON.stringify(site)};`, moduleType: /** @type {const} */ ("js") };
    },
  };
  const input = fileURLToPath(new URL("worker.js", import.meta.url));
  const bundle = await rolldown({ input, plugins: [listed], platform: "browser" });
  // A classic script: module workers of this kind came late to some browsers.
  await bundle.write({ file: path.join(folder, "offline.js"), format: "iife", minify: true });
  await bundle.close();
}
