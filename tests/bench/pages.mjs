// How soon a reader on a slow machine can use a lesson: from the navigation to the first figure that answers its slider, on a processor
// slowed fourfold, with the long tasks on the way. Every page is opened as by a new visitor, and the median of three visits is shown.
//
// node tests/bench/pages.mjs [SLUG...]
import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";

import { createSiteServer } from "../../web/course/serve.mjs";

/** @type {typeof import("@playwright/test")} npm's packages lie in web/ */
const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("@playwright/test");

const slowdown = 4;
const visits = 3;
const site = fileURLToPath(new URL("../../build/site/", import.meta.url));
const slugs = process.argv.length > 2 ? process.argv.slice(2) : readdirSync(`${site}lessons`);
for (const slug of slugs)
  if (!existsSync(`${site}lessons/${slug}/index.html`)) throw new Error(`build/site has no lesson "${slug}"; it has ${readdirSync(`${site}lessons`).join(", ")}`); // prettier-ignore

/** Runs in the page before its own scripts: takes hold of the first slider there is, and notes when its figure has answered. */
function watch() {
  const notes = /** @type {any} */ (window.notes = { ready: NaN, answered: NaN, tasks: [] });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) notes.tasks.push([startTime, duration]);
  }).observe({ type: "longtask", buffered: true });
  /** @type {any} the figure whose slider was moved */
  let moved = null;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  addEventListener("where-ready", async ({ target }) => {
    notes.ready ||= performance.now();
    const { shadowRoot } = /** @type {any} */ (target);
    // It says so before it is drawn.
    for (let frames = 0; frames < 10 && !shadowRoot.querySelector("svg"); ++frames) await frame();
    const slider = shadowRoot.querySelector("input[type=range]");
    if (!slider || moved) return;
    moved = target;
    slider.value = Number(slider.value) + Number(slider.step || 1);
    slider.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  });
  addEventListener("where-change", async ({ target }) => {
    if (target !== moved || notes.answered > 0) return;
    await frame();
    setTimeout(() => (notes.answered ||= performance.now()));
  });
}

const server = createSiteServer();
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({
  executablePath: process.env.WHEREABOUTS_CHROMIUM ?? "/usr/bin/chromium",
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});

/** @param {string} slug */
async function visit(slug) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: "block" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.addInitScript(watch);
  await page.goto(`${address}lessons/${slug}/`);
  await page.waitForFunction(() => window.notes.answered > 0, null, { timeout: 120_000 });
  const notes = await page.evaluate(() => ({ ...window.notes, painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN })); // prettier-ignore
  await context.close();
  return notes;
}

const ms = (/** @type {number} */ value) => `${Math.round(value).toLocaleString("en")} ms`;
const busy = (/** @type {any} */ { tasks, answered }) =>
  tasks.filter(([start]) => start < answered).reduce((sum, [, duration]) => sum + duration, 0);

console.log(
  `First figure that answers, on a processor slowed ${slowdown} times (load of this machine ${loadavg()[0].toFixed(1)}):`,
);
for (const slug of slugs) {
  const seen = [];
  for (let index = 0; index < visits; ++index) seen.push(await visit(slug));
  const [, middle] = seen.sort((a, b) => a.answered - b.answered);
  const long = middle.tasks.filter(([start]) => start < middle.answered).map(([start, duration]) => `${Math.round(duration)} at ${Math.round(start)}`); // prettier-ignore
  console.log(
    `  ${slug.padEnd(16)} painted ${ms(middle.painted)}, drawn ${ms(middle.ready)}, answers ${ms(middle.answered)}`,
  );
  console.log(`    long tasks ${ms(busy(middle))}: ${long.join(", ")}`);
}
await browser.close();
server.closeAllConnections();
server.close();
