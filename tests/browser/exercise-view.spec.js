// What exercises show: for fingers, keys and everybody; and a mistake of the page is said.
import { expectAccessible } from "./accessible.js";
import { engine, give, instanceOf, open, verdict } from "./exercise-page.js";
import { expect, test } from "./site.js";

for (const [attribute, value] of [
  ["exercise", "no_such_exercise"],
  ["seed", "abc"],
])
  test(`${attribute}="${value}" is said, without asking the reader to reload`, async ({ page }) => {
    const exercise = await open(page, "table_edge");
    const right = await exercise.getAttribute(attribute);
    await exercise.evaluate((element, [name, text]) => element.setAttribute(name, text), [attribute, value]);
    await expect(page.getByRole("alert")).toContainText("The exercise cannot be shown: ");
    await expect(page.getByRole("alert")).not.toContainText("Reload");
    const element = page.locator("where-exercise").filter({ has: page.getByRole("alert") });
    await expect(element.getByRole("button")).toHaveCount(0);
    await element.evaluate((found, [name, text]) => found.setAttribute(name, text), [attribute, right ?? ""]);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

test("what was refused says nothing any more once a good exercise stands in its place; the author's title stays", async ({
  page,
}) => {
  const exercise = await open(page, "table_edge");
  expect(await exercise.getAttribute("title")).toBeNull();
  const element = await exercise.elementHandle();
  let release = () => {};
  const held = /** @type {Promise<void>} */ (new Promise((resolve) => (release = resolve)));
  const part = /exercise-asked-.*\.js$/;
  await page.route(part, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(part);
  await element?.evaluate((found) => {
    found.setAttribute("title", "by its author");
    found.setAttribute("exercise", "no_such_exercise");
  });
  await asked;
  await element?.evaluate((found) => found.setAttribute("exercise", "zeroed_table"));
  await page.waitForFunction((/** @type {any} */ found) => found.instance?.id === "zeroed_table", element);
  const came = page.waitForEvent("requestfinished", (request) => part.test(request.url()));
  release();
  await came;
  await page.evaluate((url) => import(url), (await asked).url());
  expect(
    await element?.evaluate((/** @type {any} */ found) => [found.instance?.id, found.problem, found.title]),
  ).toEqual(["zeroed_table", "", "by its author"]);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("at 320 px the comparison shows both columns, and buttons are wide enough to touch", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 900 });
  const exercise = await open(page, "table_edge");
  const instance = await instanceOf(exercise);
  await give(exercise, engine.runMistake(instance, "per_layer"), instance);
  await exercise.getByRole("button", { name: "Show what this mistake does" }).click();
  const cut = await exercise.locator(".comparison").evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(cut).toBeLessThanOrEqual(0);
  for (const button of await exercise.getByRole("button").all())
    expect((await button.boundingBox())?.width).toBeGreaterThanOrEqual(44);
});

test("everything is done with the keyboard alone", async ({ page }) => {
  const exercise = await open(page, "table_edge");
  const instance = await instanceOf(exercise);
  const [last, size] = engine.solution(instance).answer;
  await exercise.locator("#field-0").focus();
  await page.keyboard.type(String(last + 1));
  await page.keyboard.press("Tab");
  await page.keyboard.type(size.toLocaleString("en"));
  await page.keyboard.press("Enter");
  await expect(verdict(exercise).locator(".title")).toHaveText("One past the end");
  for (const name of [
    "Check",
    "Hint",
    "Worked solution",
    "Another one",
    "Copy embed code",
    "Show what this mistake does",
  ]) {
    await page.keyboard.press("Tab");
    await expect(exercise.getByRole("button", { name })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(exercise.locator(".comparison")).toBeVisible();
});

test("a checked exercise with hints, comparison and solution open has no accessibility violations", async ({
  page,
}) => {
  test.slow();
  const exercise = await open(page, "sinusoid_row");
  const instance = await instanceOf(exercise);
  await give(exercise, engine.runMistake(instance, "off_by_one"), instance);
  await exercise.getByRole("button", { name: "Show what this mistake does" }).click();
  await exercise.getByRole("button", { name: "Hint" }).click();
  await exercise.getByRole("button", { name: "Worked solution" }).click();
  await expectAccessible(page, "where-exercise");
});
