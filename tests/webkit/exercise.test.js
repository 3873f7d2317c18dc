// Exercises in WebKit, by keys alone: numbers that are right, off, a known mistake, nonsense; a program that is written in the editor.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { loadEngine } from "../../build/package/index.js";
import { positionTable, until } from "../driven.js";
import { start } from "./webkit.js";

const engine = await loadEngine();

/** @type {Awaited<ReturnType<typeof start>>} */
let webkit;
before(async () => {
  webkit = await start();
});
after(() => webkit.end());

/** Opens the lesson with an exercise and waits for it. @param {string} id */
async function open(id) {
  const { page } = webkit;
  const path = `where-exercise[exercise="${id}"]`;
  await page.goto(`${webkit.site}lessons/position-table/`);
  const instance = await until(
    () =>
      page.evaluate((wanted) => {
        const exercise = /** @type {any} */ (document.querySelector(wanted));
        exercise.scrollIntoView({ behavior: "instant" });
        return exercise.instance ?? null;
      }, path),
    (found) => found !== null,
    "the exercise",
  );
  /** @param {RegExp} wanted */
  const verdict = (wanted) =>
    until(
      () => page.text(`${path} >>> [role=status]`),
      (text) => wanted.test(text),
      "the verdict",
    );
  return { page, path, instance, verdict };
}

test("numbers are graded: nonsense, off, a known mistake, right; what passed is noted and kept", async () => {
  const { page, path, instance, verdict } = await open("sinusoid_row");
  const written = (/** @type {number[]} */ numbers) =>
    numbers.map((value, index) => value.toFixed(instance.fields[index].decimals).replace("-", "\u2212"));
  /** Types over what the fields hold, from the first one on, and checks. @param {string[]} texts */
  const give = async (texts) => {
    await page.focus(`${path} >>> #field-0`);
    for (const [index, text] of texts.entries()) {
      if (index > 0) await page.press("Tab");
      await page.press("Control", "a");
      await page.type(text);
    }
    await page.press("Enter");
  };
  const right = engine.solution(instance).answer;

  await give(["nonsense"]);
  await verdict(/is not a number yet|are not numbers yet/);
  assert.equal(await page.evaluate((field) => field.getAttribute("aria-invalid"), await page.find(`${path} >>> #field-0`)), "true"); // prettier-ignore
  await give(written(right.map((/** @type {number} */ value, /** @type {number} */ index) => value + (index === 1 ? 0.25 : 0)))); // prettier-ignore
  await verdict(new RegExp(`“${instance.fields[1].label}”`));
  const mistake = engine.misconceptions("sinusoid_row", instance).find(({ applicable }) => applicable);
  await give(written(engine.runMistake(instance, mistake.id)));
  assert.ok((await verdict(new RegExp(mistake.title))).includes(mistake.explanation));
  await give(written(right));
  await verdict(/^\s*Right: /);
  const noted = () => page.text('.sign[data-of^="sinusoid_row"]');
  await until(noted, (sign) => sign !== "", "the sign");
  await open("sinusoid_row");
  await until(noted, (sign) => sign !== "", "the sign after a reload");
  assert.deepEqual(await webkit.complaints(), []);
});

test("a program is written in the editor, run and graded; what stands there is kept", async () => {
  const { page, path, verdict } = await open("code_position_table");
  const editor = `${path} >>> [contenteditable=true]`;
  const write = async (/** @type {string} */ text) => {
    await page.press("Control", "a");
    await page.type(text);
    await page.press("Control", "Enter");
  };
  await page.focus(`${path} >>> button`, "Edit the program");
  await page.press("Enter");
  await until(
    () => page.seek(editor),
    (found) => found !== null,
    "the editor",
  );
  await write("x");
  await verdict(/'x' is not defined/);
  await write(positionTable);
  await verdict(/^\s*Right in every case/);
  assert.equal(await page.text(editor), positionTable);
  await open("code_position_table");
  await until(
    () => page.text(`${path} >>> pre.code`),
    (text) => text.includes("Math.sin(angle)"),
    "the program after a reload",
  );
  assert.deepEqual(await webkit.complaints(), []);
});
