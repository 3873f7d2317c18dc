// Whether the browser may clear what it keeps of the site when room is short. It can be asked not to.

/**
 * Asks the browser to keep what there is for good, where that troubles nobody: a reader who is passing exercises is not to be
 * interrupted by a question about storage.
 * @param {any} [browser] a navigator
 * @returns {Promise<boolean>} whether it will
 */
export async function keepForGood(browser = navigator) {
  const { storage } = browser;
  // Missing over plain HTTP.
  if (typeof storage?.persist !== "function") return false;
  try {
    return (await storage.persisted()) || ((await decidesItself(browser)) && (await storage.persist()));
  } catch {
    return false; // nothing can be kept in a sandboxed frame
  }
}

/** @param {any} browser */
async function decidesItself(browser) {
  /** @type {string | undefined} */
  const state = await browser.permissions?.query({ name: "persistent-storage" }).then(
    (/** @type {{ state: string }} */ permission) => permission.state,
    // Safari has no such permission: it goes by how a site is used.
    () => undefined,
  );
  // "prompt" is what Firefox says and does, and what Chromium says while it decides by itself; only Chromium has userAgentData.
  return state === "prompt" ? "userAgentData" in browser : state !== "denied";
}
