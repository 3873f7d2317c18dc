// Figures and exercises as elements of other people's pages, in Firefox (in Chromium: tests/browser/embed-elements.spec.js).
import { after, before, test } from "node:test";

import { elementsPage, isolation } from "../browser/host-pages.js";
import { elements, expectAllAlive, expectPolicySaid, expectToFollow, expectTraining, far, policyHeaders } from "../driven-elements.js"; // prettier-ignore
import { acting, start } from "./firefox.js";

/** @type {Awaited<ReturnType<typeof start>>} */
let firefox;
before(async () => {
  firefox = await start();
});
after(() => firefox.end());

/** @param {string} content @param {{ head?: string, headers?: Record<string, string> }} [options] */
async function open(content, { head = "", headers } = {}) {
  const page = await firefox.browser.newPage();
  await page.goto(firefox.host.add(elementsPage(firefox.site, content, head), headers), {
    waitUntil: "domcontentloaded",
  });
  return acting(page);
}

test("ten elements and an exercise live in a page that allows what is documented, with one engine; nothing is kept there", async () => {
  const page = await open(elements, { headers: policyHeaders(firefox.site) });
  await expectAllAlive(page);
  await page.close();
});

test("colours follow the page, an element that is far away is loaded when it comes near, and addresses are those of the script", async () => {
  const page = await open(far.content, far);
  await expectToFollow(page);
  await page.close();
});

test("a second copy changes nothing; in an isolated page a training runs in its worker", async () => {
  const again = `<script type="module" src="${firefox.site}embed/v1/whereabouts.js?copy"></script>`;
  const page = await open("<where-mask-leak></where-mask-leak>", { head: again, headers: isolation });
  await expectTraining(page);
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
    const headers = policyHeaders(firefox.site, without);
    const page = await open("<where-position-table></where-position-table>", { headers });
    await expectPolicySaid(page, directive);
    await page.close();
  }
});
