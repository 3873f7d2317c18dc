// The lesson's checks on checkpoints: on the course's models while there are no files, then on a reader's own, file by file.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { loadEngine } from "../../build/package/index.js";
import { largeFiles, largeModel } from "../javascript/checkpoint-large.js";
import { shards } from "../javascript/checkpoint-shards.js";
import { open } from "./figure-page.js";
import { expect, test } from "./site.js";

const golden = (/** @type {string} */ name) => fileURLToPath(new URL(`../golden/${name}`, import.meta.url));
const weights = golden("gpt2-tiny/model.noprefix-with-buffers.safetensors");
const config = golden("gpt2-tiny/config.json");
const text = () => readFileSync(new URL("../../build/data/excerpt.txt", import.meta.url), "utf8");

/** @param {import("@playwright/test").Locator} figure @param {string} name */
const choose = (figure, name) => figure.getByText(name, { exact: true }).first().click();

/** @param {import("@playwright/test").Locator} figure @param {RegExp} name */
async function saved(figure, name) {
  const [download] = await Promise.all([
    figure.page().waitForEvent("download"),
    figure.getByRole("button", { name }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test("checkpoint: stands without a model, and runs each check on one of the course's models as soon as it is chosen", async ({
  page,
}) => {
  /** @type {string[]} */
  const fetched = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  const models = () => fetched.filter((path) => path.endsWith(".safetensors")).length;
  const { figure, sentence } = await open(page, "learned-table", "checkpoint");
  await expect(sentence).toHaveText(/^All 23 rows agree .* With a neighbouring slot’s row, refused: 23 of 23\.$/);
  await page.waitForLoadState("networkidle");
  expect(models()).toBe(0);

  // What is pasted is read as it stands, spaces and line ends too.
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText("a  b\n c"));
  const field = figure.locator("#field-text");
  await field.press("Control+a");
  await field.press("Control+v");
  await expect(field).toHaveValue("a  b↵ c");
  await field.press("Enter");
  await expect(sentence).toHaveText(/^All 7 rows agree /);
  await field.fill("The cat sat on the mat.");
  await field.press("Enter");

  await choose(figure, "perplexity");
  await expect(sentence).toHaveText(/^In the first 4 windows the perplexity is [\d.]+, and [\d.]+ with/, {
    timeout: 30_000,
  });
  expect(models()).toBe(1);
  const engine = await loadEngine();
  const model = await engine.loadShippedModel("learned");
  const tokens = /** @type {any} */ (model.tokenizer).encode(text()).slice(0, 256);
  const { perplexity } = await model.perplexity(tokens, { window: 64, stride: 64 });
  model.dispose();
  const [kept] = /\d+\.\d+/.exec((await sentence.textContent()) ?? "") ?? [];
  expect(Math.abs(Number(kept) / perplexity - 1)).toBeLessThan(1e-3);

  await choose(figure, "the edge");
  await expect(sentence).toHaveText("Position 511 is the last one. Position 512 does not exist.");
  await expect(figure.locator("svg.picture")).toContainText("must lie between 0 and 511, but is 512.");
  await expect(figure.locator(".keys")).toHaveCount(0);
  for (const [name, said] of /** @type {[string, RegExp][]} */ ([
    ["rows of wpe", /^Row 8 is \d\.\d+ long in 64 columns; nearest to it is row \d+/],
    ["the helix", /^Three directions hold \d+\.\d\s?% of what varies among 64 rows/],
    [
      "shift all positions",
      /^Moved on by 100, no score in any layer changes by more than .* That is rounding\. Tokens read: 23\.$/,
    ],
    [
      "the wrong layout",
      /^In the first 4 windows the perplexity is \d\.\d+ in the layout of its weights, and \d\d\.\d+ in the other one: the losses/,
    ],
    [
      "scalings",
      /^In the first 4 windows of 256 tokens, trained on 64, the perplexity is \d+\.\d+ as trained, and \d\.\d+ with NTK by 4\.$/,
    ],
  ])) {
    await choose(figure, name);
    await expect(sentence).toHaveText(said, { timeout: 30_000 });
    await expect(figure.locator(".keys")).toHaveCount(/rows|helix/.test(name) ? 1 : 0);
  }
  // A scaling that is tried stands beside those before it.
  await choose(figure, "YaRN");
  await expect(sentence).toHaveText(/with YaRN by 4, between 4 and 1 turns\.$/, { timeout: 30_000 });
  const { name, bytes } = await saved(figure, /CSV/);
  expect(name).toBe("RoPE-scaling.csv");
  expect(bytes.toString().split("\r\n").map((line) => line.split(",")[0])).toEqual(["change", "default", "ntk 4", "yarn 4 4 1", ""]); // prettier-ignore
});

test("checkpoint: files in several goes, what is missing in words, the wrong one named, and checks on what was dropped", async ({
  page,
}) => {
  const { figure, sentence } = await open(page, "learned-table", "checkpoint");
  await figure.getByText("Your own files").click();
  const files = figure.locator("input[type=file]");
  const said = figure.locator(".extra .status");
  await files.setInputFiles({ name: "pytorch_model.bin", mimeType: "", buffer: Buffer.from("PK\u0003\u0004") });
  await expect(said).toHaveText(/^\s*pytorch_model\.bin was not taken: it is a PyTorch file/);
  await files.setInputFiles(weights);
  await expect(said).toHaveText("Still missing: config.json.");
  await files.setInputFiles(golden("gpt2-tiny/golden.json"));
  await expect(said).toHaveText(
    /golden\.json was not taken: it is no configuration, which has a model_type, .*Still missing: config\.json\./s,
  );
  await files.setInputFiles(config);
  await expect(sentence).toHaveText(/^All 4 rows agree/);
  await expect(said).toHaveText(
    /is open: 64,368 parameters, learned table\.\s*To begin with, 0 1 2 3 are typed, the first of its vocabulary\..*\s*Without tokenizer\.json/,
  );
  const ids = figure.getByRole("textbox", { name: "Text" });
  await ids.fill("3 9 96 5 5");
  await ids.press("Enter");
  await expect(sentence).toHaveText(/^All 5 rows agree .* refused: 5 of 5\.$/);
  for (const [typed, why] of /** @type {[string, RegExp][]} */ ([
    ["3 97", /97.*96|96.*97/],
    ["cat", /“cat” is no token id/],
  ])) {
    await ids.fill(typed);
    await ids.press("Enter");
    await expect(figure.locator(".phase")).toHaveText(why);
    await expect(ids).toHaveValue(typed);
  }
  // Run runs nothing in the place of an entry that is not taken.
  const begun = () => figure.evaluate(async (/** @type {any} */ element) => {
    let runs = 0;
    element.training.start = async () => void (runs += 1);
    element.renderRoot.querySelector("button.main").click();
    await element.updateComplete;
    delete element.training.start;
    return runs;
  }); // prettier-ignore
  for (const [typed, runs] of /** @type {[string, number][]} */ ([
    ["", 0],
    ["3 9 96", 1],
  ])) {
    await ids.fill(typed);
    await ids.press("Enter");
    await expect(figure.locator("#problem-text")).toHaveCount(1 - runs);
    if (runs) await expect(sentence).toHaveText(/^All 3 rows agree/);
    expect(await begun()).toBe(runs);
  }
  // The same weights in several files: the index asks for what is missing, by name.
  const { index, parts } = shards(readFileSync(weights));
  const given = async (/** @type {File} */ file) => ({ name: file.name, mimeType: "", buffer: Buffer.from(await file.arrayBuffer()) }); // prettier-ignore
  await files.setInputFiles([await given(index), await given(parts[1])]);
  await expect(said).toHaveText(/Still missing: model-00001-of-00002\.safetensors, which the index names\.\s*$/);
  await files.setInputFiles(await given(parts[0]));
  await expect(said).toHaveText(/^\s*model\.safetensors is open: 64,368 parameters, learned table\./);
  await expect(sentence).toHaveText(/^All 4 rows agree/);
  await files.setInputFiles(weights);
  await choose(figure, "the edge");
  await expect(sentence).toHaveText("Position 63 is the last one. Position 64 does not exist.");
  const { name, bytes } = await saved(figure, /PNG/);
  expect(name).toBe("model.noprefix-with-buffers.safetensors-edge.png");
  const size = await figure.evaluate(async (_figure, base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    return { width: image.width, colours: new Set(new Uint32Array(data.buffer)).size };
  }, bytes.toString("base64"));
  expect(size.width).toBe(2 * (680 + 32));
  expect(size.colours).toBeGreaterThan(20);
  await figure.getByRole("button", { name: "Back to the models of the course" }).click();
  await expect(sentence).toHaveText(/^All 23 rows agree/);
});

test("checkpoint: takes a model with rotations that is dropped on it, and offers what applies to it", async ({
  page,
}) => {
  const { figure, sentence } = await open(page, "learned-table", "checkpoint");
  const paths = ["model.safetensors", "config.json"].map((name) => golden(`families/llama-tiny/${name}`));
  const contents = paths.map((path) => readFileSync(path).toString("base64"));
  await figure.evaluate((element, [tensors, written]) => {
    const transfer = new DataTransfer();
    const bytes = (/** @type {string} */ base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes(written)], "config (1).json"));
    transfer.items.add(new File([bytes(tensors)], "model.safetensors"));
    element.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, contents);
  await expect(sentence).toHaveText(
    /^Moved on by 100, no score in any layer changes by more than .* That is rounding\. Tokens read: 4\.$/,
  );
  await expect(figure.locator("fieldset").first().locator("label")).toHaveText(["the edge", "shift all positions", "the wrong layout", "scalings"]); // prettier-ignore
  await choose(figure, "the edge");
  await expect(sentence).toHaveText(/^Position 64 runs: nothing in this model ends\./);
  await figure.getByRole("button", { name: "Remove config (1).json" }).click();
  await expect(figure.locator(".extra .status")).toHaveText("Still missing: config.json.");
  await expect(figure.locator("fieldset").first().locator("label")).toHaveCount(8);
  // A text is dropped to be read, here by the course's model that reads letters.
  await choose(figure, "perplexity");
  await expect(sentence).toHaveText(/^In the first 4 windows/, { timeout: 30_000 });
  const story = { name: "story.txt", mimeType: "text/plain", buffer: Buffer.from(text().slice(2000, 2600)) };
  await figure.locator("input[type=file]").setInputFiles(story);
  await expect(figure.locator("svg.picture")).toContainText("story.txt, read in windows of 64 tokens", {
    timeout: 30_000,
  });
  await expect(sentence).toHaveText(/^In the first 4 windows/);
  // Another text is another reading.
  const [first] = /\d+\.\d+/.exec((await sentence.textContent()) ?? "") ?? [];
  const other = { name: "other.txt", mimeType: "text/plain", buffer: Buffer.from(text().slice(9000, 9600)) };
  await figure.locator("input[type=file]").setInputFiles(other);
  await expect(figure.locator("svg.picture")).toContainText("other.txt, read in windows", { timeout: 30_000 });
  await expect(sentence).toHaveText(/^In the first 4 windows/);
  expect(await sentence.textContent()).not.toContain(`the perplexity is ${first},`);
});

test("checkpoint: a large file is read while settings are made, paused, stopped and read again; one too large is refused", async ({
  page,
}) => {
  const { figure, sentence } = await open(page, "learned-table", "checkpoint");
  const drop = async (/** @type {Parameters<typeof largeModel>[0]} */ model, pauses = false) =>
    figure.evaluate(
      (/** @type {any} */ element, { files, pauses }) => {
        const transfer = new DataTransfer();
        for (const file of files) transfer.items.add(file);
        element.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
        const { training } = element;
        const look = (/** @type {() => void} */ done) =>
          training.active ? done(training.pause()) : setTimeout(() => look(done));
        return pauses ? new Promise((resolve) => look(() => resolve(undefined))) : undefined;
      },
      { files: await page.evaluateHandle(largeFiles, largeModel(model)), pauses },
    );
  await drop({ width: 768, vocab: 50257, positions: 1024, type: "F16" }, true);
  const [phase, far] = [figure.locator(".phase"), figure.locator(".far")];
  await expect(phase).toHaveText("Paused.");
  await expect(far).toHaveText(/^[\d.]+\s(bytes|MB) of 93\sMB/);
  await choose(figure, "the edge");
  await expect(sentence).toHaveText("What model.safetensors gives stands here once this check has run.");
  await expect(phase).toHaveText("Paused.");
  await figure.getByRole("button", { name: "Stop" }).click();
  await expect(phase).toHaveText(/^Stopped: [\d.]+\s(bytes|MB) of 93\sMB\.$/);
  await figure.getByRole("button", { name: "Run again" }).click();
  await expect(sentence).toHaveText("Position 1,023 is the last one. Position 1,024 does not exist.");
  await drop({ width: 8192, vocab: 24000, positions: 16, type: "F32" });
  await expect(phase).toHaveText(/model\.safetensors was not taken: its weights take 4\sGB, and at most [34]\.\d\sGB can be held here/); // prettier-ignore
  await expect(sentence).toHaveText("What model.safetensors gives stands here once this check has run.");
});

test("checkpoint: a check that does not come is said without an address, with nothing of another one, and comes when it is asked for again", async ({
  page,
  complaints,
}) => {
  const { figure, sentence } = await open(page, "learned-table", "checkpoint");
  await expect(sentence).toHaveText(/^All 23 rows agree/);
  const parts = /\/assets\/check(-edge|point-(export|panel))-[^/]*\.js/;
  await page.route(parts, (route) => route.abort());
  const problem = figure.getByRole("alert");
  const words = /^A part of this page could not be loaded\. Check the connection and try again\. .* reload it\.$/;
  await choose(figure, "the edge");
  await expect(problem).toHaveText(words);
  await expect(figure.locator("svg.picture")).toContainText("This check could not be loaded.");
  await expect(figure.locator("svg.picture")).not.toContainText("neighbouring slot’s row");
  // Longer than it rests before a run begins by itself.
  await page.waitForTimeout(600);
  await figure.getByRole("button", { name: "Run" }).click();
  await expect(figure.locator(".phase")).toHaveText(/^This did not work: A part of this page could not be loaded\. [^:]*: reload it\.$/); // prettier-ignore
  await choose(figure, "the sum");
  await expect(sentence).toHaveText(/^All 23 rows agree/);
  await figure.getByRole("button", { name: /PNG/ }).click();
  await expect(problem).toHaveText(words);
  await choose(figure, "the edge");
  await expect(figure.locator("svg.picture")).toContainText("This check could not be loaded.");
  await page.unroute(parts);
  await figure.getByRole("button", { name: "Try again" }).click();
  await expect(sentence).toHaveText("Position 511 is the last one. Position 512 does not exist.");
  // What is left out here shows in the console by itself; an error that nobody caught is another matter.
  expect(complaints.splice(0).filter((each) => !/^(console: Failed to load resource|failed): /.test(each))).toEqual([]);
});
