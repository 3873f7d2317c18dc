// The style sheet of all pages: fonts, the site's own rules, and for still pictures the rules of the figures themselves.
import { writeFile } from "node:fs/promises";
import path from "node:path";

import { styles as figureStyles } from "../elements/figure-styles.js";
import { folders } from "./paths.js";

/** Writes build/styles/pages.css, beside what fonts.js writes there. */
export async function makePageStyles() {
  // A figure that is not live yet is laid out by the very rules that will hold in its shadow: nothing moves when it comes alive.
  const stillFigures = `[data-embed] {\n${figureStyles.cssText.replaceAll(":host", "&")}\n}\n`;
  await writeFile(path.join(folders.styles, "figures.css"), stillFigures);
  const site = path.relative(folders.styles, path.join(folders.web, "styles", "site.css"));
  const sheets = ["./text.css", site, "./figures.css"];
  await writeFile(path.join(folders.styles, "pages.css"), sheets.map((sheet) => `@import "${sheet}";\n`).join(""));
}
