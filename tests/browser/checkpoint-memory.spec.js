// How much memory a large checkpoint takes while it is opened: what the engine computes in, and all that its process holds.
import { randomFillSync } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { largeModel } from "../javascript/checkpoint-large.js";
import { expect, test } from "./site.js";

const golden = (/** @type {string} */ name) => fileURLToPath(new URL(`../golden/gpt2-tiny/${name}`, import.meta.url));
const tiny = [golden("model.noprefix-with-buffers.safetensors"), golden("config.json")];

/** As many times its weights a checkpoint may take of memory. */
const most = 1.25;

/** Put before the worker's script: keeps hold of the memory that the engine computes in. */
const watched = `{
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...given) => {
    const instance = await instantiate(...given);
    self.engineMemory = Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory);
    return instance;
  };
}`;

/**
 * A model's weights as a file, random numbers of 2^-6 to 2^-4 and either sign.
 * @param {string} path
 * @param {{ header: string, zeros: number }} model in half precision
 */
function writeWeights(path, { header, zeros }) {
  const halves = randomFillSync(new Uint16Array(2 ** 22)).map((bits) => (bits & 0x87ff) | 0x2400);
  const numbers = new Uint8Array(halves.buffer);
  const file = openSync(path, "w");
  writeSync(file, new BigUint64Array([BigInt(header.length)]));
  writeSync(file, header);
  for (let left = zeros; left > 0; left -= numbers.length) writeSync(file, numbers, 0, Math.min(left, numbers.length));
  closeSync(file);
}

/**
 * The browser's process and those of its pages, as the kernel counts what they hold.
 * @param {import("@playwright/test").Browser} browser
 */
async function processes(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const held = (/** @type {number} */ id, /** @type {"VmRSS" | "VmHWM"} */ what) =>
    1024 * Number(new RegExp(`^${what}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1]);
  const all = processInfo
    .filter(({ type }) => type === "browser" || type === "renderer")
    .map(({ type, id }) => ({ type, id, before: held(id, "VmRSS") }));
  return {
    /** Bytes by which the most that they ever held lies above what they hold now: the browser's own, and the page's that grew most. */
    peak() {
      const grown = (/** @type {string} */ wanted) =>
        Math.max(...all.filter(({ type }) => type === wanted).map(({ id, before }) => held(id, "VmHWM") - before));
      return grown("browser") + grown("renderer");
    },
  };
}

test("checkpoint: a file of 114 MB is opened in at most a quarter more memory than its weights take", async ({
  page,
  browser,
}, { outputDir }) => {
  const model = largeModel({ width: 768, vocab: 64000, positions: 1024, type: "F16" });
  mkdirSync(outputDir, { recursive: true });
  const large = ["model.safetensors", "config.json"].map((name) => `${outputDir}/${name}`);
  writeWeights(large[0], model);
  writeFileSync(large[1], model.config);
  await page.route("**/assets/worker-*.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${watched}${await response.text()}` });
  });
  await page.goto("embed/v1/checkpoint/");
  const figure = page.locator("where-checkpoint");
  await figure.getByRole("button", { name: "Reset" }).waitFor();
  // It is run when it is asked for, and not before: here nothing is done but to open.
  await figure.getByText("perplexity", { exact: true }).first().click();
  await figure.getByText("Your own files", { exact: true }).press("Enter");
  const files = figure.locator("input[type=file]");
  const said = figure.locator(".extra .status");

  // A tiny one first: worker and engine are there then.
  await files.setInputFiles(tiny);
  await expect(said).toContainText("model.noprefix-with-buffers.safetensors is open");
  const { peak } = await processes(browser);
  await files.setInputFiles(large);
  await expect(said).toContainText("model.safetensors is open: 57", { timeout: 30_000 });
  const times = (/** @type {number} */ bytes) => bytes / model.zeros;
  const engine = await page.workers()[0].evaluate(() => /** @type {any} */ (self).engineMemory.buffer.byteLength);
  const opened = times(peak());
  for (const taken of [times(engine), opened]) {
    expect(taken).toBeGreaterThan(0.75); // it is the right memory that is looked at
    expect(taken).toBeLessThanOrEqual(most);
  }

  // Whoever reads the file whole has it in memory twice, and that shows.
  await figure.evaluate((/** @type {any} */ element) =>
    element.renderRoot.querySelector("input[type=file]").addEventListener(
      "change",
      async (/** @type {any} */ { target }) => {
        const [weights] = target.files;
        Object.assign(window, { whole: await weights.arrayBuffer() });
      },
      { capture: true },
    ),
  );
  await files.setInputFiles(large);
  await page.waitForFunction(() => "whole" in window);
  expect(times(peak())).toBeGreaterThan(most);
  expect(times(peak())).toBeGreaterThan(opened + 0.75);
  for (const path of large) rmSync(path);
});
