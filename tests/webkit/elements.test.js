// Figures and exercises as elements of other people's pages, in WebKit (in Chromium: tests/browser/embed-elements.spec.js).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { elementsPage, elementsPolicy, isolation } from "../browser/host-pages.js";
import { events, heard, shown, ten, until } from "../driven.js";
import { start } from "./webkit.js";

const question = '<where-exercise exercise="table_edge" seed="4"></where-exercise>';

/** @type {Awaited<ReturnType<typeof start>>} */
let webkit;
before(async () => {
  webkit = await start();
});
after(() => webkit.end());

/** @param {string} content @param {{ head?: string, headers?: Record<string, string> }} [options] */
async function open(content, { head = "", headers } = {}) {
  const listening = `<script src="${webkit.site}listening.js"></script>`;
  await webkit.page.goto(webkit.host.add(elementsPage(webkit.site, content, listening + head), headers));
  return webkit.page;
}

test("ten elements and an exercise live in a page that allows what is documented, with one engine; nothing is kept there", async () => {
  const { origin } = new URL(webkit.site);
  const elements = ten.map((name) => `<where-${name}></where-${name}>`).join("");
  const page = await open(elements + question, { headers: { "Content-Security-Policy": elementsPolicy(origin) } });
  await events(page, "where-ready", ten.length + 1);
  assert.deepEqual(await heard(page, "where-error"), []);
  const engines = await page.evaluate(
    () => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".wasm")).length,
  );
  assert.equal(engines, 1);
  const right = await page.evaluate(() => {
    const inside = document.querySelector("where-exercise")?.shadowRoot?.querySelector("where-exercise-inside");
    const { engine, instance } = /** @type {any} */ (inside);
    return engine.solution(instance).answer.map(String);
  });
  for (const [index, value] of right.entries()) {
    await page.focus(`where-exercise >>> #field-${index}`);
    await page.type(value);
  }
  await page.press("Enter");
  const [answer] = await events(page, "where-answer", 1);
  assert.equal(answer.score, 1);
  assert.deepEqual(await page.evaluate(() => [Object.keys(localStorage), document.cookie]), [[], ""]);
  assert.deepEqual(await webkit.complaints(), []);
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
  assert.equal(await shown(page, "where-wavelengths", ".sentence"), null);
});

test("a second copy changes nothing; in an isolated page a training runs in its worker", async () => {
  const again = `<script type="module" src="${webkit.site}embed/v1/whereabouts.js?copy"></script>`;
  const page = await open("<where-mask-leak></where-mask-leak>", { head: again, headers: isolation });
  await events(page, "where-ready", 1);
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  await page.click("where-mask-leak >>> .training .main");
  await until(
    () => shown(page, "where-mask-leak", ".far"),
    (far) => /step [1-9]/.test(far?.text ?? ""),
    "steps",
  );
  assert.deepEqual(await heard(page, "where-error"), []);
});

test("what the page's policy holds back is said in the element", async () => {
  const { origin } = new URL(webkit.site);
  const policies = [
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
  }
  // WebKit dispatches no event for this one; its own message names it.
  const headers = { "Content-Security-Policy": elementsPolicy(origin).replace(" 'wasm-unsafe-eval'", "") };
  const page = await open("<where-position-table></where-position-table>", { headers });
  const [{ message }] = await events(page, "where-error", 1);
  assert.match(message, /'wasm-unsafe-eval' is not an allowed source/);
});
