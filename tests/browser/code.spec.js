// Programs that are checked: right and mistaken ones get their sentence, and every way to fail leaves the page alive and the program
// where it was.
import { check, editor, engine, open, rotation, tables, verdict, write } from "./code-page.js";
import { expect, test } from "./site.js";

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

test("every way to fail is said with its line; the page stays alive and the program stays", async ({ page }) => {
  test.slow();
  const exercise = await open(page);
  for (const [name, [program, sentence, line]] of Object.entries(failures))
    await test.step(name, async () => {
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
    });
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

test("the solution waits for a program that ran, and shows one", async ({ page }) => {
  const exercise = await open(page);
  const solution = exercise.getByRole("button", { name: "Worked solution" });
  await exercise.getByRole("button", { name: "Check" }).click(); // the starter, as it is
  await expect(verdict(exercise)).toContainText("This is still the program that the question begins with.");
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
