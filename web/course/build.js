// From lessons to the site in build/site: subset fonts, then Vite with a manifest, then the pages, which Eleventy writes.
// @ts-expect-error: the package has no types
import Eleventy from "@11ty/eleventy";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";

import { Assets } from "./assets.js";
import { checkCatalogues } from "./catalogue-check.js";
import { readCatalogue } from "./catalogue.js";
import { writeCompressed } from "./compressed.js";
import { Course } from "./course.js";
import { elementNames, isFigure } from "./element-names.js";
import { makeFonts } from "./fonts.js";
import { missingFile } from "./missing.js";
import { instructorPages, readGuides } from "./instructors/pages.js";
import { writeLicences } from "./licences.js";
import { folders, root, shortName } from "./paths.js";
import { lessonAddress } from "./pages.js";
import { LessonError } from "./problem.js";
import { askFiles, createPages, launchPages, packagedPages, readLessons, renderPages } from "./render.js";
import { knownExercises } from "../lms/attempts/known.js";
import { knownAddress } from "../lms/attempts/page.js";
import { writeSamples } from "../hosting/samples.js";
import { makeOffline } from "../offline/make.js";
import { makeSentences } from "./sentences.js";
import { makePageStyles } from "./styles.js";
import { makeWords } from "./words.js";
import { embedFiles } from "../embed/files.js";
import { renderFrames } from "../embed/pages.js";
import { singlePages } from "../single/pages.js";

async function makeSite() {
  const entry = path.join(folders.package, "index.js");
  if (!existsSync(entry)) throw new Error(`${shortName(entry)} is missing: the package is built before the site`);
  const { loadEngine } = await import(pathToFileURL(entry).href);

  const course = new Course();
  checkCatalogues(course.languages);
  // A lesson that is wrong ends the build here: the site that stands is left as it is.
  const read = await readLessons(course, readCatalogue, (lang) => loadEngine({ lang }));
  const guides = await readGuides(course.languages, (lang) => loadEngine({ lang }));
  const lessons = course.languages.flatMap((language) => course.lessons(language));
  const files = [
    ...lessons.map(({ file }) => file),
    ...[...guides.values()].map(({ file }) => file),
    ...readdirSync(folders.messages).map((name) => path.join(folders.messages, name)),
  ];
  await makeFonts(
    files.map((file) => readFileSync(file, "utf8")),
    lessons.map(({ parts }) => parts.body),
  );
  await makePageStyles();
  await makeWords(course.languages);
  const { default: english } = await import(pathToFileURL(path.join(folders.package, "messages", "en.js")).href);
  await makeSentences(english.exercise);
  await build({ configFile: path.join(folders.web, "vite.config.js") });
  await writeLicences();
  const assets = Assets.take();
  const launched = launchPages(read, assets, readCatalogue);
  const embedded = {
    names: elementNames(),
    languages: course.languages,
    engine: await loadEngine({ lang: "en" }),
    assets,
  };
  const frames = await renderFrames({
    ...embedded,
    lessons: read
      .filter(({ language }) => language === "en")
      .map(({ lesson, body }) => ({
        ...lesson.head,
        address: lessonAddress("en", lesson.head.slug),
        elements: body.elements,
      })),
    catalogue: readCatalogue("en"),
  });
  const instructors = await instructorPages({
    pages: createPages(course, read, assets, readCatalogue),
    ...{ guides, read, figures: elementNames().filter(isFigure), catalogue: readCatalogue },
    loadEngine: (lang) => loadEngine({ lang }),
  });
  await writePages([...renderPages(course, read, assets, readCatalogue), ...instructors, ...launched, ...frames]);
  const packaged = packagedPages(read, assets, readCatalogue);
  writeBeside(
    folders.packaged,
    packaged.map(({ address, html }) => ({ file: `${address}index.html`, html })),
  );
  writeBeside(
    folders.pages,
    await singlePages({
      ...{ read, languages: course.languages, names: elementNames(), catalogue: readCatalogue, assets },
      loadEngine: (lang) => loadEngine({ lang }),
    }),
  );
  const known = await Promise.all(
    course.languages.map(async (lang) => ({
      address: knownAddress(lang),
      file: knownExercises(await loadEngine({ lang })),
    })),
  );
  const data = [...askFiles(course, read, readCatalogue), ...known].map(({ address, file }) => ({
    address,
    content: JSON.stringify(file),
  }));
  const others = [
    missingFile(course, readCatalogue),
    ...(await embedFiles({ ...embedded, catalogueOf: readCatalogue })),
  ];
  for (const { address, content } of [...data, ...others]) {
    const name = path.join(folders.site, address);
    mkdirSync(path.dirname(name), { recursive: true });
    writeFileSync(name, content);
  }
  // When every file is there: it lists them.
  await makeOffline(folders.site);
  await writeCompressed(folders.site);
  writeSamples(folders.hosting);
}

/** Pages that are no part of the site. @param {string} folder @param {{ file: string, html: string }[]} pages */
function writeBeside(folder, pages) {
  rmSync(folder, { recursive: true, force: true });
  for (const { file, html } of pages) {
    const name = path.join(folder, file);
    mkdirSync(path.dirname(name), { recursive: true });
    writeFileSync(name, html);
  }
}

/** @param {{ address: string, html: string }[]} pages */
async function writePages(pages) {
  // Eleventy takes its folders from the working directory.
  process.chdir(root);
  const site = new Eleventy("lessons", path.relative(root, folders.site), {
    quietMode: true,
    config(/** @type {any} */ eleventy) {
      eleventy.setTemplateFormats(["html"]);
      for (const [index, { address, html }] of pages.entries()) {
        const permalink = `${address}index.html`;
        // The pages are finished: nothing in them may be taken for a template's tags.
        eleventy.addTemplate(`page-${index}.html`, html, { permalink, templateEngineOverride: false });
      }
    },
  });
  await site.write();
}

try {
  const begun = performance.now();
  await makeSite();
  console.log(`${shortName(folders.site)} written in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
} catch (error) {
  console.error(error instanceof LessonError ? error.message : error);
  process.exitCode = 1;
}
