// What every browser test starts from: the built site, served below a path, and the rule that a page neither complains in the
// console nor asks anyone else for anything.
import { test as base, expect } from "@playwright/test";

import { createSiteServer } from "../../web/course/serve.mjs";
import { lessons } from "../lessons.js";

export { expect, lessons };

/** Every page of the site, relative to where it lies. */
export const pages = [
  "",
  "progress/",
  "instructor/",
  "instructors/",
  "instructors/figures/",
  "instructors/exercises/",
  ...lessons.map((slug) => `lessons/${slug}/`),
];

/**
 * @param {string} path that the site lies below
 * @param {(address: string) => Promise<void>} use
 */
export async function serveBelow(path, use) {
  const server = createSiteServer({ base: path });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await use(`http://127.0.0.1:${port}${path}`);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** What went wrong in a page, as far as it shows from outside. */
export function watch(/** @type {import("@playwright/test").Page} */ page, /** @type {string} */ address) {
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => {
    if (message.text() === "Service Worker registration blocked by Playwright") return;
    if (["error", "warning"].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(data|blob):/.test(url)) complaints.push(`request to elsewhere: ${url}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  page.on("requestfailed", (request) => {
    // A page that is left cancels what it still waits for.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") complaints.push(`failed: ${request.url()}`);
  });
  return complaints;
}

/** @type {import("@playwright/test").TestType<any, any>} */
/** A locator's text once it stands still for half a second: what was under way when a training was paused has arrived. */
export async function settled(/** @type {import("@playwright/test").Locator} */ locator) {
  let text = "";
  const stands = async () => {
    const before = text;
    text = (await locator.textContent()) ?? "";
    return text === before;
  };
  await expect.poll(stands, { intervals: [500], timeout: 15_000 }).toBe(true);
  return text;
}

export const test = base.extend({
  /** The site's address, the same for all tests of a worker: below a path, where every absolute address would fail. */
  address: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs off this pattern
    async ({}, use) => {
      await serveBelow("/courses/nlp/", use);
    },
    { scope: "worker" },
  ],
  baseURL: async ({ address }, use) => use(address),
  /** Complaints of the test's page; a test that provokes some takes them out (`complaints.splice(0)`). */
  complaints: [
    async ({ page, address }, use) => {
      const complaints = watch(page, address);
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
