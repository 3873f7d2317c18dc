// Browser tests run in the Chromium of the system (WHEREABOUTS_CHROMIUM names another one). site.js starts the server.
import { defineConfig } from "@playwright/test";
import { fileURLToPath } from "node:url";

const build = (/** @type {string} */ name) => fileURLToPath(new URL(`../../build/${name}`, import.meta.url));

export default defineConfig({
  testMatch: "*.spec.js",
  outputDir: build("browser-tests"),
  // A browser waits for a third of its time: two of them fill two cores. Time limits are for what hangs, not for what is slow.
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  reporter: "list",
  timeout: 60_000,
  use: {
    screenshot: "only-on-failure",
    // What a service worker answers, a test can neither see nor change: only offline.spec.js lets it in.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env.WHEREABOUTS_CHROMIUM ?? "/usr/bin/chromium",
      // Chromium's own sandbox refuses to start as root.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});
