// The figures of the lessons on order and on distance under a reader's hand: words that are dragged, sentences that are typed, slots,
// heads, forms of a bias; what a screen reader is told.
import { open } from "./figure-page.js";
import { expect, test } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

/** The first of the lesson's two sentences. @param {Page} page */
async function sentenceFigure(page) {
  await page.goto("lessons/order-blind/");
  const figure = page.locator("where-word-order").first();
  await figure.getByRole("button", { name: "Reset" }).waitFor();
  return { figure, sentence: figure.locator(".sentence") };
}

/** Takes a word by its middle and lets it go over another. @param {Page} page @param {Locator} figure @param {number} word @param {number} over */
async function dragWord(page, figure, word, over) {
  const middle = async (/** @type {number} */ each) => {
    const box = await figure.locator(`[data-handle=word-${each}] .ring`).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  await figure.locator("svg.picture").scrollIntoViewIfNeeded();
  const [from, to] = [await middle(word), await middle(over)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

test("word-order: dragging a word takes its output along, and says so", async ({ page }) => {
  const { figure, sentence } = await sentenceFigure(page);
  await expect(sentence).toHaveText(/^“the cat sat” became “sat cat the”, and every output moved with its word/);
  await dragWord(page, figure, 2, 0);
  await expect(sentence).toHaveText(/^“the cat sat” became “cat the sat”, and every output moved/);
  await expect(figure.locator("[aria-live=polite]")).toHaveText(/^“the cat sat” became “cat the sat”/);
  await dragWord(page, figure, 0, 1);
  await expect(sentence).toHaveText("The words stand as they were typed. Drag one.");
});

test("word-order: by keys alone a word goes where it is wanted, keeps the focus, and tells its slot", async ({
  page,
}) => {
  const { figure, sentence } = await sentenceFigure(page);
  const word = figure.getByRole("slider", { name: "“sat”, typed in slot 2" });
  await word.focus();
  await expect(word).toHaveAttribute("aria-valuetext", "now in slot 0");
  await page.keyboard.press("ArrowRight");
  await expect(word).toBeFocused();
  await expect(word).toHaveAttribute("aria-valuetext", "now in slot 1");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(word).toHaveAttribute("aria-valuetext", "now in slot 2");
  await expect(sentence).toHaveText(/^“the cat sat” became “cat the sat”/);
  await page.keyboard.press("ArrowRight");
  await expect(word).toHaveAttribute("aria-valuetext", "now in slot 2");
});

test("word-order: a typed sentence is taken, one that is too long is refused and stays to be mended", async ({
  page,
}) => {
  const { figure, sentence } = await sentenceFigure(page);
  const field = figure.getByRole("textbox", { name: "Sentence" });
  await field.fill("man  bites dog today");
  await field.press("Enter");
  await expect(sentence).toHaveText(/^“man bites dog today” became “today dog bites man”, and every output moved/);
  await field.fill("a b c d e f g h i");
  await field.press("Enter");
  await expect(figure.getByRole("alert")).toHaveText("Sentence takes 2 to 8 words; this has 9.");
  await expect(field).toHaveValue("a b c d e f g h i");
  await expect(sentence).toHaveText(/^“man bites dog today”/);
  await field.fill("<b>dog</b> bites");
  await field.press("Enter");
  await expect(figure.getByRole("alert")).toHaveCount(0);
  await expect(sentence).toHaveText(/^“<b>dog<\/b> bites” became/);
  await figure.getByRole("button", { name: "Reset" }).click();
  await expect(field).toHaveValue("the cat sat");
});

test("word-order: an encoding or a mask makes outputs do more than move", async ({ page }) => {
  const { figure, sentence } = await sentenceFigure(page);
  await figure.getByText("RoPE", { exact: true }).click();
  await expect(sentence).toHaveText(/outputs did more than move/);
  await figure.getByText("none", { exact: true }).click();
  await expect(sentence).toHaveText(/every output moved with its word/);
  await figure.getByRole("switch", { name: "Causal mask" }).focus();
  await page.keyboard.press("Space");
  await expect(sentence).toHaveText(/The scores moved with their words, but the mask hides other words now/);
  await figure.getByText("Numbers as a table").click();
  // Three words: nine scores, and 16 numbers of each output.
  await expect(figure.getByRole("row")).toHaveCount(1 + 9 + 48);
  await expect(figure.getByRole("row", { name: /^score of sat \(2\) with cat \(1\)/ })).toContainText("0.623");
});

test("word-order: on a phone a word has room for a finger", async ({ browser, address }) => {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 390, height: 800 }, hasTouch: true });
  const page = await context.newPage();
  const { figure } = await sentenceFigure(page);
  const field = figure.getByRole("textbox", { name: "Sentence" });
  await field.fill("one two three four five six seven");
  await field.press("Enter");
  for (const handle of await figure.locator(".handle").all()) {
    const { width = 0, height = 0 } = (await handle.locator(".grip").boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  await context.close();
});

test("where-injected: slots by drag and keys, encodings by their names", async ({ page }) => {
  const { figure, place, sentence } = await open(page, "order-blind", "where-injected");
  await expect(sentence).toHaveText(/^Encoding sinusoidal: between slot 2 and slot 9 all of these change/);
  await figure.getByText("RoPE", { exact: true }).click();
  await expect(sentence).toHaveText(/These do not: row for block 0, value\.$/);
  const [from, to] = [await place(100, 47), await place(180, 47)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await expect(sentence).toHaveText(/between slot 4 and slot 9/);
  await figure.getByRole("slider", { name: "Slot b" }).first().focus();
  await page.keyboard.press("ArrowLeft");
  await expect(sentence).toHaveText(/between slot 4 and slot 8/);
});

test("bias-matrix: heads in any number, slopes and cells that are chosen in the drawing, T5's table without a fetch", async ({
  page,
}) => {
  /** @type {string[]} */
  const fetched = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto("lessons/distance-bias/");
  const figure = page.locator("where-bias-matrix").first();
  const sentence = figure.locator(".sentence");
  await figure.getByRole("button", { name: "Reset" }).waitFor();
  await expect(sentence).toHaveText(/^Of 8 heads, head 1 has the slope 1\/4: it adds −1\.250/);
  const heads = figure.getByRole("textbox", { name: "Heads" });
  await heads.fill("12");
  await heads.press("Enter");
  const head = figure.getByRole("textbox", { name: "Head", exact: true });
  await head.fill("9");
  await head.press("Enter");
  await expect(sentence).toHaveText(/^Of 12 heads, head 9 has the slope 0\.354/);
  await heads.fill("6");
  await heads.press("Enter");
  await expect(sentence).toHaveText(/^Of 6 heads, head 5 has the slope 1\/8/);
  await figure.locator("svg.picture").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await expect(sentence).toHaveText(/query 10 with key 3, 7 back\.$/);
  await figure.getByText("T5 bias", { exact: true }).click();
  await expect(sentence).toHaveText(
    /^Head 3 adds −0\.981 at distance 7, bucket 7\. A text of 16 tokens uses 16 buckets\.$/,
  );
  await expect(figure.getByRole("textbox", { name: "Heads" })).toHaveCount(0);
  expect(fetched.filter((url) => url.endsWith(".safetensors"))).toEqual([]);
});

test("biased-attention: what the softmax can tell apart, under the mask and without", async ({ page }) => {
  const { figure, place, sentence } = await open(page, "distance-bias", "biased-attention");
  const told = (/** @type {string | RegExp} */ words) => figure.locator("svg text", { hasText: words });
  await expect(sentence).toHaveText(/^“mat” looks at itself with 0\.388 instead of 0\.259/);
  await figure.getByText("m · j, keys alone").click();
  await expect(told(/^equal: .* apart at most$/)).toHaveCount(1);
  await figure.getByRole("switch", { name: "Causal mask" }).focus();
  await page.keyboard.press("Space");
  await expect(sentence).toHaveText(/^Without the mask a bias on keys alone favours the end of the text/);
  await expect(told(/^equal/)).toHaveCount(0);
  await figure.getByText("−m · i, queries alone").click();
  await expect(sentence).toHaveText(/^Bias on queries alone: one number for the whole row/);
  await expect(told(/^equal/)).toHaveCount(1);
  const row = await place(60, 48 + 2.5 * 30);
  await page.mouse.click(row.x, row.y);
  await expect(told("where “sat” (2) looks; line: without")).toHaveCount(1);
  const field = figure.getByRole("textbox", { name: "Sentence" });
  await field.fill("one");
  await field.press("Enter");
  await expect(figure.getByRole("alert")).toHaveText("Sentence takes 2 to 8 words; this has 1.");
});

test("a page brings the words of its own figures and exercises, and not those of others", async ({ page }) => {
  const broughtBy = async (/** @type {string} */ slug) => {
    await page.goto(`lessons/${slug}/`, { waitUntil: "networkidle" });
    const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    const scripts = loaded.filter((name) => name.endsWith(".js")).map((name) => page.request.get(name));
    return (await Promise.all((await Promise.all(scripts)).map((response) => response.text()))).join("\n");
  };
  const order = await broughtBy("order-blind");
  expect(order).toContain("Drag the words");
  expect(order).not.toContain("Two layouts, one family");
  expect(order).toContain("Two tokens change places");
  expect(order).not.toContain("A score knows the distance");
  const rope = await broughtBy("rope");
  expect(rope).toContain("Two layouts, one family");
  expect(rope).not.toContain("Drag the words");
  expect(rope).toContain("A score knows the distance");
  expect(rope).not.toContain("Two tokens change places");
});
