// What is fetched when it is wanted, and asked for again where it did not come. Some browsers (Chromium 150 is one) remember for
// as long as the page lives that a module could not be fetched; under another address they ask anew.

/** What came under another address, by the one it should have come from. @type {Map<string, Promise<any>>} */
const elsewhere = new Map();
/** @type {Set<string>} */
const failed = new Set();
let times = 0;

/**
 * @template T
 * @param {() => Promise<T>} load a module
 * @param {(address: string) => Promise<any>} [ask] for another address
 * @returns {Promise<T>}
 */
export async function fetched(load, ask = (address) => import(/* @vite-ignore */ address)) {
  try {
    return await load();
  } catch (error) {
    // These browsers say which it is. Once it may indeed not have come; from then on that is no answer.
    const [address] = /https?:\/\/\S+\.js/.exec(/** @type {Error} */ (error).message) ?? [];
    if (address === undefined || !failed.has(address)) {
      if (address !== undefined) failed.add(address);
      throw error;
    }
    const asked = elsewhere.get(address) ?? ask(`${address}?again=${++times}`);
    elsewhere.set(address, asked);
    asked.catch(() => elsewhere.delete(address));
    return asked;
  }
}
