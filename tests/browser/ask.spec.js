// The ask box: opened from any page, it finds passages, leads to their very place, and says where there are none.
import { bringRules, faultsOf } from "./accessible.js";
import { expect, test } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */

/** @param {Page} page */
async function open(page) {
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  const box = page.getByRole("dialog", { name: "Ask the lessons" });
  await expect(box).toBeVisible();
  return box;
}

test("typing a question finds its passage, and its link leads to the very place, marked there", async ({ page }) => {
  await page.goto("lessons/rope/");
  const box = await open(page);
  await expect(box.getByRole("textbox")).toBeFocused();
  await page.keyboard.type("why does gpt2 stop at 1024");
  const first = box.locator(".answers li").first();
  await expect(first.getByRole("link")).toHaveText("Where it ends");
  await expect(first).toContainText("How does GPT-2 do it?");
  await expect(first.locator("mark", { hasText: "1024" })).toBeVisible();
  await first.getByRole("link").click();
  await expect(page).toHaveURL(/lessons\/learned-table\/#where-it-ends\.1$/);
  const place = page.locator(":target");
  await expect(place).toContainText("There is no position 1024");
  await expect(place).toBeInViewport();
  const marked = await place.evaluate((element) => getComputedStyle(element).boxShadow);
  expect(marked).not.toBe("none");
  // Back again, the question still stands there.
  await page.goBack();
  const again = await open(page);
  await expect(again.getByRole("textbox")).toHaveValue("why does gpt2 stop at 1024");
  await expect(again.locator(".answers li").first()).toContainText("Where it ends");
});

test("an answer on this very page closes the box and takes the focus there, by keys alone", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("lessons/rope/");
  await page.getByRole("button", { name: "Ask", exact: true }).focus();
  await page.keyboard.press("Enter");
  const box = page.getByRole("dialog");
  await expect(box.getByRole("textbox")).toBeFocused();
  await page.keyboard.type("half split vs interleaved");
  await page.keyboard.press("Enter");
  await expect(box.locator(".answers a").first()).toHaveText("Two layouts, one family");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(box.locator(".answers a").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(box).toBeHidden();
  await expect(page.locator(":target")).toBeFocused();
  await expect(page.locator(":target")).toBeInViewport();
  await open(page);
  await page.keyboard.press("Escape");
  await expect(box).toBeHidden();
  await expect(page.getByRole("button", { name: "Ask", exact: true })).toBeFocused();
});

test("where nothing fits it says so, offers nothing, and says it aloud", async ({ page }) => {
  await page.goto("");
  const box = await open(page);
  const ask = async (/** @type {string} */ question) => {
    await box.getByRole("textbox").fill(question);
    await page.keyboard.press("Enter");
  };
  await ask("half split vs interleaved");
  await expect(box.locator(".answers li").first()).toBeVisible();
  await ask("how does dropout work");
  await expect(box.locator(".says")).toContainText("No lesson speaks of “dropout”");
  await expect(box.locator(".answers li")).toHaveCount(0);
  await expect(box.getByRole("status")).toContainText("dropout");
  await ask("what is perplexity");
  await expect(box.locator(".says")).toContainText("use “perplexity” without explaining it");
  await ask("what is the");
  await expect(box.locator(".says")).toContainText("Name what you want to know");
  await ask("<img src=x onerror=alert(1)>");
  await expect(box.locator(".answers li")).toHaveCount(0);
  await expect(box.locator("img")).toHaveCount(0);
  await box.getByRole("button", { name: "does rope extrapolate" }).click();
  await expect(box.getByRole("textbox")).toHaveValue("does rope extrapolate");
  await expect(box.locator(".answers li").first()).toBeVisible();
});

test("an unknown word is named and the rest answered, a slip is asked about, and a long question is not repeated", async ({
  page,
}) => {
  await page.goto("lessons/rope/");
  const box = await open(page);
  const ask = async (/** @type {string} */ question) => {
    await box.getByRole("textbox").fill(question);
    await page.keyboard.press("Enter");
  };
  await ask("does rope work with flashattention");
  await expect(box.locator(".says")).toContainText("No lesson speaks of “flashattention”. Passages that fit the rest");
  await expect(box.locator(".answers li").first()).toContainText("RoPE");
  await ask("what is rpoe");
  await expect(box.locator(".answers li")).toHaveCount(0);
  await box.getByRole("button", { name: "Did you mean “what is rope”?" }).click();
  await expect(box.getByRole("textbox")).toHaveValue("what is rope");
  await expect(box.getByRole("textbox")).toBeFocused();
  await expect(box.locator(".answers li").first()).toContainText("the rotary position embedding");
  await expect(box.locator(".suggestion")).toBeHidden();
  await ask(`${"abcdefgh ".repeat(2)}${"zyxwvuts".repeat(8)} ${"qzvx pwmk lrtd hjkl fgnb vcxz ".repeat(3)}`);
  await expect(box.locator(".says")).toContainText("“zyxwvutszyxwvutszyxwvuts…”");
  await expect(box.locator(".says")).toContainText("or 5 other words");
  expect((await box.locator(".says").textContent())?.length).toBeLessThan(250);
});

test("who goes on typing while the passages come has them fetched once", async ({ page }) => {
  let asked = 0;
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.goto("lessons/rope/", { waitUntil: "networkidle" });
  await page.route(/\/ask\/en\.json$/, async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  const box = await open(page);
  for (const question of ["half", "half split", "half split vs interleaved"]) {
    await box.getByRole("textbox").fill(question);
    await page.keyboard.press("Enter");
  }
  release();
  await expect(box.locator(".answers a").first()).toHaveText("Two layouts, one family");
  expect(asked).toBe(1);
});

test("nothing of it is fetched before it is used", async ({ page }) => {
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("lessons/rope/", { waitUntil: "networkidle" });
  const ofTheBox = () => asked.filter((url) => /\/ask\/en\.json$|\/box-[^/]*\.js$/.test(url)).length;
  expect(ofTheBox()).toBe(0);
  const box = await open(page);
  await expect(box.locator(".examples")).toBeVisible();
  await expect.poll(ofTheBox).toBe(2);
});

test("without a connection it says so, and finds once the connection is back", async ({ page, complaints }) => {
  await page.goto("lessons/rope/", { waitUntil: "networkidle" });
  await page.route(/\/ask\/en\.json$/, (route) => route.abort());
  const box = await open(page);
  await box.getByRole("textbox").fill("half split vs interleaved");
  await page.keyboard.press("Enter");
  await expect(box.locator(".says")).toContainText("could not be loaded");
  await page.unroute(/\/ask\/en\.json$/);
  await box.getByRole("button", { name: "Find" }).click();
  await expect(box.locator(".answers a").first()).toHaveText("Two layouts, one family");
  complaints.splice(0);
});

test("without its script it says so, can be closed, and tries again", async ({ page, complaints }) => {
  await page.goto("lessons/rope/", { waitUntil: "networkidle" });
  await page.route(/\/box-[^/]*\.js$/, (route) => route.abort());
  const box = await open(page);
  await expect(box.locator(".says")).toContainText("could not be loaded");
  await box.getByRole("button", { name: "Close" }).click();
  await expect(box).toBeHidden();
  complaints.splice(0);
});

test("open, with answers and without, it has no accessibility violations", async ({ page }) => {
  test.slow(); // eight times through all rules
  for (const [width, colorScheme] of /** @type {const} */ ([
    [390, "dark"],
    [1280, "light"],
  ])) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto("lessons/rope/");
    await bringRules(page);
    const box = await open(page);
    for (const question of ["", "half split vs interleaved", "how does dropout work"]) {
      await box.getByRole("textbox").fill(question);
      await page.keyboard.press("Enter");
      if (question.startsWith("half")) await expect(box.locator(".answers li").first()).toBeVisible();
      expect(await faultsOf(page, "dialog.ask")).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await box.getByRole("button", { name: "Close" }).click();
  }
});
