import { WhereaboutsError } from "./error.js";

/** @typedef {import("./error.js").ErrorCode} ErrorCode */
/** @typedef {{ [key: string]: string | Catalogue }} Catalogue A message catalogue or a part of it. */
/** @typedef {Record<string, string | number>} Fields The values that stand in a sentence. */

/**
 * The languages there are. Each catalogue is a module of its own, so that a page loads just one.
 * @type {Record<string, () => Promise<{ default: Catalogue }>>}
 */
const catalogues = {
  en: () => import("../messages/en.json", { with: { type: "json" } }),
};

/** Every sentence of one language; English where that language, or one sentence in it, is missing. */
export class Texts {
  #catalogue;
  #english;

  /**
   * @param {string} lang the language of `catalogue`
   * @param {Catalogue} catalogue
   * @param {Catalogue} english
   */
  constructor(lang, catalogue, english) {
    this.lang = lang;
    this.#catalogue = catalogue;
    this.#english = english;
  }

  /**
   * @param {string} lang for example "en" or "pt-BR"; a language that is not there gives English
   * @returns {Promise<Texts>}
   */
  static async load(lang) {
    const english = (await catalogues.en()).default;
    const found = [lang, lang.split("-")[0]].find((name) => Object.hasOwn(catalogues, name));
    if (found === undefined || found === "en") return new Texts("en", english, english);
    return new Texts(found, (await catalogues[found]()).default, english);
  }

  /** The two catalogues, to be posted to a worker and made into Texts there again. */
  get parts() {
    return /** @type {const} */ ([this.lang, this.#catalogue, this.#english]);
  }

  /**
   * @param {string} path for example "encoding.rope.title"
   * @returns {boolean}
   */
  has(path) {
    return find(this.#catalogue, path) !== undefined || find(this.#english, path) !== undefined;
  }

  /**
   * The sentence at `path` with its `{name}` placeholders filled; the path itself where there is no sentence, so that
   * a missing one is seen.
   * @param {string} path
   * @param {Fields} [fields]
   * @returns {string}
   */
  text(path, fields = {}) {
    const sentence = find(this.#catalogue, path) ?? find(this.#english, path) ?? path;
    return sentence.replace(/\{(\w+)\}/g, (placeholder, name) =>
      Object.hasOwn(fields, name) ? String(fields[name]) : placeholder,
    );
  }

  /**
   * @param {ErrorCode} code
   * @param {string} key
   * @param {Fields} [fields]
   * @returns {WhereaboutsError}
   */
  error(code, key, fields = {}) {
    return new WhereaboutsError(code, key, fields, this.text(`error.${key}`, fields));
  }
}

/**
 * @param {Catalogue} catalogue
 * @param {string} path
 * @returns {string | undefined}
 */
function find(catalogue, path) {
  /** @type {string | Catalogue | undefined} */
  let at = catalogue;
  for (const name of path.split(".")) {
    if (typeof at !== "object" || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return typeof at === "string" ? at : undefined;
}
