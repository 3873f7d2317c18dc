// Exercises in the lessons: every kind of answer gets its sentence, and help comes when it is asked for.
import { engine, give, goTo, instanceOf, open, places, verdict } from "./exercise-page.js";
import { expect, test } from "./site.js";

for (const id of Object.keys(places)) {
  test(`${id}: a right answer and every mistake get their sentence`, async ({ page }) => {
    test.slow();
    const exercise = await open(page, id);
    const instance = await instanceOf(exercise);
    const right = engine.solution(instance).answer;
    await give(exercise, right, instance);
    await expect(verdict(exercise)).toHaveText(/^\s*Right: /);
    await expect(exercise.locator('[aria-invalid="true"]')).toHaveCount(0);

    const mistakes = engine.misconceptions(id, instance).filter(({ applicable }) => applicable);
    expect(mistakes.length).toBeGreaterThan(0);
    for (const mistake of mistakes) {
      await give(exercise, engine.runMistake(instance, mistake.id), instance);
      await expect(verdict(exercise).locator(".title")).toHaveText(mistake.title);
      await expect(verdict(exercise)).toContainText(mistake.explanation);
    }

    if (!instance.fields) return;
    await give(exercise, Array.isArray(right) ? ["nonsense"] : { ...right, numbers: ["nonsense"] }, instance);
    await expect(verdict(exercise)).toContainText("is not a number yet");
    await expect(exercise.locator("#field-0")).toHaveAttribute("aria-invalid", "true");
    await expect(exercise.locator("#field-0")).toBeFocused();
  });
}

test("an answer right by another convention passes and says so", async ({ page }) => {
  const exercise = await open(page, "rope_vector");
  const instance = await goTo(exercise, ({ parameters }) => parameters.layout === "any");
  const half = { ...instance, parameters: { ...instance.parameters, layout: "half" } };
  await give(exercise, engine.solution(half).answer, instance);
  await expect(verdict(exercise).locator(".title")).toHaveText("Right, by another convention.");
  await expect(exercise.locator('[aria-invalid="true"]')).toHaveCount(0);
});

test("a wrong answer that is no known mistake names the entry that is off", async ({ page }) => {
  const exercise = await open(page, "sinusoid_row");
  const instance = await instanceOf(exercise);
  const numbers = engine.solution(instance).answer.map((/** @type {number} */ value) => value);
  numbers[1] += 0.25;
  await give(exercise, numbers, instance);
  await expect(verdict(exercise)).toContainText(`“${instance.fields[1].label}”`);
  await expect(exercise.locator("#field-1")).toHaveAttribute("aria-invalid", "true");
  await expect(exercise.locator("#field-1")).toHaveAccessibleDescription("look at this one");
});

test("all that is off is marked and counted, and what was rounded too far is no wrong number", async ({ page }) => {
  const exercise = await open(page, "sinusoid_row");
  const marks = () => exercise.locator('[aria-invalid="true"]').evaluateAll((all) => all.map(({ id }) => id));
  const right = engine.solution(await instanceOf(exercise)).answer;
  await give(exercise, [right[0] + 0.25, right[1], right[2] - 0.25, right[3]]);
  await expect(verdict(exercise)).toContainText("2 of 4 numbers are off. Each is marked; the first is “entry 0”");
  expect(await marks()).toEqual(["field-0", "field-2"]);
  const rounded = right.map((/** @type {number} */ value) => value.toFixed(3));
  await give(exercise, rounded.with(1, right[1].toFixed(1)));
  await expect(verdict(exercise)).toHaveText(/“entry 1” is right as far as it goes, rounded to 1 decimal\. Asked for: 3 decimals\./); // prettier-ignore
  await expect(exercise.locator("#field-1")).toHaveAccessibleDescription("rounded too far");
  // It costs nothing: the next answer is the second try.
  await expect(verdict(exercise)).toContainText("This does not count as a try.");
  expect(await exercise.evaluate((element) => /** @type {any} */ (element).work.tries)).toBe(1);
  await give(exercise, ["nonsense", rounded[1], "", rounded[3]]);
  await expect(verdict(exercise)).toContainText("2 of the 4 fields are not numbers yet.");
  await exercise.locator("#field-0").fill(rounded[0]);
  expect(await marks()).toEqual(["field-2"]);
});

test("the comparison shows the mistaken numbers beside the right ones", async ({ page }) => {
  const exercise = await open(page, "sinusoid_row");
  const instance = await instanceOf(exercise);
  const [right, mistaken] = [engine.solution(instance).answer, engine.runMistake(instance, "degrees")];
  await give(exercise, mistaken, instance);
  const button = exercise.getByRole("button", { name: "Show what this mistake does" });
  await button.click();
  const rows = exercise.locator(".comparison tbody tr");
  await expect(rows).toHaveCount(right.length);
  const written = (/** @type {number} */ value) =>
    (value + 0)
      .toFixed(3)
      .replace(/^-(?=.*[1-9])/, "\u2212")
      .replace("-", "");
  for (const index of right.keys()) {
    await expect(rows.nth(index).locator("td").nth(0)).toHaveText(written(right[index]));
    await expect(rows.nth(index).locator("td").nth(1)).toHaveText(written(mistaken[index]));
  }
  await exercise.getByRole("button", { name: "Hide the comparison" }).click();
  await expect(rows).toHaveCount(0);
  // Whoever has seen the right numbers gets no score for typing them.
  const answered = exercise.evaluate(
    (element) => new Promise((resolve) => element.addEventListener("where-answer", (event) => resolve(/** @type {CustomEvent} */ (event).detail))),
  ); // prettier-ignore
  await give(exercise, right, instance);
  expect(await answered).toMatchObject({ passed: true, solution: true, score: 0 });
});

test("zeroed_table: what was measured stands beside what the claim would have it be", async ({ page }) => {
  const exercise = await open(page, "zeroed_table");
  const instance = await instanceOf(exercise);
  await give(exercise, "position_indispensable", instance);
  // In words, above what is said of the mistake and at the choice itself, which the keys are still on; not by a colour.
  const { text } = instance.choices.find((/** @type {any} */ { id }) => id === "position_indispensable");
  await expect(verdict(exercise)).toContainText(`“${text}” is not the answer.`);
  await expect(exercise.locator('input[value="position_indispensable"]')).toHaveAccessibleName(`${text} not this one`);
  await exercise.getByRole("button", { name: "Show what this mistake does" }).click();
  const cells = exercise.locator(".comparison tbody tr").first().locator("td");
  await expect(cells.nth(0)).toHaveText(instance.parameters.without.toFixed(1));
  await expect(cells.nth(1)).toHaveText(instance.parameters[instance.parameters.change].toFixed(1));
});

test("find_the_bug: a line that is as it should be is told so, and the line alone is no repair", async ({ page }) => {
  const exercise = await open(page, "find_the_bug");
  const instance = await instanceOf(exercise);
  const { choice, numbers } = engine.solution(instance).answer;
  await exercise.locator('input[value="line_1"]').check();
  await exercise.getByRole("button", { name: "Check" }).click();
  await expect(verdict(exercise)).toContainText("is not the answer. That line is right.");
  await expect(verdict(exercise)).not.toContainText("You found the line.");
  await exercise.locator(`input[value="${choice}"]`).check();
  await exercise.getByRole("button", { name: "Check" }).click();
  await expect(verdict(exercise)).toContainText("is not a number yet");
  await expect(exercise.getByText("not this one")).toHaveCount(0);
  // Neither right nor wrong, as long as the others are empty: that would cost no try.
  await exercise.locator("#field-0").fill("77");
  await exercise.getByRole("button", { name: "Check" }).click();
  await expect(exercise.locator("#field-1")).toHaveAccessibleDescription("not a number yet");
  await expect(exercise.locator("#field-0")).toHaveAttribute("aria-invalid", "false");
  // Who found the line and is wrong in a number hears both.
  await give(exercise, { choice, numbers: numbers.with(0, 77) }, instance);
  await expect(verdict(exercise)).toContainText(
    "You found the line. What it gives once it is repaired is not there yet. One number is off:",
  );
  await expect(exercise.locator("#field-0")).toHaveAccessibleDescription("look at this one");
  await expect(exercise.getByText("not this one")).toHaveCount(0);
});

test("permute: every wrong choice has its reason, and is run beside what is right", async ({ page }) => {
  const exercise = await open(page, "permute");
  const instance = await instanceOf(exercise);
  const right = engine.solution(instance).answer.choice;
  for (const { id } of instance.choices) {
    if (id === right) continue;
    await give(exercise, id, instance);
    await expect(verdict(exercise).locator(".title")).not.toBeEmpty();
    await exercise.getByRole("button", { name: "Show what this mistake does" }).click();
    const cells = exercise.locator(".comparison tbody td:not(.bars)");
    await expect(cells).toHaveCount(2);
    expect(await cells.nth(0).textContent()).not.toBe(await cells.nth(1).textContent());
  }
});

test("same_family: the run of its mistake gives none of the numbers away that are asked for", async ({ page }) => {
  const exercise = await open(page, "same_family");
  const shown = () => exercise.evaluate((element) => /** @type {any} */ (element).effort().solution);
  const show = exercise.getByRole("button", { name: "Show what this mistake does" });
  const instance = await instanceOf(exercise);
  await give(exercise, "different", instance);
  await show.click();
  await expect(exercise.locator(".comparison tbody tr")).toHaveCount(1);
  expect(await shown()).toBe(false);
});

test("hints come one at a time; the solution waits for one honest try", async ({ page }) => {
  const exercise = await open(page, "wavelength");
  const instance = await instanceOf(exercise);
  const [hint, hints] = [exercise.getByRole("button", { name: "Hint" }), exercise.locator(".hints li")];
  for (let n = 0; engine.hint(instance, n) !== null; ++n) {
    await expect(hints).toHaveCount(n);
    await hint.click();
    await expect(hints.nth(n)).toHaveText(/** @type {string} */ (engine.hint(instance, n)));
  }
  await expect(hint).toBeDisabled();
  await expect(hint).toBeFocused();

  const solution = exercise.getByRole("button", { name: "Worked solution" });
  await expect(solution).toBeDisabled();
  await give(exercise, ["nonsense"], instance);
  await expect(solution).toBeDisabled();
  await give(exercise, [1.5], instance);
  await solution.click();
  await expect(exercise.locator(".steps li")).toHaveText(engine.solution(instance).steps);
});

test("another one asks for other numbers and starts empty", async ({ page }) => {
  const exercise = await open(page, "table_edge");
  const first = await instanceOf(exercise);
  await exercise.locator("#field-1").fill("12");
  await exercise.getByRole("button", { name: "Another one" }).click();
  expect((await instanceOf(exercise)).parameters).not.toEqual(first.parameters);
  await expect(exercise.locator("#field-1")).toHaveValue("");
  await expect(exercise.locator("#field-0")).toBeFocused();
});

test("an answer is reported with its verdict, its tries and its time", async ({ page }) => {
  const exercise = await open(page, "table_edge");
  await page.evaluate(() => {
    document.addEventListener(
      "where-answer",
      (event) => /** @type {any} */ (window.reported = /** @type {any} */ (event).detail),
    );
  });
  const instance = await instanceOf(exercise);
  await give(exercise, engine.runMistake(instance, "per_layer"), instance);
  const reported = await page.evaluate(() => /** @type {any} */ (window).reported);
  expect(reported).toMatchObject({
    exercise: "table_edge",
    seed: instance.seed,
    verdict: "misconception",
    passed: false,
    misconception: "per_layer",
    tries: 1,
    hints: 0,
  });
  expect(reported.duration).toBeGreaterThanOrEqual(0);
});
