// The code that puts a figure or an exercise of a lesson into another page: asked for, chosen, copied, pasted.
import { frameSnippet } from "../../web/embed/offer/snippet.js";
import { expectAccessible } from "./accessible.js";
import { hostPage } from "./host-pages.js";
import { expect, test } from "./host-test.js";

/** @param {import("@playwright/test").Page} page */
const dialogOf = (page) => page.getByRole("dialog", { name: /^Embed this/ });

test("what is copied of a figure shows the same state in a page of another site", async ({
  page,
  context,
  host,
  address,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("lessons/rope/");
  const figure = page.locator("where-rope-clocks").first();
  await figure.getByRole("textbox", { name: "Query at m" }).fill("7.25");
  await figure.getByRole("textbox", { name: "Query at m" }).press("Enter");
  await figure.getByRole("textbox", { name: "Key", exact: true }).fill("1; -0,5; 0.25; 2");
  await figure.getByRole("textbox", { name: "Key", exact: true }).press("Enter");
  await expect(figure.locator(".sentence")).toContainText("score(7.25, 2)");
  const sentence = await figure.locator(".sentence").textContent();
  await figure.getByRole("button", { name: "Copy embed code" }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole("checkbox", { name: "Base" }).check();
  await dialog.getByRole("radio", { name: "dark" }).check();
  await dialog.getByRole("checkbox", { name: /^with a script/ }).check();
  // The preview is the frame itself; the code is as high as that says.
  const preview = page.frameLocator("embed-code iframe");
  await expect(preview.locator(".sentence")).toHaveText(String(sentence));
  await expect(preview.getByRole("textbox", { name: "Base" })).toHaveCount(0);
  const frame = page.locator("embed-code iframe");
  await expect.poll(() => preview.locator("body").evaluate((body) => innerHeight >= body.offsetHeight)).toBe(true);
  await dialog.getByRole("button", { name: "Copy" }).click();
  await expect(dialog.getByRole("status")).toContainText("Copied.");
  await expect(dialog.locator(".local")).toContainText(`${address}, an address that works on this machine alone`);
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toBe(await dialog.getByRole("textbox", { name: "Code to paste" }).inputValue());
  expect(code).toContain(
    `src="${address}embed/v1/rope-clocks/?m=7.25&amp;key=1,-0.5,0.25,2&amp;hide=base&amp;theme=dark"`,
  );
  expect(code).toContain(`height="${await frame.getAttribute("height")}"`);

  await page.goto(host.add(hostPage(code)));
  const pasted = page.frameLocator("iframe");
  await expect(pasted.locator(".sentence")).toHaveText(String(sentence));
  await expect(pasted.getByRole("alert")).toHaveCount(0);
  await expect(pasted.getByRole("textbox", { name: "Query at m" })).toHaveValue("7.25");
  await expect(pasted.getByRole("textbox", { name: "Base" })).toHaveCount(0);
  await expect(pasted.getByRole("button", { name: "Reset" })).toBeVisible();
  // A frame offers no code of its own.
  await expect(pasted.getByRole("button", { name: "Copy embed code" })).toHaveCount(0);
});

test("in a page of another site, an attempt code is copied at the button where the pasted frame allows it", async ({
  page,
  host,
  address,
  complaints,
}) => {
  const settings = { exercise: "permute", seed: "2", causal: "false", kind: "none" };
  const wanted = { name: "exercise", title: "An exercise", settings, hide: [], theme: "auto", lang: "en" };
  const code = frameSnippet(address, wanted, { height: 900, fits: false });
  const copied = async (/** @type {string} */ pasted) => {
    await page.goto(host.add(hostPage(pasted)));
    const frame = page.frameLocator("iframe");
    await frame.getByRole("radio").first().check();
    await frame.getByRole("button", { name: "Check" }).click();
    await frame.getByRole("button", { name: "Copy attempt code" }).click();
    const said = frame.locator(".attempt [aria-live]");
    await expect(said).toContainText("for an instructor who asks for it.");
    return said.textContent();
  };
  expect(await copied(code)).toContain("Copied.");
  const without = code.replace(' allow="clipboard-write"', "");
  expect(without).not.toBe(code);
  expect(await copied(without)).toContain("This browser does not let the page copy.");
  // The browser says so too.
  const blocked = (/** @type {string} */ each) => /clipboard/i.test(each);
  await expect.poll(() => complaints.some(blocked)).toBe(true);
  complaints.splice(0, Infinity, ...complaints.filter((/** @type {string} */ each) => !blocked(each)));
});

test("the code of an exercise is had by keys alone, and everybody can use the dialog", async ({ page, address }) => {
  await page.goto("lessons/rope/");
  const exercise = page.locator("where-exercise").first();
  const button = exercise.getByRole("button", { name: "Copy embed code" });
  const seed = Number(await exercise.getAttribute("seed"));
  await exercise.getByRole("button", { name: "Another one" }).click();
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = dialogOf(page);
  const code = dialog.getByRole("textbox", { name: "Code to paste" });
  const source = `${address}embed/v1/exercise/?exercise=rope_vector&amp;seed=${seed + 1}`;
  await expect(code).toHaveValue(new RegExp(`^<iframe src="${source.replace("?", "\\?")}[&"]`));
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  const press = async (/** @type {string[]} */ ...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // Past the kind, to what is left out.
  await press("Tab", "Tab", "Space");
  await expect(dialog.getByRole("checkbox", { name: "Hint" })).toBeChecked();
  await expect(code).toHaveValue(/hide=hint"/);
  await press("Tab", "Tab", "Tab", "ArrowDown");
  await expect(dialog.getByRole("radio", { name: "light" })).toBeChecked();
  const field = dialog.getByRole("textbox", { name: "Seed" });
  await press("Tab");
  await expect(field).toBeFocused();
  const preview = await page.locator("embed-code iframe").getAttribute("src");
  for (const wrong of ["x7", "-1", "1.5", "9007199254740992", " "]) {
    await field.fill(wrong);
    await press("Tab");
    await expect(dialog.getByRole("alert")).toContainText("A seed is a whole number from 0 to 9007199254740991.");
    await expect(code).toHaveValue("");
    await press("Shift+Tab");
  }
  // What cannot be had is not copied, nor is what was there before.
  await dialog.getByRole("button", { name: "Copy" }).click();
  await expect(dialog.getByRole("status")).toHaveText(/^Nothing was copied/);
  expect(await page.locator("embed-code iframe").getAttribute("src")).toBe(preview);
  await field.fill(" 007 ");
  await press("Tab");
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await expect(code).toHaveValue(/seed=7&/);
  await expect(page.frameLocator("embed-code iframe").locator(".prompt")).not.toBeEmpty();
  await expectAccessible(page, "embed-code");
  // As an element it stands in a page without anything else, by the one script.
  await dialog.getByRole("radio", { name: "element" }).check();
  await expect(code).toHaveValue(
    `<script type="module" src="${address}embed/v1/whereabouts.js"></script>\n<where-exercise exercise="rope_vector" seed="7" hide="hint" theme="light"></where-exercise>`,
  );
  const element = page.frameLocator("embed-code iframe").locator("where-exercise");
  await expect(element.getByRole("button", { name: "Check" })).toBeVisible();
  await expect(element.getByRole("button", { name: "Hint" })).toHaveCount(0);
  await expect(element.getByRole("button", { name: "Copy embed code" })).toHaveCount(0);
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  await press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
  // Nothing runs on where nobody sees it.
  await expect(page.locator("embed-code iframe")).toHaveCount(0);
});

test("a dialog that does not come is said", async ({ page, complaints }) => {
  await page.route(/\/assets\/dialog-[^/]*\.js$/, (route) => route.abort());
  await page.goto("lessons/rope/");
  const exercise = page.locator("where-exercise").first();
  await exercise.getByRole("button", { name: "Copy embed code" }).click();
  await expect(exercise.getByRole("alert")).toContainText("The embed code could not be loaded");
  complaints.splice(0);
});

test("the lists of figures and exercises give code for this very site, and set it up", async ({
  page,
  context,
  address,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const sectionOf = (/** @type {string} */ id) => `section[aria-labelledby="${id}"]`;
  await page.goto("instructors/figures/");
  // Here the site is served by this machine for itself: who copies hears that.
  await expect(page.locator(".notice.local")).toContainText(`${address}, an address that works on this machine alone`);
  const figure = page.locator(sectionOf("rope-clocks"));
  const code = `<iframe src="${address}embed/v1/rope-clocks/" title=`;
  await expect(figure.locator("code", { hasText: "<iframe" })).toContainText(code);
  await figure.getByRole("button", { name: "Copy", exact: true }).first().click();
  await expect(figure.getByRole("status").first()).toHaveText("Copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(code);
  // Drawn in the page, with its letters and its theme, once it is near; the room is there before.
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const [width, id, kind] of /** @type {[number, string, string][]} */ ([
    [390, "word-order", "narrow"],
    [size.width, "table-edge", "wide"],
  ])) {
    await page.setViewportSize({ ...size, width });
    const far = page.locator(sectionOf(id)).locator(`.${kind}-drawing`);
    await expect(far).toBeEmpty();
    const room = (await far.boundingBox())?.height;
    expect(room).toBeGreaterThan(100);
    await far.scrollIntoViewIfNeeded();
    await expect(far.locator("svg")).toBeVisible();
    expect((await far.boundingBox())?.height).toBeCloseTo(room ?? 0, 0);
  }
  const poster = figure.locator("svg.picture").first();
  await poster.scrollIntoViewIfNeeded();
  const family = (/** @type {import("@playwright/test").Locator} */ locator) =>
    locator.evaluate((element) => getComputedStyle(element).fontFamily);
  expect(await family(poster)).toBe(await family(figure.locator(".note").first()));
  await expect(figure.getByRole("link", { name: /^Slide both positions/ })).toHaveAttribute("href", /rope-clocks\/$/);
  await expectAccessible(page, sectionOf("rope-clocks"));
  await figure.getByRole("button", { name: "Set it up, preview and copy: rope-clocks" }).click();
  const dialog = dialogOf(page);
  await dialog.getByRole("checkbox", { name: "the links below it" }).check();
  await expect(dialog.getByRole("textbox", { name: "Code to paste" })).toHaveValue(/rope-clocks\/\?hide=links"/);
  await expect(page.frameLocator("embed-code iframe").locator(".sentence")).toContainText("score(5, 2)");

  await page.goto("instructors/exercises/");
  await expectAccessible(page, sectionOf("rope_vector"));
  const bank = await page.request.head(
    String(
      await page
        .locator(sectionOf("rope_vector"))
        .getByRole("link", { name: "QTI package" })
        .evaluate((link) => /** @type {HTMLAnchorElement} */ (link).href),
    ),
  );
  expect(bank.headers()["content-type"]).toBe("application/zip");
});
