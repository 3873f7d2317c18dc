import { loadGlue } from "./glue.js";
import { described } from "./plain.js";

/** @typedef {import("./texts.js").Texts} Texts */

/**
 * The object that C++ holds out (src/bindings/bindings.cpp).
 * @typedef {import("../../build/package/session.js").Session} Session
 */

/**
 * A session of its own, in its own WebAssembly memory.
 * @param {import("./load.js").Compiled} parts
 * @param {Texts} texts
 * @returns {Promise<Session>}
 */
export async function startSession({ glue, module }, texts) {
  try {
    const { default: create } = await loadGlue(glue);
    /** @type {(reason: unknown) => void} */
    let reject;
    // The glue never hears of an instantiation that fails: it would wait for ever.
    const failed = new Promise((_, reject_) => (reject = reject_));
    const instance = create({
      instantiateWasm(/** @type {WebAssembly.Imports} */ imports, /** @type {Function} */ done) {
        WebAssembly.instantiate(module, imports).then((started) => done(started, module), reject);
        return {};
      },
    });
    const { Session } = await Promise.race([instance, failed]);
    return new Session();
  } catch (error) {
    if (error instanceof RangeError) throw texts.error("out_of_memory", "no_memory");
    throw texts.error("malformed_file", "not_loaded", { file: glue, detail: described(error) });
  }
}
