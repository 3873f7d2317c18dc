// A part of the page that comes when it is wanted, and may not come: without a connection, or because the site has changed since the page
// was opened. What browsers say of that is an address, which helps nobody.
import { fetched } from "../engine/fetched.js";

/**
 * @template T
 * @param {() => Promise<T>} load a module
 * @param {string} [words] what is said to the reader where it does not come
 * @returns {Promise<T>}
 * @throws {Error} with the key "part_missing"
 */
export async function part(load, words = "") {
  try {
    return await fetched(load);
  } catch (cause) {
    throw Object.assign(new Error(words, { cause }), { key: "part_missing" });
  }
}
