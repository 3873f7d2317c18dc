// A reader's files, kept in the browser's own file system because the reader says so: found again, opened, deleted.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect as expectNow, test } from "./site.js";

/** A worker starts and a model is opened for most of what is waited for. */
const expect = expectNow.configure({ timeout: 30_000 });

const golden = (/** @type {string} */ name) => fileURLToPath(new URL(`../golden/gpt2-tiny/${name}`, import.meta.url));
const given = [golden("model.noprefix-with-buffers.safetensors"), golden("config.json")];

/**
 * Names and hashes of all files that the page's origin has in its file system, in order.
 * @param {import("@playwright/test").Page} page
 */
const onDisk = (page) =>
  page.evaluate(async () => {
    /** @param {any} folder @returns {Promise<[string, string][]>} */
    async function files(folder) {
      const found = [];
      for await (const [name, handle] of folder.entries())
        if (handle.kind === "directory") found.push(...(await files(handle)));
        else {
          const digest = await crypto.subtle.digest("SHA-256", await (await handle.getFile()).arrayBuffer());
          found.push(
            /** @type {[string, string]} */ ([
              name,
              Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join(""),
            ]),
          );
        }
      return found.sort();
    }
    return files(await navigator.storage.getDirectory());
  });

test("checkpoint: files are kept when it is asked for, open again after a reload without a choice, and go when they are deleted", async ({
  page,
}) => {
  /** @type {string[]} */
  const scripts = [];
  page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
  const loaded = () => scripts.filter((path) => /\/checkpoint-panel-/.test(path)).length;
  // The page of its frame has this figure alone, and the storage of the lesson.
  await page.goto("embed/v1/checkpoint/");
  const figure = page.locator("where-checkpoint");
  const sentence = figure.locator(".sentence");
  const kept = figure.locator(".kept");
  const said = kept.getByRole("status");
  const button = (/** @type {string} */ name) => kept.getByRole("button", { name, exact: true });
  const unfold = async () => {
    await figure.getByRole("button", { name: "Reset" }).waitFor();
    await figure.getByText("Your own files", { exact: true }).press("Enter");
  };
  expect(loaded()).toBe(0);
  await unfold();
  await figure.locator("input[type=file]").setInputFiles(given);
  await expect(sentence).toHaveText(/^All 4 rows agree .* the largest difference is /);
  const checked = await sentence.textContent();
  await expect(kept).toContainText(
    /They take \d+\skB; the browser says that this site may use \d+(\.\d)?\s[GMk]B more\./,
  );
  expect(loaded()).toBe(1);
  expect(await onDisk(page)).toEqual([]);

  // As in browsers that have no stream into a file, a worker writes first, and then a stream.
  const streams = await page.evaluateHandle(() => {
    const { createWritable } = /** @type {any} */ (FileSystemFileHandle.prototype);
    delete (/** @type {any} */ (FileSystemFileHandle.prototype).createWritable);
    return createWritable;
  });
  await kept.getByRole("textbox", { name: "Name" }).fill("A worker’s");
  await button("Keep these files in this browser").press("Enter");
  await expect(said).toHaveText(/^A worker’s is kept in this browser: \d+\skB\.\s*The browser has /);
  const whole = ["0", "1"].map((name, at) => [
    name,
    createHash("sha256").update(readFileSync(given[at])).digest("hex"),
  ]);
  expect((await onDisk(page)).slice(0, 2)).toEqual(whole);
  await button("Delete A worker’s").press("Enter");
  await button("Yes, delete A worker’s").press("Enter");
  await expect(said).toHaveText(/^A worker’s was deleted/);
  expect(await onDisk(page)).toEqual([]);
  await page.evaluate((createWritable) => Object.assign(FileSystemFileHandle.prototype, { createWritable }), streams);
  await kept.getByRole("textbox", { name: "Name" }).fill("A tiny one");
  await button("Keep these files in this browser").press("Enter");
  await expect(said).toHaveText(/^A tiny one is kept in this browser/);
  expect((await onDisk(page)).slice(0, 2)).toEqual(whole);

  // What a tab left behind that ended while it wrote is no model.
  await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("whereabouts-models");
    const half = await folder.getDirectoryHandle("half", { create: true });
    await half.getFileHandle("0", { create: true });
  });
  await page.reload();
  await unfold();
  await expect(kept.getByRole("listitem")).toHaveText(/^\s*A tiny one\s*\d+\skB, 2 files\s*Open\s*Delete\s*$/);
  await expect.poll(async () => (await onDisk(page)).length).toBe(3);
  await button("Open A tiny one").press("Enter");
  await expect(button("A tiny one is open")).toBeFocused();
  await expect(sentence).toHaveText(/** @type {string} */ (checked));
  const locks = await page.evaluate(async () => (await navigator.locks.query()).held?.map(({ mode }) => mode));
  expect(locks).toEqual(["shared"]);

  await button("Delete A tiny one").press("Enter");
  await expect(said).toHaveText(/^Delete A tiny one, \d+\skB, from this browser\? /);
  // Whoever presses twice without reading deletes nothing.
  await expect(button("No, keep A tiny one")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(button("Delete A tiny one")).toBeFocused();
  await button("Delete A tiny one").press("Enter");
  await button("Yes, delete A tiny one").press("Enter");
  await expect(said).toHaveText(/^A tiny one was deleted: \d+\skB are free again\.$/);
  await expect(kept.locator(".heading")).toBeFocused();
  await expect(kept.getByRole("listitem")).toHaveCount(0);
  await expect(sentence).toHaveText(/^All 23 rows agree/);
  expect(await onDisk(page)).toEqual([]);
});
