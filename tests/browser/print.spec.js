// A lesson on paper: figures as they stand, exercises as questions, nothing that was answered, addresses shown.
import { expect, test } from "./site.js";

test("a printed lesson is a handout", async ({ page }) => {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.goto("lessons/rope/");
  await expect(page.locator(".contents")).toBeHidden();
  await expect(page.locator(".neighbours")).toBeHidden();
  await expect(page.locator("button.theme")).toBeHidden();
  await expect(page.locator("button.ask")).toBeHidden();
  await expect(page.locator("article h1")).toBeVisible();
  const lightness = await page.evaluate(() =>
    getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g)?.map(Number),
  );
  expect(Math.min(...(lightness ?? [0]))).toBeGreaterThan(240);
  const address = await page
    .locator(".references a")
    .first()
    .evaluate((link) => getComputedStyle(link, "::after").content);
  expect(address).toContain("https://");
});

test("a printed exercise asks, and shows nothing that was answered, hinted or solved", async ({ page }) => {
  await page.goto("lessons/rope/");
  // One with fields, and one with a choice too.
  const exercises = ["rope_score", "same_family"].map((id) => page.locator(`where-exercise[exercise="${id}"]`));
  for (const exercise of exercises) {
    await expect(exercise.locator("button.check")).toBeEnabled();
    for (const field of await exercise.getByRole("textbox").all()) await field.fill("3");
    const choice = exercise.getByRole("radio").first();
    if ((await choice.count()) > 0) await choice.check();
    await exercise.locator("button.check").click();
    await exercise.getByRole("button", { name: "Hint" }).click();
    await exercise.getByRole("button", { name: "Worked solution" }).click();
    await expect(exercise.locator(".solution")).toBeVisible();
  }
  await page.emulateMedia({ media: "print" });
  for (const exercise of exercises) {
    await expect(exercise.locator(".prompt")).toBeVisible();
    await expect(exercise.locator(".fields")).toBeVisible();
    for (const hidden of [".actions", ".verdict", ".hints", ".heading", ".solution", ".comparison"])
      for (const part of await exercise.locator(hidden).all()) await expect(part, hidden).toBeHidden();
    const answered = await exercise.evaluate((element) =>
      [...(element.shadowRoot?.querySelectorAll("input") ?? [])].filter((input) => {
        const { color, appearance } = getComputedStyle(input);
        return input.type === "text" ? color !== "rgba(0, 0, 0, 0)" : appearance !== "none";
      }),
    );
    expect(answered).toEqual([]);
  }
});

test("steps to be put in order are printed as they are asked, not as they were arranged", async ({ page }) => {
  await page.goto("lessons/rope/");
  const exercise = page.locator('where-exercise[exercise="rope_place"]');
  await expect(exercise.locator("button.check")).toBeEnabled();
  const asked = exercise.locator(".asked li");
  const first = await asked.allTextContents();
  await expect(asked.first()).toBeHidden();
  await exercise.locator("#earlier-rotate, #earlier-count").last().click();
  await page.emulateMedia({ media: "print" });
  for (const step of await asked.all()) await expect(step).toBeVisible();
  expect(first.length).toBe(8);
  expect(await asked.allTextContents()).toEqual(first);
  await expect(exercise.locator("fieldset.order")).toBeHidden();
});

test("printed figures show their drawing and their sentence, without what cannot be used on paper", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("lessons/mask-leaks/");
  const figures = await page.locator("article > [data-embed]:not(where-exercise)").all();
  for (const figure of figures) await expect(figure.locator("> figure.poster")).toHaveCount(0);
  // On paper the wide drawing: the one for a phone would have letters twice as high as the text around it.
  const widths = () =>
    page.locator("article svg.picture").evaluateAll((all) => [...new Set(all.map((svg) => svg.getAttribute("width")))]);
  expect(await widths()).toEqual(["352"]);
  for (const [type, width] of [
    ["beforeprint", "680"],
    ["afterprint", "352"],
  ]) {
    await page.evaluate((type) => window.dispatchEvent(new Event(type)), type);
    expect(await widths(), type).toEqual([width]);
  }
  await page.emulateMedia({ media: "print" });
  for (const figure of figures) {
    await expect(figure.locator("svg.picture").first()).toBeVisible();
    await expect(figure.locator("svg.picture").first()).toHaveAttribute("width", "680");
    await expect(figure.locator(".sentence")).toBeVisible();
    for (const useless of [".controls", ".links", ".training"])
      for (const part of await figure.locator(useless).all()) await expect(part).toBeHidden();
  }
});

test("what is folded away is left out, what is open is printed", async ({ page }) => {
  await page.goto("lessons/rope/");
  const folded = page.locator("article > details");
  await page.emulateMedia({ media: "print" });
  await expect(folded).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await folded.locator("summary").click();
  await page.emulateMedia({ media: "print" });
  await expect(folded.locator("pre")).toBeVisible();
});
