// The pages as such: they load, look right in every theme and width, work without JavaScript, and lead nowhere dead.
import { createServer } from "node:http";

import { bringRules, expectAccessible, faultsOf } from "./accessible.js";
import { sidewaysFaults } from "./regions.js";
import { expect, lessons, pages, serveBelow, test, watch } from "./site.js";

for (const path of pages) {
  test(`"${path}" loads without complaint`, async ({ page }) => {
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.locator("h1")).toHaveCount(1);
    await expect(page.locator("main")).toBeVisible();
    await expect(page).toHaveTitle(/Whereabouts/);
  });

  test(`"${path}" has no accessibility violations, light and dark, on a phone and a screen`, async ({ page }) => {
    test.slow(); // four times through its rules
    await page.goto(path, { waitUntil: "networkidle" });
    await expectAccessible(page);
  });

  test(`"${path}" does not scroll sideways at any width, and what in it does can be seen, reached and named`, async ({
    page,
  }) => {
    await page.goto(path, { waitUntil: "networkidle" });
    for (const details of await page.locator("article > details").all()) await details.locator("summary").click();
    for (const width of [320, 390, 600, 768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(scrolled, `${width} wide`).toBeLessThanOrEqual(width);
      await expect.poll(() => sidewaysFaults(page), `${width} wide`).toEqual([]);
    }
  });
}

test("the site works at the root of a host too", async ({ browser }) => {
  await serveBelow("/", async (address) => {
    const page = await browser.newPage({ baseURL: address });
    const complaints = watch(page, address);
    await page.goto("", { waitUntil: "networkidle" });
    await page.locator(".lessons a").first().click();
    await expect(page.locator("article h1")).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(complaints).toEqual([]);
    await page.close();
  });
});

test("where there is no page the site says so, and leads to the lessons from any depth below its path", async ({
  browser,
}) => {
  await serveBelow("/courses/whereabouts/", async (address) => {
    const context = await browser.newContext({ baseURL: address, viewport: { width: 390, height: 800 } });
    const page = await context.newPage();
    const links = page.getByRole("link");
    for (const missing of ["lessons/rope/deep/down/", "nowhere"]) {
      expect((await page.goto(missing))?.status()).toBe(404);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no page at this address");
      await expect(links).toHaveCount(1 + lessons.length);
      await expect(links.first()).toHaveAttribute("href", "/courses/whereabouts/");
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await bringRules(page);
    expect(await faultsOf(page)).toEqual([]);
    await links.last().click();
    await expect(page).toHaveURL(`${address}lessons/lab/`);
    await expect(page.locator("article h1")).toBeVisible();
    await context.close();
  });
});

test("every link inside the site leads somewhere, every anchor to a heading", async ({ page, address }) => {
  const waiting = [""];
  const seen = new Set(waiting);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    const links = await page.locator("a[href]").evaluateAll((all) => all.map((link) => /** @type {any} */ (link).href));
    for (const link of links.filter((href) => href.startsWith(address))) {
      const [target, anchor] = link.slice(address.length).split("#");
      if (anchor && target === path) await expect(page.locator(`[id="${decodeURIComponent(anchor)}"]`)).toHaveCount(1);
      if (seen.has(target)) continue;
      seen.add(target);
      if (target === "" || target.endsWith("/")) waiting.push(target);
      else expect((await page.request.get(target)).status(), target).toBe(200);
    }
  }
  for (const slug of lessons) expect(seen).toContain(`lessons/${slug}/`);
});

test("the theme follows the system until it is chosen, and the choice is kept", async ({ page }) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("lessons/rope/");
  const light = await paper();
  const toggle = page.getByRole("button", { name: "Dark" });
  await expect(toggle).toHaveAttribute("aria-pressed", "false");
  await toggle.click();
  const dark = await paper();
  expect(dark).not.toBe(light);
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  expect(await paper()).toBe(dark);
  await page.goto("");
  expect(await paper()).toBe(dark);
  await page.getByRole("button", { name: "Dark" }).click();
  expect(await paper()).toBe(light);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await paper()).toBe(dark);
});

test("the theme can be chosen where storage is refused", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("refused", "SecurityError");
      },
    });
  });
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("lessons/rope/");
  const toggle = page.getByRole("button", { name: "Dark" });
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

for (const slug of lessons) {
  test(`${slug} can be read without JavaScript`, async ({ browser, address }) => {
    const context = await browser.newContext({ baseURL: address, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`lessons/${slug}/`);
    const figures = page.locator("article figure.poster");
    expect(await figures.count()).toBeGreaterThanOrEqual(2);
    for (const figure of await figures.all()) {
      await expect(figure.locator("svg:visible")).toHaveCount(1);
      await expect(figure.locator(".sentence")).not.toBeEmpty();
    }
    const prompts = page.locator("article where-exercise .prompt");
    expect(await prompts.count()).toBeGreaterThanOrEqual(2);
    for (const prompt of await prompts.all()) await expect(prompt).toBeVisible();
    await expect(page.locator("article math").first()).toBeAttached();
    await expect(page.locator("button.theme")).toBeHidden();
    await context.close();
  });
}

for (const slug of lessons) {
  test(`${slug}: nothing moves when figures and exercises come alive`, async ({ browser, address }) => {
    const heightOf = async (/** @type {import("@playwright/test").Locator} */ element) =>
      Math.round((await element.boundingBox())?.height ?? NaN);
    /** Where everything lies, at a width of a phone and of a screen. */
    const lie = async (/** @type {boolean} */ javaScriptEnabled, /** @type {number} */ width) => {
      const viewport = { width, height: 900 };
      const context = await browser.newContext({ baseURL: address, javaScriptEnabled, viewport });
      const page = await context.newPage();
      // A font that comes late is left out ("optional"), and other letters break lines elsewhere: here both loads go without.
      await page.route("**/*.woff2", (route) => route.abort());
      await page.goto(`lessons/${slug}/`, { waitUntil: "networkidle" });
      const figures = [];
      for (const figure of await page.locator("article > [data-embed]:not(where-exercise)").all()) {
        if (javaScriptEnabled) await expect(figure.locator("> figure.poster")).toHaveCount(0);
        figures.push(`${await figure.evaluate((element) => element.localName)}: ${await heightOf(figure)}`);
      }
      const exercises = [];
      for (const exercise of await page.locator("where-exercise").all()) {
        if (javaScriptEnabled) await expect(exercise.getByRole("button", { name: "Check" })).toBeEnabled();
        exercises.push(`${await exercise.getAttribute("exercise")}: ${await heightOf(exercise)}`);
      }
      await context.close();
      return { figures, exercises };
    };
    for (const width of [390, 1280]) {
      const [still, alive] = await Promise.all([lie(false, width), lie(true, width)]);
      // Without any there is nothing that could move: every lesson has two of each, or more.
      for (const each of [still.figures, still.exercises]) expect(each.length).toBeGreaterThanOrEqual(2);
      expect(alive).toEqual(still);
    }
  });
}

test("every font that the page names before the generic one is there, its adjusted stand-ins too", async ({ page }) => {
  await page.goto("lessons/rope/");
  const { named, there } = await page.evaluate(async () => {
    const style = getComputedStyle(document.documentElement);
    const families = ["--serif", "--sans"].flatMap((name) => style.getPropertyValue(name).split(",").slice(0, -1));
    await document.fonts.ready;
    return {
      named: families.map((family) => family.trim().replaceAll('"', "")),
      there: [...document.fonts].map((font) => font.family.replaceAll('"', "")),
    };
  });
  expect(named.length).toBeGreaterThanOrEqual(5);
  for (const family of named) expect(there).toContain(family);
});

test("the heading that is read is marked in the list of contents", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("lessons/rope/");
  const last = page.locator(".contents a", { hasText: "Common mistakes" });
  await last.click();
  await expect(last).toHaveAttribute("aria-current", "location");
  await expect(page.locator(".contents [aria-current]")).toHaveCount(1);
});

test("keyboards reach the content first", async ({ page }) => {
  await page.goto("lessons/rope/");
  await page.keyboard.press("Tab");
  await expect(page.locator(".skip")).toBeFocused();
  await expect(page.locator(".skip")).toBeInViewport();
});

test("motion is left out where it is not wanted", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe("auto");
});

const isolated = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

for (const [host, headers] of Object.entries({ "an ordinary": {}, "a cross-origin isolated": isolated })) {
  test(`a lesson comes alive in a sandboxed frame of ${host} page`, async ({ browser, address }) => {
    // A server of its own: browsers keep pages of other machines away from servers on this one.
    const body = `<iframe sandbox="allow-scripts" width="900" height="900" src="${address}lessons/rope/"></iframe>`;
    const server = createServer((_, response) =>
      response.writeHead(200, { "Content-Type": "text/html", ...headers }).end(body),
    );
    await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    const page = await browser.newPage();
    await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
    const complaints = watch(page, address);
    const hostAddress = `http://127.0.0.1:${port}/`;
    await page.goto(hostAddress, { waitUntil: "networkidle" });
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(headers === isolated);
    const frame = page.frameLocator("iframe");
    await expect(frame.locator("where-rope-clocks > figure.poster")).toBeHidden();
    await expect(frame.locator("where-rope-clocks").getByRole("button", { name: "Reset" })).toBeVisible();
    const exercise = frame.locator("where-exercise[exercise=rope_score]");
    await exercise.getByRole("textbox").first().fill("1000");
    await exercise.getByRole("textbox").first().press("Enter");
    await expect(exercise.getByRole("status")).not.toBeEmpty();
    const theme = frame.getByRole("button", { name: "Dark" });
    await theme.click();
    await expect(theme).toHaveAttribute("aria-pressed", "true");
    expect(complaints.filter((complaint) => !complaint.startsWith(`request to elsewhere: ${hostAddress}`))).toEqual([]);
    await page.close();
    server.close();
  });
}
