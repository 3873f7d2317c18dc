// The Firefox of the system, driven over WebDriver BiDi (Playwright cannot), the built site below a path, and pages of another
// site around its frames.
import { spawnSync } from "node:child_process";
import puppeteer from "puppeteer-core";

import { createSiteServer } from "../../web/course/serve.mjs";
import { serveHosts } from "../browser/host-pages.js";

const names = [process.env.WHEREABOUTS_FIREFOX, "firefox-esr", "firefox"];
const found = names.map((name) => (name ? spawnSync("which", [name], { encoding: "utf8" }).stdout.trim() : ""));
const executablePath = found.find((path) => path !== "");

/** How long anything may take, in milliseconds: the machine may be busy. */
export const patience = 120_000;

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
  const server = createSiteServer({ base: "/course/" });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const host = await serveHosts();
  return {
    browser,
    host,
    site: `http://127.0.0.1:${port}/course/`,
    async end() {
      await browser.close();
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
