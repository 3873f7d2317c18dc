// What learning platforms take, in build/lms/ and below lms/ of the site: question banks, and a package for each lesson. Made after the
// package and the site.
import { copyFileSync, existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { readCatalogue } from "../course/catalogue.js";
import { Course } from "../course/course.js";
import { overviewAddress } from "../course/pages.js";
import { folders, shortName } from "../course/paths.js";
import { makeBanks } from "./banks.js";
import { makePackages } from "./scorm/packages.js";

/** Where the site has it. */
const offered = path.join(folders.site, "lms");

async function make() {
  const entry = path.join(folders.package, "index.js");
  if (!existsSync(entry)) throw new Error(`${shortName(entry)} is missing: the package is built before the banks`);
  const { loadEngine } = await import(pathToFileURL(entry).href);
  rmSync(folders.lms, { recursive: true, force: true });
  rmSync(offered, { recursive: true, force: true });
  const course = new Course();
  for (const language of course.languages) {
    const engine = await loadEngine({ lang: language });
    const banks = makeBanks(engine, language, readCatalogue(language));
    engine.dispose();
    const title = (/** @type {string} */ slug) => course.lesson(slug, language).head.title;
    const pages = path.join(folders.packaged, language);
    const files = { ...banks, ...makePackages({ pages, site: folders.site, title }) };
    for (const [name, content] of Object.entries(files)) {
      // English stands at the top, as in the site.
      const file = path.join(folders.lms, overviewAddress(language), name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
      offer(file);
    }
  }
}

/** Instructors get it from the site (course/instructors/): the same file under a second name. @param {string} file */
function offer(file) {
  const second = path.join(offered, path.relative(folders.lms, file));
  mkdirSync(path.dirname(second), { recursive: true });
  try {
    linkSync(file, second);
  } catch {
    copyFileSync(file, second); // a file system without second names
  }
}

const begun = performance.now();
await make();
console.log(`${shortName(folders.lms)} written in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
