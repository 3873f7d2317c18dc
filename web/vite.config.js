// Bundles scripts, styles and the engine for the site; it never sees a page. Eleventy reads the manifest (course/assets.js).
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vite";

import { folders, root } from "./course/paths.js";

/** Every file that defines an element: one a figure, and the exercise. */
export function elementNames() {
  const names = readdirSync(folders.elements).map((file) => path.basename(file, ".js"));
  return names.filter((name) => name === "exercise" || existsSync(path.join(folders.figures, `${name}.js`)));
}

/** Of a catalogue, elements have the words of figures and of what surrounds an exercise; the rest is the engine's, which brings it. */
const wordsOfElements = {
  name: "whereabouts-words-of-elements",
  enforce: /** @type {const} */ ("pre"),
  transform(/** @type {string} */ code, /** @type {string} */ id) {
    if (!/\/web\/messages\/[\w-]+\.json$/.test(id)) return null;
    const { figure, experiment, exercise } = JSON.parse(code);
    return JSON.stringify({ figure, experiment, exercise: { ui: exercise.ui } });
  },
};

export default defineConfig({
  root,
  base: "./",
  logLevel: "warn",
  publicDir: false,
  plugins: [wordsOfElements],
  // Figures run the package as it is shipped: its sources alone have no WebAssembly beside them.
  resolve: { alias: [{ find: /^(?:\.\.\/)+engine\/index\.js$/, replacement: path.join(folders.package, "index.js") }] },
  build: {
    outDir: folders.site,
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // light-dark(), container queries and SIMD in WebAssembly came to browsers at about this time.
    target: ["chrome123", "firefox120", "safari17.5"],
    rolldownOptions: {
      // What fetches a part of the scripts later stands alone: without this, every page would load the figures' parts with it.
      output: { codeSplitting: { groups: [{ name: "preload", test: /vite\/preload-helper/ }] } },
      input: [
        path.join(folders.styles, "pages.css"),
        path.join(folders.styles, "formulas.css"),
        path.join(folders.web, "course", "browser", "theme.js"),
        path.join(folders.web, "course", "browser", "reading.js"),
        path.join(folders.web, "course", "browser", "progress.js"),
        ...readdirSync(folders.words).map((name) => path.join(folders.words, name)),
        ...elementNames().map((name) => path.join(folders.elements, `${name}.js`)),
      ],
    },
  },
  worker: { format: "es" },
});
