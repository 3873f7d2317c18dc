// The SCORM 1.2 package of each lesson: its page, which the site's build leaves in build/packaged/, and every file of the site that the
// page can come to ask for.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";

import { archive } from "../archive.js";
import { scormManifest } from "./manifest.js";

/** Read through for the names of other files. */
const readable = /\.(js|css|html)$/;

/**
 * @param {object} from
 * @param {string} from.pages folder of the packaged pages of a language
 * @param {string} from.site
 * @param {(slug: string) => string} from.title
 * @returns {Record<string, Uint8Array>} packages by file name
 */
export function makePackages({ pages, site, title }) {
  if (!existsSync(pages)) throw new Error(`${pages} is missing: the site is built before the packages`);
  const assets = new SiteAssets(path.join(site, "assets"));
  const slugs = readdirSync(path.join(pages, "lessons")).toSorted();
  return Object.fromEntries(
    slugs.map((slug) => {
      const page = `lessons/${slug}/index.html`;
      const document = readFileSync(path.join(pages, page));
      const files = { [page]: document, ...assets.neededBy(document.toString()) };
      const manifest = scormManifest({ id: slug, title: title(slug), page, files: Object.keys(files) });
      return [`scorm/${slug}.zip`, archive({ "imsmanifest.xml": manifest, ...files })];
    }),
  );
}

class SiteAssets {
  /** @type {Map<string, { content: Buffer, names: string[] }>} by file name; each has a hash in it, so that where it stands in a text that file is meant */
  #files = new Map();

  /** @param {string} folder */
  constructor(folder) {
    const names = readdirSync(folder).filter((name) => !/\.(br|gz)$/.test(name));
    for (const name of names) {
      const content = readFileSync(path.join(folder, name));
      const text = readable.test(name) ? content.toString() : "";
      this.#files.set(name, { content, names: namesIn(text, new Set(names)) });
    }
  }

  /** What a document needs, and what that needs, by path in the site. @param {string} text */
  neededBy(text) {
    const found = new Set(namesIn(text, new Set(this.#files.keys())));
    // A set that grows while it is gone through.
    for (const name of found) for (const other of this.#files.get(name)?.names ?? []) found.add(other);
    return Object.fromEntries(
      [...found].toSorted().map((name) => [`assets/${name}`, this.#files.get(name)?.content ?? ""]),
    );
  }
}

/** @param {string} text @param {Set<string>} known */
function namesIn(text, known) {
  return [...new Set(text.match(/[\w.-]+\.\w+/g) ?? [])].filter((name) => known.has(name));
}
