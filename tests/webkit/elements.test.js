// Figures and exercises as elements of other people's pages, in WebKit (in Chromium: tests/browser/embed-elements.spec.js).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { elementsPage, isolation } from "../browser/host-pages.js";
import { elements, expectAllAlive, expectPolicySaid, expectToFollow, expectTraining, far, policyHeaders } from "../driven-elements.js"; // prettier-ignore
import { events } from "../driven.js";
import { start } from "./webkit.js";

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
  await expectAllAlive(await open(elements, { headers: policyHeaders(webkit.site) }));
  assert.deepEqual(await webkit.complaints(), []);
});

test("colours follow the page, an element that is far away is loaded when it comes near, and addresses are those of the script", async () => {
  await expectToFollow(await open(far.content, far));
});

test("a second copy changes nothing; in an isolated page a training runs in its worker", async () => {
  const again = `<script type="module" src="${webkit.site}embed/v1/whereabouts.js?copy"></script>`;
  await expectTraining(await open("<where-mask-leak></where-mask-leak>", { head: again, headers: isolation }));
});

test("what the page's policy holds back is said in the element", async () => {
  const { origin } = new URL(webkit.site);
  const policies = [
    [`connect-src ${origin}; `, "connect-src"],
    ["img-src data:; ", "img-src"],
  ];
  const table = "<where-position-table></where-position-table>";
  for (const [without, directive] of policies)
    await expectPolicySaid(await open(table, { headers: policyHeaders(webkit.site, without) }), directive);
  // WebKit dispatches no event for this one; its own message names it.
  const page = await open(table, { headers: policyHeaders(webkit.site, " 'wasm-unsafe-eval'") });
  const [{ message }] = await events(page, "where-error", 1);
  assert.match(message, /'wasm-unsafe-eval' is not an allowed source/);
});
