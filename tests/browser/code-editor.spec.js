// The editor of programs: nothing of it burdens a page before it is asked for, nothing that is written is lost, and keys lead through it.
import { bringRules, faultsOf } from "./accessible.js";
import { alive, check, editor, open, tables, verdict, write } from "./code-page.js";
import { expect, test } from "./site.js";

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
  await check(exercise, "function positionTable() {}");
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

test("open, with a marked line and a solution, it has no accessibility violations and nothing is cut off", async ({
  page,
}) => {
  test.slow();
  const exercise = await open(page);
  await check(exercise, `${tables.degrees}\nconsole.log("x".repeat(150));`);
  await exercise.getByRole("button", { name: "Worked solution" }).click();
  await bringRules(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const found = await faultsOf(page, 'where-exercise[exercise="code_position_table"]');
      expect(found, `${colorScheme}, ${width} wide`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const scroller = exercise.locator(".cm-scroller");
      expect(await scroller.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
    }
  }
});
