// The package in a fresh project: installed from the packed file, bundled by Vite with its own settings, run in a page.
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { build, preview } from "vite";

import { installed } from "../wasm/packed.js";
import { tables, write } from "./code-page.js";
import { expect, test as base } from "./site.js";

const vite = path.dirname(createRequire(import.meta.url).resolve("vite/package.json"));

const page = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>A course</title><link rel="icon" href="data:,"></head>
  <body>
    <where-rope-clocks base="500"></where-rope-clocks>
    <where-exercise exercise="code_position_table" seed="4"></where-exercise>
    <where-table-perplexity></where-table-perplexity>
    <script type="module" src="./main.js"></script>
  </body>
</html>`;

const main = `import { loadEngine, loadEngineInWorker } from "whereabouts";
import "whereabouts/elements";

const table = { kind: "sinusoidal", width: 4, positions: [1] };
const [here, there] = [await loadEngine(), await loadEngineInWorker()];
// The worker's script, asked for by name in a worker of the page's own: it says that it is up.
const own = new Worker(new URL("./own.js", import.meta.url), { type: "module" });
own.onmessage = ({ data }) => (window.own = data);
window.rows = [here.positionTable(table), await there.positionTable(table)].map(({ data }) => [...data]);`;

const test = base.extend({
  /** The address of the built page. */
  address: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs off this pattern
    async ({}, use) => {
      const { project } = installed();
      symlinkSync(vite, path.join(project, "node_modules", "vite"));
      writeFileSync(path.join(project, "index.html"), page);
      writeFileSync(path.join(project, "main.js"), main);
      writeFileSync(path.join(project, "own.js"), 'import "whereabouts/worker";');
      const settings = {
        root: project,
        base: "./",
        configFile: /** @type {const} */ (false),
        logLevel: /** @type {const} */ ("error"),
      };
      await build({ ...settings, build: { target: "esnext" } });
      const server = await preview({ ...settings, preview: { host: "127.0.0.1", port: 0 } });
      await use(server.resolvedUrls?.local[0]);
      await server.close();
      rmSync(project, { recursive: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test("elements come to life, the engine computes, a program and a model are run in workers", async ({
  page,
  address,
}) => {
  test.slow();
  const patience = { timeout: 60_000 };
  await page.goto(address);
  await page.waitForFunction(() => /** @type {any} */ (window).rows);
  const [here, there] = await page.evaluate(() => /** @type {any} */ (window).rows);
  const wanted = [Math.sin(1), Math.cos(1), Math.sin(0.01), Math.cos(0.01)];
  for (const [column, value] of wanted.entries()) expect(here[column]).toBeCloseTo(value, 6);
  expect(there).toEqual(here);
  await page.waitForFunction(() => /** @type {any} */ (window).own === "up");

  const clocks = page.locator("where-rope-clocks");
  await expect(clocks.getByRole("textbox", { name: "Base" })).toHaveValue("500", patience);
  const exercise = page.locator("where-exercise");
  await write(exercise, tables.correct);
  await exercise.getByRole("button", { name: "Check" }).click();
  await expect(exercise.getByRole("status")).toHaveText(/^\s*Right in every case/, patience);
  // The page is somebody else's: nothing is kept in its name, and the exercise says so.
  await expect(exercise).toContainText("What you type here lasts until you leave the page.");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  const read = await page.locator("where-table-perplexity").evaluate(async (/** @type {any} */ figure) => {
    const { tokens } = await figure.model("learned", 100);
    return tokens.length;
  });
  expect(read).toBe(100);
});
