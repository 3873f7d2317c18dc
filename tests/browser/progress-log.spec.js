// Where the browser refuses to keep progress, or has no room for it: nothing is lost without a word.
import { readFile } from "node:fs/promises";

import { alive, pass } from "./exercise-page.js";
import { event, fileOf, importFile, logOf, signOf } from "./progress-page.js";
import { expect, test } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */

/** Storage as a browser refuses it. @param {Page} page */
async function refuseStorage(page) {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "indexedDB"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("refused", "SecurityError");
        },
      });
    }
  });
}

test("where storage is refused progress lasts as long as the page, and the page says so", async ({ page }) => {
  await refuseStorage(page);
  await page.goto("lessons/position-table/");
  await pass(await alive(page, "wavelength"));
  await expect(signOf(page)).toHaveText(/^1 of \d+ passed$/);
  await page.goto("progress/");
  await importFile(page, fileOf([event({})]));
  await expect(page.locator("#points")).toHaveText("10");
  await expect(page.locator("#not-kept")).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save to a file" }).click(),
  ]);
  expect(JSON.parse(await readFile(await download.path(), "utf8")).events).toHaveLength(1);
});

test("where there is no room left nothing is lost while the page is open, and it is kept as soon as there is", async ({
  page,
}) => {
  await page.goto("progress/");
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    Object.assign(window, { makeRoom: () => (IDBObjectStore.prototype.put = put) });
  });
  await importFile(page, fileOf([event({})]));
  await expect(page.locator("#points")).toHaveText("10");
  await expect(page.locator("#not-kept")).toBeVisible();
  expect(await logOf(page)).toHaveLength(0);
  await page.evaluate(() => /** @type {any} */ (window).makeRoom());
  await importFile(page, fileOf([event({ id: "two", skill: "table_edge" })]));
  await expect(page.locator("#points")).toHaveText("20");
  await expect(page.locator("#not-kept")).toBeHidden();
  expect(await logOf(page)).toHaveLength(2);
});
