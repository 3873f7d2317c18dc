// Exercises in the lessons: every kind of answer gets its sentence, nothing typed is lost, and the keyboard reaches all of it.
import AxeBuilder from "@axe-core/playwright";

import { loadEngine } from "../../build/package/index.js";
import { expect, lessons, test } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

const engine = await loadEngine();

/** Where each exercise stands. */
const places = {
  sinusoid_row: "position-table",
  add_to_embedding: "position-table",
  wavelength: "position-table",
  shift_matrix: "position-table",
  residual_sum: "learned-table",
  table_edge: "learned-table",
  zeroed_table: "learned-table",
  rope_vector: "rope",
  rope_score: "rope",
  same_family: "rope",
  rope_place: "rope",
  find_the_bug: "rope",
};

/** @param {Page} page @param {string} id */
async function open(page, id) {
  await page.goto(`lessons/${places[/** @type {keyof typeof places} */ (id)]}/`);
  return alive(page, id);
}

/** @param {Page} page @param {string} id */
async function alive(page, id) {
  const exercise = page.locator(`where-exercise[exercise="${id}"]`).first();
  await exercise.scrollIntoViewIfNeeded();
  await expect(exercise.getByRole("button", { name: "Check" })).toBeEnabled();
  return exercise;
}

/** @param {Locator} exercise @returns {Promise<any>} */
const instanceOf = (exercise) => exercise.evaluate((element) => /** @type {any} */ (element).instance);

/** Goes on to an instance of the wanted kind. @param {Locator} exercise @param {(instance: any) => boolean} wanted */
async function goTo(exercise, wanted) {
  for (let tries = 0; tries < 50; ++tries) {
    const instance = await instanceOf(exercise);
    if (wanted(instance)) return instance;
    await exercise.getByRole("button", { name: "Another one" }).click();
  }
  throw new Error("no such instance within 50 seeds");
}

/** Types numbers as a person would, and checks them with Enter. @param {Locator} exercise @param {any} answer @param {any} instance */
async function give(exercise, answer, instance) {
  if (instance.answer === "order") {
    await arrange(exercise, answer);
    return exercise.getByRole("button", { name: "Check" }).click();
  }
  if (typeof answer === "string") answer = { choice: answer };
  const { choice, numbers = Array.isArray(answer) ? answer : [] } = Array.isArray(answer) ? {} : answer;
  if (choice) await exercise.locator(`input[value="${choice}"]`).check();
  for (const [index, value] of numbers.entries()) {
    const text =
      typeof value === "number" ? value.toFixed(instance.fields[index].decimals).replace("-", "\u2212") : value;
    await exercise.locator(`#field-${index}`).fill(text);
  }
  if (instance.fields) await exercise.locator("#field-0").press("Enter");
  else await exercise.getByRole("button", { name: "Check" }).click();
}

/** The ids of steps as they stand. @param {Locator} exercise @returns {Promise<string[]>} */
const orderOf = (exercise) =>
  exercise.evaluate((element) => /** @type {any} */ (element).order.map((/** @type {any} */ { id }) => id));

/** Takes the movable steps to the end, then each up to its place. @param {Locator} exercise @param {string[]} order */
async function arrange(exercise, order) {
  const press = async (/** @type {string} */ direction, /** @type {string} */ id, /** @type {number} */ times) => {
    for (let time = 0; time < times; ++time) await exercise.locator(`#${direction}-${id}`).click();
  };
  const movable = order.filter((id) => id === "count" || id === "rotate");
  for (const id of movable) await press("later", id, order.length - 1 - (await orderOf(exercise)).indexOf(id));
  for (const id of movable) await press("earlier", id, (await orderOf(exercise)).indexOf(id) - order.indexOf(id));
  expect(await orderOf(exercise)).toEqual(order);
}

const verdict = (/** @type {Locator} */ exercise) => exercise.getByRole("status");

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
});

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
});

test("rope_place: a step is dragged to its place, and stands there after a reload", async ({ page }) => {
  let exercise = await open(page, "rope_place");
  const [step, target] = [exercise.locator('[data-step="rotate"] .text'), exercise.getByText("Put keys and values")];
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

test("zeroed_table: what was measured stands beside what the claim would have it be", async ({ page }) => {
  const exercise = await open(page, "zeroed_table");
  const instance = await instanceOf(exercise);
  await give(exercise, "position_indispensable", instance);
  await exercise.getByRole("button", { name: "Show what this mistake does" }).click();
  const cells = exercise.locator(".comparison tbody tr").first().locator("td");
  await expect(cells.nth(0)).toHaveText(instance.parameters.without.toFixed(1));
  await expect(cells.nth(1)).toHaveText(instance.parameters[instance.parameters.change].toFixed(1));
});

test("find_the_bug: a line that is as it should be is told so, and the line alone is no repair", async ({ page }) => {
  const exercise = await open(page, "find_the_bug");
  const instance = await instanceOf(exercise);
  const { choice } = engine.solution(instance).answer;
  await exercise.locator('input[value="line_1"]').check();
  await exercise.getByRole("button", { name: "Check" }).click();
  await expect(verdict(exercise)).toContainText("That line is as it should be.");
  await exercise.locator(`input[value="${choice}"]`).check();
  await exercise.getByRole("button", { name: "Check" }).click();
  await expect(verdict(exercise)).toContainText("is not a number yet");
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

test("another one asks for other numbers and starts empty", async ({ page }) => {
  const exercise = await open(page, "table_edge");
  const first = await instanceOf(exercise);
  await exercise.locator("#field-1").fill("12");
  await exercise.getByRole("button", { name: "Another one" }).click();
  expect((await instanceOf(exercise)).parameters).not.toEqual(first.parameters);
  await expect(exercise.locator("#field-1")).toHaveValue("");
  await expect(exercise.locator("#field-0")).toBeFocused();
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
  for (const name of ["Check", "Hint", "Worked solution", "Another one", "Show what this mistake does"]) {
    await page.keyboard.press("Tab");
    await expect(exercise.getByRole("button", { name })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(exercise.locator(".comparison")).toBeVisible();
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

for (const slug of lessons) {
  test(`${slug}: exercises stand as high before as after they come alive`, async ({ browser, address }) => {
    const heights = async (/** @type {boolean} */ javaScriptEnabled, /** @type {number} */ width) => {
      const context = await browser.newContext({
        baseURL: address,
        javaScriptEnabled,
        viewport: { width, height: 900 },
      });
      const page = await context.newPage();
      await page.goto(`lessons/${slug}/`, { waitUntil: "networkidle" });
      const found = [];
      for (const exercise of await page.locator("where-exercise").all()) {
        if (javaScriptEnabled) await expect(exercise.getByRole("button", { name: "Check" })).toBeEnabled();
        found.push(
          `${await exercise.getAttribute("exercise")}: ${Math.round((await exercise.boundingBox())?.height ?? NaN)}`,
        );
      }
      await context.close();
      return found;
    };
    for (const width of [390, 1280])
      expect(await heights(true, width), `${width} wide`).toEqual(await heights(false, width));
  });
}

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
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const { violations } = await new AxeBuilder({ page }).include("where-exercise").analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join("; ")}`);
      expect(found, `${colorScheme}, ${width} wide`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
});
