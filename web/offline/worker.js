// The service worker: after the first visit the site works without a network. It installs with what the open page needs, which
// is soon done, so that a visit that ends early counts; the other pages follow in the background, and go on with the next visit
// where they were interrupted. (A precache that is kept whole or not at all would start again each time.)
//
// Pages come from the network as long as there is one, so a new version of the site shows at once. A page is kept only after
// everything it needs: what is there without a network works.
import { relaxedSimd, simd } from "wasm-feature-detect";

import { assetsOf, pageOf, stale } from "./plan.js";
import { site } from "./site.js";

const worker = /** @type {any} */ (globalThis);
const { scope } = worker.registration;
/** Several copies of the site may lie on one host. */
const assetCache = `whereabouts assets ${scope}`;
const pageCache = `whereabouts pages ${scope} ${site.version}`;
/** A network that says nothing for so long is none, in milliseconds. */
const patience = 4000;
/** How many files are fetched at once: the page that is open comes first. */
const lanes = 4;

/** The build of the engine that this browser runs, as engine/load.js chooses it. */
const build = (async () => ((await relaxedSimd()) ? "relaxed-simd" : (await simd()) ? "simd" : "scalar"))();

const absolute = (/** @type {string} */ address) => new URL(address, scope).href;

/**
 * Keeps a file unless it is kept already.
 * @param {Cache} cache
 * @param {string} address
 * @param {RequestCache} mode
 */
async function keep(cache, address, mode) {
  const url = absolute(address);
  if (await cache.match(url, { ignoreVary: true })) return;
  const response = await fetch(url, { cache: mode });
  if (!response.ok || response.redirected) throw new Error(`${response.status} ${url}`);
  await cache.put(url, response);
}

/** @param {string[]} addresses @param {(address: string) => Promise<void>} action */
async function each(addresses, action) {
  const waiting = [...addresses];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await action(next);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** A page with all that it needs; the page itself last. @param {string} page */
async function keepPage(page) {
  const [assets, pages] = await Promise.all([caches.open(assetCache), caches.open(pageCache)]);
  // What the page has just fetched is in the browser's own cache: it costs the network nothing.
  await each(assetsOf(site, page, await build), (file) => keep(assets, file, "force-cache"));
  await keep(pages, page, "no-cache");
}

/** The pages that are open. */
async function openPages() {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const pages = windows.map((/** @type {{ url: string }} */ { url }) => pageOf(site, url, scope));
  return /** @type {string[]} */ ([...new Set(pages)].filter((page) => page !== undefined));
}

/** @type {Promise<void> | undefined} */
let filling;

/** Keeps everything that is not kept yet; what is no longer of the site goes only then. */
function fill() {
  filling ??= fillNow().finally(() => (filling = undefined));
  // Without a network, or without room, it goes on another time.
  return filling.catch(() => undefined);
}

async function fillNow() {
  const first = await openPages();
  for (const page of new Set([...first, ...Object.keys(site.pages)])) {
    await keepPage(page);
    // Who counts every byte gets the pages that they open.
    if (/** @type {any} */ (navigator).connection?.saveData && !first.includes(page)) return;
  }
  const pages = await caches.open(pageCache);
  await each(site.loose, (file) => keep(pages, file, "no-cache"));
  await clean();
}

async function clean() {
  // A newer version waits until the pages of this one are closed: what it has kept is not this one's to judge.
  if (worker.registration.waiting || worker.registration.installing) return;
  const assets = await caches.open(assetCache);
  const kept = (await assets.keys()).map(({ url }) => url.slice(scope.length));
  for (const file of stale(site, kept)) await assets.delete(absolute(file));
  for (const name of await caches.keys()) {
    if (name.startsWith(`whereabouts pages ${scope} `) && name !== pageCache) await caches.delete(name);
  }
}

/** What is kept of an address: of this version, or of the one before until this one is complete. @param {string} url */
async function kept(url) {
  const here = await (await caches.open(pageCache)).match(url, { ignoreVary: true });
  if (here) return here;
  for (const name of (await caches.keys()).filter(
    (other) => other.startsWith("whereabouts ") && other.includes(scope),
  )) {
    const found = await (await caches.open(name)).match(url, { ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}

/**
 * From the network, and from what is kept where there is none.
 * @param {Request} request
 * @param {string} url that it would be kept under
 */
async function fresh(request, url) {
  const answer = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  try {
    const response = await Promise.race([answer, late]);
    if (response?.status < 500 || response?.type === "opaqueredirect") return response;
    return (await kept(url)) ?? (await answer);
  } catch (error) {
    const found = await kept(url);
    if (found) return found;
    throw error;
  }
}

/** One name, one content: what is kept needs no question. @param {Request} request */
async function asset(request) {
  const cache = await caches.open(assetCache);
  const found = await cache.match(request.url, { ignoreVary: true });
  if (found) return found;
  const response = await fetch(request);
  // Trained models come here: they are kept once they are used.
  if (response.ok) await cache.put(request.url, response.clone()).catch(() => undefined);
  return response;
}

async function install() {
  const pages = await openPages();
  // Who has left already gets everything now: without a page the worker would soon be ended.
  if (pages.length === 0) return fillNow();
  await Promise.all(pages.map(keepPage));
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(worker.clients.claim());
  // Not waited for: no page may have to.
  fill();
});

/** A page is there: as long as this takes, the worker lives on, also when the page is closed. */
worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(fill()));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  const address = request.url.slice(scope.length).replace(/[?#].*$/, "");
  if (address.startsWith("assets/")) {
    if (!request.headers.has("range")) event.respondWith(asset(request));
    return;
  }
  const page = pageOf(site, request.url, scope);
  if (page === undefined && !site.loose.includes(address)) return;
  event.respondWith(fresh(request, absolute(page ?? address)));
});
