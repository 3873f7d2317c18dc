// The race of encodings under a reader's hand: to its result, paused, stopped, with a worker that fails, on a text; its set-up in
// the address.
import { expect, settled, test } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */

test.describe.configure({ timeout: 120_000 });

/** Opens the lab with a set-up in its address. @param {Page} page @param {string} setUp */
async function open(page, setUp = "") {
  await page.goto(`lessons/lab/${setUp}`);
  const figure = page.locator("where-encoding-race");
  const button = (/** @type {string | RegExp} */ name) => figure.getByRole("button", { name, exact: true });
  await button("Reset").waitFor();
  const far = figure.locator(".far");
  return {
    figure,
    sentence: figure.locator(".sentence"),
    phase: figure.locator(".phase"),
    far,
    train: button(/^Train( again)?$/),
    pause: button("Pause"),
    resume: button("Go on"),
    stop: button("Stop"),
    check: (/** @type {string} */ name) => figure.getByRole("checkbox", { name, exact: true }),
    started: () => expect(far).toHaveText(/step [1-9]/, { timeout: 30_000 }),
    done: () => expect(figure.locator(".phase")).toHaveText(/Done\.$/, { timeout: 60_000 }),
  };
}

/** The share of right answers that the sentence says of an encoding. @param {string} said @param {string} encoding */
function shareOf(said, encoding) {
  if (new RegExp(`${encoding} has 99\\s% right at step`).test(said)) return 100;
  return Number(said.match(new RegExp(`${encoding} has ([\\d.]+)\\s% right`))?.[1]);
}

test("two encodings race to their results, each in a worker of its own", async ({ page }) => {
  const { sentence, train, done, started } = await open(page, "?encodings=rope,alibi&length=16&steps=100");
  await expect(sentence).toHaveText("No encoding has been trained on this set-up yet.");
  await train.click();
  await started();
  expect(page.workers().length).toBe(2);
  await done();
  await expect(sentence).toHaveText(
    /^Trained here with seed 0: RoPE has .*; ALiBi has [\d.]+\s% right after 100 steps\.$/,
  );
  const said = /** @type {string} */ (await sentence.textContent());
  expect(shareOf(said, "RoPE")).toBeGreaterThan(95);
  expect(shareOf(said, "ALiBi")).toBeLessThan(70);
});

test("the set-up stands in the address, comes back from it, and what is wrong there is said", async ({ page }) => {
  const { figure, check, sentence } = await open(page);
  await expect(sentence).toHaveText(/^Recorded with seed 0: RoPE has 99\s% right/);
  await check("none").focus();
  await check("ALiBi").uncheck();
  await check("none").check();
  await figure.getByRole("radio", { name: "copy" }).check({ force: true });
  const steps = figure.getByRole("textbox", { name: "Steps" });
  await steps.fill("1,500");
  await steps.press("Enter");
  await expect(page).toHaveURL(/\?task=copy&encodings=rope,learned,sinusoidal,none&steps=1500$/);
  await page.reload();
  await expect(figure.getByRole("radio", { name: "copy" })).toBeChecked();
  await expect(check("none")).toBeChecked();
  await expect(check("ALiBi")).not.toBeChecked();
  await expect(steps).toHaveValue("1,500");
  await figure.getByRole("button", { name: "Reset" }).click();
  await expect(page).toHaveURL(/\/lessons\/lab\/$/);
  const wrong = await open(page, "?encodings=rope,rotary&steps=5&task=copy");
  await expect(wrong.figure.getByRole("alert")).toHaveText([
    /^Encodings: choose 1 to 4 of rope/,
    "Steps takes a whole number from 20 to 2,000.",
  ]);
  await expect(wrong.figure.getByRole("radio", { name: "copy" })).toBeChecked();
});

test("a fifth encoding is refused, and so is none at all", async ({ page }) => {
  const { figure, check } = await open(page);
  await check("T5 bias").click({ force: true });
  await expect(figure.getByRole("alert")).toHaveText(
    "Encodings: choose 1 to 4 of RoPE, learned table, sinusoidal, T5 bias, ALiBi, none.",
  );
  await expect(check("T5 bias")).not.toBeChecked();
  for (const name of ["learned table", "sinusoidal", "ALiBi"]) await check(name).uncheck({ force: true });
  await expect(figure.getByRole("alert")).toHaveCount(0);
  await check("RoPE").click({ force: true });
  await expect(figure.getByRole("alert")).toHaveText(/^Encodings: choose 1 to 4/);
  await expect(check("RoPE")).toBeChecked();
});

test("all lanes pause, go on and stop together, at once, and keep what they have learned", async ({ page }) => {
  const { figure, far, phase, train, pause, resume, stop, started } = await open(
    page,
    "?encodings=rope,none&steps=2000",
  );
  await train.click();
  await started();
  await pause.click();
  await expect(phase).toHaveText("Paused.");
  const held = await settled(far);
  await resume.click();
  await expect(far).not.toHaveText(held);
  await expect(stop).toBeEnabled();
  await figure.evaluate(async (/** @type {any} */ element) => {
    element.training.stop();
    await Promise.all(element.models.map((/** @type {any} */ model) => model.run([1, 2, 3])));
  });
  // Every lane's model has answered, long before its training could have ended.
  await expect(phase).toHaveText(/^Stopped: step (1,)?\d{1,3} of 2,000\.$/);
});

test("a lane whose worker fails is started again while the other goes on", async ({ page, complaints }) => {
  const { phase, train, started, done, sentence } = await open(page, "?encodings=rope,none&steps=120");
  await train.click();
  await started();
  await page.workers()[0].evaluate(() => {
    setTimeout(() => {
      throw new Error("broken by the test");
    });
  });
  await expect(phase).toHaveText(/^The worker failed and was started again\./, { timeout: 20_000 });
  await done();
  await expect(sentence).toHaveText(/^Trained here with seed 0: RoPE has .*; none has .* after 120 steps\.$/);
  expect(complaints.every((/** @type {string} */ complaint) => complaint.includes("broken by the test"))).toBe(true);
  complaints.splice(0);
});

test("a reader's own text is learned from, one that is too short is refused with the reason", async ({ page }) => {
  const { figure, phase, train, done } = await open(page, "?task=text&encodings=alibi&steps=60&length=32");
  const field = figure.getByRole("textbox", { name: "Text to learn from" });
  await expect(field).not.toHaveValue(""); // the excerpt that the site came with
  await expect(figure.getByText(/^Text to learn from: \S/)).toBeVisible();
  await field.fill("far too short");
  await field.blur();
  await train.click();
  await expect(phase).toHaveText(/^The training failed: The text is too short/, { timeout: 20_000 });
  await field.fill("the rain in spain stays mainly in the plain. ".repeat(40));
  await field.blur();
  await train.click();
  await done();
  await expect(figure.locator("svg text", { hasText: "given │ written by it" })).toBeVisible();
  await expect(figure.locator(".sentence")).toHaveText(/^Trained here with seed 0: ALiBi has (9[0-9.]+|99)\s% right/);
});

test("where the site's text does not load, the figure says so and takes another", async ({ page, complaints }) => {
  await page.route("**/excerpt*.txt", (route) => route.fulfill({ status: 404 }));
  const { figure, train, done } = await open(page, "?task=text&encodings=rope&steps=20&length=16");
  await expect(figure.getByRole("alert")).toHaveText(/^The text that comes with these pages did not load \(.*404/);
  const field = figure.getByRole("textbox", { name: "Text to learn from" });
  await field.fill("to be or not to be, that is the question. ".repeat(20));
  await field.blur();
  await expect(figure.getByRole("alert")).toHaveCount(0);
  await train.click();
  await done();
  expect(complaints.every((/** @type {string} */ complaint) => complaint.includes("404"))).toBe(true);
  complaints.splice(0);
});

test("arrow keys on the drawing mark a lane", async ({ page }) => {
  const { figure } = await open(page);
  const picture = figure.locator("svg.picture");
  await picture.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/\?chosen=learned$/);
  await expect(picture).toBeFocused();
});
