// A figure in its lesson, once it is live.

/** @typedef {import("@playwright/test").Page} Page */

/** Opens a lesson and waits until a figure in it is live. @param {Page} page @param {string} slug @param {string} name */
export async function open(page, slug, name) {
  await page.goto(`lessons/${slug}/`);
  const figure = page.locator(`where-${name}`);
  await figure.getByRole("button", { name: "Reset" }).waitFor();
  const picture = figure.locator("svg.picture");
  await picture.scrollIntoViewIfNeeded();
  const box = /** @type {{ x: number, y: number, width: number }} */ (await picture.boundingBox());
  const units = Number(await picture.getAttribute("width"));
  /** A place of the drawing on the screen. @param {number} x @param {number} y */
  const place = (x, y) => ({ x: box.x + (x * box.width) / units, y: box.y + (y * box.width) / units });
  return { figure, picture, place, sentence: figure.locator(".sentence") };
}
