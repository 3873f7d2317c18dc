// What elements tell the page around them, as web/embed/README.md documents it.
import { expect, test } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */

/** Writes down, on the document, every event of every element. @param {Page} page */
async function listen(page) {
  await page.addInitScript(() => {
    /** @type {any} */ (window).reported = [];
    for (const type of ["where-ready", "where-change", "where-answer", "where-error"])
      document.addEventListener(type, (event) => {
        const { detail, bubbles, composed } = /** @type {CustomEvent} */ (event);
        if (bubbles && composed) /** @type {any} */ (window).reported.push({ type, ...structuredClone(detail) });
      });
  });
}

/** What was reported by elements of that name since it was last asked. @param {Page} page @param {string} name */
function reported(page, name) {
  return page.evaluate((wanted) => {
    const all = /** @type {any} */ (window).reported;
    return all.splice(0).filter((/** @type {any} */ each) => each.name === wanted);
  }, name);
}

test("figures report their states, also from within a shadow tree, and an attribute that is not taken", async ({
  page,
}) => {
  await listen(page);
  await page.goto("lessons/position-table/");
  const figure = page.locator("where-table-clocks");
  await figure.getByRole("button", { name: "Reset" }).waitFor();
  const [ready, ...more] = await reported(page, "table-clocks");
  expect(ready).toMatchObject({ type: "where-ready", state: { position: 1, width: 4, base: 10000 } });
  expect(more).toEqual([]);

  await figure.evaluate((element) => element.setAttribute("base", "100"));
  await expect(figure.getByRole("textbox", { name: "Base" })).toHaveValue("100");
  expect(await reported(page, "table-clocks")).toEqual([
    { ...ready, type: "where-change", state: { ...ready.state, base: 100 } },
  ]);
  // Taken out and put back it is what it was, also where a setting is set to what it is; what was set meanwhile is a change.
  await figure.evaluate(async (/** @type {any} */ element) => {
    const place = element.parentElement;
    element.remove();
    place.append(element);
    element.setAttribute("base", "100.0");
    await element.recompute();
  });
  expect(await reported(page, "table-clocks")).toEqual([]);
  await figure.evaluate((element) => {
    const place = /** @type {Element} */ (element.parentElement);
    element.remove();
    element.setAttribute("base", "50");
    place.append(element);
  });
  await expect.poll(() => page.evaluate(() => /** @type {any} */ (window).reported.length)).toBe(1);
  expect(await reported(page, "table-clocks")).toEqual([
    { ...ready, type: "where-change", state: { ...ready.state, base: 50 } },
  ]);

  await figure.evaluate((element) => element.setAttribute("base", "ten"));
  await expect(figure.getByRole("alert")).toBeVisible();
  expect(await reported(page, "table-clocks")).toEqual([
    {
      type: "where-error",
      name: "table-clocks",
      setting: "base",
      message: "Base takes a number from 2 to 1,000,000.",
    },
  ]);

  await page.evaluate(() => {
    const shadow = document.body.appendChild(document.createElement("div")).attachShadow({ mode: "closed" });
    const late = document.createElement("where-table-clocks");
    late.setAttribute("position", "3");
    late.setAttribute("width", "odd");
    shadow.append(late);
  });
  await expect.poll(() => page.evaluate(() => /** @type {any} */ (window).reported.length)).toBe(2);
  const [refused, drawn] = await reported(page, "table-clocks");
  expect(refused).toMatchObject({ type: "where-error", setting: "width" });
  expect(drawn).toMatchObject({ type: "where-ready", state: { ...ready.state, position: 3 } });
});

test("what a listener does with a state leaves the figure as it is", async ({ page }) => {
  await page.addInitScript(() =>
    document.addEventListener("where-ready", (event) => {
      const { state } = /** @type {CustomEvent} */ (event).detail;
      if (state?.query) state.query[0] = 99;
    }),
  );
  await page.goto("lessons/rope/");
  const figure = page.locator("where-rope-clocks").first();
  await expect(figure.getByRole("textbox", { name: "Query", exact: true })).toHaveValue(/^\S+; /);
  await expect(figure.getByRole("textbox", { name: "Query", exact: true })).not.toHaveValue(/99/);
});

test("an exercise reports its instances and its answers, with the score that a gradebook takes", async ({ page }) => {
  await listen(page);
  await page.goto("lessons/learned-table/");
  const exercise = page.locator("where-exercise[exercise=table_edge]").first();
  const fields = exercise.getByRole("textbox");
  const check = exercise.getByRole("button", { name: "Check" });
  const give = async (/** @type {(string | number)[]} */ answer) => {
    for (const [index, value] of answer.entries()) await fields.nth(index).fill(String(value));
    await check.click();
  };
  const answers = async () =>
    (await reported(page, "exercise")).filter((/** @type {any} */ { exercise }) => exercise === "table_edge");
  await check.waitFor();
  await expect(check).toBeEnabled();
  const [ready] = await answers();
  expect(ready).toMatchObject({ type: "where-ready", exercise: "table_edge", seed: 1 });
  expect(Object.keys(ready.parameters).length).toBeGreaterThan(0);
  const right = () => exercise.evaluate((/** @type {any} */ { engine, instance }) => engine.solution(instance).answer);

  await give(["ten", "1"]);
  await give([(await right())[0] + 1, (await right())[1]]);
  await give(await right());
  const about = { type: "where-answer", exercise: "table_edge", seed: 1, parameters: ready.parameters, asked: 2 };
  const [unread, mistaken, passed] = await answers();
  expect(unread).toMatchObject({
    ...about,
    verdict: "malformed",
    passed: false,
    score: 0,
    tries: 0,
    misconception: null,
  });
  expect(mistaken).toMatchObject({ ...about, verdict: "misconception", passed: false, score: 0, tries: 1 });
  expect(mistaken.misconception).toMatch(/^[a-z_]+$/);
  expect(passed).toMatchObject({
    ...about,
    verdict: "correct",
    passed: true,
    score: 1,
    tries: 2,
    solution: false,
    hints: 0,
  });
  expect(passed.duration).toBeGreaterThanOrEqual(mistaken.duration);

  // Another instance: whoever has read its worked solution gets no score for it, open or closed again, also after a reload.
  await exercise.getByRole("button", { name: "Another one" }).click();
  await give([0, 0]);
  for (let times = 0; times < 2; ++times) await exercise.getByRole("button", { name: "Worked solution" }).click();
  await page.reload();
  await expect(check).toBeEnabled();
  await give(await right());
  const later = await answers();
  expect(later[0]).toMatchObject({ type: "where-ready", seed: 2 });
  expect(later[1]).toMatchObject({
    type: "where-answer",
    seed: 2,
    verdict: "correct",
    passed: true,
    score: 0,
    solution: true,
  });
});
