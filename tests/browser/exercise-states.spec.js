// Every state of every kind of exercise, in one page, one after the other: the rules of axe in both themes, what is announced, where the
// focus goes, and the way through it by keys.
import axe from "axe-core";

import { expect, test } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */

/** One of each kind of answer and look; what is asked has no say. */
const kinds = {
  sinusoid_row: {},
  wavelength: {},
  shift_matrix: {},
  residual_sum: {},
  alibi_slopes: {},
  rope_vector: { layout: "any" },
  permute: {},
  zeroed_table: {},
  same_family: {},
  find_the_bug: { variant: "sines_only" },
  rope_place: {},
  code_alibi: {},
};

/** A frame of exercises, with axe and what walks through their states. @param {Page} page */
async function open(page) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("embed/v1/exercise/?exercise=sinusoid_row");
  await expect(page.getByRole("button", { name: "Check" })).toBeEnabled();
  await page.evaluate(axe.source);
  await page.evaluate(() => {
    const exercise = /** @type {any} */ (document.querySelector("where-exercise"));
    let seed = 1;
    const inside = (/** @type {string} */ selector) => exercise.shadowRoot.querySelector(selector);
    const settled = () => exercise.updateComplete;
    const write = async (/** @type {any} */ answer) => {
      const { choice, numbers = answer } = typeof answer === "string" ? { choice: answer, numbers: [] } : answer;
      const { answer: kind } = exercise.instance;
      if (kind === "code" || kind === "order") exercise.remember({ typed: answer });
      else {
        if (choice) inside(`input[value="${choice}"]`).click();
        for (const [index, { decimals }] of (exercise.instance.fields ?? []).entries()) {
          const value = numbers[index] ?? "";
          inside(`#field-${index}`).value = typeof value === "number" ? value.toFixed(decimals) : value;
          inside(`#field-${index}`).dispatchEvent(new Event("input"));
        }
      }
      await settled();
    };
    const check = async () => {
      inside(".check").click();
      for (await settled(); exercise.program?.running; await settled()) await new Promise((go) => setTimeout(go, 20));
      await settled();
    };
    Object.assign(window, {
      exercise,
      inside,
      write,
      check,
      /** Goes on to a kind of exercise. */
      async begin(/** @type {string} */ id, /** @type {Record<string, string>} */ parameters) {
        for (const name of exercise.getAttributeNames())
          if (!["exercise", "seed"].includes(name)) exercise.removeAttribute(name);
        for (const [name, value] of Object.entries(parameters)) exercise.setAttribute(name, value);
        const ready = new Promise((resolve) => exercise.addEventListener("where-ready", resolve, { once: true }));
        exercise.setAttribute("exercise", id);
        exercise.setAttribute("seed", String(++seed));
        await ready;
        await settled();
      },
      async press(/** @type {string} */ selector) {
        inside(selector).click();
        await settled();
      },
      answers() {
        const { engine, instance } = exercise;
        if (instance.answer === "code") {
          const right = engine.solution(instance).program;
          return { right: [right], mistake: [right.replace("(key - row)", "(row - key)")] };
        }
        const known = engine.misconceptions(instance.id, instance).filter((/** @type {any} */ each) => each.applicable);
        const made = known.map((/** @type {any} */ { id }) => engine.runMistake(instance, id));
        const fits = (/** @type {any} */ answer) => !Array.isArray(answer) || !instance.fields || answer.length === instance.fields.length; // prettier-ignore
        return { right: engine.solution(instance).answer, mistake: made.find(fits) };
      },
    });
  });
}

test("every state of every kind of exercise can be used by everybody, light and dark", async ({ page }) => {
  test.setTimeout(180_000);
  await open(page);
  const { faults, states } = await page.evaluate(async (kinds) => {
    const { exercise, inside, write, check, begin, press, answers, axe } = /** @type {any} */ (window);
    /** @type {string[]} */
    const [faults, states] = [[], []];
    const look = async (/** @type {string} */ state) => {
      states.push(`${exercise.exercise}, ${state}`);
      for (const theme of ["light", "dark"]) {
        document.documentElement.dataset.theme = theme;
        const { violations } = await axe.run(exercise, {
          resultTypes: ["violations"],
          // Only colours differ between the themes.
          ...(theme === "dark" && { runOnly: ["color-contrast"] }),
        });
        for (const { id, nodes } of violations)
          faults.push(`${states.at(-1)}, ${theme}: ${id} at ${nodes.map((/** @type {any} */ { target }) => target.join(" ")).join("; ")}`); // prettier-ignore
      }
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth > clientWidth) faults.push(`${states.at(-1)}: scrolls sideways`);
    };
    for (const [id, parameters] of Object.entries(kinds)) {
      await begin(id, parameters);
      const { right, mistake } = answers();
      const { answer, fields } = exercise.instance;
      await look("fresh");
      await check();
      await look("nothing done yet");
      if (fields) {
        await write(Array.isArray(right) ? ["nonsense", "", "1"] : { ...right, numbers: ["nonsense"] });
        await check();
        await look("unreadable");
        const off = (right.numbers ?? right).map((/** @type {number} */ value) => value + 77);
        await write(Array.isArray(right) ? off : { ...right, numbers: off });
        await check();
        await look("off");
      }
      if (answer === "code") {
        inside(".program button").click();
        while (!inside("where-editor")) await new Promise((go) => setTimeout(go, 20));
        await look("written in");
        for (const [state, program] of Object.entries({
          "not JavaScript": "function (",
          "another name, and printed": "console.log('x'.repeat(200))",
          "an error": `const ${exercise.instance.function} = () => nowhere;`,
        })) {
          await write([program]);
          await check();
          await look(state);
        }
        await write([`function ${exercise.instance.function}() { for (;;) {} }`]);
        inside(".check").click();
        await exercise.updateComplete;
        await look("running");
        while (exercise.program.running) await new Promise((go) => setTimeout(go, 20));
        await look("stopped");
      }
      await write(mistake);
      await check();
      await look("a mistake");
      while (inside(".next-hint[aria-disabled=false]")) await press(".next-hint");
      if (inside(".compare")) await press(".compare");
      await press(".open-solution");
      await look("comparison, hints and solution open");
      await write(right);
      await look("another answer than the one checked");
      await check();
      if (!exercise.grade.passed) faults.push(`${id}: not passed`);
      await look("right");
    }
    return { faults, states };
  }, kinds);
  expect(faults).toEqual([]);
  expect(states.length).toBeGreaterThan(70);
});

test("an exercise whose words have the colour of the ground, and a field without a name, are found", async ({
  page,
}) => {
  await open(page);
  const found = await page.evaluate(async () => {
    const { exercise, inside, axe } = /** @type {any} */ (window);
    inside("#prompt").style.color = "var(--line)";
    inside("label").remove();
    const { violations } = await axe.run(exercise, { resultTypes: ["violations"] });
    return violations.map((/** @type {any} */ { id }) => id);
  });
  expect(found).toEqual(expect.arrayContaining(["color-contrast", "label"]));
});

test("a verdict is announced once, the same one again too, and nothing else is said with it", async ({ page }) => {
  await open(page);
  const said = await page.evaluate(async (kinds) => {
    const { exercise, inside, write, check, begin, press, answers } = /** @type {any} */ (window);
    /** What a screen reader would say: the live regions that changed, each whole. @type {string[]} */
    let spoken = [];
    new MutationObserver((records) => {
      const regions = records.map(({ target }) =>
        /** @type {Element} */ (target.nodeType === Node.TEXT_NODE ? target.parentElement : target).closest(
          "[aria-live], [role=status], [role=alert]",
        ),
      );
      for (const region of new Set(regions)) if (region) spoken.push(region.textContent.trim().replace(/\s+/g, " "));
    }).observe(exercise.shadowRoot, { subtree: true, childList: true, characterData: true });
    const hear = async (/** @type {() => Promise<void>} */ act) => {
      spoken = [];
      await act();
      await new Promise((go) => setTimeout(go));
      return spoken.filter((sentence) => sentence !== "");
    };
    /** @type {Record<string, Record<string, string[]>>} */
    const said = {};
    for (const [id, parameters] of Object.entries(kinds)) {
      if (id.startsWith("code")) continue; // said where it has run, after "Your program is running"
      await begin(id, parameters);
      const { right, mistake } = answers();
      await write(mistake);
      said[id] = {
        untold: await hear(() => write(mistake)),
        once: await hear(check),
        again: await hear(check),
        hint: await hear(() => press(".next-hint")),
        comparison: inside(".compare") ? await hear(() => press(".compare")) : [],
        solution: await hear(() => press(".open-solution")),
        right: await hear(async () => (await write(right), check())),
        next: await hear(() => exercise.next()),
        prompt: [exercise.instance.prompt],
      };
    }
    return said;
  }, kinds);
  for (const [id, heard] of Object.entries(said)) {
    const counts = Object.fromEntries(Object.entries(heard).map(([what, sentences]) => [what, sentences.length]));
    const silent = { untold: 0, comparison: 0, solution: 0 };
    expect(counts, id).toEqual({ once: 1, again: 1, hint: 1, right: 1, next: 1, prompt: 1, ...silent });
    expect(heard.again, id).toEqual(heard.once);
    expect(heard.right[0], id).toMatch(/^Right/);
    expect(heard.next, `${id}: the new question`).toEqual(heard.prompt.map((prompt) => prompt.replace(/\s+/g, " ")));
  }
});

test("keys lead through every kind of exercise, and are seen to; the focus goes where it goes on", async ({ page }) => {
  test.slow();
  await open(page);
  for (const [id, parameters] of Object.entries(kinds)) {
    await page.evaluate(async ([id, parameters]) => {
      const { write, check, begin, press, answers, inside } = /** @type {any} */ (window);
      await begin(id, parameters);
      await write(answers().mistake);
      await check();
      if (inside(".compare")) await press(".compare");
    }, /** @type {const} */ ([id, parameters]));
    /** Which stop has the focus, of how many, and whether its ring shows. */
    const focus = (/** @type {boolean} */ begin) =>
      page.evaluate((begin) => {
        const { exercise } = /** @type {any} */ (window);
        const { shadowRoot } = exercise;
        const all = [...shadowRoot.querySelectorAll("input, button, [tabindex='0']")];
        const stops = all.filter((stop) => !stop.disabled && (stop.type !== "radio" || stop.checked));
        if (begin) stops[0].focus();
        const focused = shadowRoot.activeElement;
        if (focused === null) return { at: -1, count: stops.length, shown: true };
        const { outlineStyle, outlineWidth } = getComputedStyle(focused);
        const shown = outlineStyle !== "none" && parseFloat(outlineWidth) >= 1;
        return { at: stops.indexOf(focused), count: stops.length, shown, what: focused.outerHTML.slice(0, 80) };
      }, begin);
    await page.keyboard.press("Shift");
    let now = await focus(true);
    for (let at = 0; at < now.count; ++at) {
      expect(now, `${id}, stop ${at}`).toMatchObject({ at, shown: true });
      await page.keyboard.press("Tab");
      now = await focus(false);
    }
    expect(now.at, `${id}: the keys lead out of it`).toBe(-1);
  }

  const exercise = page.locator("where-exercise");
  const begin = (/** @type {string} */ id) => page.evaluate((id) => /** @type {any} */ (window).begin(id, {}), id);
  const next = exercise.getByRole("button", { name: "Another one" });
  // Answered from an empty field on: the first unreadable one has the focus, then the first of the next instance.
  await begin("shift_matrix");
  await exercise.locator("#field-0").fill("1");
  await page.keyboard.press("Enter");
  await expect(exercise.locator("#field-1")).toBeFocused();
  await expect(exercise.locator("#field-1")).toHaveAccessibleDescription("not a number yet");
  await next.focus();
  await page.keyboard.press("Enter");
  await expect(exercise.locator("#field-0")).toBeFocused();
  // A choice by keys alone.
  await begin("permute");
  await exercise.getByRole("radio").first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(exercise.getByRole("radio").nth(1)).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(exercise.getByRole("status")).not.toBeEmpty();
  await expect(exercise.getByRole("radio").nth(1)).toBeFocused();
  // A program has no field: the focus stays, and the new question is announced.
  await begin("code_rope");
  await next.focus();
  await page.keyboard.press("Enter");
  await expect(next).toBeFocused();
});
