// Frames in other people's pages, in Firefox: the same hosts as in Chromium (tests/browser/embed-frames.spec.js).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { frame, hostPage, isolation, opaque, picture, smuggled, strictPolicy } from "../browser/host-pages.js";
import { fitted, heard, heights, patience, ten, until } from "../driven.js";
import { start } from "./firefox.js";

/** @typedef {Awaited<ReturnType<typeof start>>} Firefox */
/** @typedef {import("puppeteer-core").Page} Page */

/** @type {Firefox} */
let firefox;
/** With the storage of third parties blocked. @type {Firefox} */
let strict;

before(async () => {
  firefox = await start();
  strict = await start({ "network.cookie.cookieBehavior": 1 });
});
after(async () => {
  await firefox.end();
  await strict.end();
});

/** @param {Firefox} where @param {string} content @param {{ script?: boolean, headers?: Record<string, string> }} [options] */
async function open(where, content, { script = true, headers } = {}) {
  const page = await where.browser.newPage();
  page.setDefaultTimeout(patience);
  const body = hostPage(content, script ? `${where.site}embed/host.js` : undefined);
  // Not until every frame has loaded: each test waits for what it is about.
  await page.goto(where.host.add(body, headers), { waitUntil: "domcontentloaded" });
  return page;
}

/** @param {Page} page @param {number} count */
const ready = (page, count) =>
  until(
    async () => (await heard(page, "where-ready")).map(({ from }) => from),
    (all) => all.length === count,
    "frames that are alive",
  );

/** What a person does with an exercise in the only frame. @param {Page} page */
async function pass(page) {
  const inside = page.frames()[1];
  const right = await inside.evaluate(() => {
    const { engine, instance } = /** @type {any} */ (document.querySelector("where-exercise"));
    return engine.solution(instance).answer.map(String);
  });
  for (const [index, value] of right.entries()) {
    await (await inside.$(`where-exercise >>> #field-${index}`))?.focus();
    await page.keyboard.type(value);
  }
  await page.keyboard.press("Enter");
  const [answer] = await until(
    () => heard(page, "where-answer"),
    (all) => all.length === 1,
    "answers",
  );
  const text = await inside.evaluate(() => document.querySelector("where-exercise")?.shadowRoot?.textContent ?? "");
  return { answer, text };
}

test("ten figures come to life in sandboxed frames of one page, each as high as its content", async () => {
  const frames = ten.map((name) => frame(firefox.site, `${name}/`, `${opaque} id="${name}" width="700" height="99"`));
  const page = await open(firefox, frames.join("\n"));
  assert.deepEqual((await ready(page, ten.length)).sort(), ten);
  await fitted(page);
  assert.deepEqual(await heard(page, "where-error"), []);
  await page.close();
});

test("an exercise works in a sandboxed frame, and where storage of third parties is blocked; its score reaches the page", async () => {
  const places = [
    { where: firefox, attributes: opaque, kept: false },
    { where: strict, attributes: "", kept: false },
    { where: firefox, attributes: "", kept: true },
  ];
  for (const { where, attributes, kept } of places) {
    const query = "exercise/?exercise=table_edge&seed=4";
    const page = await open(where, frame(where.site, query, `${attributes} width="600" height="150"`));
    await ready(page, 1);
    const { answer, text } = await pass(page);
    assert.equal(answer.verdict, "correct");
    assert.equal(answer.score, 1);
    assert.equal(answer.seed, 4);
    assert.equal(text.includes("does not let the page keep what you type"), !kept);
    await fitted(page);
    await page.close();
  }
});

test("a frame runs and fetches nothing but what is the site's, in a sandbox too", async () => {
  const elsewhere = firefox.host.add(picture.body, picture.headers);
  const page = await open(firefox, frame(firefox.site, "table-clocks/") + frame(firefox.site, "table-clocks/", opaque));
  await ready(page, 2);
  for (const inside of page.frames().slice(1)) assert.deepEqual(await inside.evaluate(smuggled, elsewhere), []);
  const ours = `${firefox.site}embed/v1/rope-clocks/poster.svg`;
  assert.deepEqual(await page.evaluate(smuggled, ours), ["script", "style", "picture", "fetch"]);
  await page.close();
});

test("in a page with a strict policy of its own, and in an isolated one, frames work and fit", async () => {
  const frames = [
    frame(firefox.site, "table-clocks/", 'id="plain" width="600" height="99"'),
    frame(firefox.site, "table-clocks/", `${opaque} id="opaque" width="600" height="99"`),
  ].join("");
  const policy = { "Content-Security-Policy": strictPolicy(new URL(firefox.site).origin) };
  for (const headers of /** @type {Record<string, string>[]} */ ([policy, isolation])) {
    const page = await open(firefox, frames, { headers });
    assert.equal(await page.evaluate(() => crossOriginIsolated), headers === isolation);
    await ready(page, 2);
    await fitted(page);
    await page.close();
  }
});

test("a frame fits again when it is narrow, zoomed or shown late, and is silent then", async () => {
  const page = await open(firefox, frame(firefox.site, "table-clocks/", 'style="width: 100%; height: 99px"'));
  await ready(page, 1);
  await fitted(page);
  await page.setViewport({ width: 320, height: 700 });
  await fitted(page);
  await page.evaluate(() => {
    document.documentElement.style.zoom = "1.5";
  });
  await fitted(page);
  const show = (/** @type {string} */ display) =>
    page.$eval("iframe", (element, value) => void (element.style.display = value), display);
  await show("none");
  await page.setViewport({ width: 900, height: 700 });
  await show("");
  await fitted(page);
  const count = () => page.evaluate(() => /** @type {any} */ (window).messages.length);
  const before = await count();
  await page.evaluate(async () => {
    for (let each = 0; each < 30; ++each) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  assert.equal(await count(), before);
  await page.close();
});

test("where the page never answers the scroll bar stays; rubbish changes nothing", async () => {
  const page = await open(firefox, frame(firefox.site, "table-clocks/", 'width="600" height="200"'), { script: false });
  const inside = await until(
    async () => page.frames()[1],
    (each) => each !== undefined,
    "the frame",
  );
  await inside.waitForSelector("where-table-clocks >>> .sentence");
  await page.evaluate(() => {
    const rubbish = [null, 3, "whereabouts", [], {}, { context: "whereabouts" }, { context: "whereabouts", type: {} }];
    for (const data of rubbish) document.querySelector("iframe")?.contentWindow?.postMessage(data, "*");
  });
  const reached = await inside.evaluate(() => {
    document.documentElement.scrollTo(0, 150);
    return [document.documentElement.scrollTop, getComputedStyle(document.documentElement).overflowY];
  });
  assert.deepEqual(reached, [150, "visible"]);
  assert.deepEqual(await heights(page).then(([{ high }]) => high), 200);
  await page.close();
});

test("a training in a sandboxed frame runs in its worker", async () => {
  const page = await open(firefox, frame(firefox.site, "mask-leak/", `${opaque} width="700" height="700"`));
  await ready(page, 1);
  const inside = page.frames()[1];
  await (await inside.waitForSelector("where-mask-leak >>> .training .main"))?.click();
  await until(
    () =>
      inside.evaluate(
        () => document.querySelector("where-mask-leak")?.shadowRoot?.querySelector(".far")?.textContent ?? "",
      ),
    (text) => /step [1-9]/.test(text),
    "steps",
  );
  await page.close();
});
