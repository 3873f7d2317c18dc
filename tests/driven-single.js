// What the tests of Firefox and of WebKit ask of pages in one file, opened from disk, whoever drives the browser.
import assert from "node:assert/strict";

import { positionTable, until } from "./driven.js";

/** @typedef {import("./driven.js").Driven} Driven */

/** @param {Driven} page */
export function alive(page) {
  const missing = () =>
    page.evaluate(() => {
      const elements = /** @type {any[]} */ ([...document.querySelectorAll("[data-embed]")]);
      return elements.filter(({ values, instance }) => !values && !instance).map(({ localName }) => localName);
    });
  return until(missing, (names) => names.length === 0, "elements that are not alive");
}

/** @param {Driven} page with the figure 'rope-clocks' */
export async function expectToMove(page) {
  const before = await page.text("where-rope-clocks");
  await page.focus("where-rope-clocks >>> input[type=range]");
  await page.press("ArrowRight");
  await until(
    () => page.text("where-rope-clocks"),
    (now) => now !== before,
    "the figure",
  );
}

/** A worker reads a model that is in the file. @param {Driven} page with the figure 'table-perplexity' */
export async function expectToRead(page) {
  const read = await page.evaluate(async () => {
    const figure = /** @type {any} */ (document.querySelector("where-table-perplexity"));
    return (await figure.model("learned", 100)).tokens.length;
  });
  assert.equal(read, 100);
}

/** Numbers and a program are graded, and what passed is noted. @param {Driven} page with the lesson on the table of positions */
export async function expectGrades(page) {
  const rows = 'where-exercise[exercise="sinusoid_row"]';
  const right = await page.evaluate((path) => {
    const { engine, instance } = /** @type {any} */ (document.querySelector(path));
    const { answer } = engine.solution(instance);
    return answer.map((value, index) => value.toFixed(instance.fields[index].decimals));
  }, rows);
  for (const [index, value] of right.entries()) {
    await page.focus(`${rows} >>> #field-${index}`);
    await page.type(value);
  }
  await page.press("Enter");
  await until(
    () => page.text(`${rows} >>> [role=status]`),
    (text) => /^\s*Right: /.test(text),
    "the verdict on numbers",
  );
  await until(
    () => page.text('.sign[data-of^="sinusoid_row"]'),
    (sign) => sign !== "",
    "the sign",
  );

  const program = 'where-exercise[exercise="code_position_table"]';
  await page.evaluate(
    (path, written) => {
      const exercise = /** @type {any} */ (document.querySelector(path));
      exercise.type(0, written);
      exercise.check();
    },
    program,
    positionTable,
  );
  await until(
    () => page.text(`${program} >>> [role=status]`),
    (text) => /Right in every case/.test(text),
    "the verdict on the program",
  );
}
