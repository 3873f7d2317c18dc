import assert from "node:assert/strict";
import { test } from "node:test";

import { keepForGood } from "../../web/course/progress/persistence.js";

/** A browser, and how often it was asked. @param {any} [changes] */
function browserWith({ persisted = false, state, ...rest } = /** @type {any} */ ({})) {
  let asked = 0;
  const query = async (/** @type {{ name: string }} */ { name }) => {
    assert.equal(name, "persistent-storage");
    if (state === undefined) throw new TypeError("no such permission");
    return { state };
  };
  const storage = {
    persisted: async () => persisted,
    persist: async () => {
      asked += 1;
      return true;
    },
  };
  return { browser: { storage, permissions: { query }, ...rest }, asked: () => asked };
}

test("a browser that decides by itself is asked to keep everything for good, one that would ask the reader is not", async () => {
  const chromium = { userAgentData: {} };
  const cases = /** @type {[string, any, number, boolean][]} */ ([
    ["Chromium", { state: "prompt", ...chromium }, 1, true],
    ["Chromium that has granted it", { state: "granted", persisted: true, ...chromium }, 0, true],
    ["Firefox", { state: "prompt" }, 0, false],
    ["Firefox whose reader has agreed elsewhere", { state: "granted" }, 1, true],
    ["whoever has refused", { state: "denied", ...chromium }, 0, false],
    ["Safari", {}, 1, true],
    ["Safari without permissions", { permissions: undefined }, 1, true],
  ]);
  for (const [name, changes, times, outcome] of cases) {
    const { browser, asked } = browserWith(changes);
    assert.equal(await keepForGood(browser), outcome, name);
    assert.equal(asked(), times, name);
  }
});

test("where nothing can be kept for good nothing is asked, and nothing breaks", async () => {
  assert.equal(await keepForGood({}), false);
  assert.equal(await keepForGood({ storage: {} }), false);
  const { browser } = browserWith();
  browser.storage.persisted = () => Promise.reject(new TypeError("opaque origin"));
  assert.equal(await keepForGood(browser), false);
});
