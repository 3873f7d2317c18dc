// Frames in other people's pages, in WebKit: the same hosts as in Chromium (tests/browser/embed-frames.spec.js).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { frame, hostPage, isolation, opaque, picture, smuggled, strictPolicy } from "../browser/host-pages.js";
import { events, fitted, heard, heights, ten, until } from "../driven.js";
import { withSelf } from "./watched.js";
import { start } from "./webkit.js";

/** @type {Awaited<ReturnType<typeof start>>} */
let webkit;
before(async () => {
  webkit = await start();
});
after(() => webkit.end());

/** @param {string} content @param {{ script?: boolean, headers?: Record<string, string> }} [options] */
async function open(content, { script = true, headers } = {}) {
  const body = hostPage(content, script ? `${webkit.site}embed/host.js` : undefined);
  await webkit.page.goto(webkit.host.add(body, headers));
  return webkit.page;
}

test("ten figures come to life in sandboxed frames of one page, each as high as its content", async () => {
  const frames = ten.map((name) => frame(webkit.site, `${name}/`, `${opaque} id="${name}" width="700" height="99"`));
  const page = await open(frames.join("\n"));
  const ready = await events(page, "where-ready", ten.length);
  assert.deepEqual(ready.map(({ from }) => from).sort(), ten);
  await fitted(page);
  assert.deepEqual(await heard(page, "where-error"), []);
  for (const index of ten.keys()) {
    await page.enter(index);
    assert.deepEqual(await webkit.complaints(), []);
    await page.leave();
  }
});

test("an exercise works in a frame, sandboxed or not; its score reaches the page", async () => {
  for (const { attributes, kept } of [
    { attributes: opaque, kept: false },
    { attributes: "", kept: true },
  ]) {
    const query = "exercise/?exercise=table_edge&seed=4";
    const page = await open(frame(webkit.site, query, `${attributes} width="600" height="150"`));
    await events(page, "where-ready", 1);
    await page.enter(0);
    const right = await page.evaluate(() => {
      const { engine, instance } = /** @type {any} */ (document.querySelector("where-exercise"));
      return engine.solution(instance).answer.map(String);
    });
    await page.click("where-exercise >>> #field-0");
    for (const [index, value] of right.entries()) {
      if (index > 0) await page.press("Tab");
      await page.type(value);
    }
    await page.press("Enter");
    await until(
      () => page.text("where-exercise >>> [role=status]"),
      (text) => /^\s*Right: /.test(text),
      "the verdict",
    );
    const text = await page.text("where-exercise");
    await page.leave();
    const [answer] = await events(page, "where-answer", 1);
    assert.deepEqual([answer.verdict, answer.score, answer.seed], ["correct", 1, 4]);
    assert.equal(text.includes("does not let the page keep what you type"), !kept);
    await fitted(page);
  }
});

test("a frame runs and fetches nothing but what is the site's, in a sandbox too; with the policy of other pages it stays still there", async () => {
  const elsewhere = webkit.host.add(picture.body, picture.headers);
  const page = await open(frame(webkit.site, "table-clocks/") + frame(webkit.site, "table-clocks/", opaque));
  await events(page, "where-ready", 2);
  for (const index of [0, 1]) {
    await page.enter(index);
    assert.deepEqual(await page.evaluate(smuggled, elsewhere), []);
    await page.leave();
  }
  const ours = `${webkit.site}embed/v1/rope-clocks/poster.svg`;
  assert.deepEqual(await page.evaluate(smuggled, ours), ["script", "style", "picture", "fetch"]);

  const twin = `table-clocks/?${withSelf}`;
  await open(frame(webkit.site, twin) + frame(webkit.site, twin, opaque));
  await events(page, "where-ready", 1);
  await page.enter(1);
  // WebKit 2.50 holds back the frame's scripts there, 2.54 its engine.
  const held = /policy: (script|connect)-src\S*: http/;
  await until(webkit.complaints, (all) => held.test(all.join("\n")), "complaints");
  assert.equal(await page.evaluate(() => document.querySelector("where-table-clocks > .poster") === null), false);
  await page.leave();
});

test("in a page with a strict policy of its own, and in an isolated one, frames work and fit", async () => {
  const frames = [
    frame(webkit.site, "table-clocks/", 'id="plain" width="600" height="99"'),
    frame(webkit.site, "table-clocks/", `${opaque} id="opaque" width="600" height="99"`),
  ].join("");
  const policy = { "Content-Security-Policy": strictPolicy(new URL(webkit.site).origin) };
  for (const headers of /** @type {Record<string, string>[]} */ ([policy, isolation])) {
    const page = await open(frames, { headers });
    assert.equal(await page.evaluate(() => crossOriginIsolated), headers === isolation);
    await events(page, "where-ready", 2);
    await fitted(page);
  }
});

test("a frame fits again when it is narrow, zoomed or shown late, and is silent then", async () => {
  const page = await open(frame(webkit.site, "table-clocks/", 'style="width: 100%; height: 99px"'));
  await events(page, "where-ready", 1);
  await fitted(page);
  const style = (/** @type {Record<string, string>} */ given) =>
    page.evaluate((values) => void Object.assign(document.querySelector("iframe").style, values), given);
  await style({ width: "320px" });
  await fitted(page);
  await page.evaluate(() => void (document.documentElement.style.zoom = "1.5"));
  await fitted(page);
  await style({ display: "none" });
  await style({ width: "900px" });
  await style({ display: "" });
  await fitted(page);
  const more = () =>
    page.evaluate(async () => {
      const { messages } = /** @type {any} */ (window);
      const before = messages.length;
      for (let each = 0; each < 30; ++each) await new Promise((resolve) => requestAnimationFrame(resolve));
      return messages.length - before;
    });
  await until(more, (count) => count === 0, "silence");
});

test("where the page never answers the scroll bar stays; rubbish changes nothing", async () => {
  const page = await open(frame(webkit.site, "table-clocks/", 'width="600" height="200"'), { script: false });
  await events(page, "where-ready", 0);
  await page.enter(0);
  await until(
    () => page.text("where-table-clocks >>> .sentence"),
    (text) => text !== "",
    "the figure",
  );
  await page.leave();
  await page.evaluate(() => {
    const rubbish = [null, 3, "whereabouts", [], {}, { context: "whereabouts" }, { context: "whereabouts", type: {} }];
    for (const data of rubbish) document.querySelector("iframe")?.contentWindow?.postMessage(data, "*");
  });
  await page.enter(0);
  const reached = await page.evaluate(() => {
    document.documentElement.scrollTo(0, 150);
    return [document.documentElement.scrollTop, getComputedStyle(document.documentElement).overflowY];
  });
  await page.leave();
  assert.deepEqual(reached, [150, "visible"]);
  assert.deepEqual(await heights(page).then(([{ high }]) => high), 200);
});

test("a training in a sandboxed frame runs in its worker", async () => {
  const page = await open(frame(webkit.site, "mask-leak/", `${opaque} width="700" height="700"`));
  await events(page, "where-ready", 1);
  await page.enter(0);
  await page.evaluate((button) => button.click(), await page.find("where-mask-leak >>> .training .main"));
  await until(
    () => page.text("where-mask-leak >>> .far"),
    (text) => /step [1-9]/.test(text),
    "steps",
  );
  await page.leave();
});
