// A figure in its lesson, once it is live.

/** @typedef {import("@playwright/test").Page} Page */

/** Opens a lesson and waits until a figure in it is live. @param {Page} page @param {string} slug @param {string} name */
export async function open(page, slug, name) {
  await page.goto(`lessons/${slug}/`);
  const figure = page.locator(`where-${name}`);
  await figure.getByRole("button", { name: "Reset" }).waitFor();
  const picture = figure.locator("svg.picture");
  await picture.scrollIntoViewIfNeeded();
  /** A place of the drawing on the screen, as it lies now. @param {number} x @param {number} y */
  const place = async (x, y) => {
    const { left, top, width } = await standing(picture);
    const scale = width / Number(await picture.getAttribute("width"));
    return { x: left + x * scale, y: top + y * scale };
  };
  return { figure, picture, place, sentence: figure.locator(".sentence") };
}

/**
 * Where something lies on the screen, once the page stands still around it: figures above may still come to life.
 * @param {import("@playwright/test").Locator} locator
 */
function standing(locator) {
  return locator.evaluate(async (element) => {
    const box = () => element.getBoundingClientRect().toJSON();
    let [before, still] = [box(), 0];
    for (let frame = 0; still < 5; ++frame) {
      if (frame > 300) throw new Error("the figure never stood still");
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = box();
      still = now.x === before.x && now.y === before.y ? still + 1 : 0;
      before = now;
    }
    if (before.bottom < 0 || before.top > innerHeight) throw new Error(`it lies at ${before.top}, out of sight`);
    return before;
  });
}

/** The middle of a handle's knob on the screen. @param {import("@playwright/test").Locator} figure @param {string} handle */
export async function knob(figure, handle) {
  const circle = figure.locator(`[data-handle=${handle}] circle`).first();
  await circle.scrollIntoViewIfNeeded();
  const { left, right, top, bottom } = await standing(circle);
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}
