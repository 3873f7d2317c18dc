// The elements that pages can hold, by the files that define them. Not in vite.config.js: reading that needs what the build makes first.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

import { folders } from "./paths.js";

/** Whether the element of this file is a figure, with words of its own. */
export function isFigure(/** @type {string} */ name) {
  return existsSync(path.join(folders.figures, `${name}.js`));
}

/** Every file that defines an element: one a figure, and the exercise. */
export function elementNames() {
  const names = readdirSync(folders.elements).map((file) => path.basename(file, ".js"));
  return names.filter((name) => name === "exercise" || isFigure(name));
}
