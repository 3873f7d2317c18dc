// Every figure in every state that its controls lead to: the rules of axe in both themes, what is spoken while a slider is dragged,
// the way through it by keys, colours of the reader's own. One page a lesson, its states one after the other.
import { fileURLToPath } from "node:url";

import { bringRules, faultsOf } from "./accessible.js";
import { expect, lessons, test } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */

const figures = "article > [data-embed]:not(where-exercise)";
const golden = (/** @type {string} */ name) => fileURLToPath(new URL(`../golden/gpt2-tiny/${name}`, import.meta.url));

/** Opens a lesson, waits until everything in it is live, and brings axe. @param {Page} page @param {string} slug */
async function open(page, slug) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`lessons/${slug}/`);
  await expect(page.locator("[data-embed] > .poster")).toHaveCount(0, { timeout: 30_000 });
  await bringRules(page);
}

// The longest file: both browsers share its tests.
test.describe.configure({ mode: "parallel" });

for (const slug of lessons) {
  test(`${slug}: every state of every figure can be used by everybody, light and dark`, async ({ page }) => {
    test.setTimeout(180_000);
    await open(page, slug);
    // The ends of each slider, each choice, each switch, both tables of the links, an entry that is refused.
    const found = await page.evaluate(async (selector) => {
      const faults = [];
      for (const figure of /** @type {any[]} */ ([...document.querySelectorAll(selector)])) {
        const values = (/** @type {any} */ { type, minimum, maximum, choices = [] }) =>
          type === "number" || type === "whole" ? [minimum, maximum]
          : type === "choice" ? choices
          : type === "set" ? [choices.slice(0, minimum), choices.slice(0, maximum)]
          : type === "switch" ? [true, false]
          : []; // prettier-ignore
        const look = async (/** @type {string} */ state) => {
          await figure.updateComplete;
          for (const theme of ["light", "dark"]) {
            document.documentElement.dataset.theme = theme;
            // Only colours differ between the themes.
            const options = theme === "dark" ? { runOnly: ["color-contrast"] } : {};
            for (const fault of await /** @type {any} */ (window).faultsOf([figure], options))
              faults.push(`${figure.localName}, ${state}, ${theme}: ${fault}`);
          }
        };
        await look("first");
        for (const setting of figure.figure.settings) {
          if (setting.drawn) continue;
          for (const value of values(setting)) {
            await figure.change({ [setting.name]: value });
            await look(`${setting.name} ${value}`);
          }
          await figure.reset();
        }
        for (const details of figure.shadowRoot.querySelectorAll(".links details")) details.open = true;
        const field = figure.shadowRoot.querySelector(".field");
        if (field) {
          field.value = "";
          field.dispatchEvent(new Event("change"));
        }
        await new Promise((resolve) => setTimeout(resolve));
        await look("links open, an entry refused");
        await figure.reset();
      }
      delete document.documentElement.dataset.theme;
      return faults;
    }, figures);
    expect(found).toEqual([]);
    await page.emulateMedia({ media: "print" });
    expect(await faultsOf(page, "main"), "printed").toEqual([]);
  });

  test(`${slug}: dragging a slider is spoken of once, and keys lead through every figure`, async ({ page }) => {
    test.slow();
    await open(page, slug);
    const { spoken, stalls } = await page.evaluate(async (selector) => {
      const all = /** @type {any[]} */ ([...document.querySelectorAll(selector)]);
      const wait = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));
      const counts = all.map(({ localName, shadowRoot }) => {
        const count = { name: localName, times: 0 };
        const isLive = ({ target }) =>
          (target.nodeType === Node.TEXT_NODE ? target.parentElement : target)?.closest(
            "[aria-live], [role=status], [role=alert]",
          ) !== null;
        new MutationObserver((records) => (count.times += records.some(isLive) ? 1 : 0)).observe(shadowRoot, {
          subtree: true,
          childList: true,
          characterData: true,
        });
        return count;
      });
      const sliders = all.map(({ shadowRoot }) => shadowRoot.querySelector(".slider")).filter(Boolean);
      // Where the machine stands still for long, a figure takes it for the reader's pause.
      let [stalls, last] = [0, performance.now()];
      for (let step = 1; step <= 12; ++step) {
        for (const slider of sliders) {
          slider.value = String(Number(slider.min) + ((slider.max - slider.min) * step) / 13);
          slider.dispatchEvent(new Event("input", { bubbles: true }));
        }
        await wait(40);
        if (performance.now() - last > 600) stalls += 1;
        last = performance.now();
      }
      await wait(1500);
      return { spoken: counts, stalls };
    }, figures);
    for (const { name, times } of spoken) expect(times, `${name} spoke ${times} times`).toBeLessThanOrEqual(2 + stalls);

    for (const figure of await page.locator(figures).all()) {
      const name = await figure.evaluate((element) => element.localName);
      const focus = (/** @type {any} */ element, /** @type {boolean} */ begin) => {
        const { shadowRoot } = element;
        const stops = [...shadowRoot.querySelectorAll("input, button, textarea, summary, [tabindex='0']")].filter(
          (stop) =>
            stop.checkVisibility({ visibilityProperty: true }) &&
            // Of a group of radio buttons the chosen one takes the focus for all.
            (stop.type !== "radio" || stop.checked) &&
            !stop.disabled,
        );
        if (begin) stops[0].focus();
        const focused = shadowRoot.activeElement;
        if (focused === null) return { at: -1, count: stops.length, shown: true };
        // The ring lies around the stop itself, beside it where it is not drawn itself, or within it in a drawing.
        const rings = [focused, focused.nextElementSibling, ...focused.querySelectorAll(".ring")].filter(Boolean);
        const shown = rings.some((ring) => {
          const { outlineStyle, outlineWidth, stroke, strokeWidth } = getComputedStyle(ring);
          const isRing = ring.matches(".ring") && stroke !== "none" && parseFloat(strokeWidth) >= 2;
          return isRing || (outlineStyle !== "none" && parseFloat(outlineWidth) >= 1);
        });
        return { at: stops.indexOf(focused), count: stops.length, shown, what: focused.outerHTML.slice(0, 80) };
      };
      // A key first, so that what is focused is known to have been reached by keys.
      await page.keyboard.press("Shift");
      let now = await figure.evaluate(focus, true);
      for (let at = 0; at < now.count; ++at) {
        expect(now, `${name}, stop ${at}`).toMatchObject({ at, shown: true });
        await page.keyboard.press("Tab");
        now = await figure.evaluate(focus, false);
      }
      expect(now.at, `${name}: the keys lead out of it`).toBe(-1);
    }
  });
}

test("a figure whose slider has no name, words in the colour of the ground and a page of no language are found", async ({
  page,
}) => {
  await open(page, "rope");
  await page.locator("where-rope-clocks").evaluate((/** @type {any} */ { shadowRoot }) => {
    shadowRoot.querySelector(".slider").removeAttribute("aria-label");
    shadowRoot.querySelector(".sentence").style.color = "var(--line)";
  });
  const found = await faultsOf(page, "where-rope-clocks");
  expect(found.map((each) => each.split(":")[0]).sort()).toEqual(["color-contrast", "label"]);
  await page.evaluate(() => document.documentElement.removeAttribute("lang"));
  const everywhere = await faultsOf(page);
  expect(everywhere.map((each) => each.split(":")[0]).sort()).toEqual(["color-contrast", "html-has-lang", "label"]);
});

test("training: running, paused, stopped and done; a refused model", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, "mask-leaks");
  const leak = page.locator("where-mask-leak");
  const button = (/** @type {string} */ name) => leak.getByRole("button", { name, exact: true });
  const clean = async (/** @type {string} */ part, /** @type {string} */ state) => {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await faultsOf(page, part), `${state}, ${colorScheme}`).toEqual([]);
    }
  };
  await button("Train").click();
  await expect(button("Pause")).toBeVisible();
  await clean("where-mask-leak", "running");
  await button("Pause").click();
  await expect(button("Go on")).toBeVisible();
  await clean("where-mask-leak", "paused");
  await button("Stop").click();
  await clean("where-mask-leak", "stopped");
  await open(page, "lab");
  const race = page.locator("where-encoding-race");
  await race.evaluate((/** @type {any} */ figure) => figure.change({ encodings: ["none"], steps: 20, length: 16 }));
  await race.getByRole("button", { name: "Train" }).click();
  await expect.poll(() => race.evaluate((/** @type {any} */ figure) => figure.training?.phase), { timeout: 60_000 }).toBe("done"); // prettier-ignore
  await clean("where-encoding-race", "done");
  await open(page, "learned-table");
  const dropped = page.locator("where-checkpoint");
  await dropped.getByText("Your own files").click();
  const input = dropped.locator("input[type=file]");
  await input.setInputFiles({ name: "config.json", mimeType: "", buffer: Buffer.from('{"model_type": "opt"}') });
  await input.setInputFiles(golden("model.noprefix-with-buffers.safetensors"));
  await expect(dropped.locator(".phase")).toContainText("was not taken");
  await clean("where-checkpoint", "a refused model");
});

test("with colours of the reader's own, what is chosen can be told from what is not", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await page.goto("lessons/mask-leaks/");
  const options = page.locator("where-mask-leak .option span");
  // What is read while the figure takes its picture's place is in no page, and has no colour.
  await expect(async () => {
    const grounds = await options.evaluateAll((all) => all.map((option) => getComputedStyle(option).backgroundColor));
    expect(grounds).not.toContain("");
    expect(new Set(grounds).size, grounds.join()).toBe(2);
  }).toPass({ timeout: 10_000 });
  // The page's own ink is no colour of the reader's: text of these buttons would lie on its own ground.
  const check = page.locator("where-exercise button.check").first();
  await expect(async () => {
    const [ground, ink] = await check.evaluate((button) => {
      const { backgroundColor, color, forcedColorAdjust } = getComputedStyle(button);
      return [`${forcedColorAdjust} ${backgroundColor}`, `none ${color}`];
    });
    expect(ground).toMatch(/^none rgb/);
    expect(ground).not.toBe(ink);
  }).toPass({ timeout: 10_000 });
  const theme = page.getByRole("button", { name: "Dark" });
  const ring = () => theme.evaluate((button) => getComputedStyle(button, "::before").backgroundColor);
  const before = await ring();
  await theme.click();
  expect(await ring()).not.toBe(before);
});
