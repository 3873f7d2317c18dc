import { WhereaboutsError } from "./error.js";
import { filled, find } from "./sentences.js";

/** @typedef {import("./error.js").ErrorCode} ErrorCode */
/** @typedef {{ [key: string]: string | Catalogue }} Catalogue A message catalogue or a part of it. */
/** @typedef {Record<string, string | number>} Fields The values that stand in a sentence. */

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
    return filled(sentence, fields, (_, placeholder) => placeholder);
  }

  /**
   * @param {ErrorCode} code
   * @param {string} key
   * @param {Fields} [fields]
   * @returns {WhereaboutsError}
   */
  error(code, key, fields = {}) {
    const sentence = this.text(`error.${key}`, fields);
    const { file } = fields; // one of several: what is wrong with it is said as of a single one
    const about = file === undefined || sentence.includes(String(file)) ? "" : `${file}: `;
    return new WhereaboutsError(code, key, fields, about + sentence);
  }
}
