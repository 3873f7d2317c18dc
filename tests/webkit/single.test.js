// Pages in one file, opened from disk in WebKit: a figure moves, numbers and a program are graded, a worker reads a model of the file.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { until } from "../driven.js";
import { watchedFile } from "./watched.js";
import { start } from "./webkit.js";

const folder = new URL("../../build/single/", import.meta.url);
const copies = pathToFileURL(`${mkdtempSync(join(tmpdir(), "single-"))}/`);
after(() => rmSync(copies, { recursive: true }));

/** @type {Awaited<ReturnType<typeof start>>} */
let webkit;
before(async () => {
  webkit = await start();
});
after(() => webkit.end());

/** @param {string} file */
async function open(file) {
  const { page } = webkit;
  const copy = new URL(file, copies);
  writeFileSync(copy, await watchedFile(new URL(file, folder)));
  await page.goto(copy.href);
  const missing = () =>
    page.evaluate(() => {
      const elements = /** @type {any[]} */ ([...document.querySelectorAll("[data-embed]")]);
      return elements.filter(({ values, instance }) => !values && !instance).map(({ localName }) => localName);
    });
  await until(missing, (names) => names.length === 0, "elements that are not alive");
  return page;
}

/** What was asked of anybody but the file itself. */
const asked = () =>
  webkit.page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => !/^(file|blob|data):/.test(name)),
  );

test("a figure is moved by its slider, and another reads a trained model out of the file", async () => {
  const page = await open("where-rope-clocks.html");
  const before = await page.text("where-rope-clocks");
  await page.focus("where-rope-clocks >>> input[type=range]");
  await page.press("ArrowRight");
  await until(
    () => page.text("where-rope-clocks"),
    (now) => now !== before,
    "the figure",
  );
  assert.deepEqual(await asked(), []);
  await open("where-table-perplexity.html");
  const read = await page.evaluate(async () => {
    const figure = /** @type {any} */ (document.querySelector("where-table-perplexity"));
    return (await figure.model("learned", 100)).tokens.length;
  });
  assert.equal(read, 100);
  assert.deepEqual(await asked(), []);
  assert.deepEqual(await webkit.complaints(), []);
});

test("numbers and a program are graded in a lesson, and what passed is noted", async () => {
  const page = await open("position-table.html");
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
    `function positionTable(positions, width, base) {
      const angle = (position, column) => position / base ** ((2 * Math.floor(column / 2)) / width);
      const entry = (column, angle) => (column % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
      const columns = Array.from({ length: width }, (_, column) => column);
      return positions.map((position) => columns.map((column) => entry(column, angle(position, column))));
    }`,
  );
  await until(
    () => page.text(`${program} >>> [role=status]`),
    (text) => /Right in every case/.test(text),
    "the verdict on the program",
  );
  assert.deepEqual(await asked(), []);
  assert.deepEqual(await webkit.complaints(), []);
});
