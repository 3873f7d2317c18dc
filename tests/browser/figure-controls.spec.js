// The controls of a figure: what may be typed, what is refused and kept, and the files of a reader's own model.
import { fileURLToPath } from "node:url";

import { open } from "./figure-page.js";
import { expect, test } from "./site.js";

const golden = (/** @type {string} */ name) => fileURLToPath(new URL(`../golden/gpt2-tiny/${name}`, import.meta.url));
const weights = golden("model.noprefix-with-buffers.safetensors");
const configWith = (/** @type {any} */ content) => {
  const buffer = Buffer.from(JSON.stringify(content));
  return { name: "config.json", mimeType: "application/json", buffer };
};

test("an arrow key in a field steps from what was typed, and leaves what cannot be read", async ({ page }) => {
  const { figure } = await open(page, "rope", "rope-clocks");
  const m = figure.locator("#field-m");
  await m.fill("50");
  await m.press("ArrowUp");
  await expect(m).toHaveValue("50.1");
  await m.fill("fifty");
  await m.press("ArrowUp");
  await expect(m).toHaveValue("fifty");
  await expect(figure.getByRole("alert")).toHaveText(/takes a number from 0 to 64/);
  await m.fill("2,5");
  await m.press("ArrowDown");
  await expect(m).toHaveValue("2.4");
  await expect(figure.getByRole("alert")).toHaveCount(0);
});

test("a field shows the number that the figure uses, and takes lists with decimal commas", async ({ page }) => {
  const { figure } = await open(page, "rope", "rope-clocks");
  const m = figure.locator("#field-m");
  await m.fill("2.5004");
  await m.press("Enter");
  await expect(m).toHaveValue("2.5004");
  const list = figure.locator(".list .field").first();
  await list.fill("1; 0,5; −0,3; ½");
  await list.press("Enter");
  await expect(list).toHaveValue("1; 0.5; −0.3; 0.5");
  await list.fill("1; 2");
  await list.press("Enter");
  await expect(figure.getByRole("alert")).toHaveText(/separated by semicolons/);
  await expect(list).toHaveValue("1; 2");
});

test("several wrong attributes are each named, and mended one by one", async ({ page }) => {
  const { figure } = await open(page, "rope", "rope-clocks");
  await figure.evaluate((element) => {
    element.setAttribute("m", "many");
    element.setAttribute("base", "0x10");
    element.setAttribute("n", "3");
  });
  await expect(figure.getByRole("alert")).toHaveCount(2);
  // Each at its own field, which names it.
  for (const [name, sentence] of [
    ["m", /takes a (whole )?number/],
    ["base", /^Base takes/],
  ]) {
    const input = figure.locator(`#field-${name}`);
    await expect(input).toHaveAccessibleDescription(sentence);
    const [field, alert] = await Promise.all([
      input.boundingBox(),
      figure
        .locator(".control", { has: page.locator(`#field-${name}`) })
        .getByRole("alert")
        .boundingBox(),
    ]);
    expect((alert?.y ?? NaN) - (field?.y ?? NaN)).toBeLessThan(80);
  }
  await figure.evaluate((element) => element.setAttribute("m", "7"));
  await expect(figure.getByRole("alert")).toHaveText([/^Base takes/]);
  await figure.getByRole("button", { name: "Reset" }).click();
  await expect(figure.getByRole("alert")).toHaveCount(0);
});

test("whoever takes hold of a control stops the playing and can type", async ({ page }) => {
  const { figure, sentence } = await open(page, "position-table", "table-clocks");
  await figure.getByRole("button", { name: "Play" }).click();
  const position = figure.getByRole("textbox", { name: "Position" });
  await position.click();
  await expect(figure.getByRole("button", { name: "Play" })).toBeVisible();
  await position.press("ControlOrMeta+a");
  await position.pressSequentially("42", { delay: 100 });
  await position.press("Enter");
  await expect(sentence).toHaveText(/^Position 42 has/);
});

test("buttons are wide enough for a finger", async ({ page }) => {
  const { figure } = await open(page, "position-table", "table-clocks");
  for (const button of await figure.getByRole("button").all()) {
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
});

test("files can be chosen again, and a faulty config.json is named while the weights wait", async ({ page }) => {
  const { figure } = await open(page, "learned-table", "token-plus-position");
  await figure.getByText("A GPT-2 of your own").click();
  const files = figure.locator("input[type=file]");
  const status = figure.getByRole("status");
  await files.setInputFiles(weights);
  await expect(status).toHaveText(/its config\.json is still missing/);
  expect(await files.evaluate((/** @type {HTMLInputElement} */ input) => input.files?.length)).toBe(0);
  for (const content of [null, []]) {
    await files.setInputFiles(configWith(content));
    await expect(status).toHaveText(/^config\.json holds no configuration/);
  }
  await files.setInputFiles(configWith({ model_type: "gpt_neox" }));
  await expect(status).toHaveText(/^config\.json was not taken: .*gpt_neox/);
  await figure.evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData("text/plain", "a piece of text");
    element.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(status).toHaveText(/^config\.json was not taken/);
  await files.setInputFiles(golden("config.json"));
  await expect(figure.getByRole("row", { name: /equal/ })).toHaveCount(4);
});

test("a refused list of token ids stays to be mended, and so does the check before it", async ({ page }) => {
  const { figure } = await open(page, "learned-table", "token-plus-position");
  await figure.getByText("A GPT-2 of your own").click();
  await figure.locator("input[type=file]").setInputFiles([weights, golden("config.json")]);
  const ids = figure.getByRole("textbox", { name: "Token ids to check" });
  for (const [typed, sentence] of [
    ["abc", /“abc” is no token id/],
    ["1,000", /“1,000” may be one id or several/],
  ]) {
    await ids.fill(/** @type {string} */ (typed));
    await ids.press("Enter");
    await expect(figure.getByRole("status")).toHaveText(sentence);
    await expect(ids).toHaveValue(/** @type {string} */ (typed));
    await expect(ids).toHaveAttribute("aria-invalid", "true");
    await expect(figure.getByRole("row", { name: /equal/ })).toHaveCount(4);
  }
  await ids.fill("9");
  await ids.press("Enter");
  await expect(figure.getByRole("status")).toHaveText("1 row checked.");
  await expect(figure.getByText("The row agrees: the stream is the sum of two rows.")).toBeVisible();
  await expect(ids).toHaveAttribute("aria-invalid", "false");
});
