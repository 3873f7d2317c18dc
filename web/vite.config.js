// Bundles scripts, styles and the engine for the site; it never sees a page. Eleventy reads the manifest (course/assets.js).
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { defineConfig } from "vite";

import { elementNames, isFigure } from "./course/element-names.js";
import { folders, root } from "./course/paths.js";
import { sentencesOfAll } from "./course/sentences.js";

/** A figure's own words, and what else it alone shows, as a module of their own: "whereabouts:words/rope-clocks". */
const ownWords = "whereabouts:words/";

/** The sections of a catalogue that one figure alone shows, or the editor of programs, the code of an attempt, or the dialog with the embed code. @type {Record<string, string[]>} */
const shownBy = { experiment: ["experiment"], code: ["code"], attempt: ["attempt"], offer: ["offer"] };

/** Of a part of the scripts that says something, which of these are its words. @type {Record<string, string>} */
const wordsOf = { code: "code", "lms/attempts": "attempt", "embed/offer": "offer" };

/**
 * Of a catalogue, elements have the words of figures and of what surrounds an exercise; the rest is the engine's, which brings it. In
 * English, which every page has, each figure brings its own words, and so does the editor: a page has those of its figures.
 */
const wordsOfElements = {
  name: "whereabouts-words-of-elements",
  enforce: /** @type {const} */ ("pre"),
  resolveId(/** @type {string} */ id) {
    return id.startsWith(ownWords) ? `\0${id}` : null;
  },
  load(/** @type {string} */ id) {
    if (!id.startsWith(`\0${ownWords}`)) return null;
    const name = id.slice(ownWords.length + 1);
    const file = path.join(folders.messages, "en.json");
    /** @type {any} */ (this).addWatchFile(file);
    const english = JSON.parse(readFileSync(file, "utf8"));
    const sections = (shownBy[name] ?? []).map((section) => [section, english[section]]);
    const words = { ...Object.fromEntries(sections), figure: { [name]: english.figure[name] } };
    const adder = JSON.stringify(path.join(folders.elements, "words.js"));
    return `import { addEnglish } from ${adder};\naddEnglish(${JSON.stringify(words)});\n`;
  },
  transform(/** @type {string} */ code, /** @type {string} */ id) {
    const part = /\/web\/(code|lms\/attempts|embed\/offer)\/words\.js$/.exec(id)?.[1];
    if (part !== undefined) return `import "${ownWords}${wordsOf[part]}";\n${code}`;
    const element = /\/web\/elements\/([\w-]+)\.js$/.exec(id)?.[1];
    if (element !== undefined && isFigure(element)) return `import "${ownWords}${element}";\n${code}`;
    const language = /\/web\/messages\/([\w-]+)\.json$/.exec(id)?.[1];
    if (language === undefined) return null;
    const { figure, experiment, exercise, code: programs, attempt, offer } = JSON.parse(code);
    const { common } = figure ?? {};
    return JSON.stringify({
      ...(language === "en" ? { figure: { common } } : { figure, experiment, code: programs, attempt, offer }),
      exercise: { ui: exercise?.ui },
    });
  },
};

/** Of what the package brings with its English, the sentences of each exercise go where the exercise is (course/sentences.js). */
const sentencesOfExercises = {
  name: "whereabouts-sentences-of-exercises",
  enforce: /** @type {const} */ ("pre"),
  async load(/** @type {string} */ id) {
    if (id === path.join(folders.elements, "exercise-sentences.js")) {
      const scripts = readdirSync(folders.sentences).map((name) => path.join(folders.sentences, name));
      const entries = scripts.map((file) => `${path.basename(file, ".js")}: () => import(${JSON.stringify(file)})`);
      return `export const sentences = { ${entries.join(", ")} };`;
    }
    if (id !== path.join(folders.package, "messages", "en.js")) return null;
    const { default: english } = await import(pathToFileURL(id).href);
    return `export default ${JSON.stringify({ ...english, exercise: sentencesOfAll(english.exercise) })};`;
  },
};

/** What pages for learning platforms share with every page they have a copy of: as a part of its own every lesson would load it apart. */
const copiesForPlatforms = {
  name: "whereabouts-copies-for-platforms",
  enforce: /** @type {const} */ ("pre"),
  resolveId(/** @type {string} */ source, /** @type {string | undefined} */ importer) {
    if (!importer?.includes("/web/lms/") || !source.endsWith("/browser/regions.js")) return null;
    return `${path.resolve(path.dirname(importer), source)}?copy`;
  },
};

/** What figures and exercises have in common. */
const sharedParts =
  /\/web\/(elements\/(embed-button|engine|events|control-styles|hidden|host-styles|registry|turns|words)|figures\/(colour|number|text))\.js$/;

export default defineConfig({
  root,
  base: "./",
  logLevel: "warn",
  publicDir: false,
  plugins: [wordsOfElements, sentencesOfExercises, copiesForPlatforms],
  // Figures run the package as it is shipped: its sources alone have no WebAssembly beside them.
  resolve: { alias: [{ find: /^(?:\.\.\/)+engine\/index\.js$/, replacement: path.join(folders.package, "index.js") }] },
  build: {
    outDir: folders.site,
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    // What a part needs in turn is asked for when that part is there: preloaded beside it, it would fail beside it, and some browsers
    // remember a module that failed (engine/fetched.js).
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    // light-dark(), container queries and SIMD in WebAssembly came to browsers at about this time.
    target: ["chrome123", "firefox120", "safari17.5"],
    rolldownOptions: {
      // What fetches a part of the scripts later stands alone: without this, every page would load the figures' parts with it.
      // And what all figures share, and exercises with them, stays together, though parts that are fetched later use some of it: cut up by
      // who uses what, every page would ask for more files, and more bytes. Frames begin with their sentences alone.
      output: {
        codeSplitting: {
          groups: [
            { name: "preload", test: /vite\/preload-helper/, priority: 4 },
            { name: "fetched", test: /\/web\/engine\/fetched\.js$/, priority: 3 },
            { name: "sentences", test: /\/web\/engine\/sentences\.js$/, priority: 3 },
            { name: "shared", test: sharedParts, priority: 2 },
            { name: "figure", test: /\/web\/elements\/figure\.js$/, priority: 1 },
          ],
        },
      },
      input: [
        path.join(folders.styles, "pages.css"),
        path.join(folders.styles, "formulas.css"),
        path.join(folders.web, "styles", "instructor.css"),
        path.join(folders.web, "styles", "gallery.css"),
        path.join(folders.styles, "frames.css"),
        path.join(folders.web, "embed", "frame.js"),
        path.join(folders.web, "course", "browser", "theme.js"),
        path.join(folders.web, "course", "browser", "reading.js"),
        path.join(folders.web, "course", "browser", "progress.js"),
        path.join(folders.web, "course", "browser", "gallery.js"),
        path.join(folders.web, "lms", "attempts", "instructor.js"),
        path.join(folders.web, "lms", "scorm", "run.js"),
        path.join(folders.web, "lms", "xapi", "run.js"),
        ...readdirSync(folders.words).map((name) => path.join(folders.words, name)),
        ...elementNames().map((name) => path.join(folders.elements, `${name}.js`)),
      ],
    },
  },
  worker: { format: "es" },
});
