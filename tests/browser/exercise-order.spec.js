// Exercises that ask for an order: steps move by keys and by dragging, and what an order does is run.
import { alive, engine, give, instanceOf, open, orderOf, verdict } from "./exercise-page.js";
import { expect, test } from "./site.js";

test("rope_place: steps move by keys alone, keep the focus, and what a mistake does is run beside the right order", async ({
  page,
}) => {
  const exercise = await open(page, "rope_place");
  const instance = await instanceOf(exercise);
  const first = await orderOf(exercise);
  await exercise.locator("#earlier-rotate").focus();
  for (let place = first.indexOf("rotate"); place > first.indexOf("store"); --place)
    await page.keyboard.press("ArrowUp");
  await expect(exercise.locator("#earlier-rotate")).toBeFocused();
  const said = exercise.locator(".order [aria-live]");
  await expect(said).toHaveText(
    `Turn queries and keys by their positions: now step ${first.indexOf("store") + 1} of 8.`,
  );
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter"); // on the button: up again
  await expect(exercise.locator("#earlier-rotate")).toBeFocused();
  expect((await orderOf(exercise)).indexOf("rotate")).toBe(first.indexOf("store"));
  await expect(exercise.locator('[data-step="rotate"]')).toContainText("Turn queries and keys by their positions");

  const wrong = /** @type {string[]} */ (engine.runMistake(instance, "rotated_twice_with_cache"));
  await give(exercise, wrong, instance);
  await exercise.getByRole("button", { name: "Show what this mistake does" }).click();
  const { trial = [] } = engine.grade(instance, wrong).misconception ?? {};
  const rows = exercise.locator(".comparison tbody tr");
  await expect(rows).toHaveCount(trial.length);
  await expect(rows.first().locator("td").nth(0)).toHaveText("0.000");
  await expect(rows.first().locator("td").nth(1)).toHaveText(trial[0].mistaken.toFixed(3));

  // The solution gives the order itself, each step as it reads at its place, and then the reasons.
  await exercise.getByRole("button", { name: /^Worked solution/ }).click();
  const right = exercise.locator(".solution .right-order li");
  await expect(right).toHaveCount(instance.choices.length);
  const { answer, steps } = engine.solution(instance);
  const place = answer.indexOf("rotate");
  await expect(right.nth(place)).toHaveText("Turn queries and keys by their positions");
  await expect(right.nth(place + 1)).toHaveText("Put keys and values into the cache");
  await expect(exercise.locator(".solution ul li")).toHaveText(steps);
});

test("rope_place: an order that is still the one it begins with is no try", async ({ page }) => {
  const exercise = await open(page, "rope_place");
  const [check, solution] = ["Check", /^Worked solution/].map((name) => exercise.getByRole("button", { name }));
  const tries = () => exercise.evaluate((element) => /** @type {any} */ (element).work.tries);
  await check.click();
  await expect(verdict(exercise)).toHaveText(/This is still the order that the question begins with\. Move/);
  await expect(solution).toBeDisabled();
  await exercise.locator("#earlier-rotate").click();
  await exercise.locator("#later-rotate").click(); // there and back again
  await check.click();
  await expect(verdict(exercise)).toHaveText(/This is still the order/);
  expect(await tries()).toBe(0);
  await exercise.locator("#earlier-rotate").click();
  await check.click();
  await expect(verdict(exercise)).not.toContainText("This is still the order");
  expect(await tries()).toBe(1);
});

test("rope_place: a part that cannot be fetched is said, and comes when it is asked for again", async ({
  page,
  complaints,
}) => {
  const part = /exercise-order-.*\.js$/;
  await page.route(part, (route) => route.abort());
  await page.goto("lessons/rope/");
  const exercise = page.locator('where-exercise[exercise="rope_place"]');
  await exercise.scrollIntoViewIfNeeded();
  await expect(exercise.getByRole("alert")).toContainText("could not be loaded");
  await page.unroute(part);
  await exercise.getByRole("button", { name: "Try again" }).click();
  await alive(page, "rope_place");
  await expect(exercise.getByRole("alert")).toHaveCount(0);
  complaints.splice(0);
});

test("rope_place: a step is dragged to its place, and stands there after a reload", async ({ page }) => {
  let exercise = await open(page, "rope_place");
  const steps = exercise.locator("fieldset.order");
  const [step, target] = [steps.locator('[data-step="rotate"] .text'), steps.getByText("Put keys and values")];
  await exercise.locator("ol").first().scrollIntoViewIfNeeded();
  const [from, to] = [await step.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error("the steps are not shown");
  await page.mouse.move(from.x + 20, from.y + from.height / 2);
  await page.mouse.down();
  for (let y = from.y; y > to.y; y -= 12) await page.mouse.move(from.x + 20, y);
  await page.mouse.move(from.x + 20, to.y + 4);
  await page.mouse.up();
  const order = await orderOf(exercise);
  expect(order.indexOf("rotate")).toBe(order.indexOf("store") - 1);
  await page.reload();
  exercise = await alive(page, "rope_place");
  expect(await orderOf(exercise)).toEqual(order);
});
