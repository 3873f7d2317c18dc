// Other languages than English: one made up, and one that runs from right to left, each with one lesson and a catalogue that lacks
// sentences. The real build makes a site of them.
import { readFileSync } from "node:fs";

import { createSiteServer } from "../../web/course/serve.mjs";
import { scratchSite } from "../javascript/scratch-site.js";
import { expect, test as base, watch } from "./site.js";

const english = JSON.parse(readFileSync(new URL("../../web/messages/en.json", import.meta.url), "utf8"));

/**
 * A catalogue in made-up words, without every third sentence.
 * @param {any} tree
 * @param {(sentence: string) => string} say
 */
function madeUp(tree, say, counter = { at: 0 }) {
  /** @type {Record<string, any>} */
  const made = {};
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === "object") made[name] = madeUp(value, say, counter);
    else if (++counter.at % 3 !== 0) made[name] = value.replace(/\{\w+\}|[^{}]+/g, (/** @type {string} */ part) => part.startsWith("{") ? part : say(part)); // prettier-ignore
  }
  return made;
}

/** @param {string} language @param {"ltr" | "rtl"} direction @param {(sentence: string) => string} say */
function catalogue(language, direction, say) {
  const { ask, figure, exercise, page } = english;
  const made = madeUp(english, say);
  const fixed = { language, direction, untranslated: say(page.untranslated), contents: say(page.contents) };
  made.page = { ...made.page, ...fixed };
  made.ask.open = say(ask.open);
  // The words of the ask box belong to a language; this one does without.
  delete made.ask.lists;
  made.figure.common.reset = say(figure.common.reset);
  made.figure["rope-clocks"].see = say(figure["rope-clocks"].see);
  delete made.figure.common.formula_link;
  made.exercise.ui.check = say(exercise.ui.check);
  delete made.exercise.ui.hint;
  return JSON.stringify(made);
}

const quenya = (/** @type {string} */ text) => text.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x410 - 0x61 + 0x20)); // prettier-ignore
const hebrew = (/** @type {string} */ text) => text.replace(/[a-z]/gi, (letter) => String.fromCharCode(0x5d0 + (letter.toLowerCase().charCodeAt(0) - 0x61))); // prettier-ignore

/** @param {string} slug @param {number} order @param {string} title @param {string} body */
const lesson = (slug, order, title, body) => `---
title: ${title}
question: ${title}
slug: ${slug}
order: ${order}
minutes: 5
summary: ${title}
depends_on: []
leads_to: []
references: [{ text: A, url: https://example.org }]
---
${body}`;
const clocks = "::figure rope-clocks\n\n::exercise wavelength seed=3\n";

/** @type {import("@playwright/test").TestType<any, any>} */
const test = base.extend({
  address: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs off this pattern
    async ({}, use) => {
      const scratch = scratchSite({
        "lessons/en/turning.md": lesson("turning", 1, "What turns", `## Hands\n\nTwo hands turn.\n\n${clocks}`),
        "lessons/en/standing.md": lesson("standing", 2, "What stands", `## Faces\n\nA face stands, $x$.\n\n${clocks}`),
        "lessons/qya/turning.md": lesson("turning", 1, quenya("What turns"), `## ${quenya("Hands")}\n\n${quenya("Two hands turn")}.\n\n${clocks}`),
        "lessons/qad/standing.md": lesson("standing", 2, hebrew("What stands"), `## ${hebrew("Faces")}\n\n${hebrew("A face stands")}, $x$.\n\n${clocks}`),
        "web/messages/qya.json": catalogue("Quenya", "ltr", quenya),
        "web/messages/qad.json": catalogue(hebrew("Adunaic"), "rtl", hebrew),
      }); // prettier-ignore
      for (const script of ["web/engine/build-package.mjs", "web/course/build.js"]) {
        const { status, output } = await scratch.run(script);
        if (status !== 0) throw new Error(output);
      }
      const server = createSiteServer({ folder: scratch.site, base: "/course/" });
      await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      await use(`http://127.0.0.1:${port}/course/`);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      scratch.remove();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

/** The figure and the exercise of a page, alive. @param {import("@playwright/test").Page} page */
async function alive(page) {
  const figure = page.locator("where-rope-clocks");
  await expect(figure.locator("> figure.poster")).toHaveCount(0);
  const exercise = page.locator("where-exercise");
  await expect(exercise.locator("button.check")).toBeEnabled();
  return { figure, exercise };
}

test("a translated lesson: page, figure, exercise and engine speak its language, what is missing is English", async ({
  page,
}) => {
  await page.goto("qya/lessons/turning/");
  await expect(page.locator("html")).toHaveAttribute("lang", "qya");
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
  await expect(page.locator("article .notice:visible")).toHaveCount(0);
  await expect(page.locator("main > .notice")).toHaveCount(0);
  await expect(page.locator(".contents p")).toHaveText(quenya("On this page"));
  const { figure, exercise } = await alive(page);
  await expect(figure.locator(".see")).toHaveText(quenya(english.figure["rope-clocks"].see));
  await expect(figure.getByRole("button", { name: quenya(english.figure.common.reset) })).toBeVisible();
  await expect(figure.getByText(english.figure.common.formula_link, { exact: true })).toBeVisible();
  await expect(exercise.getByRole("button", { name: quenya("Check") })).toBeVisible();
  await expect(exercise.getByRole("button", { name: "Hint" })).toBeVisible();
  const instance = await exercise.evaluate((element) => /** @type {any} */ (element).engine.lang);
  expect(instance).toBe("qya");
});

test("a lesson that is not translated is shown in English, the page says so, and its figures speak English too", async ({
  page,
}) => {
  await page.goto("qad/lessons/turning/");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("main > .notice")).toHaveText(hebrew(english.page.untranslated));
  const article = page.locator("article");
  await expect(article).toHaveAttribute("lang", "en");
  await expect(article).toHaveAttribute("dir", "ltr");
  await expect(article).toContainText("Two hands turn");
  const { figure, exercise } = await alive(page);
  await expect(figure.locator(".see")).toHaveText(english.figure["rope-clocks"].see);
  await expect(exercise.getByRole("button", { name: "Check" })).toBeVisible();
  expect(await article.evaluate((element) => getComputedStyle(element).direction)).toBe("ltr");
});

test("from right to left: the text does, formulas, drawings and numbers do not, and nothing sticks out", async ({
  page,
}) => {
  await page.goto("qad/lessons/standing/");
  const { figure, exercise } = await alive(page);
  const direction = (/** @type {import("@playwright/test").Locator} */ locator) =>
    locator.first().evaluate((element) => getComputedStyle(element).direction);
  expect(await direction(page.locator("article"))).toBe("rtl");
  expect(await direction(figure.locator(".sentence"))).toBe("rtl");
  expect(await direction(figure.locator("svg.picture"))).toBe("ltr");
  expect(await direction(page.locator(".katex"))).toBe("ltr");
  expect(await direction(exercise.getByRole("textbox"))).toBe("ltr");
  const heading = /** @type {any} */ (await page.locator("h1").boundingBox());
  const main = /** @type {any} */ (await page.locator("main").boundingBox());
  expect(Math.abs(heading.x + heading.width - (main.x + main.width))).toBeLessThan(2);
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test("the language switch leads to the same lesson in the other language, and back", async ({ page }) => {
  await page.goto("lessons/turning/");
  const settings = page.locator("header nav");
  await settings.getByRole("link", { name: "Quenya" }).click();
  await expect(page).toHaveURL(/\/course\/qya\/lessons\/turning\/$/);
  await expect(page.locator("h1")).toHaveText(quenya("What turns"));
  await settings.getByRole("link", { name: hebrew("Adunaic") }).click();
  await expect(page).toHaveURL(/\/course\/qad\/lessons\/turning\/$/);
  await settings.getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL(/\/course\/lessons\/turning\/$/);
  await page.locator("a.home").click();
  await settings.getByRole("link", { name: "Quenya" }).click();
  await expect(page).toHaveURL(/\/course\/qya\/$/);
  await expect(page.locator(".lessons li").first().getByRole("link")).toHaveText(quenya("What turns"));
});

test("the ask box answers in the page's language, and in English what is not translated", async ({ page }) => {
  await page.goto("qya/");
  await page.getByRole("button", { name: quenya("Ask"), exact: true }).click();
  const box = page.getByRole("dialog");
  await box.getByRole("textbox").fill(quenya("hands turn"));
  await page.keyboard.press("Enter");
  await expect(box.locator(".answers li").first()).toContainText(quenya("Two hands turn"));
  await box.getByRole("textbox").fill("face stands");
  await page.keyboard.press("Enter");
  const answer = box.locator(".answers li").first();
  await expect(answer).toHaveAttribute("lang", "en");
  await answer.getByRole("link").click();
  await expect(page).toHaveURL(/\/course\/qya\/lessons\/standing\/#faces\.1$/);
});

test("pages of other languages complain about nothing", async ({ page, address }) => {
  const complaints = watch(page, address);
  for (const path of ["qya/", "qad/", "qya/lessons/turning/", "qad/lessons/standing/", "qad/lessons/turning/"])
    await page.goto(path, { waitUntil: "networkidle" });
  expect(complaints).toEqual([]);
});
