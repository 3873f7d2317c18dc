// Lessons in WebKit: they come alive, in the dark too, and no page is wider than a phone; keys lead through them; a training runs in its worker.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, before, test } from "node:test";

import { lessons } from "../lessons.js";
import { until } from "../driven.js";
import { start } from "./webkit.js";

/** The WebAssembly files of the engine, the fastest first. */
const builds = ["relaxed-simd", "simd", "scalar"].map((build) =>
  readdirSync(new URL("../../build/site/assets", import.meta.url)).find((name) =>
    new RegExp(`^whereabouts-${build}-[^.]*\\.wasm$`).test(name),
  ),
);

/** @type {Awaited<ReturnType<typeof start>>} */
let webkit;
before(async () => {
  webkit = await start();
});
after(() => webkit.end());

/** @param {string} path */
const open = (path) => webkit.page.goto(webkit.site + path);

/** Every figure and exercise of the page is there: what the engine gave it. */
const alive = () =>
  until(
    () =>
      webkit.page.evaluate(() => {
        const elements = /** @type {any[]} */ ([...document.querySelectorAll("[data-embed]")]);
        const missing = elements.filter(({ values, instance }) => !values && !instance);
        missing[0]?.scrollIntoView({ behavior: "instant" });
        return missing.map(({ localName }) => localName);
      }),
    (missing) => missing.length === 0,
    "elements that are not alive",
  );

test("a lesson comes alive without a complaint, with the fastest build of the engine that WebKit runs", async () => {
  const { page } = webkit;
  await open("lessons/position-table/");
  await alive();
  assert.deepEqual(await webkit.complaints(), []);
  const { used, runs } = await page.evaluate(async (files) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name.split("/").pop());
    const assets = new URL("../../assets/", location.href);
    const valid = async (/** @type {string} */ file) =>
      WebAssembly.validate(await (await fetch(new URL(file, assets))).arrayBuffer());
    return { used: loaded.filter((name) => files.includes(name)), runs: await Promise.all(files.map(valid)) };
  }, builds);
  assert.deepEqual(used, [builds[runs.indexOf(true)]]);
  assert.ok(runs[1], "the build with SIMD runs");
});

test("the skip link is the first that keys reach, and a figure is moved by them", async () => {
  const { page } = webkit;
  await open("lessons/position-table/");
  await alive();
  await page.evaluate(() => scrollTo(0, 0));
  await page.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.className), "skip");
  const sentence = "where-position-table >>> .sentence";
  const before = await page.text(sentence);
  assert.notEqual(before, "");
  await page.focus("where-position-table >>> input[type=range]");
  await page.press("ArrowRight");
  await until(
    () => page.text(sentence),
    (now) => now !== before,
    "the sentence",
  );
});

const paper = () => webkit.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

test("the theme that is chosen is kept", async () => {
  const { page } = webkit;
  await open("lessons/rope/");
  const light = await paper();
  await page.click("button", "Dark");
  const dark = await paper();
  assert.notEqual(dark, light);
  await open("");
  assert.equal(await paper(), dark);
  await page.click("button", "Dark");
  assert.equal(await paper(), light);
});

test("in a dark system the pages are dark", async () => {
  const light = await paper();
  const night = await start("--dark-mode");
  await night.page.goto(`${night.site}lessons/rope/`);
  const dark = await night.page.evaluate(() => [
    matchMedia("(prefers-color-scheme: dark)").matches,
    getComputedStyle(document.documentElement).backgroundColor,
  ]);
  await night.end();
  assert.equal(dark[0], true);
  assert.notEqual(dark[1], light);
});

test("no page is wider than a phone", async () => {
  const { page } = webkit;
  for (const path of ["", "progress/", ...lessons.map((slug) => `lessons/${slug}/`)]) {
    // In a frame: WebKit's own browser makes no window that is narrower than its buttons.
    const body = `<!doctype html><iframe src="${webkit.site}${path}" width="390" height="800"></iframe>`;
    await page.goto(webkit.host.add(body));
    await page.enter(0);
    await alive();
    const [width, content] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    await page.leave();
    assert.equal(width, 390);
    assert.equal(content, 390, `"${path}"`);
  }
});

test("a training runs in its worker while the page stays alive", async () => {
  const { page } = webkit;
  await open("lessons/mask-leaks/");
  await alive();
  await page.click("where-mask-leak >>> .training .main");
  await until(
    () => page.text("where-mask-leak >>> .training .far"),
    (far) => /step [1-9]/.test(far),
    "steps",
  );
  const waited = await page.evaluate(async () => {
    const times = [];
    for (let each = 0; each < 10; ++each) times.push(await new Promise((resolve) => requestAnimationFrame(resolve)));
    return Math.max(...times.slice(1).map((time, index) => time - times[index]));
  });
  assert.ok(waited < 2000, `${waited} ms between two frames`);
  assert.deepEqual(await webkit.complaints(), []);
});
