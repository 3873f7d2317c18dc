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
  /** Where texts go through in Normalization Form C, the tokens that are looked for before: cuts a text there. @type {RegExp | null} */
  #raw = null;

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
    const { tokenizer, vocab_size, raw_tokens } = this.#bridge.call("beginTokenizer", { options });
    this.#handle = tokenizer;
    this.#raw = raw_tokens && cutAt(raw_tokens);
    return { characters: null, vocab_size };
  }

  /**
   * @param {string | Uint8Array} text one by characters takes a string of characters that have an id, the others any string or bytes
   * @returns {Int32Array}
   */
  encode(text) {
    if (this.#handle !== null) {
      const written = this.#raw === null ? null : writtenIn(text);
      return written === null ? this.#encode(text, false) : this.#encodeComposed(written);
    }
    return this.#bridge.call("encodeText", { characters: this.characters, text });
  }

  /** @param {string | Uint8Array} text @param {boolean} composed @returns {Int32Array} */
  #encode(text, composed) {
    return this.#bridge.call("encodeBytes", { tokenizer: this.#handle, text, composed });
  }

  /** The browser has the tables that Normalization Form C takes: the engine need not have them. @param {string} text */
  #encodeComposed(text) {
    const pieces = text.split(/** @type {RegExp} */ (this.#raw));
    const parts = pieces.map((piece, i) =>
      i % 2 === 1 ? this.#encode(piece, false) : this.#encode(piece.normalize("NFC"), true),
    );
    return parts.length === 1 ? parts[0] : Int32Array.from(parts.flatMap((ids) => [...ids]));
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

/**
 * Cuts a text at the leftmost of these tokens, and of those at the longest; they stand at the odd places then.
 * @param {string[]} tokens
 */
function cutAt(tokens) {
  const longestFirst = tokens.toSorted((a, b) => b.length - a.length);
  const literal = longestFirst.map((token) => token.replace(/\W/g, "\\$&"));
  return new RegExp(`(${literal.join("|") || "(?!)"})`);
}

/** A text, or bytes where they are one in UTF-8; null where they are none. @param {string | Uint8Array} text */
function writtenIn(text) {
  if (!(text instanceof Uint8Array)) return typeof text === "string" ? text : null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(text);
  } catch {
    return null;
  }
}
