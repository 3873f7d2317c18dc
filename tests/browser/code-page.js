// Exercises in which a function is written, as a learner works in them: opened, written, checked.
import { loadEngine } from "../../build/package/index.js";
import { expect } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

export const engine = await loadEngine();

const places = { code_position_table: "position-table", code_rope: "rope" };

/** @param {Page} page @param {keyof typeof places} id */
export async function open(page, id = "code_position_table") {
  await page.goto(`lessons/${places[id]}/`);
  return alive(page, id);
}

/** @param {Page} page @param {string} id */
export async function alive(page, id = "code_position_table") {
  const exercise = page.locator(`where-exercise[exercise="${id}"]`);
  await exercise.scrollIntoViewIfNeeded();
  await expect(exercise.getByRole("button", { name: "Check" })).toBeEnabled();
  return exercise;
}

export const verdict = (/** @type {Locator} */ exercise) => exercise.getByRole("status");
export const editor = (/** @type {Locator} */ exercise) =>
  exercise.getByRole("textbox", { name: "Your program in JavaScript" });

/** Puts a program into the editor, opening it first. @param {Locator} exercise @param {string} program */
export async function write(exercise, program) {
  const edit = exercise.getByRole("button", { name: "Edit the program" });
  if (await edit.isVisible()) await edit.click();
  await expect(editor(exercise)).toBeVisible();
  await editor(exercise).fill(program);
}

/** @param {Locator} exercise @param {string} program */
export async function check(exercise, program) {
  await write(exercise, program);
  await exercise.getByRole("button", { name: "Check" }).click();
  await expect(exercise.getByRole("button", { name: "Check" })).toHaveAttribute("aria-disabled", "false");
  await expect(verdict(exercise)).not.toBeEmpty();
}

/** A table program, its angle and its entries as given. */
const table = (/** @type {string} */ angle, entry = "column % 2 === 0 ? Math.sin(angle) : Math.cos(angle)") =>
  `function positionTable(positions, width, base) {
  return positions.map((position) => {
    const row = [];
    for (let column = 0; column < width; ++column) {
      const pair = Math.floor(column / 2);
      const angle = ${angle};
      row.push(${entry});
    }
    return row;
  });
}`;

export const tables = {
  correct: table("position / base ** ((2 * pair) / width)"),
  sin_cos_swapped: table(
    "position / base ** ((2 * pair) / width)",
    "column % 2 === 0 ? Math.cos(angle) : Math.sin(angle)",
  ),
  exponent_i_over_d: table("position / base ** (pair / width)"),
  exponent_per_column: table("position / base ** (column / width)"),
  wrong_base: table("position / 10000 ** ((2 * pair) / width)"),
  off_by_one: table("(position + 1) / base ** ((2 * pair) / width)"),
  degrees: table("((position / base ** ((2 * pair) / width)) * Math.PI) / 180"),
  multiplied_instead_of_divided: table("position * base ** ((2 * pair) / width)"),
};

/** @param {boolean} half @param {string} first @param {string} second */
export const rotation = (half, first, second) => `function rotate(vector, position, base) {
  const turned = [];
  for (let pair = 0; pair < vector.length / 2; ++pair) {
    const [i, j] = ${half ? "[pair, pair + vector.length / 2]" : "[2 * pair, 2 * pair + 1]"};
    const angle = position / base ** ((2 * pair) / vector.length);
    const [a, b, cos, sin] = [vector[i], vector[j], Math.cos(angle), Math.sin(angle)];
    turned[i] = ${first};
    turned[j] = ${second};
  }
  return turned;
}`;
