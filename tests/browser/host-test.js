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

/** Whether the frame's page is as high as its frame, to the pixel. @param {Page} page @param {string} [selector] */
export const fits = (page, selector = "iframe") =>
  page.locator(selector).evaluate(async (element) => {
    const told = /** @type {any} */ (window).told.get(/** @type {HTMLIFrameElement} */ (element).contentWindow);
    return element.clientHeight === told;
  });

/** Waits until so many elements have said that they are. @param {Page} page @param {number} count */
export const ready = (page, count) =>
  expect.poll(async () => (await heard(page, "where-ready")).length, { timeout: 30_000 }).toBe(count);

/** Addresses below the site that the page asks for, without their hashes. @param {Page} page @param {string} address */
export function asked(page, address) {
  /** @type {string[]} */
  const all = [];
  page.on("request", (request) => {
    if (request.url().startsWith(address))
      all.push(
        request
          .url()
          .slice(address.length)
          .replace(/-[\w-]{8}\./, "."),
      );
  });
  return all;
}
