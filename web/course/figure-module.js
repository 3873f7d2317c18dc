// The modules of figures, as the build asks them.
import path from "node:path";
import { pathToFileURL } from "node:url";

import { folders } from "./paths.js";

/** @param {string} name @returns {Promise<import("../figures/types.js").Figure>} */
export function figureModule(name) {
  return import(pathToFileURL(path.join(folders.figures, `${name}.js`)).href);
}
