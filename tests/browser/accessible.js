// The rule that everybody can use what a page shows.
import AxeBuilder from "@axe-core/playwright";
import axe from "axe-core";

import { expect } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("axe-core").RunOptions} RunOptions */

/** A part of a page, and a frame in it, has its title around it. */
const ofWholePages = ["page-has-heading-one"];

/**
 * Brings axe into a page, and `window.faultsOf(parts, options)`: what breaks its rules in these elements as they now stand, or in
 * the page where none are given, a line a rule.
 * @param {Page} page
 */
export async function bringRules(page) {
  await page.evaluate(axe.source);
  await page.evaluate(() => {
    const walk = document.createTreeWalker;
    Object.assign(window, {
      faultsOf: async (/** @type {Element[]} */ parts, /** @type {RunOptions} */ options = {}) => {
        // Before its first colour, each run asks of every element of the page where it is drawn, which is nine tenths of the
        // time of a run on a part. What lies neither in a part nor around it is passed over.
        const isBeside = (/** @type {Node} */ node) =>
          parts.length !== 0 &&
          node.getRootNode() === document &&
          !parts.some((part) => part.contains(node) || node.contains(part));
        document.createTreeWalker = (root, what) =>
          walk.call(document, root, what, (node) =>
            isBeside(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
          );
        try {
          const { violations } = await /** @type {any} */ (window).axe.run(parts.length ? parts : document, {
            resultTypes: ["violations"],
            ...options,
          });
          return violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes.map((/** @type {any} */ { target }) => target.join(" ")).join("; ")}`); // prettier-ignore
        } finally {
          document.createTreeWalker = walk;
        }
      },
    });
  });
}

/**
 * What breaks a rule in the parts of a page that a selector finds, after `bringRules`.
 * @param {Page} page
 * @param {string} [part] all of the page where none is given
 * @param {RunOptions} [options]
 * @returns {Promise<string[]>} a line a rule
 */
export async function faultsOf(page, part, options = {}) {
  if (part !== undefined) await expect(page.locator(part)).not.toHaveCount(0);
  if (page.frames().length > 1) return faultsInFrames(page, part, options);
  return page.evaluate(
    ([part, options]) =>
      /** @type {any} */ (window).faultsOf(part === undefined ? [] : [...document.querySelectorAll(part)], options),
    /** @type {const} */ ([part, options]),
  );
}

/**
 * The same with what its frames show, of any origin: each is asked by itself, and the answers are put together in a page of their
 * own, which takes as long again.
 * @param {Page} page
 * @param {string | undefined} part
 * @param {RunOptions} options
 */
async function faultsInFrames(page, part, options) {
  const rules = new AxeBuilder({ page }).options({ resultTypes: ["violations"], ...options });
  if (part !== undefined) rules.include(part);
  const { violations } = await rules.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join("; ")}`);
}

/**
 * By all rules of axe, in both themes, on a phone and a screen; and nothing scrolls sideways. In the second theme only colours
 * differ: there only the rules on colours are asked.
 * @param {Page} page
 * @param {string} [part] of the page that is looked at; all of it where none is given
 */
export async function expectAccessible(page, part) {
  await bringRules(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      /** @type {RunOptions} */
      const options = {
        ...(part !== undefined && {
          rules: Object.fromEntries(ofWholePages.map((rule) => [rule, { enabled: false }])),
        }),
        ...(colorScheme === "dark" && { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } }),
      };
      expect(await faultsOf(page, part, options), `${colorScheme}, ${width} wide`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
}
