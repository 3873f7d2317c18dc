// The Firefox of the system, driven over WebDriver BiDi (Playwright cannot), with what is served to it.
import { spawnSync } from "node:child_process";
import puppeteer from "puppeteer-core";

import { patience, serve } from "../driven.js";

const names = [process.env.WHEREABOUTS_FIREFOX, "firefox-esr", "firefox"];
const found = names.map((name) => (name ? spawnSync("which", [name], { encoding: "utf8" }).stdout.trim() : ""));
const executablePath = found.find((path) => path !== "");

/** @param {Record<string, unknown>} [preferences] */
export async function start(preferences = {}) {
  if (executablePath === undefined) throw new Error("there is no Firefox: ./build.sh setup installs firefox-esr");
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    extraPrefsFirefox: preferences,
    timeout: patience,
    protocolTimeout: patience,
  });
  const { host, site, close } = await serve();
  return {
    browser,
    host,
    site,
    async end() {
      await browser.close();
      await close();
    },
  };
}

/**
 * A page as a person uses it (tests/driven.js).
 * @param {import("puppeteer-core").Page} page
 */
export function acting(page) {
  page.setDefaultTimeout(patience);
  const find = async (/** @type {string} */ path) => {
    const found = await page.$(path);
    if (found === null) throw new Error(`there is no ${path}`);
    return found;
  };
  return {
    /** @param {(...given: any[]) => unknown} ask @param {...any} given @returns {Promise<any>} */
    evaluate: (ask, ...given) => page.evaluate(ask, ...given),
    focus: async (/** @type {string} */ path) => (await find(path)).focus(),
    click: async (/** @type {string} */ path) => (await page.waitForSelector(path))?.click(),
    press: (/** @type {string} */ key) => page.keyboard.press(/** @type {import("puppeteer-core").KeyInput} */ (key)),
    type: (/** @type {string} */ text) => page.keyboard.type(text),
    resize: (/** @type {number} */ width, /** @type {number} */ height) => page.setViewport({ width, height }),
    text: async (/** @type {string} */ path) =>
      (await page.$(path))?.evaluate((element) => (element.shadowRoot ?? element).textContent ?? "") ?? "",
    close: () => page.close(),
  };
}
