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

/**
 * The middle of a handle's knob on the screen, once the page stands still around it: figures above may still come to life.
 * @param {import("@playwright/test").Locator} figure @param {string} handle
 */
export async function knob(figure, handle) {
  const circle = figure.locator(`[data-handle=${handle}] circle`).first();
  await circle.scrollIntoViewIfNeeded();
  return circle.evaluate(async (element) => {
    const middle = () => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { x: (left + right) / 2, y: (top + bottom) / 2 };
    };
    let [before, still] = [middle(), 0];
    for (let frame = 0; still < 5; ++frame) {
      if (frame > 300) throw new Error("the figure never stood still");
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = middle();
      still = now.x === before.x && now.y === before.y ? still + 1 : 0;
      before = now;
    }
    if (before.y < 0 || before.y > innerHeight) throw new Error(`the knob lies at ${before.y}, out of sight`);
    return before;
  });
}
