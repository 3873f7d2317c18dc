// What the tests of browsers that Playwright does not drive have in common: the built site below a path, pages of another site
// around its frames and elements, and asking such a page until it has come so far.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { createSiteServer } from "../web/course/serve.mjs";
import { serveHosts } from "./browser/host-pages.js";

/** How long anything may take, in milliseconds: the machine may be busy. */
export const patience = 120_000;

/** The names of ten figures. */
export const ten = readdirSync(fileURLToPath(new URL("../build/site/embed/v1", import.meta.url)), {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory() && entry.name !== "exercise")
  .map(({ name }) => name)
  .slice(0, 10);

/** The right program for the exercise 'code_position_table', in one line as it can be typed into the editor. */
export const positionTable =
  "function positionTable(positions, width, base) { return positions.map((position) => " +
  "Array.from({ length: width }, (_, column) => { const angle = position / base ** ((2 * Math.floor(column / 2)) / width); " +
  "return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle); })); }";

/** The path that the site lies below. */
export const base = "/course/";

/** The site and the pages around it. @param {import("node:http").Server} [server] of the site, if not the usual one */
export async function serve(server = createSiteServer({ base })) {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const host = await serveHosts();
  return {
    host,
    site: `http://127.0.0.1:${port}${base}`,
    async close() {
      await host.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Asks until the answer is right; in the end it says what it was.
 * @template T
 * @param {() => Promise<T>} ask
 * @param {(answer: T) => boolean} right
 * @param {string} what
 */
export async function until(ask, right, what) {
  const end = performance.now() + patience;
  for (;;) {
    const answer = await ask();
    if (right(answer)) return answer;
    if (performance.now() > end) throw new Error(`${what}: ${JSON.stringify(answer)} after ${patience / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** @typedef {{ evaluate: (ask: (...given: any[]) => unknown, ...given: any[]) => Promise<any> }} Page a page of `serveHosts` */

/**
 * A page as a person uses it. A path is selectors, each within the shadow tree of what the one before found, parted by `>>>`.
 * @typedef {object} Acts
 * @property {(path: string) => Promise<unknown>} focus
 * @property {(path: string) => Promise<unknown>} click
 * @property {(key: string) => Promise<unknown>} press
 * @property {(text: string) => Promise<unknown>} type
 * @property {(width: number, height: number) => Promise<unknown>} resize
 * @property {(path: string) => Promise<string>} text of an element, or of its shadow tree; none where there is no such element
 */
/** @typedef {Page & Acts} Driven */

/** Events that came out of its frames or elements. @param {Page} page @param {string} type @returns {Promise<any[]>} */
export const heard = (page, type) =>
  page.evaluate(
    (wanted) => /** @type {any} */ (window).heard.filter((/** @type {any} */ each) => each.type === wanted),
    type,
  );

/** @param {Page} page @param {string} type @param {number} count */
export const events = (page, type, count) =>
  until(
    () => heard(page, type),
    (all) => all.length === count,
    type,
  );

/** The height of each frame, and the one that it told last. @param {Page} page @returns {Promise<{ high: number, told: number }[]>} */
export const heights = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("iframe")].map((element) => {
      const told = /** @type {any} */ (window).told.get(element.contentWindow);
      return { high: element.clientHeight, told };
    }),
  );

/** @param {Page} page */
export const fitted = (page) =>
  until(
    () => heights(page),
    (all) => all.every(({ high, told }) => told > 0 && high === told),
    "heights",
  );

/** What an element of such a page shows by a selector, through both shadow trees. @param {Page} page @param {string} tag @param {string} selector */
export const shown = (page, tag, selector) =>
  page.evaluate(
    (tag, selector) => {
      const outer = document.querySelector(tag)?.shadowRoot;
      const inner = outer?.querySelector(`${tag}-inside`)?.shadowRoot;
      const found = inner?.querySelector(selector) ?? outer?.querySelector(selector);
      return found ? { text: found.textContent, display: getComputedStyle(found).display } : null;
    },
    tag,
    selector,
  );
