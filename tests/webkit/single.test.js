// Pages in one file, opened from disk in WebKit: a figure moves, numbers and a program are graded, a worker reads a model of the file.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { alive, expectGrades, expectToMove, expectToRead } from "../driven-single.js";
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
  await alive(page);
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
  await expectToMove(await open("where-rope-clocks.html"));
  assert.deepEqual(await asked(), []);
  await expectToRead(await open("where-table-perplexity.html"));
  assert.deepEqual(await asked(), []);
  assert.deepEqual(await webkit.complaints(), []);
});

test("numbers and a program are graded in a lesson, and what passed is noted", async () => {
  await expectGrades(await open("position-table.html"));
  assert.deepEqual(await asked(), []);
  assert.deepEqual(await webkit.complaints(), []);
});
