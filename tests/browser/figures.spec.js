// Figures under a reader's hand: pointer, keyboard, fields; what they say to a screen reader; a mistake in a field; an engine that
// does not come.

import { expectAccessible } from "./accessible.js";
import { knob, open } from "./figure-page.js";
import { expect, test } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */

/** @param {Page} page @param {{ x: number, y: number }[]} path */
async function drag(page, path) {
  await page.mouse.move(path[0].x, path[0].y);
  await page.mouse.down();
  for (const { x, y } of path.slice(1)) await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
}

test("position-table: hovering shows a cell's formula, clicking chooses it, arrow keys go on from there", async ({
  page,
}) => {
  const { figure, picture, place, sentence } = await open(page, "position-table", "position-table");
  const before = await sentence.textContent();
  const cell = await place(55, 45);
  await page.mouse.move(cell.x, cell.y);
  await expect(figure.locator("svg text", { hasText: "PE[1, 0] = sin(1 / 10,000" })).toHaveCount(1);
  await expect(sentence).toHaveText(/** @type {string} */ (before));
  await page.mouse.click(cell.x, cell.y);
  await expect(sentence).toHaveText(/^Position 1, column 0 holds 0\.841, the sine of 1\.000 radians/);
  await expect(picture).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(sentence).toHaveText(/^Position 2, column 1 holds −0\.416, the cosine of 2\.000 radians/);
  await expect(figure.locator("[aria-live=polite]")).toHaveText(/^Position 2, column 1 holds/);
});

test("a field refuses what is no number, says what it takes, and mends", async ({ page }) => {
  const { figure, sentence } = await open(page, "position-table", "position-table");
  const base = figure.getByRole("textbox", { name: "Base" });
  await base.fill("ten");
  await base.press("Enter");
  await expect(figure.getByRole("alert")).toHaveText("Base takes a number from 2 to 1,000,000.");
  await expect(base).toHaveAttribute("aria-invalid", "true");
  await expect(base).toHaveValue("ten");
  await base.fill("100");
  await base.press("Enter");
  await expect(figure.getByRole("alert")).toHaveCount(0);
  await expect(base).toHaveValue("100");
  await expect(sentence).toHaveText(/column 14 holds 0\.984, the sine of 8\.034 radians/);
  await figure.getByRole("button", { name: "Reset" }).click();
  await expect(base).toHaveValue("10,000");
  await expect(sentence).toHaveText(/column 14 holds 0\.206/);
});

test("the numbers of a figure can be read as a table", async ({ page }) => {
  const { figure } = await open(page, "position-table", "table-clocks");
  await figure.getByText("Numbers as a table").click();
  await expect(figure.getByRole("row")).toHaveCount(3);
  await expect(figure.getByRole("row", { name: "0 0.841 0.540 6.283" })).toBeVisible();
});

test("table-clocks: a hand can be turned round and round, and plays by itself", async ({ page }) => {
  const { figure, place, sentence } = await open(page, "position-table", "table-clocks");
  const around = Array.from({ length: 40 }, (_, step) => 1 + step * 0.2);
  await drag(page, await Promise.all(around.map((angle) => place(98 + 76 * Math.cos(angle), 108 - 76 * Math.sin(angle))))); // prettier-ignore
  await expect(sentence).toHaveText(/^Position 8\.8 has the row/);
  await expect(figure.locator("[data-handle=pair-0]")).toHaveAttribute("aria-valuetext", /^position 8\.8: sine 0\.585/);
  await page.keyboard.press("ArrowLeft");
  await expect(sentence).toHaveText(/^Position 7\.8 has/);
  await figure.getByRole("button", { name: "Play" }).click();
  await expect(sentence).toHaveText(/^Position (8|9)(\.\d)? has/);
  await figure.getByRole("button", { name: "Pause" }).click();
});

test("rope-clocks: hands change the score, the shift does not", async ({ page }) => {
  const { figure, place, sentence } = await open(page, "rope", "rope-clocks");
  await expect(sentence).toHaveText(/^score\(5, 2\) = 0\.025; shifting both by 100 changes it by \d\s×\s10⁻\S+\.$/);
  await figure.getByRole("slider", { name: "Position m of the query, by its hand in pair 0" }).focus();
  for (let step = 0; step < 3; ++step) await page.keyboard.press("ArrowLeft");
  await figure.getByRole("slider", { name: "Position n of the key, by its hand in pair 1" }).focus();
  for (let step = 0; step < 3; ++step) await page.keyboard.press("ArrowRight");
  await expect(sentence).toHaveText(/^score\(2, 5\) = 0\.273/);
  const from = await knob(figure, "shift");
  await drag(page, [from, { x: from.x + 200, y: from.y }]);
  await expect(sentence).toHaveText(/^score\(2, 5\) = 0\.273; shifting both by 4\d\d changes it by \d\s×\s10⁻\S+\.$/);
  await expect(figure.locator("svg text", { hasText: /^score\(4\d\d, 4\d\d\)/ })).toHaveCount(1);
  expect((await place(0, 0)).x).toBeGreaterThan(0);
});

test("wavelengths: the line of the context can be dragged and stepped", async ({ page }) => {
  const { figure, sentence } = await open(page, "rope", "wavelengths");
  await expect(sentence).toHaveText(/^18 of 64 pairs/);
  const from = await knob(figure, "context");
  await drag(page, [from, { x: from.x, y: from.y - 60 }]);
  await expect(sentence).toHaveText(/^0 of 64 pairs/);
  await page.keyboard.press("Shift+ArrowDown");
  await expect(sentence).toHaveText(/^[1-9] of 64 pairs/);
});

test("rope-layouts: the switch mixes the layouts and shows what breaks", async ({ page }) => {
  const { figure, sentence } = await open(page, "rope", "rope-layouts");
  await expect(figure.locator("svg text", { hasText: /^kept$/ })).toHaveCount(3);
  await figure.getByRole("switch").focus();
  await page.keyboard.press("Space");
  await expect(sentence).toHaveText(/the length becomes 1\.437 instead of 1\.407/);
  await expect(figure.locator("svg text", { hasText: /^broken$/ })).toHaveCount(3);
});

test("row-similarity: of two handles that overlap, the nearer one is dragged", async ({ page }) => {
  const { figure, sentence } = await open(page, "position-table", "row-similarity");
  await expect(sentence).toHaveText(/^Rows 40 and 43/);
  for (const [name, expected] of [
    ["reference", /^Rows 50 and 53/],
    ["other", /^Rows 50 and 63/],
  ]) {
    const from = await knob(figure, name);
    await drag(page, [from, { x: from.x + (10 * 624) / 127, y: from.y }]);
    await expect(sentence).toHaveText(expected);
  }
});

test("on a phone, a finger moves a handle and the page keeps scrolling elsewhere", async ({ browser, address }) => {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 320, height: 800 }, hasTouch: true });
  const page = await context.newPage();
  const { figure, picture } = await open(page, "rope", "score-by-offset");
  expect(await picture.getAttribute("width")).toBe("352");
  expect(await picture.evaluate((element) => getComputedStyle(element).touchAction)).toBe("pan-y");
  const handle = figure.locator("[data-handle=offset]");
  expect(await handle.evaluate((element) => getComputedStyle(element).touchAction)).toBe("none");
  const { width = 0, height = 0 } = (await handle.locator(".grip").boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await context.close();
});

test("without an engine the still picture stays, a sentence says why, and it is asked for again", async ({
  page,
  complaints,
}) => {
  await page.route("**/*.wasm", (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("lessons/rope/");
  const figure = page.locator("where-rope-clocks");
  const again = figure.getByRole("button", { name: "Try again" });
  await expect(figure.getByRole("alert")).toContainText("could not be loaded");
  await expect(figure.locator("figure.poster .sentence")).toBeVisible();
  await expectAccessible(page, "where-rope-clocks");
  // In vain: it can be tried once more.
  const refused = page.waitForResponse((response) => response.url().endsWith(".wasm"));
  await again.click();
  await refused;
  await expect(again).toBeVisible();
  await page.unroute("**/*.wasm");
  await again.click();
  await expect(figure.getByRole("button", { name: "Reset" })).toBeVisible();
  await expect(figure.locator(".poster")).toHaveCount(0);
  await expect(figure.getByRole("alert")).toHaveCount(0);
  await expect(again).toHaveCount(0);
  complaints.splice(0);
});

test("token-plus-position: words, slots and columns are chosen in the drawing", async ({ page }) => {
  const { figure, place, sentence } = await open(page, "learned-table", "token-plus-position");
  await expect(sentence).toHaveText(/^“cat” in slot 3: in all 16 columns the model’s own stream equals the sum/);
  const dog = await place(6.5 * (680 / 12), 46);
  await page.mouse.click(dog.x, dog.y);
  await expect(sentence).toHaveText(/^“dog” in slot 3/);
  await figure.locator("[data-handle=slot]").focus();
  await page.keyboard.press("ArrowRight");
  await expect(sentence).toHaveText(/^“dog” in slot 4/);
});

test("table-edge: past the last row, refusing, wrapping and clamping", async ({ page }) => {
  const { figure, sentence } = await open(page, "learned-table", "table-edge");
  await expect(sentence).toHaveText(/^1,024 rows end at position 1,023\. .* the engine says: “.*1023/);
  await figure.getByText("wraps", { exact: true }).click();
  await expect(sentence).toHaveText(/^1,024 modulo 1,024 is 0/);
  await figure.getByText("clamps", { exact: true }).click();
  await expect(sentence).toHaveText(/^This loader takes row 1,023/);
  await figure.locator("[data-handle=asked]").focus();
  await page.keyboard.press("ArrowUp");
  await expect(sentence).toHaveText(/^Position 1,023 has a row/);
});
