import { plain } from "./plain.js";

/** @typedef {import("./bridge.js").Bridge} Bridge */
/** @import * as types from "./types.js" */

/**
 * Text as token ids and back. It holds no memory of the engine's: there is nothing to dispose of.
 */
export class Tokenizer {
  #bridge;

  /**
   * @param {Bridge} bridge
   * @param {unknown} options as in Engine.createTokenizer
   */
  constructor(bridge, options) {
    this.#bridge = bridge;
    const given = /** @type {any} */ (plain(options, "options", bridge.texts));
    const { vocab_size } = bridge.call("createTokenizer", { options: given });
    /** Every character, in the order of their ids. */
    this.characters = /** @type {string} */ (given.characters);
    /** How many ids there are, from 0. */
    this.vocab_size = /** @type {number} */ (vocab_size);
  }

  /**
   * @param {string} text made of characters that have an id
   * @returns {Int32Array}
   */
  encode(text) {
    return this.#bridge.call("encodeText", { characters: this.characters, text });
  }

  /**
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
    return this.#bridge.call("decodeTokens", { characters: this.characters, ids });
  }
}
