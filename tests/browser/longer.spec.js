// The lesson on reading further: scaling sliders against the engine's own numbers, and shipped models that read in the page.
import { readFileSync } from "node:fs";

import { loadEngine } from "../../build/package/index.js";
import { plan, readCharacters, scaledPosition } from "../../web/figures/past-training.js";
import { readText, tokensOf } from "../../web/figures/reading.js";
import { readWith } from "../../web/figures/table-reading.js";
import { knob, open } from "./figure-page.js";
import { expect, test } from "./site.js";

const engine = await loadEngine();
const text = () => readFileSync(new URL("../../build/data/excerpt.txt", import.meta.url), "utf8");

/** What a page asks for, by what it ends in. @param {import("@playwright/test").Page} page */
function fetched(page) {
  /** @type {string[]} */
  const addresses = [];
  page.on("request", (request) => addresses.push(new URL(request.url()).pathname));
  return (/** @type {RegExp} */ pattern) => addresses.filter((address) => pattern.test(address)).length;
}

/** @param {import("@playwright/test").Locator} field @param {string} value */
async function enter(field, value) {
  await field.fill(value);
  await field.press("Enter");
}

test("rope-scaling: the wavelengths are the engine's for every scaling that is chosen, and for every factor", async ({
  page,
}) => {
  const { figure } = await open(page, "longer", "rope-scaling");
  await figure.getByText("Numbers as a table").click();
  const factor = figure.getByRole("textbox", { name: "Factor" });
  const after = async () => {
    const cells = await figure.locator("tbody tr td:nth-child(3)").allTextContents();
    return cells.map((cell) => Number(cell.replaceAll(",", "")));
  };
  for (const [name, rope_type] of [
    ["interpolation", "linear"],
    ["NTK", "ntk"],
    ["dynamic NTK", "dynamic"],
    ["YaRN", "yarn"],
    ["Llama 3", "llama3"],
  ]) {
    await figure.getByText(name, { exact: true }).first().click();
    for (const stretch of [2, 8]) {
      await enter(factor, String(stretch));
      const rope_scaling = {
        ...{ rope_type, factor: stretch, original_max_position_embeddings: 64 },
        ...{ beta_fast: 4, beta_slow: 1, low_freq_factor: 1, high_freq_factor: 4 },
      };
      const { inverse_frequencies } = engine.ropeFrequencies({ head_dim: 16, rope_scaling, sequence_length: 256 });
      const wanted = Array.from(inverse_frequencies, (frequency) => (2 * Math.PI) / frequency);
      await expect(async () => {
        const shown = await after();
        expect(shown.length).toBe(8);
        shown.forEach((wavelength, pair) => expect(Math.abs(wavelength / wanted[pair] - 1)).toBeLessThan(1e-4));
      }).toPass({ timeout: 5000 });
    }
  }
});

test("rope-scaling: sliders, dragged lines and keys, and controls that come and go with the scaling", async ({
  page,
}) => {
  const { figure, sentence } = await open(page, "longer", "rope-scaling");
  await expect(sentence).toHaveText(/^With NTK by 4, in a text of 256 tokens 4 of 8 pairs/);
  await figure.getByRole("slider", { name: "Factor" }).last().focus();
  await page.keyboard.press("ArrowRight");
  await expect(sentence).toHaveText(/^With NTK by 4\.36,/);
  await expect(figure.getByRole("slider", { name: "Keep above" })).toHaveCount(0);
  await figure.getByText("YaRN", { exact: true }).click();
  await expect(figure.getByRole("slider", { name: "Keep above" })).toHaveCount(1);
  await expect(sentence).toHaveText(/Scores are multiplied by 1\.\d+\.$/);
  const { x, y } = await knob(figure, "length");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 40, { steps: 5 });
  await page.mouse.up();
  await expect(sentence).toHaveText(/in a text of [1-9],?\d\d\d tokens [1-5] of 8/);
  await figure.locator("[data-handle=factor]").focus();
  await page.keyboard.press("Shift+ArrowUp");
  await expect(sentence).toHaveText(/^With YaRN by 8\.72,/);
  await enter(figure.getByRole("textbox", { name: "Trained on" }), "nonsense");
  await expect(figure.getByRole("alert")).toHaveText("Trained on takes a whole number from 16 to 131,072.");
  await figure.getByRole("button", { name: "Reset" }).click();
  await expect(sentence).toHaveText(/^With NTK by 4, in a text of 256 tokens 4 of 8 pairs/);
});

test("loss-by-position: stands without a model, and reads in the page what the engine reads", async ({ page }) => {
  test.slow();
  const count = fetched(page);
  const { figure, sentence } = await open(page, "longer", "loss-by-position");
  await expect(sentence).toHaveText(
    /^At positions 192 to 207, RoPE with NTK by 4 loses \d\.\d\d nats a letter; as trained it loses/,
  );
  await page.waitForLoadState("networkidle");
  expect(count(/\.safetensors$|excerpt[^/]*\.(txt|json)$/)).toBe(0);

  await figure.getByText("YaRN", { exact: true }).click();
  await expect(sentence).toHaveText(
    /^At positions 192 to 207, RoPE with YaRN by 4 loses \d\.\d\d nats a letter; as trained/,
    {
      timeout: 60_000,
    },
  );
  expect(count(/rope.*\.safetensors$/)).toBe(1);
  expect(count(/\.safetensors$/)).toBe(1);

  const model = await engine.loadShippedModel("rope");
  const state = { scaling: "yarn", factor: 4, fast: 4, slow: 1 };
  model.setPosition(scaledPosition(model.config.position, state));
  const { losses } = await readText(model, await tokensOf(model, text().slice(0, readCharacters)), plan);
  const wanted = losses.slice(192, 208).reduce((sum, loss) => sum + loss, 0) / 16;
  const [shown] = /\d\.\d\d/.exec((await sentence.textContent()) ?? "") ?? [];
  expect(Math.abs(Number(shown) - wanted)).toBeLessThan(0.0055);
  model.dispose();
});

test("loss-by-position: a factor that is dragged ends the reading of the one before", async ({ page }) => {
  test.slow();
  const { figure, sentence } = await open(page, "longer", "loss-by-position");
  await figure.getByRole("slider", { name: "Factor" }).focus();
  for (let press = 0; press < 8; press += 1) await page.keyboard.press("ArrowRight");
  await expect(sentence).toHaveText(/RoPE with NTK by 7\.99 loses \d\.\d\d nats a letter; as trained/, {
    timeout: 60_000,
  });
  await figure.locator("[data-handle=position]").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(sentence).toHaveText(/^At positions 208 to 223, RoPE with NTK by 7\.99/);
  await figure.getByRole("button", { name: "Reset" }).click();
  await expect(sentence).toHaveText(/^At positions 192 to 207, RoPE with NTK by 4 loses/);
});

test("what is being typed stays while the figure draws what it has read so far", async ({ page }) => {
  test.slow();
  const { figure, sentence } = await open(page, "longer", "loss-by-position");
  await figure.getByText("Llama 3", { exact: true }).click();
  await expect(sentence).toHaveText(/so far/, { timeout: 60_000 });
  const steps = figure.getByRole("textbox", { name: "Fine-tune" });
  await steps.fill("7");
  await expect(sentence).toHaveText(
    /^At positions 192 to 207, RoPE with Llama 3 by 4 loses \d\.\d\d nats a letter; as trained/,
    {
      timeout: 60_000,
    },
  );
  await expect(steps).toHaveValue("7");
  await steps.press("Enter");
  await expect(steps).toHaveValue("7");
  await figure.getByRole("button", { name: "Reset" }).click();
  await expect(steps).toHaveValue("10");
});

test("loss-by-position: fine-tuned for a few steps, the loss far out falls; stopped, the figure stays as it was", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { figure, sentence } = await open(page, "longer", "loss-by-position");
  await enter(figure.getByRole("textbox", { name: "Fine-tune" }), "100");
  await figure.getByRole("button", { name: "Fine-tune the scaled RoPE" }).click();
  await expect(figure.locator(".far")).toHaveText(/^step \d+ of 106/, { timeout: 30_000 });
  await figure.getByRole("button", { name: "Stop" }).click();
  await expect(figure.getByRole("status")).toHaveText(/^Stopped: step \d+ of 106\.$/);
  await expect(sentence).toHaveText(/; as trained it loses/);
  await enter(figure.getByRole("textbox", { name: "Fine-tune" }), "3");
  await figure.getByRole("button", { name: /^Fine-tune/ }).click();
  await expect(figure.getByRole("status")).toHaveText(/^Done: the thick curve\./, { timeout: 120_000 });
  const said = (await sentence.textContent()) ?? "";
  expect(said).toMatch(/^At positions 192 to 207, RoPE with NTK by 4 loses .* after 3 steps of fine-tuning\.$/);
  const [before, after] = (said.match(/\d\.\d\d/g) ?? []).map(Number);
  expect(after).toBeLessThan(before);
});

test("table-perplexity: kept and zeroed at once, weakened and shuffled when the model has read", async ({ page }) => {
  test.slow();
  const count = fetched(page);
  const { figure, sentence } = await open(page, "learned-table", "table-perplexity");
  await expect(sentence).toHaveText(
    /^With its table zeroed the model reads at a perplexity of \d+\.\d\d instead of \d\.\d\d/,
  );
  const strength = figure.getByRole("textbox", { name: "Strength" });
  await enter(strength, "1");
  await expect(sentence).toHaveText(/^With its table the model reads at a perplexity of \d\.\d\d\./);
  expect(count(/\.safetensors$|excerpt[^/]*\.(txt|json)$/)).toBe(0);
  await enter(strength, "0.6");
  await expect(sentence).toHaveText(/^With its table at 60\s% the model reads at a perplexity of \d+\.\d\d/, {
    timeout: 60_000,
  });
  expect(count(/learned.*\.safetensors$/)).toBe(1);
  const [shown] = /\d+\.\d\d/.exec((await sentence.textContent()) ?? "") ?? [];
  const model = await engine.loadShippedModel("learned");
  const tokens = await tokensOf(model, text().slice(0, 8192));
  const state = { strength: 0.6, shuffled: false, seed: 1 };
  const { perplexity } = await readWith(model, model.readParameter("wpe.weight"), tokens, state);
  expect(Math.abs(Number(shown) / perplexity - 1)).toBeLessThan(2e-3);
  model.dispose();
  await figure.getByRole("switch").focus();
  await page.keyboard.press("Space");
  await expect(sentence).toHaveText(/^With the rows of its table in another order \(seed 1, strength 60\s%\)/, {
    timeout: 60_000,
  });
  await figure.locator("[data-handle=strength]").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(sentence).toHaveText(/strength 55\s%\)/, { timeout: 60_000 });
});
