// What learning platforms take, in programs that are not ours: items of the QTI banks in @citolab/qti-components.
import { expect, test } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { fileURLToPath } from "node:url";

import { engine } from "../javascript/figures-support.js";
import { bank, exercises, instanceOf, mistakesOf, parts, typed } from "../javascript/lms-banks-support.js";

const player = fileURLToPath(new URL("qti-player.js", import.meta.url));
const components = fileURLToPath(
  new URL("../../web/node_modules/@citolab/qti-components/cdn/index.js", import.meta.url),
);

/** The first items of a bank. */
function items(/** @type {string} */ exercise, /** @type {number} */ count) {
  const files = unzipSync(bank(`qti/${exercise}.zip`));
  const names = Object.keys(files).filter((name) => name.startsWith("items/"));
  return names.slice(0, count).map((name) => ({ id: name.slice(6, -4), xml: strFromU8(files[name]) }));
}

/** Responses as an item names them. */
function responses(/** @type {any} */ instance, /** @type {any} */ { choice, numbers }) {
  const fields = (instance.fields ?? []).map((/** @type {any} */ _, /** @type {number} */ i) => [
    `NUMBER_${i}`,
    numbers.length > 0 ? typed(instance, numbers[i], i) : "",
  ]);
  return Object.fromEntries([...(choice === undefined ? [] : [["CHOICE", choice]]), ...fields]);
}

/** A number two hundredths away, or two hundredths of itself. */
function farther(/** @type {string} */ number) {
  return String(Number(number) + 0.02 * Math.max(1, Math.abs(Number(number))));
}

test("a QTI player scores the items of every bank as the engine does, and recognises each mistake", async ({
  page,
}) => {
  test.slow();
  await page.addScriptTag({ path: components, type: "module" });
  await page.addScriptTag({ path: player, type: "module" });
  await page.waitForFunction("globalThis.qti && customElements.get('qti-assessment-item')");
  /** @type {string[]} */
  const wrong = [];
  for (const { id: exercise } of exercises) {
    for (const { id, xml } of items(exercise, 3)) {
      const instance = instanceOf(id);
      const right = responses(instance, parts(engine.solution(instance).answer));
      const mistakes = mistakesOf(instance).map((mistake) => ({
        id: mistake.id,
        given: responses(instance, mistake.answer),
      }));
      const off = Object.keys(right).find((name) => name.startsWith("NUMBER"));
      const nearly = off === undefined ? [] : [{ given: { ...right, [off]: farther(right[off]) } }];
      const got = await page.evaluate(
        async ({ xml, all }) => {
          const { qti } = /** @type {any} */ (globalThis);
          await qti.show(xml);
          return all.map((/** @type {any} */ given) => qti.respond(given));
        },
        { xml, all: [right, ...mistakes.map(({ given }) => given), ...nearly.map(({ given }) => given)] },
      );
      if (got[0].score !== 1 || got[0].feedback !== "right") wrong.push(`${id}: ${JSON.stringify(got[0])}`);
      mistakes.forEach((mistake, index) => {
        const { score, feedback } = got[index + 1];
        // Mistakes that give the same answer are recognised as the first of them.
        const same = mistakes.filter(({ given }) => JSON.stringify(given) === JSON.stringify(mistake.given));
        if (score !== 0 || !same.some(({ id }) => id === feedback))
          wrong.push(`${id}: ${mistake.id} is ${feedback}, ${score}`);
      });
      nearly.forEach((_, index) => {
        const { score } = got[1 + mistakes.length + index];
        if (score !== 0) wrong.push(`${id}: something near is accepted`);
      });
    }
  }
  expect(wrong).toEqual([]);
});

test("an item is answered by hand: fields and choices are there, the verdict and the worked solution show", async ({
  page,
}) => {
  await page.addScriptTag({ path: components, type: "module" });
  await page.addScriptTag({ path: player, type: "module" });
  await page.waitForFunction("globalThis.qti && customElements.get('qti-assessment-item')");
  const [{ id, xml }] = items("find_the_bug", 1);
  const instance = instanceOf(id);
  const { choice, numbers } = parts(engine.solution(instance).answer);
  await page.evaluate((xml) => /** @type {any} */ (globalThis).qti.show(xml), xml);
  await expect(page.getByText(instance.prompt)).toBeVisible();
  const score = () => page.evaluate(() => /** @type {any} */ (globalThis).qti.score());
  const line = /** @type {any[]} */ (instance.choices).find((each) => each.id === choice).text.trim();
  await page.locator("qti-simple-choice", { hasText: line }).click();
  const fields = page.locator("qti-text-entry-interaction input");
  await expect(fields).toHaveCount(numbers.length);
  for (const [index, number] of numbers.entries())
    await fields.nth(index).pressSequentially(typed(instance, number, index));
  expect(await score()).toMatchObject({ score: 1, feedback: "right" });
  await expect(page.locator("qti-modal-feedback[identifier=right]")).toContainText(engine.solution(instance).steps[0]);
  await expect(page.getByText(engine.solution(instance).steps[0]).filter({ visible: true })).toHaveCount(1);
});
