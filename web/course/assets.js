// What a page must load, from the manifest that Vite wrote.
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";

import { folders } from "./paths.js";

/** @typedef {{ file: string, imports?: string[], css?: string[], assets?: string[] }} Chunk */

export class Assets {
  #manifest;

  /** @param {Record<string, Chunk>} manifest by source file */
  constructor(manifest) {
    this.#manifest = manifest;
  }

  /** Takes the manifest out of the site: it is for the build alone. */
  static take() {
    const folder = path.join(folders.site, ".vite");
    const manifest = JSON.parse(readFileSync(path.join(folder, "manifest.json"), "utf8"));
    rmSync(folder, { recursive: true });
    return new Assets(manifest);
  }

  /** @param {string} source */
  #chunk(source) {
    const chunk = this.#manifest[source];
    if (chunk === undefined) throw new Error(`the bundle has no "${source}"`);
    return chunk;
  }

  /** The address of one file below the site. */
  file(/** @type {string} */ source) {
    return this.#chunk(source).file;
  }

  /** The fonts that a style sheet names and that match, for preloading. */
  fonts(/** @type {string} */ source, /** @type {RegExp} */ pattern) {
    return (this.#chunk(source).assets ?? []).filter((asset) => pattern.test(path.basename(asset)));
  }

  /**
   * The scripts themselves and all that they import, without a second look at what is shared.
   * @param {string[]} sources
   */
  withImports(sources) {
    /** @type {Set<string>} */
    const seen = new Set();
    const visit = (/** @type {string} */ source) => {
      if (seen.has(source)) return;
      seen.add(source);
      for (const imported of this.#chunk(source).imports ?? []) visit(imported);
    };
    sources.forEach(visit);
    return [...seen].map((source) => this.file(source));
  }
}
