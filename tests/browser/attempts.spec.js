// Attempt codes from the exercise that gives them to the instructor who reads them.
import { readFile } from "node:fs/promises";

import { learnerNumber, learnerSeed } from "../../web/lms/attempts/learner.js";
import { numberOf } from "../../web/lms/attempts/names.js";
import { readCode, writeCode } from "../../web/lms/attempts/code.js";
import { expectAccessible } from "./accessible.js";
import { alive, engine, fillIn, instanceOf } from "./exercise-page.js";
import { expect, test } from "./site.js";

const wrong = {
  ...{ exercise: "wavelength", seed: 7, verdict: "misconception", misconception: "missing_two_pi" },
  ...{ tries: 2, duration: 65_400, solution: false },
};

test("a learner copies the code of a checked answer, with numbers of their own, and the instructor reads it", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("lessons/position-table/?learner=Ada");
  const exercise = await alive(page, "wavelength");
  const { seed, ...instance } = await instanceOf(exercise);
  const first = Number(await exercise.getAttribute("seed"));
  expect(seed).toBe(learnerSeed("ada", "wavelength", first));
  expect(seed).not.toBe(first);
  const copy = exercise.getByRole("button", { name: "Copy attempt code" });
  await expect(copy).toHaveCount(0);

  const mistaken = engine.runMistake({ ...instance, seed }, "missing_two_pi");
  await fillIn(exercise, [...mistaken]);
  await exercise.getByRole("button", { name: "Check" }).click();
  await copy.click();
  await expect(exercise.getByText("Copied.")).toBeVisible();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  await expect(exercise.locator("code", { hasText: code })).toBeVisible();
  const { attempt } = /** @type {any} */ (readCode(code));
  expect(attempt).toMatchObject({ seed, verdict: "misconception", misconception: numberOf("missing_two_pi") });
  expect(attempt).toMatchObject({ tries: 1, solution: false, learner: learnerNumber("Ada") });

  // What cannot be read has no code, and the next instance none of the last one.
  await fillIn(exercise, ["x"]);
  await exercise.getByRole("button", { name: "Check" }).click();
  await expect(copy).toHaveCount(0);

  await page.goto("instructor/");
  await page
    .getByLabel("Codes", { exact: true })
    .fill(`Ada Lovelace\t${code}\nLost it\n${writeCode({ ...wrong, exercise: "other" })}`);
  await page.getByLabel("Names in addresses").fill("Ada\nBob");
  await page.getByRole("button", { name: "Read the codes" }).click();
  await expect(page.locator("#summary")).toHaveText(
    /Lines: 3\. Codes: 1, right ones among them: 0\. Lines that cannot be used: 2\./,
  );
  const rows = page.getByRole("table", { name: "All lines" }).getByRole("row");
  await expect(rows.nth(1)).toContainText(/1\s*Ada Lovelace\s*Ada\s*The wavelength of a pair/);
  await expect(rows.nth(1)).toContainText("2π forgotten");
  await expect(rows.nth(2)).toContainText("No code, or a damaged one: Lost it");
  await expect(rows.nth(3)).toContainText("A code of another course");
  await expect(page.getByRole("row", { name: "The wavelength of a pair: 2π forgotten 1" })).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as CSV" }).click();
  const file = await readFile(await (await saving).path(), "utf8");
  expect(file).toMatch(/^\ufeffline,beside,learner,/);
  expect(file).toContain(`1,Ada Lovelace,Ada,wavelength,The wavelength of a pair,${seed},misconception,missing_two_pi`);
  expect(file).toContain(code);
});

test("200 pasted codes take less than a second, and the page is accessible with them", async ({ page }) => {
  await page.goto("instructor/");
  const mistakes = ["missing_two_pi", "limit_value", "reversed_order", "exponent_i_over_d"];
  const lines = Array.from({ length: 200 }, (_, seed) => {
    const verdict = seed % 3 === 0 ? "correct" : "misconception";
    const misconception = verdict === "correct" ? null : mistakes[(seed * seed) % 4];
    return `Student ${seed}; ${writeCode({ ...wrong, seed, verdict, misconception })}`;
  });
  await page.getByLabel("Codes", { exact: true }).fill(lines.join("\n"));
  const read = page.getByRole("button", { name: "Read the codes" });
  await expect(read).toBeEnabled();
  // Known exercises are fetched once; what is timed is the reading.
  await read.click();
  await expect(page.locator("#summary")).toContainText("Lines: 200. Codes: 200, right ones among them: 67.");
  const took = await page.evaluate(async () => {
    const button = /** @type {HTMLButtonElement} */ (document.getElementById("read"));
    const body = /** @type {HTMLElement} */ (document.querySelector("#rows tbody"));
    const began = performance.now();
    const done = new Promise((resolve) =>
      new MutationObserver(() => resolve(performance.now() - began)).observe(body, { childList: true }),
    );
    button.click();
    return done;
  });
  expect(took).toBeLessThan(1000);
  await expect(page.locator("#rows tbody tr")).toHaveCount(200);
  // Of a few lines: every row is looked at by every rule, four times.
  await page.getByLabel("Codes", { exact: true }).fill([...lines.slice(0, 8), lines[1], "Lost it"].join("\n"));
  await read.click();
  await expect(page.locator("#rows tbody tr")).toHaveCount(10);
  await expectAccessible(page);
  // On a phone nothing of a row is out of sight, and it is a table still.
  await page.setViewportSize({ width: 390, height: 900 });
  const hidden = (/** @type {Element} */ region) => region.scrollWidth - region.clientWidth;
  expect(await page.locator(".lines").evaluate(hidden)).toBe(0);
  const second = page.getByRole("table", { name: "All lines" }).getByRole("row").nth(2);
  await expect(second.getByRole("cell", { name: "Student 1", exact: true })).toBeVisible();
});

test("a file that does not come is said, and what was pasted stays", async ({ page, complaints }) => {
  await page.route("**/attempts/en.json", (route) => route.abort());
  await page.goto("instructor/");
  const codes = page.getByLabel("Codes", { exact: true });
  await codes.fill(writeCode(wrong));
  await page.getByRole("button", { name: "Read the codes" }).click();
  await expect(page.locator("#summary")).toContainText("The codes cannot be read (");
  await expect(codes).toHaveValue(writeCode(wrong));
  await page.unroute("**/attempts/en.json");
  await page.getByRole("button", { name: "Read the codes" }).click();
  await expect(page.locator("#summary")).toContainText("Lines: 1. Codes: 1,");
  complaints.splice(0);
});
