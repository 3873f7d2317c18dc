// Exercises in a page as a learner finds them: opened, answered, passed.
import { loadEngine } from "../../build/package/index.js";
import { expect } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

export const engine = await loadEngine();

/** Where each exercise stands. */
export const places = {
  permute: "order-blind",
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
export async function open(page, id) {
  await page.goto(`lessons/${places[/** @type {keyof typeof places} */ (id)]}/`);
  return alive(page, id);
}

/** @param {Page} page @param {string} id */
export async function alive(page, id) {
  const exercise = page.locator(`where-exercise[exercise="${id}"]`).first();
  await exercise.scrollIntoViewIfNeeded();
  await expect(exercise.getByRole("button", { name: "Check" })).toBeEnabled();
  return exercise;
}

/** @param {Locator} exercise @returns {Promise<any>} */
export const instanceOf = (exercise) => exercise.evaluate((element) => /** @type {any} */ (element).instance);

/** Goes on to an instance of the wanted kind. @param {Locator} exercise @param {(instance: any) => boolean} wanted */
export async function goTo(exercise, wanted) {
  for (let tries = 0; tries < 50; ++tries) {
    const instance = await instanceOf(exercise);
    if (wanted(instance)) return instance;
    await exercise.getByRole("button", { name: "Another one" }).click();
  }
  throw new Error("no such instance within 50 seeds");
}

export const verdict = (/** @type {Locator} */ exercise) => exercise.getByRole("status");

/** Types numbers as a person would. @param {Locator} exercise @param {number[] | string[]} numbers @param {any} [instance] */
export async function fillIn(exercise, numbers, instance) {
  instance ??= await instanceOf(exercise);
  for (const [index, value] of numbers.entries()) {
    const text =
      typeof value === "number" ? value.toFixed(instance.fields[index].decimals).replace("-", "\u2212") : value;
    await exercise.locator(`#field-${index}`).fill(text);
  }
}

/** Answers as a person would, and checks with Enter where something is typed. @param {Locator} exercise @param {any} answer @param {any} [instance] */
export async function give(exercise, answer, instance) {
  instance ??= await instanceOf(exercise);
  if (instance.answer === "order") {
    await arrange(exercise, answer);
    return exercise.getByRole("button", { name: "Check" }).click();
  }
  if (typeof answer === "string") answer = { choice: answer };
  const { choice, numbers = Array.isArray(answer) ? answer : [] } = Array.isArray(answer) ? {} : answer;
  if (choice) await exercise.locator(`input[value="${choice}"]`).check();
  await fillIn(exercise, numbers, instance);
  if (instance.fields) await exercise.locator("#field-0").press("Enter");
  else await exercise.getByRole("button", { name: "Check" }).click();
}

/** Gives the right answer. @param {Locator} exercise */
export async function pass(exercise) {
  const instance = await instanceOf(exercise);
  await give(exercise, engine.solution(instance).answer, instance);
  await expect(verdict(exercise)).toHaveText(/^\s*Right: /);
}

/** The ids of steps as they stand. @param {Locator} exercise @returns {Promise<string[]>} */
export const orderOf = (exercise) =>
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
