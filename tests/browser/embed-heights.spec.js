// How high frames in other people's pages are: as high as their content, while it grows and shrinks, and where nobody makes room.
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
