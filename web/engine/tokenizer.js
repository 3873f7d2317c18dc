import { plain } from "./plain.js";

/** @typedef {import("./bridge.js").Bridge} Bridge */
/** @import * as types from "./types.js" */

/** The files that a checkpoint's tokenizer is made of, by the options that give them. */
const files = ["vocab", "merges", "tokenizerJson", "tokenizerBin"];

/**
 * Text as token ids and back. One by characters holds no memory of the engine's; a checkpoint's does, until `dispose()`.
 */
export class Tokenizer {
  #bridge;
  /** @type {number | null} of a checkpoint's; null for one by characters */
  #handle = null;
  /** whether texts go through in Normalization Form C */
  #nfc = false;

  /**
   * @param {Bridge} bridge
   * @param {unknown} options as in Engine.createTokenizer
   */
  constructor(bridge, options) {
    this.#bridge = bridge;
    const given = /** @type {any} */ (plain(options, "options", bridge.texts));
    const file = files.find((name) => given?.[name] !== undefined);
    if (file !== undefined && given.characters !== undefined)
      throw bridge.texts.error("invalid_argument", "one_of_two", { argument: file, other: "characters" });
    const made = file === undefined ? this.#byCharacters(given) : this.#begin(given, file);
    /** Every character, in the order of their ids; null where tokens are made of bytes. @type {string | null} */
    this.characters = made.characters;
    /** How many ids there are, from 0. @type {number} */
    this.vocab_size = made.vocab_size;
  }

  /** @param {any} given */
  #byCharacters(given) {
    const { vocab_size } = this.#bridge.call("createTokenizer", { options: given });
    return { characters: /** @type {string} */ (given.characters), vocab_size };
  }

  /**
   * @param {Record<string, any>} given
   * @param {string} file the first that is given
   */
  #begin(given, file) {
    this.#bridge.requireCheckpoints(file);
    // C++ reads a file's text faster than it could go through an object of fifty thousand names.
    const text = (/** @type {any} */ value) =>
      typeof value === "object" && value !== null && !ArrayBuffer.isView(value) ? JSON.stringify(value) : value;
    const options = { ...given };
    for (const name of ["vocab", "tokenizerJson"]) if (name in options) options[name] = text(options[name]);
    const { tokenizer, vocab_size, nfc } = this.#bridge.call("beginTokenizer", { options });
    this.#handle = tokenizer;
    this.#nfc = nfc;
    return { characters: null, vocab_size };
  }

  /**
   * @param {string | Uint8Array} text one by characters takes a string of characters that have an id, the others any string or bytes
   * @returns {Int32Array}
   */
  encode(text) {
    if (this.#handle !== null) {
      const normalized = this.#nfc && typeof text === "string";
      const given = normalized ? text.normalize("NFC") : text;
      return this.#bridge.call("encodeBytes", { tokenizer: this.#handle, text: given, normalized });
    }
    return this.#bridge.call("encodeText", { characters: this.characters, text });
  }

  /**
   * Where bytes are no UTF-8, U+FFFD stands for them.
   * @param {types.Numbers} ids
   * @returns {string}
   */
  decode(ids) {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.decodeBytes(ids));
  }

  /**
   * The same in UTF-8.
   * @param {types.Numbers} ids
   * @returns {Uint8Array}
   */
  decodeBytes(ids) {
    if (this.#handle !== null) return this.#bridge.call("decodeBytes", { tokenizer: this.#handle, ids });
    return this.#bridge.call("decodeTokens", { characters: this.characters, ids });
  }

  /**
   * Gives the memory back. A second time does nothing; one by characters has none and goes on.
   * @returns {void}
   */
  dispose() {
    if (this.#handle !== null) this.#bridge.release("endHeld", { held: this.#handle });
  }
}
