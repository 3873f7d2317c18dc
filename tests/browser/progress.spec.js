// A learner's progress: kept between tabs and days, reviewed where it is due, carried in a file, deleted only when asked twice.
import AxeBuilder from "@axe-core/playwright";
import { readFile } from "node:fs/promises";

import { loadEngine } from "../../build/package/index.js";
import { expect, test } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

const engine = await loadEngine();

/** @param {Page} page @param {string} id */
async function alive(page, id) {
  const exercise = page.locator(`where-exercise[exercise="${id}"]`).first();
  await exercise.scrollIntoViewIfNeeded();
  await expect(exercise.getByRole("button", { name: "Check" })).toBeEnabled();
  return exercise;
}

/** @param {Locator} exercise @returns {Promise<any>} */
const instanceOf = (exercise) => exercise.evaluate((element) => /** @type {any} */ (element).instance);

/** @param {Locator} exercise @param {number[]} numbers */
async function fillIn(exercise, numbers) {
  const { fields } = await instanceOf(exercise);
  for (const [index, value] of numbers.entries())
    await exercise.locator(`#field-${index}`).fill(value.toFixed(fields[index].decimals));
}

/** Fills in numbers and checks them. @param {Locator} exercise @param {number[]} numbers */
async function give(exercise, numbers) {
  await fillIn(exercise, numbers);
  await exercise.locator("#field-0").press("Enter");
}

/** @param {Locator} exercise */
async function pass(exercise) {
  await give(exercise, engine.solution(await instanceOf(exercise)).answer);
  await expect(exercise.getByRole("status")).toHaveText(/^\s*Right: /);
}

const signOf = (/** @type {Page} */ page) => page.locator(".facts [data-skills]");

/** Everything in the log, as the file would hold it. @param {Page} page @returns {Promise<any[]>} */
async function logOf(page) {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opened = indexedDB.open("whereabouts-progress");
        // Nothing was logged yet: a database that this made would have no place for events.
        let missing = false;
        opened.onupgradeneeded = () => {
          missing = true;
          opened.transaction?.abort();
        };
        opened.onerror = () => (missing ? resolve([]) : reject(opened.error));
        opened.onsuccess = () => {
          const all = opened.result.transaction("events").objectStore("events").getAll();
          all.onsuccess = () => {
            opened.result.close();
            resolve(all.result);
          };
        };
      }),
  );
}

/** An event of a file. @param {Record<string, any>} changes */
function event(changes) {
  return {
    ...{ id: "one", kind: "passed", at: "2026-05-01T10:00:00.000Z", day: "2026-05-01", zone: "UTC" },
    ...{ skill: "wavelength", seed: 1, tries: 1, hints: 0, solution: false, seconds: 40, asked: 1 },
    ...changes,
  };
}

/** @param {any[]} events */
const fileOf = (events) => JSON.stringify({ format: "whereabouts-progress", version: 1, exported: "", events });

/** Gives a file to the page of progress. @param {Page} page @param {string} content */
async function importFile(page, content) {
  await page.locator("#file").setInputFiles({
    ...{ name: "whereabouts-progress-test.json", mimeType: "application/json" },
    buffer: Buffer.from(content),
  });
}

const at = (/** @type {Page} */ page, /** @type {string} */ time) => page.clock.setFixedTime(new Date(time));

test("a passed exercise shows at once in the lesson, and afterwards in the list and the progress", async ({ page }) => {
  await page.goto("lessons/position-table/");
  await expect(signOf(page)).toHaveText(/^\d+$/);
  const exercise = await alive(page, "wavelength");
  await give(exercise, [1.5]);
  await expect(exercise.getByRole("status")).not.toBeEmpty();
  await expect(signOf(page)).toHaveText(/^\d+$/); // a wrong answer is no progress
  await pass(exercise);
  await expect(signOf(page)).toHaveText(/^1 of \d+ passed$/);
  await expect(page.locator(".ending")).toContainText(/1 of \d+ passed/);
  await page.goto("");
  const items = page.locator(".lessons li");
  await expect(items.filter({ hasText: "sines and cosines" })).toContainText(/1 of \d+ passed/);
  await page.getByRole("link", { name: "Progress" }).click();
  await expect(page.locator("#points")).toHaveText("6"); // the second try
  await expect(page.locator("#streak")).toHaveText("1");
  await expect(page.locator("#due")).toHaveText(
    /^Nothing is due today\. The next review is “The wavelength of a pair”, on /,
  );
  await expect(page.locator("[data-skill=wavelength]").first()).toContainText("passed · due again on ");
});

test("a lesson is done when all its exercises are passed", async ({ page }) => {
  await page.goto("lessons/lab/");
  for (const id of ["table_edge", "visible_rows"]) await pass(await alive(page, id));
  await expect(signOf(page)).toHaveText("done");
  await page.goto("progress/");
  await expect(page.locator("#lessons")).toHaveText("1");
  await expect(page.locator("#points")).toHaveText("20");
});

test("whoever opens the solution gets 3 points and a review the next day", async ({ page }) => {
  await at(page, "2026-05-01T10:00:00Z");
  await page.goto("lessons/learned-table/");
  const exercise = await alive(page, "table_edge");
  await give(exercise, [1, 2]);
  await exercise.getByRole("button", { name: "Worked solution" }).click();
  await pass(exercise);
  await expect.poll(async () => (await logOf(page)).map(({ kind }) => kind).toSorted()).toEqual(["passed", "solution"]);
  await page.goto("progress/");
  await expect(page.locator("#points")).toHaveText("3");
  await expect(page.locator("#due")).toContainText("on Saturday, May 2");
  await at(page, "2026-05-02T00:10:00Z");
  await page.reload();
  await expect(page.locator("#due")).toHaveText(/^“Where the table ends” is due\./);
});

test("two tabs at once lose nothing, and each shows what the other did", async ({ page, context }) => {
  await page.goto("lessons/position-table/");
  const other = await context.newPage();
  await other.goto("lessons/position-table/");
  const progress = await context.newPage();
  await progress.goto("progress/");
  const [one, two] = [await alive(page, "wavelength"), await alive(other, "sinusoid_row")];
  await Promise.all([pass(one), pass(two)]);
  for (const each of [page, other]) await expect(signOf(each)).toHaveText(/^2 of \d+ passed$/);
  await expect(progress.locator("#points")).toHaveText("20");
  // The same instance, checked in both at once, counts once.
  const both = [await alive(page, "shift_matrix"), await alive(other, "shift_matrix")];
  const { answer } = engine.solution(await instanceOf(both[0]));
  for (const exercise of both) await fillIn(exercise, answer);
  await Promise.all(both.map((exercise) => exercise.locator("#field-0").press("Enter")));
  for (const each of [page, other]) await expect(signOf(each)).toHaveText(/^3 of \d+ passed$/);
  expect((await logOf(page)).map(({ skill }) => skill).toSorted()).toEqual([
    "shift_matrix",
    "sinusoid_row",
    "wavelength",
  ]);
});

test("many events from three tabs at the same moment are all there", async ({ page, context }) => {
  const tabs = [page, await context.newPage(), await context.newPage()];
  for (const tab of tabs) await tab.goto("lessons/position-table/");
  await Promise.all(
    tabs.map((tab, from) =>
      tab.evaluate((from) => {
        for (let n = 0; n < 20; ++n) {
          const detail = { skill: "wavelength", seed: 1000 * from + n, passed: true, tries: 1, hints: 0 };
          const rest = { solution: false, duration: 5000, asked: 1 };
          document.dispatchEvent(new CustomEvent("where-answer", { detail: { ...detail, ...rest } }));
        }
      }, from),
    ),
  );
  await expect.poll(async () => (await logOf(page)).length, { timeout: 20_000 }).toBe(60);
});

test("whoever turns the page before the log is loaded loses nothing", async ({ page }) => {
  let blocked = true;
  await page.route(/\/recorder-/, async (route) => {
    if (blocked) await new Promise((resolve) => setTimeout(resolve, 3000));
    await route.continue().catch(() => undefined); // the page may be gone
  });
  await page.goto("lessons/position-table/");
  const exercise = await alive(page, "wavelength");
  await pass(exercise);
  blocked = false;
  await page.goto("lessons/rope/");
  await expect(signOf(page)).toHaveText(/^1 of \d+ passed$/);
  expect(await logOf(page)).toHaveLength(1);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("report")))).toEqual([]);
});

test("a due review is done right there, with a fresh instance, and brings its points", async ({ page }) => {
  await page.goto("progress/");
  await importFile(page, fileOf([event({}), event({ id: "two", skill: "table_edge", seed: 8 })]));
  await expect(page.locator("#kept")).toHaveText(/^Added 2 entries from /);
  await expect(page.locator("#points")).toHaveText("20");
  await expect(page.locator("#due")).toContainText("2 skills are due");
  await expect(page.locator("header .due")).toHaveText("2 due");
  await page.getByRole("button", { name: "Review", exact: true }).click();
  const exercise = page.locator("#reviewing where-exercise");
  await expect(exercise.locator("#field-0")).toBeFocused();
  const first = await instanceOf(exercise);
  expect(first.seed).not.toBe(8);
  // The page has brought the sentences of that exercise: none shows its key instead.
  expect(JSON.stringify(first)).not.toMatch(/exercise\.\w+\.\w+/);
  // A reload in the middle brings back the very instance.
  await page.reload();
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await expect(exercise.getByRole("button", { name: "Check" })).toBeEnabled();
  expect(await instanceOf(exercise)).toEqual(first);
  await pass(exercise);
  await expect(page.locator("#due")).toHaveText(/^Kept\. “.*” is due again on /);
  await expect(page.locator("#points")).toHaveText("25");
  await expect(page.locator("header .due")).toHaveText("1 due");
  await page.getByRole("button", { name: "Next review" }).click();
  await expect(exercise).not.toHaveAttribute("exercise", first.id);
  // Given up: not kept, no points.
  const second = await alive(page, (await exercise.getAttribute("exercise")) ?? "");
  const { answer } = engine.solution(await instanceOf(second));
  await give(
    second,
    answer.map((/** @type {number} */ value) => value + 7),
  );
  await second.getByRole("button", { name: "Worked solution" }).click();
  await expect(page.locator("#due")).toHaveText(/^Not kept this time\. /);
  await expect(page.locator("#points")).toHaveText("25");
  await expect(page.getByRole("button", { name: "Next review" })).toBeHidden();
});

test("a review keeps the kind that its lesson asks for", async ({ page }) => {
  await page.goto("progress/");
  await importFile(page, fileOf([event({ skill: "interpolate method=ntk" })]));
  await page.getByRole("button", { name: "Review", exact: true }).click();
  const exercise = await alive(page, "interpolate");
  expect((await instanceOf(exercise)).parameters.method).toBe("ntk");
});

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
  await expect(elsewhere.locator("#kept")).toHaveText(/^Added 1 entries from .*; 0 were here already\.$/);
  await importFile(elsewhere, content);
  await expect(elsewhere.locator("#kept")).toHaveText(/^Added 0 entries from .*; 1 were here already\.$/);
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
  await expect(progress.locator("#confirm")).toContainText("This deletes 1 passed skills and 6 points");
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

for (const zone of ["Europe/Berlin", "Pacific/Auckland", "America/St_Johns"]) {
  test(`a day is that of the learner's calendar in ${zone}`, async ({ browser, address }) => {
    const context = await browser.newContext({ baseURL: address, timezoneId: zone });
    const page = await context.newPage();
    // The night in which Berlin's clocks go forward.
    await at(page, "2026-03-28T22:30:00Z");
    await page.goto("lessons/learned-table/");
    await pass(await alive(page, "table_edge"));
    await expect.poll(async () => (await logOf(page)).length).toBe(1);
    const [{ day }] = await logOf(page);
    const local = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(new Date("2026-03-28T22:30:00Z"));
    expect(day).toBe(local);
    await page.goto("progress/");
    await expect(page.locator("#streak")).toHaveText("1");
    await at(page, "2026-03-29T21:30:00Z"); // 23 hours later
    await page.reload();
    await expect(page.locator("#streak")).toHaveText("1");
    await at(page, "2026-03-31T12:00:00Z"); // two or three days later
    await page.reload();
    await expect(page.locator("#streak")).toHaveText("0");
    await context.close();
  });
}

test("the page is used with the keyboard alone", async ({ page }) => {
  await page.goto("progress/");
  await importFile(page, fileOf([event({ skill: "table_edge" })]));
  await expect(page.locator("#due")).toContainText("is due");
  await page.getByRole("button", { name: "Review", exact: true }).focus();
  await page.keyboard.press("Enter");
  const exercise = page.locator("#reviewing where-exercise");
  await expect(exercise.locator("#field-0")).toBeFocused();
  const [last, size] = engine.solution(await instanceOf(exercise)).answer;
  await page.keyboard.type(String(last));
  await page.keyboard.press("Tab");
  await page.keyboard.type(String(size));
  await page.keyboard.press("Enter");
  await expect(page.locator("#due")).toHaveText(/^Kept\./);
});

test("with a review under way and the question of deleting open there are no accessibility violations", async ({
  page,
}) => {
  test.slow();
  await page.goto("progress/");
  await importFile(page, fileOf([event({}), event({ id: "two", skill: "table_edge", seed: 8 })]));
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await expect(page.locator("#reviewing where-exercise").getByRole("button", { name: "Check" })).toBeEnabled();
  await page.getByRole("button", { name: "Delete everything" }).click();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join("; ")}`);
      expect(found, `${colorScheme}, ${width} wide`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
});

test("a first visit fetches nothing for progress before there is any", async ({ page }) => {
  /** @type {string[]} */
  const fetched = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto("lessons/position-table/", { waitUntil: "networkidle" });
  expect(fetched.filter((url) => /recorder|fsrs|progress-/.test(url))).toEqual([]);
  expect(fetched.length).toBeGreaterThan(10);
});
