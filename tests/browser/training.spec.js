// Training under a reader's hand: to its result, paused and gone on with, stopped, hidden, with a worker that fails, by keys alone,
// and with the page alive all the while.
import { open } from "./figure-page.js";
import { expect, settled, test } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */

/** The rows of a figure that trains. @param {import("@playwright/test").Locator} figure */
function controlsOf(figure) {
  const button = (/** @type {string | RegExp} */ name) => figure.getByRole("button", { name, exact: true });
  return {
    train: button(/^Train( again)?$/),
    pause: button("Pause"),
    resume: button("Go on"),
    stop: button("Stop"),
    phase: figure.locator(".phase"),
    far: figure.locator(".far"),
    done: () => expect(figure.locator(".phase")).toHaveText(/Done\.$/, { timeout: 60_000 }),
    /** The step that is shown, once one is. */
    step: async () => {
      await expect(figure.locator(".far")).toHaveText(/step [1-9]/, { timeout: 20_000 });
      return Number((await figure.locator(".far").textContent())?.match(/step ([\d,]+)/)?.[1].replace(",", ""));
    },
  };
}

/** The share named right, as the sentence of 'mask-leak' says it. @param {import("@playwright/test").Locator} sentence */
async function named(sentence) {
  return Number((await sentence.textContent())?.match(/names ([\d.]+)\s% of the rows/)?.[1]);
}

test.describe.configure({ timeout: 120_000 });

test("mask-leak: with the mask a model without encoding finds its rows, without it it guesses", async ({ page }) => {
  const { figure, sentence } = await open(page, "mask-leaks", "mask-leak");
  const { train, done } = controlsOf(figure);
  await expect(sentence).toHaveText(/Recorded with seed 0/);
  await train.click();
  await done();
  await expect(sentence).toHaveText(/Trained here with seed 0: after 400 steps/);
  expect(await named(sentence)).toBeGreaterThan(90);
  await figure.getByRole("switch", { name: "Causal mask" }).focus();
  await page.keyboard.press("Space");
  await expect(sentence).toHaveText(/Recorded with seed 0/);
  await train.click();
  await done();
  await expect(sentence).toHaveText(/^Without the mask every row sees 16 rows.* Trained here/);
  expect(await named(sentence)).toBeLessThan(20);
});

test("a training can be paused, gone on with and stopped by keys alone, and the model is kept", async ({ page }) => {
  const { figure, sentence } = await open(page, "mask-leaks", "mask-leak");
  const { train, pause, resume, stop, phase, far, step } = controlsOf(figure);
  await train.focus();
  await page.keyboard.press("Enter");
  await step();
  await expect(pause).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(phase).toHaveText("Paused.");
  const held = await settled(far);
  await expect(resume).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(far).not.toHaveText(held);
  await page.keyboard.press("Tab");
  await expect(stop).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(phase).toHaveText(/^Stopped: step \d+ of 400\.$/);
  const stopped = await sentence.textContent();
  await page.waitForTimeout(500);
  expect(await sentence.textContent()).toBe(stopped);
  expect(await figure.evaluate((/** @type {any} */ element) => element.model.parameterCount())).toBeGreaterThan(10_000);
  await figure.getByRole("button", { name: "Reset" }).click();
  await expect(sentence).toHaveText(/Recorded with seed 0/);
  await expect(train).toHaveText("Train");
});

test("stopping takes less than a tenth of a second, and the worker is free as soon", async ({ page }) => {
  // What another program on this machine holds up is no fault of the page: one undisturbed run counts.
  await expect(async () => {
    const { figure } = await open(page, "mask-leaks", "mask-leak");
    const { train, step } = controlsOf(figure);
    await train.click();
    await step();
    const [said, free] = await figure.evaluate(async (/** @type {any} */ element) => {
      const began = performance.now();
      element.training.stop();
      const phase = element.training.phase;
      const said = performance.now() - began;
      await element.model.parameterCount();
      return phase === "stopped" ? [said, performance.now() - began] : [Infinity, Infinity];
    });
    expect(said).toBeLessThan(100);
    expect(free).toBeLessThan(100);
  }).toPass({ timeout: 60_000 });
});

test("a training waits while its tab is hidden, and goes on after", async ({ page }) => {
  const { figure } = await open(page, "mask-leaks", "mask-leak");
  const { train, phase, far, step, done } = controlsOf(figure);
  const hide = (/** @type {boolean} */ hidden) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await train.click();
  await step();
  await hide(true);
  await expect(phase).toHaveText("Waiting for this tab to be in sight.");
  await settled(far);
  await expect(phase).toHaveText("Waiting for this tab to be in sight.");
  await hide(false);
  await done();
});

test("a worker that fails is started again, and the figure says so", async ({ page, complaints }) => {
  const { figure, sentence } = await open(page, "mask-leaks", "mask-leak");
  const { train, phase, step } = controlsOf(figure);
  await train.click();
  await step();
  const [worker] = page.workers().slice(-1);
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new Error("broken by the test");
    });
  });
  await expect(phase).toHaveText(/^The worker failed and was started again\. Training\./, { timeout: 20_000 });
  await expect(phase).toHaveText(/^The worker failed and was started again\. Done\.$/, { timeout: 60_000 });
  await expect(sentence).toHaveText(/Trained here with seed 0: after 400 steps/);
  expect(complaints.every((/** @type {string} */ complaint) => complaint.includes("broken by the test"))).toBe(true);
  complaints.splice(0);
});

test("a worker that ends without a word is started again too", async ({ page }) => {
  await page.clock.install();
  const { figure } = await open(page, "mask-leaks", "mask-leak");
  const { train, phase, step } = controlsOf(figure);
  await train.click();
  await step();
  const [worker] = page.workers().slice(-1);
  await worker.evaluate(() => self.close());
  for (let times = 0; times < 5; ++times) await page.clock.fastForward(5000);
  await expect(phase).toHaveText(/^The worker failed and was started again\. Training\./);
  await step();
});

test("while a training runs, nothing holds the page for fifty milliseconds", async ({ page }) => {
  // What another program on this machine holds up is no fault of the page: one undisturbed run counts.
  await expect(async () => {
    const { figure, sentence } = await open(page, "mask-leaks", "mask-leak");
    const { train, done, step } = controlsOf(figure);
    // The first start compiles the worker's code; what counts is the training.
    await train.click();
    await step();
    await page.evaluate(() => {
      const tasks = /** @type {number[]} */ ([]);
      Object.assign(globalThis, { longTasks: tasks });
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({
        type: "longtask",
      });
    });
    await done();
    await expect(sentence).toHaveText(/Trained here/);
    expect(await page.evaluate(() => /** @type {any} */ (globalThis).longTasks)).toEqual([]);
  }).toPass({ timeout: 60_000 });
});

test("experiment: variants are trained to their results beside the recorded ones", async ({ page }) => {
  const { figure, sentence, picture } = await open(page, "mask-leaks", "experiment");
  const { train, phase, far, pause, resume } = controlsOf(figure);
  await picture.focus();
  await page.keyboard.press("ArrowDown");
  await expect(figure.getByRole("radio", { name: "No encoding", exact: true })).toBeChecked();
  await train.click();
  await expect(far).toHaveText(/^No encoding, step \d+/, { timeout: 20_000 });
  await pause.click();
  await settled(far);
  await expect(phase).toHaveText("Paused.");
  await resume.click();
  await expect(phase).toHaveText("Done.", { timeout: 60_000 });
  await expect(sentence).toHaveText(/^Trained here with seed 0: No encoding: 0\.[45]\d\d after 400 steps\.$/);
  await picture.focus();
  await page.keyboard.press("ArrowDown");
  await expect(figure.getByRole("radio", { name: "No encoding, causal mask" })).toBeChecked();
  await train.click();
  await expect(phase).toHaveText("Done.", { timeout: 60_000 });
  await expect(sentence).toHaveText(/; No encoding, causal mask: [1-9]\d steps\.$/);
});

test("position-probe: what was measured stands there, and another block is read in a worker", async ({ page }) => {
  const { figure, sentence } = await open(page, "mask-leaks", "position-probe");
  await expect(sentence).toHaveText(/^Trained without any encoding, .* after block 2 .* R² = 0\.[6-9]\d,/);
  await figure.getByRole("radio", { name: "trained, mask taken off" }).press("Space");
  await expect(sentence).toHaveText(/^Trained without any encoding, and then run without its mask, .* R² = −?0\.0\d,/);
  const layer = figure.getByRole("textbox", { name: "After block" });
  await layer.fill("9");
  await layer.press("Enter");
  await expect(figure.getByRole("alert")).toHaveText("After block takes a whole number from 0 to 3.");
  await layer.fill("3");
  await layer.press("Enter");
  await expect(sentence).toHaveText(/without its mask, .* after block 3 .* R² = −?0\.0\d,/, { timeout: 30_000 });
});
