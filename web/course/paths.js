// Where things are. Everything else in this folder takes its folders from here.
import { fileURLToPath } from "node:url";
import path from "node:path";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** @param {...string} names below the repository's root */
const at = (...names) => path.join(root, ...names);

export const folders = {
  web: at("web"),
  lessons: at("lessons"),
  models: at("lessons", "models"),
  messages: at("web", "messages"),
  elements: at("web", "elements"),
  figures: at("web", "figures"),
  package: at("build", "package"),
  data: at("build", "data"),
  /** What the build makes for itself: style sheets and the subset fonts that they name. */
  styles: at("build", "styles"),
  /** Scripts that the build makes for itself, with the words of other languages than English. */
  words: at("build", "words"),
  /** Scripts that the build makes for itself, with the sentences of one exercise each. */
  sentences: at("build", "sentences"),
  site: at("build", "site"),
  /** Lessons' pages as they stand in packages for learning platforms. */
  packaged: at("build", "packaged"),
  /** Pages that will be one file each, before what they load is taken in. */
  pages: at("build", "pages"),
  /** Lessons, figures and exercises as one file each. */
  single: at("build", "single"),
  /** What learning platforms take: question banks and packages. */
  lms: at("build", "lms"),
  /** Samples of what static hosts are told. */
  hosting: at("build", "hosting"),
};

/** As a person would name the file: relative to the repository's root. */
export function shortName(/** @type {string} */ file) {
  return path.relative(root, file).split(path.sep).join("/");
}
