// What tests of other people's pages start from: a server of such pages, and what those have heard.
import { serveHosts } from "./host-pages.js";
import { expect, test as base, watch } from "./site.js";

export { expect };

/** @typedef {import("@playwright/test").Page} Page */

export const test = base.extend({
  host: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs off this pattern
    async ({}, use) => {
      const host = await serveHosts();
      await use(host);
      await host.close();
    },
    { scope: "worker" },
  ],
  complaints: [
    async ({ page, address, host }, use) => {
      const complaints = watch(page, address);
      await use(complaints);
      expect(complaints.filter((each) => !each.startsWith(`request to elsewhere: ${host.address}`))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Messages of one type that the page has got. @param {Page} page @param {string} type */
export const messages = (page, type) =>
  page.evaluate(
    (wanted) => /** @type {any} */ (window).messages.filter((/** @type {any} */ { type }) => type === wanted),
    type,
  );

/** Events that came out of frames and elements. @param {Page} page @param {string} type */
export const heard = (page, type) =>
  page.evaluate(
    (wanted) => /** @type {any} */ (window).heard.filter((/** @type {any} */ { type }) => type === wanted),
    type,
  );
