// Pages in one file, opened from disk in Firefox: a figure moves, numbers and a program are graded, a worker reads a model of the file.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { alive, expectGrades, expectToMove, expectToRead } from "../driven-single.js";
import { acting, start } from "./firefox.js";

const folder = new URL("../../build/single/", import.meta.url);

/** @type {Awaited<ReturnType<typeof start>>} */
let firefox;
before(async () => {
  firefox = await start();
});
after(() => firefox.end());

/** A file of the build, and what goes wrong in it or is asked of anybody else. @param {string} file */
async function open(file) {
  const page = await firefox.browser.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => void (/^(file|blob|data):/.test(request.url()) || complaints.push(request.url())));
  await page.goto(new URL(file, folder).href);
  const driven = acting(page);
  await alive(driven);
  return { page: driven, complaints };
}

test("a figure is moved by its slider, and another reads a trained model out of the file", async () => {
  const clocks = await open("where-rope-clocks.html");
  await expectToMove(clocks.page);
  const reading = await open("where-table-perplexity.html");
  await expectToRead(reading.page);
  assert.deepEqual([...clocks.complaints, ...reading.complaints], []);
  await clocks.page.close();
  await reading.page.close();
});

test("numbers and a program are graded in a lesson, and what passed is noted", async () => {
  const { page, complaints } = await open("position-table.html");
  await expectGrades(page);
  assert.deepEqual(complaints, []);
  await page.close();
});
