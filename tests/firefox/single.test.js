// Pages in one file, opened from disk in Firefox: a figure moves, numbers and a program are graded, a worker reads a model of the file.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { loadEngine } from "../../build/package/index.js";
import { patience, until } from "../driven.js";
import { start } from "./firefox.js";

const folder = new URL("../../build/single/", import.meta.url);

/** @type {Awaited<ReturnType<typeof start>>} */
let firefox;
before(async () => {
  firefox = await start();
});
after(() => firefox.end());

/** @param {string} file */
async function open(file) {
  const page = await firefox.browser.newPage();
  page.setDefaultTimeout(patience);
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => void (/^(file|blob|data):/.test(request.url()) || complaints.push(request.url())));
  await page.goto(new URL(file, folder).href);
  const live = () =>
    page.evaluate(() => {
      const elements = /** @type {any[]} */ ([...document.querySelectorAll("[data-embed]")]);
      return elements.filter(({ values, instance }) => !values && !instance).map(({ localName }) => localName);
    });
  await until(live, (missing) => missing.length === 0, "elements that are not alive");
  const text = (/** @type {string} */ selector) =>
    page.evaluate((wanted) => document.querySelector(wanted)?.shadowRoot?.textContent ?? "", selector);
  return { page, complaints, text };
}

test("a figure is moved by its slider, and another reads a trained model out of the file", async () => {
  const clocks = await open("where-rope-clocks.html");
  const before = await clocks.text("where-rope-clocks");
  await (await clocks.page.$("where-rope-clocks >>> input[type=range]"))?.focus();
  await clocks.page.keyboard.press("ArrowRight");
  await until(
    () => clocks.text("where-rope-clocks"),
    (now) => now !== before,
    "the figure",
  );
  const reading = await open("where-table-perplexity.html");
  const read = await reading.page.evaluate(async () => {
    const figure = /** @type {any} */ (document.querySelector("where-table-perplexity"));
    return (await figure.model("learned", 100)).tokens.length;
  });
  assert.equal(read, 100);
  assert.deepEqual([...clocks.complaints, ...reading.complaints], []);
  await clocks.page.close();
  await reading.page.close();
});

test("numbers and a program are graded in a lesson, and what passed is noted", async () => {
  const { page, complaints, text } = await open("position-table.html");
  const engine = await loadEngine();
  const rows = 'where-exercise[exercise="sinusoid_row"]';
  const instance = await page.evaluate((wanted) => /** @type {any} */ (document.querySelector(wanted)).instance, rows);
  for (const [index, value] of engine.solution(instance).answer.entries()) {
    await (await page.$(`${rows} >>> #field-${index}`))?.focus();
    await page.keyboard.type(value.toFixed(instance.fields[index].decimals));
  }
  await page.keyboard.press("Enter");
  await until(
    () => text(rows),
    (now) => /Right: /.test(now),
    "the verdict on numbers",
  );
  await until(
    () => page.evaluate(() => document.querySelector('.sign[data-of^="sinusoid_row"]')?.textContent ?? ""),
    (now) => now !== "",
    "the sign",
  );

  const program = 'where-exercise[exercise="code_position_table"]';
  await page.evaluate(
    (wanted, written) => {
      const exercise = /** @type {any} */ (document.querySelector(wanted));
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
    () => text(program),
    (now) => /Right in every case/.test(now),
    "the verdict on the program",
  );
  assert.deepEqual(complaints, []);
  await page.close();
});
