// Making the one script for elements in other people's pages: one file without imports, small because it only knows where things are.
import { readFileSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { minify } from "rolldown/utils";

import { folders } from "../course/paths.js";
import { engineFiles, relative } from "../course/shell.js";
import { wordsScript } from "../course/words.js";
import { folder, styles as frameStyles } from "./pages.js";
import { settingsOf } from "./settings.js";

/** The script for pages around frames, as it is sent. */
export async function hostScript() {
  const { code } = await minify("host.js", readFileSync(path.join(folders.web, "embed", "host.js"), "utf8"));
  return code;
}

/**
 * The module of parts with what is known of the site.
 * @param {string} code of web/embed/parts.js
 * @param {import("./parts.js").Parts} parts
 */
export function withParts(code, parts) {
  const empty = "parts = { elements: {}, exercise: [], languages: {}, fonts: {} }";
  if (!code.includes(empty)) throw new Error(`web/embed/parts.js has no "${empty}" to be filled`);
  return code.replace(empty, () => `parts = ${JSON.stringify(parts)}`);
}

/**
 * The script for pages with elements, as it is sent.
 * @param {object} site
 * @param {string[]} site.names of the elements
 * @param {string[]} site.languages
 * @param {any} site.engine of build/package
 * @param {(language: string) => any} site.catalogueOf
 * @param {import("../course/assets.js").Assets} site.assets
 */
export async function elementsScript({ names, languages, engine, catalogueOf, assets }) {
  const to = (/** @type {string} */ source) => relative(folder, assets.file(source));
  /** @type {import("./parts.js").Parts} */
  const parts = {
    elements: Object.fromEntries(names.map((name) => [name, to(`web/elements/${name}.js`)])),
    exercise: await settingsOf("exercise", engine),
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
  const filled = {
    name: "whereabouts-parts",
    transform(/** @type {string} */ code, /** @type {string} */ id) {
      if (!id.endsWith("/embed/parts.js")) return null;
      return withParts(code, parts);
    },
  };
  const input = path.join(folders.web, "embed", "whereabouts.js");
  const bundle = await rolldown({ input, plugins: [filled], platform: "browser" });
  const { output } = await bundle.generate({ format: "es", minify: true });
  await bundle.close();
  return output[0].code;
}
