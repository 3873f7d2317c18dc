import { fetched } from "./fetched.js";

/**
 * The script around a build, which makes its module run. A page that holds everything in itself has it in its own scripts (web/single/bundle.js).
 * @param {string} glue its address
 */
export function loadGlue(glue) {
  return fetched(() => import(/* @vite-ignore */ glue));
}
