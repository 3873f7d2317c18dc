// Pages in one file, opened from disk: every one of them comes to life, and asks nobody for anything.
import { readFileSync, readdirSync } from "node:fs";

import { tables, write } from "./code-page.js";
import { pass, verdict } from "./exercise-page.js";
import { expect, test as base } from "./site.js";

/** What is computed or read for the first time may take its time where the machine is busy. */
const patience = { timeout: 60_000 };

const folder = new URL("../../build/single/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".html"));

const test = base.extend({
  /** The folder of the files; a request beyond is a complaint. */
  address: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs off this pattern
    async ({}, use) => {
      await use(folder.href);
    },
    { scope: "worker" },
  ],
});

/** @param {import("@playwright/test").Page} page @param {string} file @param {string} [query] */
const open = (page, file, query = "") => page.goto(new URL(file, folder).href + query);

/** Whether every figure and exercise of the page is there: what the engine gave it. @param {import("@playwright/test").Page} page */
const alive = (page) =>
  page.waitForFunction(() => {
    const elements = /** @type {any[]} */ ([...document.querySelectorAll("[data-embed]")]);
    return elements.every(({ values, instance }) => values || instance);
  });

test.describe.configure({ timeout: 240_000 });

test("every file comes to life from disk, without a complaint or a request", async ({ page }) => {
  const requests = new Set();
  page.on("request", (request) => requests.add(new URL(request.url()).protocol));
  for (const file of files) {
    await open(page, file);
    await alive(page);
    await expect(page.locator("#trouble"), file).toBeHidden();
    const pictures = await page.locator("[data-embed] svg.picture").count();
    const figures = await page.locator("[data-embed]:not(where-exercise)").count();
    expect(pictures, file).toBeGreaterThanOrEqual(figures);
  }
  expect([...requests].toSorted()).toEqual(["blob:", "file:"]);
});

test("in a lesson a slider moves a figure, and an answer and a program are graded and noted", async ({ page }) => {
  await open(page, "position-table.html");
  const figure = page.locator("where-position-table");
  const before = await figure.locator(".sentence").textContent();
  await figure.locator("input[type=range]").first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(figure.locator(".sentence")).not.toHaveText(before ?? "");
  await pass(page.locator('where-exercise[exercise="sinusoid_row"]').first());
  await expect(page.locator('.sign[data-of^="sinusoid_row"]').first()).not.toBeEmpty();

  const program = page.locator('where-exercise[exercise="code_position_table"]');
  await write(program, tables.correct);
  await program.getByRole("button", { name: "Check" }).click();
  await expect(verdict(program)).toHaveText(/^\s*Right in every case/, patience);
});

test("trained models out of the file are read in a worker, and one is trained there", async ({ page }) => {
  const sentence = page.locator(".sentence");
  await open(page, "where-table-perplexity.html", "?strength=0.6");
  await expect(sentence).toHaveText(/^With its table at 60\s% the model reads at a perplexity of \d+\.\d\d/, patience);
  await open(page, "where-position-probe.html", "?model=rope&layer=1");
  await expect(sentence).toHaveText(/RoPE.* after block 1 .* R² = /, patience);
  await open(page, "where-loss-by-position.html");
  await alive(page);
  const read = await page.locator("where-loss-by-position").evaluate(async (/** @type {any} */ figure) => {
    const { tokens } = await figure.model("rope", 100);
    return tokens.length;
  });
  expect(read).toBe(100);
  await open(page, "where-mask-leak.html");
  await page.getByRole("button", { name: "Train" }).click();
  await expect(page.locator(".far")).toHaveText(/step [1-9]/, patience);
});

test("exercises are chosen from a list; what an address gets wrong is said", async ({ page }) => {
  await open(page, "where-exercise.html");
  await page.getByRole("link", { name: "Where the table ends" }).click();
  await alive(page);
  await pass(page.locator("where-exercise"));
  await page.addInitScript(() => {
    const told = /** @type {any} */ (window.told = /** @type {any[]} */ ([]));
    document.addEventListener("where-error", (/** @type {any} */ { detail }) => told.push(detail));
  });
  await open(page, "where-rope-clocks.html", "?base=500&bse=1");
  await expect(page.getByRole("alert")).toHaveText(/^The address of this page sets “bse”/);
  await expect(page.locator("where-rope-clocks").getByRole("textbox", { name: "Base" })).toHaveValue("500");
  // A platform that shows the file in a frame is told too: what the document hears is passed on.
  const [{ name, setting, message }] = await page.evaluate(() => /** @type {any} */ (window).told);
  expect([name, setting, message]).toEqual(["rope-clocks", "bse", await page.getByRole("alert").textContent()]);
});

test("a lesson in a sandboxed frame, where nothing can be kept, works and says so", async ({ page }) => {
  const html = readFileSync(new URL("learned-table.html", folder), "utf8");
  await page.setContent('<iframe sandbox="allow-scripts" width="900" height="700"></iframe>');
  await page.locator("iframe").evaluate((frame, text) => void (/** @type {any} */ (frame.srcdoc = text)), html);
  const exercise = page.frameLocator("iframe").locator('where-exercise[exercise="table_edge"]').first();
  await exercise.scrollIntoViewIfNeeded();
  await expect(exercise.getByRole("button", { name: "Check" })).toBeEnabled(patience);
  await pass(exercise);
  await expect(exercise).toContainText("does not let the page keep what you type");
});

test("a file that was cut off says so, and shows its still picture", async ({ page, complaints }) => {
  const html = readFileSync(new URL("where-table-clocks.html", folder), "utf8");
  // As a mail server or an editor may leave it behind.
  const cut = html.replace(/(data-part="page.js">.{1000})[^<]*/, "$1");
  await page.setContent(cut);
  await expect(page.locator("#trouble")).toHaveText(
    /^This page could not be opened \(a part of this file is cut off\)/,
  );
  await expect(page.locator("where-table-clocks .poster svg").first()).toBeVisible();
  complaints.splice(0);
  // Licences are opened when they are asked for: what is cut off there is said there.
  await page.setContent(html.replace(/(data-part="licences.txt">.{1000})[^<]*/, "$1"));
  await page.locator("details.licences summary").click();
  await expect(page.locator("details.licences pre")).toHaveText(
    "The licences cannot be shown (a part of this file is cut off).",
  );
});
