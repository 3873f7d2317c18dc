// A learner's progress: kept between tabs, pages and days, and shown wherever it says something.
import { alive, engine, fillIn, give, instanceOf, pass } from "./exercise-page.js";
import { at, logOf, signOf } from "./progress-page.js";
import { expect, test } from "./site.js";

const passedSign = "You have passed this exercise; it stays passed.";

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

test("an exercise whose skill is passed says so, also after a reload, and nothing moves for it", async ({ page }) => {
  await at(page, "2026-05-01T10:00:00Z");
  await page.goto("lessons/position-table/");
  const exercise = await alive(page, "wavelength");
  const sign = page.locator(".sign:has(+ where-exercise[exercise=wavelength])");
  await expect(sign).toBeEmpty();
  // From what stands before, not from the top of the page: with other fonts its lines break elsewhere.
  const gap = () =>
    exercise.evaluate((element) => {
      const before = element.previousElementSibling?.previousElementSibling;
      return element.getBoundingClientRect().top - (before?.getBoundingClientRect().bottom ?? NaN);
    });
  const before = await gap();
  await pass(exercise);
  await expect(sign).toHaveText(passedSign);
  expect(await gap()).toBeCloseTo(before, 3);
  await page.reload();
  await alive(page, "wavelength");
  await expect(sign).toHaveText(passedSign);
  await expect(page.locator(".sign:not(:empty)")).toHaveCount(1);
  expect(await gap()).toBeCloseTo(before, 3);
  await at(page, "2026-08-01T10:00:00Z");
  await page.reload();
  await expect(sign).toHaveText("You have passed this exercise; its review is due.");
});

test("with the first pass, and not before, the browser is asked to keep it for good", async ({ page }) => {
  await page.addInitScript(() => {
    navigator.storage.persist = async () => {
      Object.assign(window, { asked: /** @type {any} */ (window.asked ?? 0) + 1 });
      return true;
    };
  });
  const asked = () => page.evaluate(() => /** @type {any} */ (window).asked ?? 0);
  await page.goto("lessons/lab/");
  const exercise = await alive(page, "table_edge");
  await give(exercise, [1, 2]);
  await exercise.getByRole("button", { name: "Worked solution" }).click();
  await expect.poll(async () => (await logOf(page)).length).toBe(1);
  expect(await asked()).toBe(0);
  await pass(exercise);
  await expect.poll(asked).toBe(1);
  await pass(await alive(page, "visible_rows"));
  await expect(signOf(page)).toHaveText("2 of 3 passed");
  expect(await asked()).toBe(1);
});

test("a lesson is done when all its exercises are passed", async ({ page }) => {
  await page.goto("lessons/order-blind/");
  await expect(signOf(page)).toHaveText(String(await page.locator("where-exercise").count()));
  // Two of its three exercises are one exercise in two kinds: what is passed of one is not passed of the other.
  await alive(page, "permute");
  await pass(page.locator("where-exercise[kind=none]"));
  await expect(signOf(page)).toHaveText("1 of 3 passed");
  await expect(page.getByText(passedSign)).toHaveCount(1);
  await pass(page.locator("where-exercise[kind=learned]"));
  await expect(signOf(page)).toHaveText("2 of 3 passed");
  await pass(await alive(page, "residual_sum"));
  await expect(signOf(page)).toHaveText("done");
  // The same exercise with a mask has the opposite answer: it is another skill, and not passed with these.
  await page.goto("lessons/mask-leaks/");
  await expect(signOf(page)).toHaveText(String(await page.locator("where-exercise").count()));
  await expect(page.getByText(passedSign)).toHaveCount(0);
  await page.goto("progress/");
  await expect(page.locator("#lessons")).toHaveText("1");
  await expect(page.locator("#points")).toHaveText("30");
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

test("a first visit fetches nothing for progress before there is any", async ({ page }) => {
  /** @type {string[]} */
  const fetched = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto("lessons/position-table/", { waitUntil: "networkidle" });
  expect(fetched.filter((url) => /recorder|fsrs|progress-/.test(url))).toEqual([]);
  expect(fetched.length).toBeGreaterThan(10);
});
