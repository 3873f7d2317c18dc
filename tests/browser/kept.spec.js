// A reader's files, kept in the browser's own file system because the reader says so: found again, opened, deleted.
import { fileURLToPath } from "node:url";

import { open } from "./figure-page.js";
import { expect, test } from "./site.js";

const golden = (/** @type {string} */ name) => fileURLToPath(new URL(`../golden/gpt2-tiny/${name}`, import.meta.url));
const given = [golden("model.noprefix-with-buffers.safetensors"), golden("config.json")];

/** Paths of all that the page's origin has in its file system. @param {import("@playwright/test").Page} page */
const onDisk = (page) =>
  page.evaluate(async () => {
    /** @param {any} folder @param {string} path @returns {Promise<string[]>} */
    async function paths(folder, path) {
      const found = [];
      for await (const [name, handle] of folder.entries())
        found.push(...(handle.kind === "file" ? [path + name] : await paths(handle, `${path}${name}/`)));
      return found;
    }
    return paths(await navigator.storage.getDirectory(), "");
  });

test("checkpoint: files are kept when it is asked for, open again after a reload without a choice, and go when they are deleted", async ({
  page,
}) => {
  /** @type {string[]} */
  const scripts = [];
  page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
  const loaded = () => scripts.filter((path) => /\/checkpoint-panel-/.test(path)).length;
  const { figure, sentence } = await open(page, "learned-table", "checkpoint");
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

  await kept.getByRole("textbox", { name: "Name" }).fill("A tiny one");
  await button("Keep these files in this browser").press("Enter");
  await expect(said).toHaveText(/^A tiny one is kept in this browser: \d+\skB\.\s*The browser has /);
  expect((await onDisk(page)).map((path) => path.split("/")[2]).sort()).toEqual(["0", "1", "manifest.json"]);

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

  // As in browsers that have no stream into a file: a worker writes.
  await page.evaluate(() => void delete (/** @type {any} */ (FileSystemFileHandle.prototype).createWritable));
  await figure.locator("input[type=file]").setInputFiles(given);
  await button("Keep these files in this browser").press("Enter");
  await expect(said).toHaveText(/ is kept in this browser: \d+\skB\./);
  await figure.getByRole("button", { name: "Back to the models of the course" }).click();
  await expect(sentence).toHaveText(/^All 23 rows agree/);
  await kept.getByRole("button", { name: /^Open / }).click();
  await expect(sentence).toHaveText(/** @type {string} */ (checked));
});
