// What happens to kept models while something else does: a figure that leaves its page, another look, other files, a list that fails.
import assert from "node:assert/strict";
import test from "node:test";

import { Disk, fileOf } from "./kept-support.js";
import { config, json, tab, turn, weights } from "./kept-tab.js";

/** A tab that keeps one model. @param {any} [changes] */
async function keeping(changes) {
  const there = await tab(changes);
  await there.panel.keep(there.here, "gpt2");
  const [model] = /** @type {any[]} */ (there.panel.models);
  return { ...there, model };
}

/** Storage that waits where it is asked for, as often as it is told to. @param {Disk} disk */
function waiting(disk) {
  /** @type {(() => void)[]} */
  const asked = [];
  const slow = { on: false };
  const getDirectory = async () => {
    if (slow.on) await new Promise((resolve) => asked.push(() => resolve(undefined)));
    return disk.root;
  };
  return { asked, slow, storage: disk.storage({ getDirectory }) };
}

test("a model that comes after its figure has left the page is let go of, and nothing is taken", async () => {
  const disk = new Disk();
  const { asked, slow, storage } = waiting(disk);
  const { panel, here, files, locks, model } = await keeping({ disk, storage });
  const elsewhere = await tab({ disk, locks, given: [] });
  files.clear();
  slow.on = true;
  const opening = panel.open(here, model);
  await turn();
  panel.rest();
  asked[0]();
  await opening;
  assert.deepEqual([panel.held, panel.opening, files.held], [null, "", []]);
  await elsewhere.panel.remove(elsewhere.here, model);
  assert.match(elsewhere.said(), /^gpt2 was deleted/);
  // A figure that is back opens as before.
  slow.on = false;
  panel.wake();
  await turn();
  assert.deepEqual(panel.models, []);
});

test("of two looks at once the one that began last counts, whichever ends first", async () => {
  const disk = new Disk();
  const { asked, storage } = waiting(disk);
  const { panel } = await keeping({ disk, storage });
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    asked.length = 0;
    // The first look finds the model, the second fails: or the other way about.
    const answers = [() => Promise.resolve(disk.root), () => Promise.reject(new DOMException("No.", "SecurityError"))];
    const looks = order.map((which) => {
      storage.getDirectory = () => new Promise((resolve) => asked.push(() => resolve(answers[which]())));
      return panel.look();
    });
    asked[1]();
    await looks[1];
    const seen = [panel.models?.length, panel.refusal?.key];
    asked[0]();
    await looks[0];
    assert.deepEqual([panel.models?.length, panel.refusal?.key], seen);
    assert.deepEqual(seen, order[1] === 0 ? [1, undefined] : [1, "refused"]);
  }
});

test("with other weights beside its config.json a kept model is not open, and deleting it closes nothing", async () => {
  const { panel, here, files, backs, seen, said, model } = await keeping();
  await panel.open(here, model);
  assert.match(seen(), /Is open/);
  await files.take([fileOf("other.safetensors", 50)]);
  assert.ok(files.ready);
  // Whatever is drawn in between.
  const { held } = panel;
  await panel.remove(here, model);
  assert.match(said(), /^gpt2 was deleted/);
  assert.deepEqual([held !== null, backs.length, files.held.map(({ name }) => name)], [true, 0, ["config.json", "other.safetensors"]]); // prettier-ignore

  const second = await keeping();
  await second.panel.open(second.here, second.model);
  await second.files.take([json("config.json", { model_type: "gpt2", n_layer: 3 })]);
  assert.match(second.seen(), /Is open/, "its weights are");
  await second.files.take([fileOf("other.safetensors", 50)]);
  assert.match(second.seen(), /gpt2 3\.1 kB, 2 files Open /);
  assert.equal(second.panel.held, null);
});

test("a list that fails for a reason that names a model is told without one, and the figure goes on", async () => {
  for (const name of ["NotFoundError", "NoModificationAllowedError", "QuotaExceededError", "AbortError", "OddError"]) {
    const disk = new Disk();
    const entries = () => {
      throw new DOMException("It says so.", name);
    };
    const root = { getDirectoryHandle: async () => ({ entries }) };
    const { seen } = await tab({ storage: disk.storage({ getDirectory: async () => root }) });
    assert.match(seen(), /This did not work\. The browser says: It says so\. *$/, name);
  }
});

test("what has no name of its own is called something", async () => {
  const { panel, here, model, said } = await keeping({ given: [weights, config] });
  await panel.remove(here, model);
  await panel.open(here, { ...model, name: "" });
  assert.match(said(), /^a model without a name is no longer here\./);

  // The manifest is a Blob: no file, and nameless.
  const short = await tab();
  const { arrayBuffer } = Blob.prototype;
  Blob.prototype.arrayBuffer = async function () {
    const whole = await arrayBuffer.call(this);
    return new TextDecoder().decode(whole).startsWith('{"format"') ? whole.slice(1) : whole;
  };
  try {
    await short.panel.keep(short.here, "gpt2");
  } finally {
    Blob.prototype.arrayBuffer = arrayBuffer;
  }
  assert.doesNotMatch(short.said(), /undefined/);
  assert.match(short.said(), /^gpt2 ended too early/);
});
