// Frames before they are live, and where they never will be: the picture that holds the place, and what is said when nothing comes.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

import { frame, hostPage } from "./host-pages.js";
import { expect, heard, messages, test } from "./host-test.js";

test("until it is live a frame shows the question or the picture of what its address asks for, or only its room", async ({
  page,
  address,
}) => {
  /** @type {() => void} */
  let release = () => {};
  const open = async (/** @type {string} */ query) => {
    await page.unrouteAll();
    const held = new Promise((resolve) => (release = () => resolve(undefined)));
    // Of the element alone, not of what the frame itself reads its address with.
    await page.route(/\/(exercise|rope-clocks)-[\w-]{8}\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${address}embed/v1/${query}`);
  };
  const live = async () => {
    release();
    await expect(page.getByRole("button", { name: /^(Check|Reset)$/ })).toBeEnabled();
    await expect(page.locator(".poster")).toHaveCount(0);
  };
  const prompt = page.locator(".poster .prompt");
  const height = () => page.locator("main").evaluate((main) => main.getBoundingClientRect().height);

  await open("exercise/?exercise=rope_vector");
  await expect(prompt).toHaveText(/^Rotate \[/);
  await expect(prompt).toBeVisible();
  await expect(page.getByText("on its way")).toBeHidden();
  const before = await height();
  const question = await prompt.textContent();
  await live();
  await expect(page.locator("where-exercise .prompt")).toHaveText(question ?? "");
  expect(await height()).toBe(before);

  // Another instance, and another exercise: none of their numbers stand there.
  for (const query of ["exercise=rope_vector&seed=7", "exercise=table_edge&seed=1&learner=ann"]) {
    await open(`exercise/?${query}`);
    await expect(prompt).toBeHidden();
    await expect(page.getByText("on its way")).toBeVisible();
    await live();
  }

  const sentence = page.locator(".poster .sentence");
  await open("rope-clocks/?base=10000&hide=base");
  await expect(sentence).toBeVisible();
  await expect(page.locator('[data-setting="base"]')).toHaveCount(0);
  await expect(page.locator('[data-setting="m"]')).toHaveCount(1);
  const room = await height();
  await live();
  expect(await height()).toBe(room);
  await open("rope-clocks/?base=100");
  await expect(sentence).toBeHidden();
  await expect(page.locator(".poster .see")).toBeVisible();
  await live();
});

test("a frame whose own script, or whose engine, does not come says so, here and to the page around", async ({
  page,
  host,
  address,
  complaints,
}) => {
  const content = frame(address, "exercise/?exercise=table_edge&seed=4", 'width="600" height="300"');
  const inside = page.frameLocator("iframe");
  for (const part of [/\/frame-[^/]*\.js$/, /\/sentences-[^/]*\.js$/]) {
    await page.route(part, (route) => route.abort());
    await page.goto(host.add(hostPage(content, `${address}embed/host.js`)));
    await expect(inside.getByRole("alert")).toContainText("A part of this frame could not be loaded");
    await expect(inside.getByText("on its way")).toHaveCount(0);
    const detail = { name: "exercise", exercise: "table_edge", seed: 4, message: expect.any(String) };
    await expect.poll(async () => (await messages(page, "where-error")).map((each) => each.detail)).toEqual([detail]);
    expect(await heard(page, "where-error")).toHaveLength(1);
    await page.unroute(part);
  }
  await inside.getByRole("button", { name: "Try again" }).click();
  await expect(inside.getByRole("button", { name: "Check" })).toBeEnabled();

  await page.route(/\.wasm$/, (route) => route.abort());
  for (const query of ["exercise/?exercise=table_edge&seed=4", "rope-clocks/?base=100"]) {
    await page.goto(`${address}embed/v1/${query}`);
    await expect(page.getByRole("alert")).toContainText("did not load");
    await expect(page.getByText("on its way")).toHaveCount(0);
    await expect(page.locator("[data-other] .poster")).toHaveCount(0);
  }
  complaints.splice(0);
});

test("what is typed is kept where the browser lets third parties keep something, and where not, that is said", async ({
  page,
  host,
  address,
}, info) => {
  const content = frame(address, "exercise/?exercise=table_edge&seed=4", 'width="600" height="400"');
  const shown = host.add(hostPage(content));
  const type = async (/** @type {import("@playwright/test").Page} */ where) => {
    await where.goto(shown);
    await where.frameLocator("iframe").getByRole("textbox").first().fill("5");
    return where.frameLocator("iframe").getByText("does not let the page keep what you type");
  };
  // Chromium's windows that leave no traces, as here, block the storage of third parties.
  await expect(await type(page)).toBeVisible();
  const folder = info.outputPath("profile");
  mkdirSync(path.join(folder, "Default"), { recursive: true });
  const allowed = { profile: { cookie_controls_mode: 0, block_third_party_cookies: false } };
  writeFileSync(path.join(folder, "Default", "Preferences"), JSON.stringify(allowed));
  const browser = await chromium.launchPersistentContext(folder, info.project.use.launchOptions);
  const other = await browser.newPage();
  await expect(await type(other)).toHaveCount(0);
  await other.reload();
  await expect(other.frameLocator("iframe").getByRole("textbox").first()).toHaveValue("5");
  await browser.close();
});
