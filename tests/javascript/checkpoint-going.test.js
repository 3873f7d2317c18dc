// What a figure lets go of when the reader's files go, and what stays.
import assert from "node:assert/strict";
import test from "node:test";

import "../../web/elements/checkpoint.js";
import { runName } from "../../web/figures/checks.js";
import { stateOf } from "./checkpoint-support.js";

// The page around it, as far as it is looked at.
const page = { hidden: false, documentElement: { lang: "en" }, querySelector: () => null };
globalThis.document ??= /** @type {any} */ (Object.assign(new EventTarget(), page));

/** A figure that is in no page, with the files of a model that was put through two checks, and a run of the course's. */
async function figure() {
  const element = new /** @type {any} */ (customElements.get("where-checkpoint"))();
  element.recompute = async () => {};
  await element.files.take([
    new File(["weights"], "model.safetensors"),
    new File(['{"model_type":"gpt2"}'], "config.json"),
    new File(["Once upon a time."], "story.txt"),
  ]);
  const { live } = element.resources;
  const own = element.specimens.key;
  for (const [id, check] of [
    [own, "sum"],
    [own, "rows"],
    ["learned", "rows"],
  ])
    live.set(runName({ id }, stateOf(check)), { check });
  const ids = () => [...live.keys()].map((key) => JSON.parse(key)[0]);
  return { element, own, ids };
}

test("runs of a model whose files are gone are let go of, those of the course's models stay, as do all with another text", async () => {
  const { element, own, ids } = await figure();
  await element.removeFile("story.txt");
  assert.deepEqual(ids(), [own, own, "learned"]);
  await element.removeFile("config.json");
  assert.deepEqual(ids(), ["learned"]);
  clearTimeout(element.rest);
});

test("a worker that answers nobody for an hour, as one that is busy with a large model, is not ended", async (context) => {
  context.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  const { element } = await figure();
  let ended = false;
  const engine = { build: () => new Promise(() => {}), dispose: async () => void (ended = true) };
  element.training.engine = async () => engine;
  const run = element.training.start(() => new Promise(() => {}));
  for (let seconds = 0; seconds < 3600; seconds += 5) {
    context.mock.timers.tick(5000);
    await Promise.resolve();
  }
  assert.deepEqual([element.training.phase, ended], ["running", false]);
  element.training.stop();
  void run;
});

test("back to the course's models nothing stays of the files, unless a text is to: then it can be read", async () => {
  const { element, ids } = await figure();
  const offered = () => element.figure.settings.find(({ name }) => name === "from").choices;
  await element.back(["text"]);
  assert.deepEqual(element.files.held.map(({ name }) => name), ["story.txt"]); // prettier-ignore
  assert.deepEqual(ids(), []);
  assert.ok(offered().includes("dropped"));
  await element.back();
  assert.deepEqual(element.files.held, []);
  assert.ok(!offered().includes("dropped"));
  clearTimeout(element.rest);
});
