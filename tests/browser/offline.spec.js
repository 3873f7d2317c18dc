// The site without a network: after one visit, after a visit that ended early, after an interruption, and after a new version.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";

import { encodings } from "../../web/course/compressed.js";
import { folders } from "../../web/course/paths.js";
import { createSiteServer } from "../../web/course/serve.mjs";
import { makeOffline } from "../../web/offline/make.js";
import { expect, lessons, pages, test as base } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */

const below = "/courses/nlp/";

/** A server that can fail: everything, or what `refuses` names. It serves a copy of the site, which a test may change. */
class Host {
  constructor() {
    this.folder = mkdtempSync(path.join(tmpdir(), "offline-"));
    cpSync(folders.site, this.folder, { recursive: true });
    this.down = false;
    /** @type {(address: string) => boolean} */
    this.refuses = () => false;
    /** What is answered with the first page of the site instead, for good. @type {(address: string) => boolean} */
    this.standsIn = () => false;
    this.last = Date.now();
    this.requests = 0;
    this.#serve();
    this.server = createServer((request, response) => {
      this.last = Date.now();
      this.requests += 1;
      const address = (request.url ?? "").slice(below.length);
      if (this.down || this.refuses(address)) request.socket.destroy();
      else if (this.standsIn(address)) {
        const headers = { "Content-Type": "text/html", "Cache-Control": "max-age=31536000, immutable" };
        response.writeHead(200, headers).end("<!doctype html><title>Sign in</title>");
      } else this.site.emit("request", request, response);
    });
  }

  #serve() {
    this.site = createSiteServer({ folder: this.folder, base: below });
  }

  async listen() {
    await new Promise((resolve) => this.server.listen(0, "127.0.0.1", () => resolve(undefined)));
    const { port } = /** @type {import("node:net").AddressInfo} */ (this.server.address());
    this.address = `http://127.0.0.1:${port}${below}`;
  }

  /** Nothing has been asked for a second: whoever was fetching is done. */
  async quiet() {
    await expect.poll(() => Date.now() - this.last, { timeout: 60_000, intervals: [200] }).toBeGreaterThan(1000);
  }

  /** @param {string} file @param {(text: string) => string} change */
  async change(file, change) {
    const name = path.join(this.folder, file);
    writeFileSync(name, change(readFileSync(name, "utf8")));
    await makeOffline(this.folder);
    // Their compressed copies are of the older version; without them the files themselves are sent.
    for (const changed of [file, "offline.js"])
      for (const { ending } of encodings) rmSync(path.join(this.folder, changed + ending), { force: true });
    this.#serve();
  }

  async close() {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    rmSync(this.folder, { recursive: true });
  }
}

const test = base.extend({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs off this pattern
  host: async ({}, /** @type {(host: Host) => Promise<void>} */ use) => {
    const host = new Host();
    await host.listen();
    await use(host);
    await host.close();
  },
  baseURL: async ({ host }, use) => use(host.address),
  // A network that is gone does show in the console.
  // eslint-disable-next-line no-empty-pattern -- see above
  complaints: [async ({}, use) => use([]), { auto: true }],
});

test.use({ serviceWorkers: "allow" });
// Each test copies the site and fetches all of it.
test.setTimeout(180_000);

/** The addresses of what is kept, below the site. @param {Page} page @returns {Promise<string[]>} */
async function keptBy(page) {
  return page.evaluate(async (below) => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname.slice(below.length));
  }, below);
}

/** Visits until everything is kept. @param {Page} page */
async function visit(page) {
  await page.goto("lessons/rope/");
  await expect.poll(() => keptBy(page), { timeout: 60_000 }).toContain("ask/en.json");
}

/** @param {Page} page @param {string} id */
async function answerable(page, id) {
  const exercise = page.locator(`where-exercise[exercise="${id}"]`).first();
  await exercise.scrollIntoViewIfNeeded();
  await expect(exercise.getByRole("button", { name: "Check" })).toBeEnabled();
  await exercise.locator("#field-0").fill("1000");
  await exercise.locator("#field-0").press("Enter");
  await expect(exercise.getByRole("status")).not.toBeEmpty();
}

test("after one visit every page works without a network: figures, exercises, questions, progress", async ({
  page,
  host,
}) => {
  await visit(page);
  const kept = await keptBy(page);
  for (const each of pages) expect(kept).toContain(each);
  // One build of the engine, and no trained model that nobody looked at.
  expect(kept.filter((file) => file.endsWith(".wasm") && file.includes("whereabouts"))).toHaveLength(1);
  host.down = true;
  for (const each of pages) {
    await page.goto(each);
    await expect(page.locator("h1")).toBeVisible();
  }
  for (const slug of lessons) {
    await page.goto(`lessons/${slug}/?from=elsewhere#content`);
    const figure = page.locator("article > [data-embed]:not(where-exercise)").first();
    await figure.scrollIntoViewIfNeeded();
    await expect(figure.locator("> figure.poster")).toHaveCount(0);
  }
  await page.goto("lessons/position-table/");
  await answerable(page, "sinusoid_row");
  await page.goto("progress/");
  await expect(page.getByRole("button", { name: "Save to a file" })).toBeEnabled();
});

test("a visit that ended early counts", async ({ page, context, host }) => {
  const early = await context.newPage();
  await early.goto("lessons/rope/", { waitUntil: "domcontentloaded" });
  await early.close();
  // A file that needs no worker shows what is kept: how long that takes is the machine's to say.
  await page.goto("licences.txt");
  await expect.poll(() => keptBy(page), { timeout: 120_000 }).toContain("lessons/rope/");
  host.down = true;
  await page.goto("lessons/rope/");
  await answerable(page, "rope_score");
});

test("what is interrupted works as far as it came, and goes on with the next visit", async ({ page, host }) => {
  host.refuses = (address) => address.startsWith("lessons/lab/") || address.includes("encoding-race");
  await page.goto("lessons/rope/");
  await expect.poll(() => keptBy(page), { timeout: 60_000 }).toContain("lessons/rope/");
  await host.quiet();
  host.down = true;
  await page.reload();
  await answerable(page, "rope_score");
  expect(await keptBy(page)).not.toContain("lessons/lab/");
  host.down = false;
  host.refuses = () => false;
  const before = host.requests;
  await visit(page);
  // What was kept is not fetched again: the pages themselves, what the visit asks for, and what was missing.
  expect(host.requests - before).toBeLessThan(60);
  host.down = true;
  await page.goto("lessons/lab/");
  await expect(page.locator("h1")).toBeVisible();
});

test("a page that stands in for a file is never kept under its name, and is forgotten once the file is there", async ({
  page,
  host,
}) => {
  // What an earlier worker may have left behind.
  const recorder = `assets/${readdirSync(path.join(host.folder, "assets")).find((name) => /^recorder-.*\.js$/.test(name))}`;
  await page.goto("licences.txt");
  await page.evaluate(
    async ([scope, url]) => {
      const headers = { "Content-Type": "text/html" };
      await (await caches.open(`whereabouts assets ${scope}`)).put(url, new Response("<h1>Sign in</h1>", { headers }));
    },
    [host.address, host.address + recorder],
  );
  const wrong = () =>
    page.evaluate(async () => {
      const found = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).matchAll()));
      const assets = found.flat().filter(({ url }) => url.includes("/assets/"));
      return assets.filter(({ headers }) => headers.get("Content-Type")?.startsWith("text/html")).length;
    });
  host.standsIn = (address) => address.startsWith("assets/encoding-race-");
  await page.goto("lessons/rope/");
  // The page that cannot be kept keeps none of those after it from being kept.
  await expect.poll(() => keptBy(page), { timeout: 60_000 }).toContain("ask/en.json");
  await host.quiet();
  const kept = await keptBy(page);
  expect(kept).toContain("lessons/rope/");
  const missing = pages.filter((each) => !kept.includes(each));
  expect(missing).toEqual(["lessons/lab/"]);
  expect(await wrong()).toBe(0);
  // The browser's own cache still has it: that is not asked again.
  host.standsIn = () => false;
  await page.goto("lessons/position-table/");
  await expect.poll(() => keptBy(page), { timeout: 60_000 }).toContain("lessons/lab/");
  expect(await wrong()).toBe(0);
});

test("a trained model is kept once it was used", async ({ page, host }) => {
  await visit(page);
  await page.goto("lessons/longer/");
  const model = `${host.address}assets/${readdirSync(path.join(host.folder, "assets")).find((name) => /^rope-.*\.safetensors$/.test(name))}`;
  await page.evaluate((address) => fetch(address).then((response) => response.arrayBuffer()), model);
  await expect.poll(() => keptBy(page)).toContain(model.slice(/** @type {string} */ (host.address).length));
  host.down = true;
  const bytes = await page.evaluate(
    (address) => fetch(address).then(async (r) => (await r.arrayBuffer()).byteLength),
    model,
  );
  expect(bytes).toBeGreaterThan(100_000);
});

test("a new version shows at once, and replaces what was kept when the old pages are closed", async ({
  page,
  context,
  host,
}) => {
  await visit(page);
  const before = await page.evaluate(() => caches.keys());
  await host.change("lessons/rope/index.html", (text) => text.replace(/<h1>[^<]*/, "<h1>A newer title"));
  await page.goto("lessons/rope/");
  await expect(page.locator("h1")).toHaveText("A newer title");
  await host.quiet();
  // The newer worker waits: a page of the older one is open.
  expect(await page.evaluate(() => caches.keys())).toEqual(expect.arrayContaining(before));
  await page.close();
  const next = await context.newPage();
  await expect(async () => {
    await next.goto("about:blank");
    await next.goto("lessons/rope/");
    await host.quiet();
    const after = await next.evaluate(() => caches.keys());
    expect(after).toHaveLength(2);
    expect(after).not.toEqual(before);
  }).toPass({ timeout: 90_000 });
  host.down = true;
  await next.goto("lessons/rope/");
  await expect(next.locator("h1")).toHaveText("A newer title");
  await next.goto("lessons/position-table/");
  await answerable(next, "sinusoid_row");
});

test("a network that says nothing does not keep a reader waiting", async ({ page, host }) => {
  await visit(page);
  host.site.removeAllListeners("request");
  const begun = Date.now();
  await page.goto("lessons/position-table/", { waitUntil: "domcontentloaded" });
  await expect(page.locator("h1")).toBeVisible();
  expect(Date.now() - begun).toBeLessThan(12_000);
});

test("in a frame of another page nothing is kept", async ({ page, host }) => {
  const server = createServer((_, response) =>
    response
      .writeHead(200, { "Content-Type": "text/html" })
      .end(`<iframe src="${host.address}lessons/rope/"></iframe>`),
  );
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await page.goto(`http://127.0.0.1:${port}/`);
  await expect(page.frameLocator("iframe").locator("h1")).toBeVisible();
  await host.quiet();
  const frame = page.frames().find((each) => each.url().startsWith(/** @type {string} */ (host.address)));
  expect(await frame?.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  server.closeAllConnections();
  server.close();
});
