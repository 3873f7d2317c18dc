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
  /** what later calls are told once the session is gone */
  #gone = "engine_disposed";

  /**
   * @param {Session} session
   * @param {Texts} texts
   * @param {boolean} [checkpoints] whether the session reads real checkpoints
   */
  constructor(session, texts, checkpoints = false) {
    this.#session = /** @type {Session | null} */ (session);
    this.texts = texts;
    this.checkpoints = checkpoints;
  }

  /**
   * @param {string} method a name in session.cpp
   * @param {Record<string, unknown>} args by the names that errors give them
   * @param {Record<string, Uint8Array>} [own] more of them that this package made itself: no copy is taken, large as they may be
   * @returns {any}
   */
  call(method, args, own) {
    /** @type {Record<string, unknown>} */
    const named = { ...own };
    for (const [name, value] of Object.entries(args)) named[name] = plain(value, name, this.texts);
    if (this.#session === null) throw this.texts.error("disposed", this.#gone);
    let result;
    try {
      result = this.#session.call(method, named);
    } catch (error) {
      this.#drop();
      const code = error instanceof RangeError ? "out_of_memory" : "unsupported";
      throw this.texts.error(code, "engine_failed", { detail: described(error) });
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
    try {
      this.#session?.call(method, args);
    } catch {
      this.#drop(); // the next call says so
    }
  }

  /**
   * C++ returns its errors. Whatever is thrown all the same (a trap, a browser out of memory) has skipped the end of every
   * C++ function on its way: what they held of the stack stays taken, and after some hundred times nothing works. So such a
   * session is never used again, not even to delete it.
   */
  #drop() {
    this.#session = null;
    this.#gone = "engine_lost";
  }

  /**
   * For what an engine for lessons does not have.
   * @param {string} argument
   */
  requireCheckpoints(argument) {
    if (!this.checkpoints) throw this.texts.error("unsupported", "needs_checkpoints", { argument });
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
