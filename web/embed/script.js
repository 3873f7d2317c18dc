// Making the one script for elements in other people's pages: one file without imports, small because it only knows where things are.
import { readFileSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { minify } from "rolldown/utils";

import { folders } from "../course/paths.js";
import { engineFiles, relative } from "../course/shell.js";
import { wordsScript } from "../course/words.js";
import { folder, styles as frameStyles } from "./pages.js";
import { nameOf } from "./parts.js";

/** The script for pages around frames, as it is sent. */
export async function hostScript() {
  const { code } = await minify("host.js", readFileSync(path.join(folders.web, "embed", "host.js"), "utf8"));
  return code;
}

/**
 * A module with what is known of the site in the place of what stands there.
 * @param {string} code
 * @param {string} empty what stands there
 * @param {unknown} known
 */
export function filledIn(code, empty, known) {
  const [name] = empty.split("=");
  if (code.split(empty).length !== 2) throw new Error(`web/embed has no "${empty}" to be filled`);
  return code.replace(empty, () => `${name}= ${JSON.stringify(known)}`);
}

/** What is filled in, and where. */
export const places = /** @type {const} */ ({
  parts: { file: "/embed/parts.js", empty: "parts = { elements: [], languages: {}, fonts: {} }" },
  sentences: { file: "/embed/remarks.js", empty: "sentences = {}" },
});

/** A sheet without the blanks that are there for who reads it. @param {string} css */
export function tight(css) {
  return css
    .replace(/\n\s*/g, "")
    .replace(/ \{ ?/g, "{")
    .replace(/;? ?\}/g, "}")
    .replace(/([:;,]) /g, "$1");
}

/**
 * A script of web/embed as it is sent: one file without imports.
 * @param {string} name
 * @param {{ file: string, empty: string }} place
 * @param {unknown} known
 */
async function bundled(name, { file, empty }, known) {
  const plugin = {
    name: "whereabouts-embed",
    transform(/** @type {string} */ code, /** @type {string} */ id) {
      if (id.endsWith(file)) return filledIn(code, empty, known);
      if (!id.endsWith("/embed/guest-styles.js")) return null;
      return code.replace(/`\n:host [^`]+`/, tight);
    },
  };
  const bundle = await rolldown({
    input: path.join(folders.web, "embed", name),
    plugins: [plugin],
    platform: "browser",
  });
  const { output } = await bundle.generate({ format: "es", minify: true });
  await bundle.close();
  return output[0].code;
}

/**
 * What the script for pages with elements says of such a page, in every language.
 * @param {string[]} languages
 * @param {(language: string) => any} catalogueOf
 */
export function remarksScript(languages, catalogueOf) {
  const sentences = languages.map((language) => [language, catalogueOf(language).embed.remarks]);
  return bundled("remarks.js", places.sentences, Object.fromEntries(sentences));
}

/**
 * The script for pages with elements, as it is sent.
 * @param {object} site
 * @param {string[]} site.names of the elements
 * @param {string[]} site.languages
 * @param {(language: string) => any} site.catalogueOf
 * @param {import("../course/assets.js").Assets} site.assets
 */
export async function elementsScript({ names, languages, catalogueOf, assets }) {
  const to = (/** @type {string} */ source) => relative(folder, assets.file(source));
  /** @type {import("./parts.js").Parts} */
  const parts = {
    elements: names.map((name) => to(`web/elements/${name}.js`)),
    fonts: Object.fromEntries(
      assets.fonts(frameStyles, /^source-sans-/).map((file) => [/-(\d00)-/.exec(file)?.[1], relative(folder, file)]),
    ),
    languages: Object.fromEntries(
      languages.map((language) => {
        const { page, embed } = catalogueOf(language);
        const words = language === "en" ? undefined : to(wordsScript(language));
        const engine = engineFiles(language).map(to);
        return [language, { engine, words, direction: page.direction, sentences: embed.element }];
      }),
    ),
  };
  const called = parts.elements.map(nameOf);
  if (called.join() !== names.join()) throw new Error(`the scripts of elements are called ${called.join(", ")}`);
  return bundled("whereabouts.js", places.parts, parts);
}
