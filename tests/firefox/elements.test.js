// Figures and exercises as elements of other people's pages, in Firefox (in Chromium: tests/browser/embed-elements.spec.js).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { elementsPage, elementsPolicy, isolation } from "../browser/host-pages.js";
import { events, heard, patience, shown, ten, until } from "../driven.js";
import { start } from "./firefox.js";

const question = '<where-exercise exercise="table_edge" seed="4"></where-exercise>';

/** @type {Awaited<ReturnType<typeof start>>} */
let firefox;

before(async () => {
  firefox = await start();
});
after(() => firefox.end());

/** @param {string} content @param {{ head?: string, headers?: Record<string, string> }} [options] */
async function open(content, { head = "", headers } = {}) {
  const page = await firefox.browser.newPage();
  page.setDefaultTimeout(patience);
  await page.goto(firefox.host.add(elementsPage(firefox.site, content, head), headers), {
    waitUntil: "domcontentloaded",
  });
  return page;
}

test("ten elements and an exercise live in a page that allows what is documented, with one engine; nothing is kept there", async () => {
  const { origin } = new URL(firefox.site);
  const elements = ten.map((name) => `<where-${name}></where-${name}>`).join("");
  const page = await open(elements + question, { headers: { "Content-Security-Policy": elementsPolicy(origin) } });
  await events(page, "where-ready", ten.length + 1);
  assert.deepEqual(await heard(page, "where-error"), []);
  const engines = await page.evaluate(() =>
    performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".wasm")),
  );
  assert.equal(engines.length, 1);
  const right = await page.evaluate(() => {
    const inside = document.querySelector("where-exercise")?.shadowRoot?.querySelector("where-exercise-inside");
    const { engine, instance } = /** @type {any} */ (inside);
    return engine.solution(instance).answer.map(String);
  });
  for (const [index, value] of right.entries()) {
    await (await page.$(`where-exercise >>> #field-${index}`))?.focus();
    await page.keyboard.type(value);
  }
  await page.keyboard.press("Enter");
  const [answer] = await events(page, "where-answer", 1);
  assert.equal(answer.score, 1);
  assert.deepEqual(await page.evaluate(() => [Object.keys(localStorage), document.cookie]), [[], ""]);
  await page.close();
});

test("colours follow the page, an element that is far away is not loaded, and addresses are those of the script", async () => {
  const content = `<where-position-table></where-position-table>
    <where-table-clocks theme="dark" position="3"></where-table-clocks><div style="height: 5000px"></div>
    <where-wavelengths loading="lazy"></where-wavelengths>`;
  const page = await open(content, { head: '<base href="https://example.org/elsewhere/">' });
  await events(page, "where-ready", 2);
  assert.match((await shown(page, "where-table-clocks", ".sentence"))?.text ?? "", /^Position 3 has/);
  assert.notEqual((await shown(page, "where-position-table", "svg .light-map"))?.display, "none");
  await page.evaluate(() => void (document.documentElement.style.colorScheme = "dark"));
  await until(
    () => shown(page, "where-position-table", "svg .dark-map"),
    (map) => map?.display !== "none",
    "the map for dark pages",
  );
  // The page's text tells how dark its ground is, whatever its colour scheme says.
  await page.evaluate(() => (document.body.style.color = "#111"));
  await until(
    () => shown(page, "where-position-table", "svg .light-map"),
    (map) => map?.display !== "none",
    "the map for light pages",
  );
  assert.equal(await shown(page, "where-wavelengths", ".sentence"), null);
  await page.setViewport({ width: 400, height: 700 });
  await page.evaluate(() => {
    document.documentElement.style.zoom = "1.25";
    document.querySelector("where-wavelengths")?.scrollIntoView();
  });
  await events(page, "where-ready", 3);
  const wider = await page.evaluate(() =>
    ["where-position-table", "where-wavelengths"].map((tag) => {
      const element = /** @type {Element} */ (document.querySelector(tag));
      return element.scrollWidth - element.clientWidth;
    }),
  );
  assert.deepEqual(wider, [0, 0]);
  await page.close();
});

test("a second copy changes nothing; in an isolated page a training runs in its worker", async () => {
  const again = `<script type="module" src="${firefox.site}embed/v1/whereabouts.js?copy"></script>`;
  const page = await open("<where-mask-leak></where-mask-leak>", { head: again, headers: isolation });
  await events(page, "where-ready", 1);
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  await (await page.waitForSelector("where-mask-leak >>> .training .main"))?.click();
  await until(
    () => shown(page, "where-mask-leak", ".far"),
    (far) => /step [1-9]/.test(far?.text ?? ""),
    "steps",
  );
  assert.deepEqual(await heard(page, "where-error"), []);
  await page.close();
});

test("what the page's policy holds back is said in the element", async () => {
  const { origin } = new URL(firefox.site);
  const policies = [
    [" 'wasm-unsafe-eval'", "script-src"],
    [`connect-src ${origin}; `, "connect-src"],
    ["img-src data:; ", "img-src"],
  ];
  for (const [without, directive] of policies) {
    const headers = { "Content-Security-Policy": elementsPolicy(origin).replace(without, "") };
    const page = await open("<where-position-table></where-position-table>", { headers });
    const line = await until(
      () => shown(page, "where-position-table", ".policy"),
      (each) => each !== null,
      "a sentence",
    );
    assert.match(line?.text ?? "", new RegExp(`holds back what the element needs: ${directive}`));
    await page.close();
  }
});
