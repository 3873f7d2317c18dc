// How high frames in other people's pages are: as high as their content, while it grows and shrinks, and where nobody makes room.
import { readFileSync } from "node:fs";

import { frame, hostPage } from "./host-pages.js";
import { expect, fits, heard, messages, test } from "./host-test.js";

test("a frame grows and shrinks with its content, without a scroll bar, a jump or an end", async ({
  page,
  host,
  address,
}) => {
  const style = 'style="width: 100%; height: 300px; padding: 7px; border: 3px solid; box-sizing: border-box"';
  await page.goto(host.add(hostPage(frame(address, "table-clocks/", style), `${address}embed/host.js`)));
  const inside = page.frameLocator("iframe");
  await expect.poll(async () => (await heard(page, "where-ready")).length).toBe(1);
  const height = () => page.locator("iframe").evaluate((element) => element.offsetHeight);
  const content = () => inside.locator("body").evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
  const right = () => expect.poll(async () => (await height()) - 20 - (await content())).toBe(0);
  await right();
  const before = await height();
  await inside.getByText("Numbers as a table").click();
  await expect.poll(height).toBeGreaterThan(before + 50);
  await right();
  await inside.getByText("Numbers as a table").click();
  await right();
  expect(await height()).toBe(before);

  // Narrow, zoomed, and hidden for a while: it fits again each time, and then is silent.
  await page.setViewportSize({ width: 320, height: 700 });
  await right();
  await page.evaluate(() => (document.documentElement.style.zoom = "1.5"));
  await right();
  await page.locator("iframe").evaluate((element) => (element.style.display = "none"));
  await page.setViewportSize({ width: 900, height: 700 });
  await page.locator("iframe").evaluate((element) => (element.style.display = ""));
  await right();
  const told = (await messages(page, "height")).length;
  await inside.locator("body").evaluate(async () => {
    for (let frame = 0; frame < 30; ++frame) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  expect((await messages(page, "height")).length).toBe(told);
  expect(told).toBeLessThan(40);
  const lti = await page.evaluate(() =>
    /** @type {any} */ (window).messages.filter((/** @type {any} */ { subject }) => subject === "lti.frameResize"),
  );
  expect(lti.map((/** @type {any} */ { height }) => height)).toEqual(
    (await messages(page, "height")).map(({ height }) => height),
  );
});

test("a frame that ends smaller after many heights within a second is fitted once it stands still", async ({
  page,
  host,
  address,
}) => {
  await page.goto(host.add(hostPage(frame(address, "table-clocks/", 'width="600"'), `${address}embed/host.js`)));
  await expect.poll(async () => (await heard(page, "where-ready")).length).toBe(1);
  await expect.poll(() => fits(page)).toBe(true);
  const before = await page.locator("iframe").evaluate((element) => element.clientHeight);
  await page
    .frameLocator("iframe")
    .locator("body")
    .evaluate(async (body) => {
      const more = body.appendChild(document.createElement("div"));
      for (let step = 1; step <= 12; ++step) {
        more.style.height = `${20 * step}px`;
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      }
      more.remove();
    });
  await expect.poll(() => page.locator("iframe").evaluate((element) => element.clientHeight)).toBe(before);
});

test("a frame that is shown late takes its height then", async ({ page, host, address }) => {
  const hidden = `<div hidden>${frame(address, "table-clocks/", 'loading="lazy" width="600" height="100"')}</div>`;
  await page.goto(host.add(hostPage(hidden, `${address}embed/host.js`)));
  expect(await messages(page, "height")).toEqual([]);
  await page.locator("div").evaluate((element) => (element.hidden = false));
  await expect.poll(async () => (await heard(page, "where-ready")).length).toBe(1);
  await expect.poll(() => fits(page)).toBe(true);
});

test("where the page never answers, or gives less room than is needed, the scroll bar stays", async ({
  page,
  host,
  address,
}) => {
  const content = frame(address, "table-clocks/", 'width="600" height="200"');
  const scrolls = async () => {
    const inside = page.frameLocator("iframe");
    await inside.getByRole("button", { name: "Reset" }).waitFor();
    const root = inside.locator("html");
    await expect.poll(() => root.evaluate((element) => getComputedStyle(element).overflowY)).not.toBe("hidden");
    await root.evaluate((element) => element.scrollTo(0, 150));
    expect(await root.evaluate((element) => element.scrollTop)).toBe(150);
  };
  await page.goto(host.add(hostPage(content)));
  await scrolls();
  expect(await page.locator("iframe").evaluate((element) => element.clientHeight)).toBe(200);
  // The script comes late: what the frame said before is asked for again.
  await page.addScriptTag({ url: `${address}embed/host.js` });
  await page.addScriptTag({ url: `${address}embed/host.js` });
  await expect.poll(() => fits(page)).toBe(true);

  const limited = content.replace("width", 'style="max-height: 200px" width');
  await page.goto(host.add(hostPage(limited, `${address}embed/host.js`)));
  await expect.poll(async () => (await messages(page, "height")).length).toBeGreaterThan(0);
  await scrolls();
});

const root = new URL("../../", import.meta.url);
/** How much higher than its content a printed frame may be, in pixels. */
const slack = 20;

/** Frames that a text prints: what follows "embed/v1/", and the height beside it. @param {string} file */
function printedIn(file) {
  const text = readFileSync(new URL(file, root), "utf8").replaceAll("&quot;", '"').replaceAll("&amp;", "&").replaceAll("&amp;", "&"); // prettier-ignore
  const frames = text.matchAll(/example\.org\/embed\/v1\/([\w-]+\/[^"]*)"[^>\n)]*?\bheight="?(\d+)/g);
  return [...frames].map(([, query, height]) => ({ query, height: Number(height) }));
}

/** What is wrong with a printed height. @param {string} of @param {number} printed @param {number} measured */
const wrong = (of, printed, measured) =>
  printed >= measured && printed <= measured + slack ? [] : [`${of}: ${printed} printed, ${measured} high`];

test("every height that is printed is that of its frame, or a little more", async ({ page, host, address }) => {
  test.slow();
  expect(wrong("one", 900, 912)).toHaveLength(1);
  expect(wrong("one", 960, 912)).toHaveLength(1);
  const texts = ["web/embed/README.md", "lessons/en/guides/instructors.md"].flatMap(printedIn);
  expect(texts.length).toBe(6);
  const figures = printedIn("build/site/instructors/figures/index.html");
  expect(figures.length).toBeGreaterThan(20);
  const all = [...texts, ...figures];
  const off = [];
  await page.setViewportSize({ width: 800, height: 900 });
  for (let start = 0; start < all.length; start += 10) {
    const some = all.slice(start, start + 10);
    const frames = some.map(({ query }, index) => frame(address, query, `id="f${index}" width="720" height="100"`));
    await page.goto(host.add(hostPage(frames.join("\n"), `${address}embed/host.js`)));
    await expect.poll(async () => (await heard(page, "where-ready")).length, { timeout: 90_000 }).toBe(some.length);
    for (const [index, { query, height }] of some.entries()) {
      const inside = page.frameLocator(`#f${index}`).locator("body");
      off.push(
        ...wrong(query, height, await inside.evaluate((body) => Math.ceil(body.getBoundingClientRect().height))),
      );
    }
  }

  // Of exercises one frame shows the first instance of each in turn.
  const exercises = printedIn("build/site/instructors/exercises/index.html");
  expect(exercises.length).toBeGreaterThan(15);
  await page.setViewportSize({ width: 720, height: 900 });
  await page.goto(`${address}embed/v1/exercise/?exercise=no_such`);
  await expect(page.getByRole("alert")).toContainText("no_such");
  const measured = await page.locator("where-exercise").evaluate(async (/** @type {any} */ element, queries) => {
    const heights = [];
    for (const query of queries) {
      const ready = new Promise((resolve) => element.addEventListener("where-ready", resolve, { once: true }));
      element.setAttribute("exercise", new URLSearchParams(query.replace(/^.*\?/, "")).get("exercise"));
      await ready;
      await element.updateComplete;
      heights.push(Math.ceil(document.body.getBoundingClientRect().height));
    }
    return heights;
  }, exercises.map(({ query }) => query)); // prettier-ignore
  for (const [index, { query, height }] of exercises.entries()) off.push(...wrong(query, height, measured[index]));
  expect(off).toEqual([]);
});
