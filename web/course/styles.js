// The style sheet of all pages: fonts, the site's own rules, and for still pictures the rules of the figures themselves.
import { writeFile } from "node:fs/promises";
import path from "node:path";

import { styles as exerciseStyles } from "../elements/exercise-styles.js";
import { styles as figureStyles } from "../elements/figure-styles.js";
import { folders } from "./paths.js";

/**
 * What is not live yet is laid out by the very rules that will hold in its shadow: nothing moves when it comes alive.
 * @param {string} selector of elements
 * @param {{ cssText: string }} styles of their shadow
 */
export function stillRules(selector, { cssText }) {
  return `${selector} {\n${cssText.replaceAll(":host", "&")}\n}\n`;
}

/** Writes build/styles/pages.css and frames.css, beside what fonts.js writes there. */
export async function makePageStyles() {
  const figures = stillRules("[data-embed]:where(:not(where-exercise))", figureStyles);
  await writeFile(
    path.join(folders.styles, "figures.css"),
    figures + stillRules("where-exercise[data-embed]", exerciseStyles),
  );
  for (const [name, own] of [
    ["pages.css", "site.css"],
    ["frames.css", "frame.css"],
  ]) {
    const sheets = [
      "./text.css",
      path.relative(folders.styles, path.join(folders.web, "styles", own)),
      "./figures.css",
    ];
    await writeFile(path.join(folders.styles, name), sheets.map((sheet) => `@import "${sheet}";\n`).join(""));
  }
}
