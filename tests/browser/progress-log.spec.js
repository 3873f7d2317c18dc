// Where the browser refuses to keep progress, or has no room for it: nothing is lost without a word.
import { readFile } from "node:fs/promises";

import { alive, pass } from "./exercise-page.js";
import { event, fileOf, importFile, logOf, putIntoLog, signOf } from "./progress-page.js";
import { expect, test } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */

/** Storage as a browser refuses it, all of it or some. @param {Page} page */
async function refuseStorage(page, names = ["localStorage", "indexedDB"]) {
  await page.addInitScript((names) => {
    for (const name of names) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("refused", "SecurityError");
        },
      });
    }
  }, names);
}

const held = (/** @type {Page} */ page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("whereabouts-report ")).length);

test("where storage is refused progress lasts as long as the page, and the page says so", async ({ page }) => {
  await refuseStorage(page);
  await page.goto("lessons/position-table/");
  await pass(await alive(page, "wavelength"));
  await expect(signOf(page)).toHaveText(/^1 of \d+ passed$/);
  await page.goto("progress/");
  await importFile(page, fileOf([event({})]));
  await expect(page.locator("#points")).toHaveText("10");
  await expect(page.locator("#notice")).toHaveText(/^This browser lets the page neither read nor keep your progress\./);
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
  await expect(page.locator("#notice")).toHaveText(/does not let the page keep your progress, or has no room for it/);
  expect(await logOf(page)).toHaveLength(0);
  await page.evaluate(() => /** @type {any} */ (window).makeRoom());
  await importFile(page, fileOf([event({ id: "two", skill: "table_edge" })]));
  await expect(page.locator("#points")).toHaveText("20");
  await expect(page.locator("#notice")).toBeHidden();
  expect(await logOf(page)).toHaveLength(2);
});

test("a pass that the database refused is held until a later page can hand it over", async ({ page, context }) => {
  await refuseStorage(page, ["indexedDB"]);
  await page.goto("lessons/position-table/");
  await pass(await alive(page, "wavelength"));
  await expect(signOf(page)).toHaveText(/^1 of \d+ passed$/);
  await page.goto("progress/");
  await expect(page.locator("#points")).toHaveText("10");
  expect(await held(page)).toBe(1);
  const later = await context.newPage();
  await later.goto("progress/");
  await expect(later.locator("#points")).toHaveText("10");
  await expect.poll(() => held(later)).toBe(0);
  expect(await logOf(later)).toHaveLength(1);
});

test("what storage holds under our names and is no report of ours stops nothing", async ({ page }) => {
  await page.goto("lessons/rope/");
  await page.evaluate(() => {
    const detail = { skill: "wavelength", seed: 1, tries: 1, hints: 0, solution: false, duration: 5000, asked: 1 };
    const reports = [
      { type: "where-answer", at: 1e300, detail },
      { type: "where-answer", at: Date.now(), detail: { ...detail, seed: "one" } },
      { type: "where-answer", at: Date.now(), detail },
    ];
    for (const [n, report] of reports.entries())
      localStorage.setItem(`whereabouts-report ${n}`, JSON.stringify(report));
  });
  await page.goto("progress/");
  await expect(page.locator("#points")).toHaveText("10");
  await expect.poll(() => held(page)).toBe(0);
  expect(await logOf(page)).toMatchObject([{ skill: "wavelength", seed: 1 }]);
});

test("days to come in the log break nothing", async ({ page }) => {
  await page.goto("progress/");
  await importFile(page, fileOf([event({})]));
  await expect(page.locator("#points")).toHaveText("10");
  const day = "9999-12-31";
  await putIntoLog(page, [event({ id: "two", skill: "table_edge", day, at: `${day}T10:00:00.000Z` })]);
  await page.reload();
  await expect(page.locator("#points")).toHaveText("20");
  await expect(page.locator("#due")).toContainText("2 skills are due");
});

test("a log that cannot be read is said to be so, is saved as nothing, and is there again afterwards", async ({
  page,
}) => {
  await page.goto("progress/");
  await importFile(page, fileOf([event({})]));
  await expect(page.locator("#points")).toHaveText("10");
  await expect(page.locator("#notice")).toBeHidden();
  await page.addInitScript(() => {
    const { getAll } = IDBObjectStore.prototype;
    const refused = () => {
      throw new DOMException("Connection to the database is lost.", "UnknownError");
    };
    IDBObjectStore.prototype.getAll = refused;
    Object.assign(window, { mend: () => (IDBObjectStore.prototype.getAll = getAll) });
  });
  await page.reload();
  await expect(page.locator("#notice")).toHaveText(
    /cannot be read at the moment.*The browser says: Connection to the database is lost\.$/,
  );
  await expect(page.locator("#points")).toHaveText("–");
  await expect(page.locator("#due")).toHaveText("What is due is not known at the moment.");
  await expect(page.locator("[data-skill=wavelength]").first()).toContainText("not known at the moment");
  await page.getByRole("button", { name: "Save to a file" }).click();
  await expect(page.locator("#kept")).toHaveText(/^Nothing was saved: /);
  // What the lessons show of it stays as it was known.
  await expect(page.locator("header .due")).toHaveText("1 due");
  await page.evaluate(() => /** @type {any} */ (window).mend());
  await importFile(page, fileOf([event({})]));
  await expect(page.locator("#points")).toHaveText("10");
  await expect(page.locator("#notice")).toBeHidden();
});

test("what the browser does not let go of is not said to be deleted", async ({ page }) => {
  await page.goto("progress/");
  await importFile(page, fileOf([event({})]));
  await expect(page.locator("#points")).toHaveText("10");
  await page.evaluate(() => {
    IDBObjectStore.prototype.clear = () => {
      throw new DOMException("The disk is write-protected.", "UnknownError");
    };
  });
  await page.getByRole("button", { name: "Delete everything" }).click();
  await page.getByRole("button", { name: "Delete it all" }).click();
  await expect(page.locator("#kept")).toHaveText(/did not let go .* The browser says: The disk is write-protected\.$/);
  await expect(page.locator("#points")).toHaveText("10");
});
