// The rule that everybody can use what a page shows.
import AxeBuilder from "@axe-core/playwright";

import { expect } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */

/** A part of a page, and a frame in it, has its title around it. */
const ofWholePages = ["page-has-heading-one"];

/**
 * By all rules of axe, in both themes, on a phone and a screen; and nothing scrolls sideways. In the second theme only colours
 * differ: there only the rules on colours are asked.
 * @param {Page} page
 * @param {string} [part] of the page that is looked at; all of it where none is given
 */
export async function expectAccessible(page, part) {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const rules = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
      if (part !== undefined) rules.include(part).disableRules(ofWholePages);
      if (colorScheme === "dark") rules.withRules(["color-contrast", "link-in-text-block"]);
      const { violations } = await rules.analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join("; ")}`);
      expect(found, `${colorScheme}, ${width} wide`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
}
