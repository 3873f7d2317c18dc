// The controls of a figure: what may be typed, and what is refused and kept.
import { open } from "./figure-page.js";
import { expect, test } from "./site.js";

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
