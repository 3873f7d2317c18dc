// What is typed into exercises: nothing is lost on reload or between tabs, and a verdict stays about what was checked.
import { alive, engine, give, instanceOf, open, verdict } from "./exercise-page.js";
import { expect, test } from "./site.js";

test("nothing is lost on reload: typed texts, instance, hints", async ({ page }) => {
  let exercise = await open(page, "rope_score");
  await exercise.getByRole("button", { name: "Another one" }).click();
  const before = await instanceOf(exercise);
  await exercise.locator("#field-0").fill("cos(3) / ");
  await exercise.getByRole("button", { name: "Hint" }).click();
  await page.reload();
  exercise = await alive(page, "rope_score");
  await expect(exercise.locator("#field-0")).toHaveValue("cos(3) / ");
  await expect(exercise.locator(".hints li")).toHaveCount(1);
  expect(await instanceOf(exercise)).toEqual(before);
});

test("a verdict stays about the answer that was checked", async ({ page }) => {
  const exercise = await open(page, "wavelength");
  const [field, earlier] = [exercise.locator("#field-0"), exercise.getByText("about the answer you checked")];
  await field.fill("1.5");
  await field.press("Enter");
  await expect(verdict(exercise)).toContainText("It is not 1.5.");
  await expect(earlier).toHaveCount(0);
  await field.fill("99");
  await expect(verdict(exercise)).toContainText("It is not 1.5.");
  await expect(verdict(exercise).filter({ hasText: "99" })).toHaveCount(0);
  await expect(earlier).toBeVisible();
  await expect(verdict(exercise).getByText("about the answer you checked")).toHaveCount(0); // it would be announced
  await expect(field).toHaveAttribute("aria-invalid", "false");
  await field.fill("1.5");
  await expect(earlier).toHaveCount(0);
  await expect(field).toHaveAttribute("aria-invalid", "true");
});

test("two tabs keep what is typed in either", async ({ page, context }) => {
  const here = await open(page, "table_edge");
  const page2 = await context.newPage();
  const there = await open(page2, "table_edge");
  await here.locator("#field-0").fill("11");
  await expect(there.locator("#field-0")).toHaveValue("11");
  await there.locator("#field-1").fill("22");
  await expect(here.locator("#field-1")).toHaveValue("22");
  await there.getByRole("button", { name: "Another one" }).click();
  await there.locator("#field-0").fill("33");
  await expect(here.locator("#field-0")).toHaveValue("11");
  await here.locator("#field-1").fill("44");
  await page.reload();
  const again = await alive(page, "table_edge");
  await expect(again.locator("#field-0")).toHaveValue("11");
  await expect(again.locator("#field-1")).toHaveValue("44");
  await again.getByRole("button", { name: "Another one" }).click();
  await expect(again.locator("#field-0")).toHaveValue("33");
});

test("blocked storage does no harm and is said", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
  const exercise = await open(page, "table_edge");
  await exercise.locator("#field-0").fill("7");
  await expect(exercise.getByText("does not let the page keep what you type")).toBeVisible();
  await give(exercise, engine.solution(await instanceOf(exercise)).answer, await instanceOf(exercise));
  await expect(verdict(exercise)).toHaveText(/^\s*Right: /);
});
