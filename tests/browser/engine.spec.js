// The package in a browser, under the content security policy of the course: every check of tests/wasm on every build, and in
// a frame without an origin, where workers by address, storage and much else are refused.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "@playwright/test";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** @type {Record<string, string>} */
const types = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html; charset=utf-8" };
const policy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob: data:; object-src 'none'; base-uri 'none'";

// A frame without an origin loads modules only from a server that lets anybody have them.
const headers = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Content-Security-Policy": policy,
};

const pages = {
  "/page": '<!doctype html><title>Engine</title><script type="module" src="/tests/browser/engine-page.js"></script>',
  "/frame":
    '<!doctype html><title>Frame</title><iframe sandbox="allow-scripts" src="/page?build=simd&checks=worker"></iframe>',
};

/** @type {import("node:http").Server} */
let server;
/** @type {string} */
let address;

test.beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const page = /** @type {Record<string, string>} */ (pages)[pathname];
    const file = root + pathname.slice(1);
    if (page) response.writeHead(200, { ...headers, "Content-Type": types[".html"] }).end(page);
    else if (/\.\./.test(pathname) || !existsSync(file) || !statSync(file).isFile())
      response.writeHead(404, headers).end();
    else {
      response.writeHead(200, { ...headers, "Content-Type": types[extname(file)] ?? "text/plain" });
      createReadStream(file).pipe(response);
    }
  });
  await new Promise((resolve) => server.listen(0, () => resolve(undefined)));
  address = `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`;
});

test.afterAll(() => {
  server.close();
});

/**
 * @param {import("@playwright/test").Page} page
 * @param {string} path
 * @returns {Promise<{ name: string, problem: string | null }[]>}
 */
async function results(page, path) {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    addEventListener("message", ({ data }) => Array.isArray(data) && /** @type {any} */ (window.results = data));
  });
  await page.goto(address + path);
  const handle = await page.waitForFunction(() => /** @type {any} */ (window).results, undefined, {
    polling: 200,
    timeout: 0,
  });
  return handle.jsonValue();
}

for (const build of ["relaxed-simd", "simd", "scalar"])
  test(`every check of the engine, ${build}`, async ({ page }) => {
    test.setTimeout(180_000);
    const done = await results(page, `/page?build=${build}`);
    expect(done.length).toBeGreaterThan(40);
    expect(done.filter(({ problem }) => problem !== null)).toEqual([]);
  });

test("a worker in a frame without an origin", async ({ page }) => {
  test.setTimeout(60_000);
  const done = await results(page, "/frame");
  expect(done.length).toBeGreaterThan(3);
  expect(done.filter(({ problem }) => problem !== null)).toEqual([]);
});

test("a page picks the fastest build of its browser", async ({ page }) => {
  await page.goto(`${address}/page?build=none`);
  const build = await page.evaluate(async () => {
    const { loadEngine } = await import(/** @type {any} */ ("/build/package/index.js"));
    return (await loadEngine()).build;
  });
  expect(build).toBe("relaxed-simd");
});
