// The service worker: after the first visit the site works without a network. It installs with what the open page needs, which
// is soon done, so that a visit that ends early counts; the other pages follow in the background, and go on with the next visit
// where they were interrupted. (A precache that is kept whole or not at all would start again each time.)
//
// Pages come from the network as long as there is one, so a new version of the site shows at once. A page is kept only after
// everything it needs: what is there without a network works.
import { relaxedSimd, simd } from "wasm-feature-detect";

import { assetsOf, isFile, isOfSite, pageOf, stale } from "./plan.js";
import { site } from "./site.js";

const worker = /** @type {any} */ (globalThis);
const { scope } = worker.registration;
/** Several copies of the site may lie on one host. */
const assetCache = `whereabouts assets ${scope}`;
const pageCaches = `whereabouts pages ${scope} `;
const pageCache = pageCaches + site.version;
/** A network that says nothing for so long is none, in milliseconds. */
const patience = 4000;
/** How many files are fetched at once: the page that is open comes first. */
const lanes = 4;

/** The build of the engine that this browser runs, as engine/load.js chooses it. */
const build = (async () => ((await relaxedSimd()) ? "relaxed-simd" : (await simd()) ? "simd" : "scalar"))();

const absolute = (/** @type {string} */ address) => new URL(address, scope).href;

/** An answer that is not what was asked for: asking for something else may still go well. */
class WrongAnswer extends Error {}

/** @param {unknown} error @returns {WrongAnswer} anything else is thrown on */
function passOver(error) {
  if (error instanceof WrongAnswer) return error;
  throw error;
}

/**
 * What a cache holds of a file. What an earlier version of this worker may have taken for the file goes.
 * @param {Cache} cache
 * @param {string} address below the site
 */
async function sound(cache, address) {
  const found = await cache.match(absolute(address), { ignoreVary: true });
  if (!found || isFile(site, address, found)) return found;
  await cache.delete(absolute(address), { ignoreVary: true });
  return undefined;
}

/**
 * Keeps a file unless it is kept already.
 * @param {Cache} cache
 * @param {string} address below the site
 * @param {RequestCache} mode
 */
async function keep(cache, address, mode) {
  if (await sound(cache, address)) return;
  const url = absolute(address);
  let response = await fetch(url, { cache: mode });
  // The browser's own cache may hold what another network has once answered.
  if (mode === "force-cache" && !isFile(site, address, response)) response = await fetch(url, { cache: "reload" });
  if (!isFile(site, address, response)) throw new WrongAnswer(`${response.status} ${url}`);
  if (Object.hasOwn(site.pages, address) && !isOfSite(site, await response.clone().text()))
    throw new WrongAnswer(`a page of another version: ${url}`);
  await cache.put(url, response);
}

/** @param {string[]} addresses @param {(address: string) => Promise<void>} action */
async function each(addresses, action) {
  const waiting = [...addresses];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await action(next);
  };
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    // Where one fails, the others begin nothing more.
    waiting.length = 0;
  }
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
  const open = await openPages();
  // Who counts every byte gets the pages that they open, now or under an earlier version.
  const saving = /** @type {any} */ (navigator).connection?.saveData === true;
  const opened = saving ? await keptBefore() : new Set();
  const wanted = (/** @type {string} */ address) => !saving || opened.has(address);
  /** @type {WrongAnswer | undefined} */
  let wrong;
  for (const page of new Set([...open, ...Object.keys(site.pages).filter(wanted)])) {
    // One page that the host does not have keeps no other from being kept.
    await keepPage(page).catch((error) => (wrong ??= passOver(error)));
  }
  const pages = await caches.open(pageCache);
  await each(site.loose.filter(wanted), (file) => keep(pages, file, "no-cache"));
  if (wrong) throw wrong;
  await clean();
}

/** The addresses of pages and loose files that some version has kept. @returns {Promise<Set<string>>} */
async function keptBefore() {
  const names = (await caches.keys()).filter((name) => name.startsWith(pageCaches));
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return new Set(requests.flat().map(({ url }) => url.slice(scope.length)));
}

async function clean() {
  // A newer version waits until the pages of this one are closed: what it has kept is not this one's to judge.
  if (worker.registration.waiting || worker.registration.installing) return;
  const assets = await caches.open(assetCache);
  const kept = (await assets.keys()).map(({ url }) => url.slice(scope.length));
  for (const file of stale(site, kept)) await assets.delete(absolute(file));
  for (const name of await caches.keys()) {
    if (name.startsWith(pageCaches) && name !== pageCache) await caches.delete(name);
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
  // One that fails after what is kept was shown troubles nobody.
  answer.catch(() => undefined);
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

/** One name, one content: what is kept needs no question. @param {Request} request @param {string} address below the site */
async function asset(request, address) {
  const cache = await caches.open(assetCache);
  const found = await sound(cache, address);
  if (found) return found;
  let response = await fetch(request);
  if (!isFile(site, address, response)) response = await fetch(request.url, { cache: "reload" });
  // Trained models come here: they are kept once they are used.
  if (isFile(site, address, response)) await cache.put(absolute(address), response.clone()).catch(() => undefined);
  return response;
}

async function install() {
  const pages = await openPages();
  // Who has left already gets everything now: without a page the worker would soon be ended.
  if (pages.length === 0) return fillNow().catch(passOver);
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
    if (!request.headers.has("range")) event.respondWith(asset(request, address));
    return;
  }
  const page = pageOf(site, request.url, scope);
  if (page === undefined && !site.loose.includes(address)) return;
  event.respondWith(fresh(request, absolute(page ?? address)));
});
