// The licences of everything that others wrote and that site and package carry: what the engine is compiled from, fonts, KaTeX, and every
// package that scripts are bundled from.
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { folders } from "./paths.js";

const modules = path.join(folders.web, "node_modules");

/** Tools of the build whose own files end up in the site. */
const carried = ["@expo-google-fonts/source-sans-3", "@expo-google-fonts/source-serif-4", "katex"];

/** What a package calls its licence files. The fonts' package has one of its own beside the fonts' one. */
const licenceFile = /^(licen[cs]e|copying|notice)/i;

/**
 * The packages and all that they depend on, by name.
 * @param {string[]} names
 * @returns {Promise<string[]>}
 */
async function withDependencies(names) {
  /** @type {Set<string>} */
  const found = new Set();
  const visit = async (/** @type {string} */ name) => {
    if (found.has(name)) return;
    found.add(name);
    const { dependencies = {} } = await readManifest(name);
    for (const dependency of Object.keys(dependencies).filter((other) => !other.startsWith("@types/")))
      await visit(dependency);
  };
  for (const name of names) await visit(name);
  return [...found].toSorted();
}

/** @param {string} name */
async function readManifest(name) {
  return JSON.parse(await readFile(path.join(modules, name, "package.json"), "utf8"));
}

/** Writes licences.txt into a folder. A package without a licence may not be carried: that ends the build. */
export async function writeLicences(folder = folders.site) {
  const { dependencies } = JSON.parse(await readFile(path.join(folders.web, "package.json"), "utf8"));
  // KaTeX runs at build time: of its dependencies nothing is carried.
  const names = [...new Set([...(await withDependencies(Object.keys(dependencies))), ...carried])].toSorted();
  const engine = await readFile(new URL("engine-licences.txt", import.meta.url), "utf8");
  const parts = [engine.trim()];
  for (const name of names) {
    const { version, license } = await readManifest(name);
    const files = (await readdir(path.join(modules, name))).filter((file) => licenceFile.test(file));
    if (files.length === 0 && license === undefined) throw new Error(`the package "${name}" has no licence`);
    const texts = await Promise.all(files.map((file) => readFile(path.join(modules, name, file), "utf8")));
    parts.push([`${name} ${version} (${license})`, ...texts.map((text) => text.trim())].join("\n\n"));
  }
  const rule = `\n\n${"-".repeat(80)}\n\n`;
  await writeFile(path.join(folder, "licences.txt"), `${parts.join(rule)}\n`);
}
