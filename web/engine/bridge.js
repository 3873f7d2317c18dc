import { described, plain } from "./plain.js";

/** @typedef {import("./texts.js").Texts} Texts */
/** @typedef {import("./error.js").ErrorCode} ErrorCode */
/** @typedef {import("./start.js").Session} Session */

/**
 * The way to the C++ session: arguments are made plain, errors that it returns are thrown. Everything in the package that
 * computes goes through `call`.
 */
export class Bridge {
  #session;

  /**
   * @param {Session} session
   * @param {Texts} texts
   */
  constructor(session, texts) {
    this.#session = /** @type {Session | null} */ (session);
    this.texts = texts;
  }

  /**
   * @param {string} method a name in session.cpp
   * @param {Record<string, unknown>} args by the names that errors give them
   * @returns {any}
   */
  call(method, args) {
    /** @type {Record<string, unknown>} */
    const named = {};
    for (const [name, value] of Object.entries(args)) named[name] = plain(value, name, this.texts);
    if (this.#session === null) throw this.texts.error("disposed", "engine_disposed");
    let result;
    try {
      result = this.#session.call(method, named);
    } catch (error) {
      // C++ returns its errors. What is thrown all the same is a browser out of memory, or a fault of ours.
      if (error instanceof RangeError) throw this.texts.error("out_of_memory", "no_memory");
      throw this.texts.error("unsupported", "internal", { detail: described(error) });
    }
    if (result.error) throw this.texts.error(result.error.code, result.error.key, result.error.fields);
    return result.value;
  }

  /**
   * For `finally`: a call that gives something back and must not throw where it is gone already, or the engine is.
   * @param {string} method
   * @param {Record<string, number>} args
   */
  release(method, args) {
    this.#session?.call(method, args);
  }

  /**
   * @param {string} feature
   * @returns {Error}
   */
  unsupported(feature) {
    return this.texts.error("unsupported", "not_there_yet", { feature });
  }

  /** How many models and running jobs the session holds. */
  get liveHandles() {
    return this.#session === null ? 0 : this.#session.liveHandles;
  }

  dispose() {
    this.#session?.delete();
    this.#session = null;
  }
}
