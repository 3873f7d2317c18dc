// What the tests of Firefox and of WebKit ask of elements in other people's pages, whoever drives the browser.
import assert from "node:assert/strict";

import { elementsPolicy } from "./browser/host-pages.js";
import { events, heard, shown, ten, until } from "./driven.js";

/** @typedef {import("./driven.js").Driven} Driven */

/** Ten figures and an exercise. */
export const elements = `${ten.map((name) => `<where-${name}></where-${name}>`).join("")}
  <where-exercise exercise="table_edge" seed="4"></where-exercise>`;

/** They live with one engine, an answer is graded, and nothing is kept. @param {Driven} page with `elements` */
export async function expectAllAlive(page) {
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
}

/** A page whose addresses are somebody else's, with an element that is far away. */
export const far = {
  head: '<base href="https://example.org/elsewhere/">',
  content: `<where-position-table></where-position-table>
    <where-table-clocks theme="dark" position="3"></where-table-clocks><div style="height: 5000px"></div>
    <where-wavelengths loading="lazy"></where-wavelengths>`,
};

/** Colours follow the page, what is far away is loaded when it comes near, and nothing is too wide. @param {Driven} page with `far` */
export async function expectToFollow(page) {
  await events(page, "where-ready", 2);
  assert.match((await shown(page, "where-table-clocks", ".sentence"))?.text ?? "", /^Position 3 has/);
  const map = (/** @type {string} */ ground) =>
    until(
      () => shown(page, "where-position-table", `svg .${ground}-map`),
      (found) => found?.display !== "none",
      `the map for ${ground} pages`,
    );
  await map("light");
  await page.evaluate(() => void (document.documentElement.style.colorScheme = "dark"));
  await map("dark");
  // The page's text tells how dark its ground is, whatever its colour scheme says.
  await page.evaluate(() => void (document.body.style.color = "#111"));
  await map("light");
  assert.equal(await shown(page, "where-wavelengths", ".sentence"), null);
  await page.resize(400, 700);
  await page.evaluate(() => void (document.documentElement.style.zoom = "1.25"));
  // What is narrower grows, and not every browser keeps what is below it in sight: whoever looks for it scrolls on.
  const reached = async () => {
    await page.evaluate(() => document.querySelector("where-wavelengths")?.scrollIntoView());
    return heard(page, "where-ready");
  };
  await until(reached, (all) => all.length === 3, "the element that was far away");
  const wider = await page.evaluate(() =>
    ["where-position-table", "where-wavelengths"].map((tag) => {
      const element = /** @type {Element} */ (document.querySelector(tag));
      return element.scrollWidth - element.clientWidth;
    }),
  );
  assert.deepEqual(wider, [0, 0]);
}

/** @param {Driven} page that is isolated and has the figure 'mask-leak' */
export async function expectTraining(page) {
  await events(page, "where-ready", 1);
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  await page.click("where-mask-leak >>> .training .main");
  await until(
    () => shown(page, "where-mask-leak", ".far"),
    (far) => /step [1-9]/.test(far?.text ?? ""),
    "steps",
  );
  assert.deepEqual(await heard(page, "where-error"), []);
}

/** Headers with what elements need (web/embed/README.md), but for one thing. @param {string} site @param {string} [without] */
export function policyHeaders(site, without = "") {
  return { "Content-Security-Policy": elementsPolicy(new URL(site).origin).replace(without, "") };
}

/** @param {Driven} page with a table whose policy lacks something @param {string} directive */
export async function expectPolicySaid(page, directive) {
  const line = await until(
    () => shown(page, "where-position-table", ".policy"),
    (each) => each !== null,
    "a sentence",
  );
  assert.match(line?.text ?? "", new RegExp(`holds back what the element needs: ${directive}`));
}
