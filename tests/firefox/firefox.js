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
