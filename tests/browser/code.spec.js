// Exercises in which a function is written: right and mistaken programs get their sentence, every way to fail leaves the page alive and
// the program where it was, and nothing of it burdens a page before it is asked for.
import AxeBuilder from "@axe-core/playwright";

import { loadEngine } from "../../build/package/index.js";
import { expect, test } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

const engine = await loadEngine();

const places = { code_position_table: "position-table", code_rope: "rope" };

/** @param {Page} page @param {keyof typeof places} id */
async function open(page, id = "code_position_table") {
  await page.goto(`lessons/${places[id]}/`);
  return alive(page, id);
}

/** @param {Page} page @param {string} id */
async function alive(page, id = "code_position_table") {
  const exercise = page.locator(`where-exercise[exercise="${id}"]`);
  await exercise.scrollIntoViewIfNeeded();
  await expect(exercise.getByRole("button", { name: "Check" })).toBeEnabled();
  return exercise;
}

const verdict = (/** @type {Locator} */ exercise) => exercise.getByRole("status");
const editor = (/** @type {Locator} */ exercise) =>
  exercise.getByRole("textbox", { name: "Your program in JavaScript" });

/** Puts a program into the editor, opening it first. @param {Locator} exercise @param {string} program */
async function write(exercise, program) {
  const edit = exercise.getByRole("button", { name: "Edit the program" });
  if (await edit.isVisible()) await edit.click();
  await expect(editor(exercise)).toBeVisible();
  await editor(exercise).fill(program);
}

/** @param {Locator} exercise @param {string} program */
async function check(exercise, program) {
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

const tables = {
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
const rotation = (half, first, second) => `function rotate(vector, position, base) {
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

test("code_position_table: a right program passes, and mistaken ones are traced to their mistake", async ({ page }) => {
  test.slow();
  const exercise = await open(page);
  const known = engine.misconceptions("code_position_table");
  for (const [id, program] of Object.entries(tables)) {
    await check(exercise, program);
    if (id === "correct") await expect(verdict(exercise)).toHaveText(/^\s*Right in every case/);
    else
      await expect(verdict(exercise).locator(".title")).toHaveText(known.find((each) => each.id === id)?.title ?? "");
  }
});

test("code_rope: a right program passes, and mistaken ones are traced to their mistake", async ({ page }) => {
  test.slow();
  const exercise = await open(page, "code_rope");
  const { parameters } = await exercise.evaluate((element) => /** @type {any} */ (element).instance);
  const half = parameters.layout === "half";
  const turn = /** @type {const} */ (["a * cos - b * sin", "a * sin + b * cos"]);
  const programs = {
    correct: rotation(half, ...turn),
    other_layout: rotation(!half, ...turn),
    missing_minus: rotation(half, "a * cos + b * sin", turn[1]),
    opposite_direction: rotation(half, "a * cos + b * sin", "b * cos - a * sin"),
  };
  const known = engine.misconceptions("code_rope");
  for (const [id, program] of Object.entries(programs)) {
    await check(exercise, program);
    if (id === "correct") await expect(verdict(exercise)).toHaveText(/^\s*Right in every case/);
    else
      await expect(verdict(exercise).locator(".title")).toHaveText(known.find((each) => each.id === id)?.title ?? "");
  }
  await exercise.getByRole("button", { name: "Show what this mistake does" }).click();
  await expect(exercise.locator(".comparison tbody tr")).toHaveCount(parameters.vector.length);
});

test("a wrong number that shows only in a hidden case is named without what is right", async ({ page }) => {
  const exercise = await open(page);
  await check(exercise, tables.correct.replace("base **", "(width === 16 ? 2 : base) **"));
  await expect(verdict(exercise)).toContainText(
    "The cases that you see are right. The hidden case positionTable([1000, 1001], 16, ",
  );
  await expect(verdict(exercise)).not.toContainText("should be");
});

const failures = {
  "a syntax error": ["function positionTable() {\n  return [1, 2;\n}", /Line 2 is not valid JavaScript/, 2],
  "a thrown error": ["function positionTable() {\n\n  return colums;\n}", /Line 3 ended .*'colums' is not defined/s, 3],
  "an endless loop": [
    "function positionTable() {\n  let i = 0;\n  while (i < 1) {}\n}",
    /after 2 seconds.*loop in line 3/s,
    3,
  ],
  "a huge allocation": [
    "function positionTable() {\n  return new Array(1e9).fill(0);\n}",
    /line 2.*more than 32 MB/s,
    2,
  ],
  "deep recursion": [
    "function positionTable(p) {\n  return positionTable(p);\n}",
    /line 2: its calls are nested too deeply/,
    2,
  ],
  "a function of another name": ["function table() {}", /There is no function positionTable/, null],
  "nothing returned": ["function positionTable() {\n}", /returned nothing.*has no return/s, null],
  "a wrong type": ["function positionTable() {\n  return 'rows';\n}", /returned the text “rows”.*Line 2/s, 2],
  "a flat list": ["const positionTable = () =>\n  [1, 2, 3];", /a list with a number as its entry 0.*Line 2/s, 2],
  "too few rows": [
    "function positionTable(p) {\n  return [];\n}",
    /a list of length 0.*one row for each position: 3/s,
    2,
  ],
  "too short rows": ["function positionTable(p) {\n  return p.map(() => [1]);\n}", /a row 0 of length 1/, 2],
  NaN: [
    "function positionTable(p, width) {\n  return p.map(() => Array(width).fill(p[99] + 1));\n}",
    /returned NaN/,
    2,
  ],
};

for (const [name, [program, sentence, line]] of Object.entries(failures))
  test(`${name}: said with its line; the page stays alive and the program stays`, async ({ page }) => {
    const exercise = await open(page);
    await check(exercise, /** @type {string} */ (program));
    await expect(verdict(exercise)).toHaveText(/** @type {RegExp} */ (sentence), { useInnerText: true });
    await expect(verdict(exercise)).not.toHaveText(/\{\w+\}|\[object/);
    const go = exercise.getByRole("button", { name: /^Go to line/ });
    await expect(go).toHaveCount(line === null ? 0 : 1);
    await expect(exercise.locator(".cm-meant")).toHaveCount(line === null ? 0 : 1);
    if (line !== null) {
      await expect(go).toHaveText(`Go to line ${line}`);
      await go.click();
      await expect(editor(exercise)).toBeFocused();
    }
    expect(await exercise.evaluate((element) => /** @type {any} */ (element).work.typed[0])).toBe(program);
    await check(exercise, tables.correct);
    await expect(verdict(exercise)).toHaveText(/^\s*Right in every case/);
    await expect(exercise.locator(".cm-meant")).toHaveCount(0);
  });

test("while a program goes round for ever, the page answers", async ({ page }) => {
  const exercise = await open(page);
  await write(exercise, "for (;;) {}");
  await exercise.getByRole("button", { name: "Check" }).click();
  await expect(exercise.getByRole("button", { name: "Running" })).toBeVisible();
  const longest = await page.evaluate(async () => {
    let [last, longest] = [performance.now(), 0];
    for (const end = last + 1000; last < end;) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }
    return longest;
  });
  expect(longest).toBeLessThan(500); // the program itself would have stopped it for two seconds
  await expect(verdict(exercise)).toContainText("still running after 2 seconds");
});

test("a page loads neither editor nor interpreter before they are asked for", async ({ page }) => {
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  const exercise = await open(page);
  await page.waitForLoadState("networkidle");
  const before = asked.length;
  expect(asked.filter((url) => /worker|emscripten/.test(url))).toEqual([]);
  await exercise.getByRole("button", { name: "Edit the program" }).click();
  await expect(editor(exercise)).toBeFocused();
  expect(asked.length).toBeGreaterThan(before);
  expect(asked.filter((url) => url.endsWith(".wasm") && url.includes("emscripten"))).toEqual([]);
  await exercise.getByRole("button", { name: "Check" }).click();
  await expect(verdict(exercise)).not.toBeEmpty();
  await expect.poll(() => asked.filter((url) => url.endsWith(".wasm") && url.includes("emscripten")).length).toBe(1);
});

test("what is written is there after a reload, unopened too, and is what is checked", async ({ page }) => {
  let exercise = await open(page);
  await write(exercise, tables.degrees);
  await page.reload();
  exercise = await alive(page);
  await expect(exercise.locator("pre.code")).toContainText("* Math.PI) / 180");
  await exercise.getByRole("button", { name: "Check" }).click();
  await expect(verdict(exercise).locator(".title")).toHaveText("Degrees instead of radians");
  await exercise.locator("pre.code").first().click();
  await expect(editor(exercise)).toContainText("* Math.PI) / 180");
  await exercise.getByRole("button", { name: "Start over" }).click();
  await expect(editor(exercise)).not.toContainText("Math.PI");
  await editor(exercise).press("Control+z");
  await expect(editor(exercise)).toContainText("Math.PI");
});

test("two tabs show the same program", async ({ page, context }) => {
  const here = await open(page);
  const there = await open(await context.newPage());
  await write(here, "// from here");
  await expect(there.locator("pre.code")).toContainText("// from here");
  await there.getByRole("button", { name: "Edit the program" }).click();
  await editor(there).press("Control+End");
  await editor(there).pressSequentially(" and there");
  await expect(editor(here)).toHaveText("// from here and there");
  await editor(here).press("Control+End");
  await editor(here).pressSequentially("!");
  await expect(editor(there)).toHaveText("// from here and there!");
});

test("an interpreter that cannot be fetched is said, and nothing is lost", async ({ page, complaints }) => {
  const exercise = await open(page);
  await page.route(/emscripten.*\.wasm/, (route) => route.abort());
  await check(exercise, tables.correct);
  await expect(verdict(exercise)).toContainText("The interpreter could not be loaded");
  await page.unroute(/emscripten.*\.wasm/);
  await exercise.getByRole("button", { name: "Check" }).click();
  await expect(verdict(exercise)).toHaveText(/^\s*Right in every case/);
  complaints.splice(0);
});

test("the solution waits for a program that ran, and shows one", async ({ page }) => {
  const exercise = await open(page);
  const solution = exercise.getByRole("button", { name: "Worked solution" });
  await exercise.getByRole("button", { name: "Check" }).click(); // the starter, as it is
  await expect(verdict(exercise)).not.toBeEmpty();
  await expect(solution).toBeDisabled();
  await check(exercise, "function positionTable( {");
  await expect(solution).toBeDisabled();
  await check(exercise, "function positionTable() { return []; }");
  await solution.click();
  await expect(exercise.locator(".solution pre")).toContainText("function positionTable(positions, width, base) {");
});

test("what a program prints is shown, as text", async ({ page }) => {
  const exercise = await open(page);
  await check(exercise, `console.log("<b>bold</b>", [1, NaN]);\n${tables.correct}`);
  await expect(exercise.locator(".printed")).toHaveText('<b>bold</b> [1,"NaN"]');
});

test("with keys alone: into the editor, writing, checking, and out of it", async ({ page }) => {
  const exercise = await open(page);
  await exercise.getByRole("button", { name: "Edit the program" }).focus();
  await page.keyboard.press("Enter");
  await expect(editor(exercise)).toBeFocused();
  await expect(editor(exercise)).toHaveAccessibleDescription(/Escape and then Tab leaves the editor/);
  await expect(exercise.getByText("Escape and then Tab leaves the editor")).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("x");
  await page.keyboard.press("Home");
  await page.keyboard.press("Tab");
  await expect(editor(exercise)).toBeFocused();
  await expect(editor(exercise)).toHaveText("  x");
  await page.keyboard.press("Control+Enter");
  await expect(verdict(exercise)).toContainText("'x' is not defined");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(exercise.getByRole("button", { name: "Check" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(editor(exercise)).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+Tab");
  await expect(exercise.getByRole("button", { name: "Start over" })).toBeFocused();
});

test("a check is reported as every answer is", async ({ page }) => {
  const exercise = await open(page);
  await page.evaluate(() => {
    /** @type {any} */ (window).reported = [];
    document.addEventListener("where-answer", (event) =>
      /** @type {any} */ (window).reported.push(/** @type {any} */ (event).detail),
    );
  });
  await check(exercise, tables.degrees);
  await check(exercise, "for (;;) {}");
  await check(exercise, tables.correct);
  const reported = await page.evaluate(() => /** @type {any} */ (window).reported);
  expect(
    reported.map((/** @type {any} */ { verdict, misconception, passed }) => [verdict, misconception, passed]),
  ).toEqual([
    ["misconception", "degrees", false],
    ["malformed", null, false],
    ["correct", null, true],
  ]);
  expect(reported[2]).toMatchObject({ exercise: "code_position_table", tries: 2, hints: 0 });
});

test("open, with a marked line and a solution, it has no accessibility violations and nothing is cut off", async ({
  page,
}) => {
  test.slow();
  const exercise = await open(page);
  await check(exercise, `${tables.degrees}\nconsole.log("x".repeat(150));`);
  await exercise.getByRole("button", { name: "Worked solution" }).click();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const { violations } = await new AxeBuilder({ page })
        .include('where-exercise[exercise="code_position_table"]')
        .analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join("; ")}`);
      expect(found, `${colorScheme}, ${width} wide`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const scroller = exercise.locator(".cm-scroller");
      expect(await scroller.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
    }
  }
});
