// Progress is carried in a file, and deleted only when asked twice.
import { readFile } from "node:fs/promises";

import { alive, give, pass } from "./exercise-page.js";
import { event, fileOf, importFile, logOf, signOf } from "./progress-page.js";
import { expect, test } from "./site.js";

test("progress is saved to a file and comes back in another browser, once", async ({ page, browser, address }) => {
  await page.goto("lessons/position-table/");
  await pass(await alive(page, "wavelength"));
  await expect(signOf(page)).toHaveText(/^1 of \d+ passed$/);
  await page.goto("progress/");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save to a file" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^whereabouts-progress-\d{4}-\d\d-\d\d\.json$/);
  await expect(page.locator("#kept")).toContainText(download.suggestedFilename());
  const content = await readFile(await download.path(), "utf8");
  expect(JSON.parse(content).events).toEqual(await logOf(page));

  const context = await browser.newContext({ baseURL: address });
  const elsewhere = await context.newPage();
  await elsewhere.goto("progress/");
  await importFile(elsewhere, content);
  await expect(elsewhere.locator("#kept")).toHaveText(/^Added from .*\. New entries: 1\. Here already: 0\.$/);
  await importFile(elsewhere, content);
  await expect(elsewhere.locator("#kept")).toHaveText(/^Added from .*\. New entries: 0\. Here already: 1\.$/);
  await expect(elsewhere.locator("#points")).toHaveText("10");
  await elsewhere.goto("lessons/position-table/");
  await expect(signOf(elsewhere)).toHaveText(/^1 of \d+ passed$/);
  await context.close();
});

test("a damaged file is refused with the reason and changes nothing", async ({ page }) => {
  await page.goto("progress/");
  await importFile(page, fileOf([event({})]));
  await expect(page.locator("#points")).toHaveText("10");
  const before = await logOf(page);
  const sound = fileOf([event({ id: "two", seed: 2 }), event({ id: "three", seed: 3, tries: -1 })]);
  const refused = /** @type {[string, RegExp][]} */ ([
    [sound, /entry 2 of 2, “tries” is not a whole number from 0\. Nothing was changed\.$/],
    [sound.slice(0, -20), /^This file is damaged: it is cut off/],
    ["<!doctype html>", /^This is no file of progress/],
    ["", /^This file is empty/],
    [sound.replace('"version":1', '"version":9'), /newer version of these pages \(format 9; 1 is known here\)/],
    ["\u0000\u0001\uFFFD", /^This is no file of progress/],
  ]);
  for (const [content, sentence] of refused) {
    await importFile(page, content);
    await expect(page.locator("#kept")).toHaveText(sentence);
    expect(await logOf(page)).toEqual(before);
    await expect(page.locator("#points")).toHaveText("10");
  }
});

test("everything is deleted only after a second look, and then in every tab", async ({ page, context }) => {
  await page.goto("lessons/position-table/");
  const exercise = await alive(page, "wavelength");
  await give(exercise, [1.5]);
  await pass(exercise);
  await expect(signOf(page)).toHaveText(/^1 of \d+ passed$/);
  const progress = await context.newPage();
  await progress.goto("progress/");
  const reset = progress.getByRole("button", { name: "Delete everything" });
  await reset.click();
  await expect(progress.locator("#confirm")).toContainText(
    "Exercises passed: 1. Reviews kept: 0. Days with an exercise passed: 1. Points: 6. All of it is deleted",
  );
  await expect(progress.getByRole("button", { name: "Keep it" })).toBeFocused();
  await progress.keyboard.press("Escape");
  await expect(progress.locator("#confirm")).toBeHidden();
  await expect(reset).toBeFocused();
  await reset.click();
  await progress.getByRole("button", { name: "Keep it" }).click();
  expect(await logOf(progress)).toHaveLength(1);
  await reset.click();
  await progress.getByRole("button", { name: "Delete it all" }).click();
  await expect(progress.locator("#kept")).toHaveText("Everything is deleted.");
  await expect(progress.locator("#points")).toHaveText("0");
  expect(await logOf(progress)).toHaveLength(0);
  await expect(signOf(page)).toHaveText(/^\d+$/);
  await page.reload();
  await expect((await alive(page, "wavelength")).locator("#field-0")).toHaveValue("");
  await expect(signOf(page)).toHaveText(/^\d+$/);
});
