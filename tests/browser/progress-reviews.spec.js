// Reviews: what is due is done on the page of progress, with a fresh instance.
import { expectAccessible } from "./accessible.js";
import { alive, engine, give, instanceOf, pass } from "./exercise-page.js";
import { at, event, fileOf, importFile } from "./progress-page.js";
import { expect, test } from "./site.js";

test("a due review is done right there, with a fresh instance, and brings its points", async ({ page }) => {
  await page.goto("progress/");
  await importFile(page, fileOf([event({}), event({ id: "two", skill: "table_edge", seed: 8 })]));
  await expect(page.locator("#kept")).toHaveText(/^Added from .*\. New entries: 2\./);
  await expect(page.locator("#points")).toHaveText("20");
  await expect(page.locator("#due")).toHaveText(/^2 skills are due\. Each takes/);
  await expect(page.locator("#due-skills li")).toHaveText(["Where the table ends", "The wavelength of a pair"]);
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
  await expect(page.locator("#due")).toHaveText(/^Not kept this time\. .* Nothing more is due today\.$/);
  await expect(page.locator("#points")).toHaveText("25");
  await expect(page.getByRole("button", { name: "Next review" })).toBeHidden();
});

test("who asks for another instance is reviewed with that one, and the review ends", async ({ page }) => {
  await page.goto("progress/");
  await importFile(page, fileOf([event({}), event({ id: "two", skill: "table_edge", seed: 8 })]));
  await page.getByRole("button", { name: "Review", exact: true }).click();
  const exercise = page.locator("#reviewing where-exercise");
  await expect(exercise.locator("#field-0")).toBeFocused();
  await exercise.getByRole("button", { name: "Another one" }).click();
  await pass(exercise);
  await expect(page.locator("#due")).toHaveText(/^Kept\. “.*” is due again on /);
  await expect(page.locator("#points")).toHaveText("25");
  // More practice afterwards changes nothing about that.
  await exercise.getByRole("button", { name: "Another one" }).click();
  await pass(exercise);
  await expect(page.locator("#due")).toHaveText(/^Kept\. “.*” is due again on /);
  await page.getByRole("button", { name: "Next review" }).click();
  await expect(page.locator("#due")).toHaveText(/^This is a review of “.*”\.$/);
  await expect(page.locator("#points")).toHaveText("25");
});

test("skills that the course no longer has are counted nowhere, and their points stay", async ({ page }) => {
  await page.goto("progress/");
  await importFile(page, fileOf([event({}), event({ id: "two", skill: "given_up_long_ago" })]));
  await expect(page.locator("#due")).toHaveText(/^“The wavelength of a pair” is due\./);
  await expect(page.locator("#points")).toHaveText("20");
  for (const path of ["progress/", "", "lessons/rope/"]) {
    await page.goto(path);
    await expect(page.locator("header .due")).toHaveText("1 due");
  }
});

test("a day of another year is told with its year", async ({ page }) => {
  await at(page, "2026-12-30T10:00:00Z");
  await page.goto("progress/");
  await importFile(page, fileOf([event({ day: "2026-12-30", at: "2026-12-30T09:00:00.000Z" })]));
  await expect(page.locator("#due")).toHaveText(/^Nothing is due today\. .*, on \w+, January \d+, 2027\.$/);
  await at(page, "2027-01-01T10:00:00Z");
  await page.reload();
  await expect(page.locator("#due")).toHaveText(/, on \w+, January \d+\.$/);
});

test("a review keeps the kind that its lesson asks for", async ({ page }) => {
  await page.goto("progress/");
  await importFile(page, fileOf([event({ skill: "interpolate method=ntk" })]));
  await page.getByRole("button", { name: "Review", exact: true }).click();
  const exercise = await alive(page, "interpolate");
  expect((await instanceOf(exercise)).parameters.method).toBe("ntk");
});

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
  await expectAccessible(page);
});
