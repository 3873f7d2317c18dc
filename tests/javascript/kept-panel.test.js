// What a reader is told and offered of models that the browser keeps, over a small twin of its file system.
import assert from "node:assert/strict";
import test from "node:test";

import { CheckpointFiles } from "../../web/elements/checkpoint-files.js";
import { folderName } from "../../web/elements/kept-models.js";
import { filesOf, nameFor, sameFiles } from "../../web/elements/kept-names.js";
import { Disk, fileOf } from "./kept-support.js";
import { config, json, tab, text, turn, weights } from "./kept-tab.js";

test("before anything is open or kept nothing is shown; then the offer says how much it takes and how much there is", async () => {
  const bare = await tab({ given: [] });
  assert.equal(bare.seen(), "");
  const disk = Object.assign(new Disk(), { room: 2e9 });
  const { seen, files } = await tab({ disk });
  assert.match(seen(), /Keep these files in this browser They take 3\.1 kB; the browser says that this site may use 2 GB more\./); // prettier-ignore
  assert.deepEqual(disk.paths(), [], "nothing is kept before it is asked for");
  files.remove("config.json");
  assert.equal(seen(), "");
});

test("kept, said, known again, opened in another visit, deleted after a question, gone", async () => {
  const first = await tab();
  await first.panel.keep(first.here, "gpt2");
  await turn();
  assert.equal(
    first.said(),
    "gpt2 is kept in this browser: 3.1 kB. The browser has promised not to clear it by itself.",
  );
  assert.match(first.seen(), /gpt2 3\.1 kB, 2 files Open Delete gpt2 is kept in this browser/);
  assert.doesNotMatch(first.seen(), /Keep these files/);

  const { disk, locks } = first;
  const second = await tab({ disk, locks, given: [] });
  const [model] = /** @type {any[]} */ (second.panel.models);
  assert.match(second.seen(), /^ Kept in this browser: 3\.1 kB gpt2 3\.1 kB, 2 files Open Delete/);
  // A tokenizer of another model goes, a text to read stays.
  await second.files.take([json("vocab.json", { a: 0, b: 1 }), new File(["Once."], "story.txt")]);
  await second.panel.open(second.here, model);
  assert.ok(second.files.ready);
  assert.deepEqual(second.files.held.map(({ name }) => name), ["story.txt", "model.safetensors", "config.json"]); // prettier-ignore
  assert.match(second.seen(), /Is open Delete *$/);
  // The same files, chosen once more, are known.
  const third = await tab({ disk, locks });
  assert.match(third.seen(), /Open Delete These files are kept here as “gpt2”\. *$/);

  // What is open here, another tab does not delete.
  first.panel.ask(first.here, model);
  assert.equal(first.said(), "Delete gpt2, 3.1 kB, from this browser? Files that you have elsewhere stay as they are.");
  assert.match(first.seen(), /Open No, keep it Yes, delete it/);
  await first.panel.remove(first.here, model);
  assert.equal(first.said(), "gpt2 is in use in another tab. Close it there first.");

  const used = disk.used();
  second.panel.ask(second.here, model);
  second.panel.ask(second.here, model);
  assert.match(second.seen(), /Is open Delete *$/);
  assert.deepEqual([second.backs.length, disk.used(), second.said()], [0, used, ""]);
  await second.panel.remove(second.here, model);
  assert.equal(second.said(), "gpt2 was deleted: 3.1 kB are free again.");
  assert.deepEqual([second.backs.length, disk.used()], [1, 0]);
  assert.deepEqual(second.files.held.map(({ name }) => name), ["story.txt"]); // prettier-ignore

  // The list of the other tab is old: it says so, and looks anew.
  await first.panel.open(first.here, model);
  assert.equal(
    first.said(),
    "gpt2 is no longer here. It may have been deleted in another tab, or cleared by the browser.",
  );
  assert.deepEqual(first.panel.models, []);
  assert.deepEqual(first.files.held.length, 2, "what was open stays");
});

test("a kept model that is open gives way to other files, and can be deleted elsewhere then", async () => {
  const { panel, here, files, disk, locks, seen } = await tab();
  await panel.keep(here, "gpt2");
  const [model] = /** @type {any[]} */ (panel.models);
  await panel.open(here, model);
  const other = await tab({ disk, locks, given: [] });
  files.clear();
  await files.take([fileOf("other.safetensors", 50), config]);
  assert.match(seen(), /gpt2 3\.1 kB, 2 files Open .* Keep these files/);
  await turn();
  await other.panel.remove(other.here, model);
  assert.match(other.said(), /^gpt2 was deleted/);
});

test("what another tab keeps is seen when the reader comes back, and not after the figure has left the page", async () => {
  const first = await tab();
  const second = await tab({ disk: first.disk, locks: first.locks, given: [] });
  const comesBack = async () => {
    second.page.hidden = false;
    second.page.dispatchEvent(new Event("visibilitychange"));
    await turn();
    return second.panel.models?.length;
  };
  await first.panel.keep(first.here, "gpt2");
  assert.equal(second.seen(), "");
  assert.equal(await comesBack(), 1);
  second.panel.rest();
  const [model] = /** @type {any[]} */ (first.panel.models);
  await first.panel.remove(first.here, model);
  assert.equal(await comesBack(), 1);
  second.panel.wake();
  await turn();
  assert.deepEqual(second.panel.models, []);
});

test("cancelling, too little room, a full disk, no promise: each is said, and the offer stands again", async () => {
  const cancelled = await tab();
  cancelled.disk.beforeWrite = () => cancelled.panel.cancel();
  const keeping = cancelled.panel.keep(cancelled.here, "gpt2");
  assert.match(cancelled.seen(), /Keeping gpt2 Cancel 0 bytes of 3\.1 kB/);
  await keeping;
  assert.equal(cancelled.said(), "Cancelled: nothing of it was kept.");
  assert.match(cancelled.seen(), /Keep these files/);
  assert.equal(cancelled.disk.used(), 0);

  const small = await tab({ disk: Object.assign(new Disk(), { room: 2000 }) });
  assert.match(small.seen(), /more than the 2 kB that the browser says/);
  await small.panel.keep(small.here, "gpt2");
  assert.match(
    small.said(),
    /^gpt2 was not kept: it takes 3\.1 kB, and the browser says that this site may use only 2 kB more\. Make room on the disk\.$/,
  );

  // A browser that says more than there is.
  const full = await tab({ disk: Object.assign(new Disk(), { room: 2000 }) });
  const lying = full.disk.storage({ estimate: async () => ({ quota: 1e9, usage: 0 }), persist: async () => false });
  const deceived = await tab({ disk: full.disk, storage: lying });
  await deceived.panel.keep(deceived.here, "gpt2");
  assert.equal(deceived.said(), "gpt2 was not kept: the browser has no more room for this site. Make room on the disk."); // prettier-ignore
  assert.match(deceived.seen(), /nothing yet .* says that this site may use 1 GB more, and yet it has refused them\./);
  assert.doesNotMatch(deceived.said(), /could not be removed/);
  // What cannot be removed at once is said to be there, unless it has gone by then.
  const folder = await full.disk.root.getDirectoryHandle(folderName);
  for (const times of [1, 2]) {
    let left = times;
    const { removeEntry } = folder;
    folder.removeEntry = (/** @type {any[]} */ ...given) =>
      left-- > 0
        ? Promise.reject(new DOMException("", "NoModificationAllowedError"))
        : removeEntry.apply(folder, given);
    await deceived.panel.keep(deceived.here, "gpt2");
    const stayed = /^gpt2 was not kept: .* Something of it could not be removed yet, and takes room until it is/;
    (times === 1 ? assert.doesNotMatch : assert.match)(deceived.said(), stayed);
    delete folder.removeEntry;
  }
  full.disk.room = Infinity;
  await deceived.panel.keep(deceived.here, "gpt2");
  await turn();
  assert.match(deceived.said(), /^gpt2 is kept .* The browser has not promised that it stays/);

  // Asked, a browser may give more room.
  const disk = Object.assign(new Disk(), { room: 2000 });
  const growing = await tab({
    disk,
    storage: disk.storage({ persist: () => turn().then(() => ((disk.room = 1e6), true)) }),
  });
  await growing.panel.keep(growing.here, "gpt2");
  assert.match(growing.said(), /^gpt2 is kept/);
});

test("where nothing can be kept it is said in the place of the offer, and nowhere while nothing is open", async () => {
  const denied = { getDirectory: () => Promise.reject(new DOMException("Access denied.", "SecurityError")) };
  for (const [storage, said] of /** @type {[any, RegExp][]} */ ([
    [denied, /does not let this page keep files, .* It says: Access denied\./],
    [{}, /^ Kept in this browser: nothing yet This browser lets no page keep files: choose them each time\./],
  ])) {
    const { seen } = await tab({ storage });
    assert.match(seen(), said);
    assert.doesNotMatch(seen(), /Keep these files/);
    assert.equal((await tab({ storage, given: [] })).seen(), "");
  }
});

test("every reason that there is has its sentence, and every fault", () => {
  for (const key of [
    "none",
    "insecure",
    "refused",
    "full",
    "no_room",
    "source",
    "short",
    "not_whole",
    "gone",
    "busy",
    "failed",
  ])
    // prettier-ignore
    assert.doesNotMatch(text(`kept.trouble.${key}`, { name: "n", size: "s", room: "r", message: "m" }), /[{}]/);
  for (const key of ["damaged", "unknown", "unread"])
    assert.ok(text(`kept.fault.${key}`) && text(`kept.trouble.${key}`, { name: "n" }));
});

test("what is kept is the model alone; files are the same by name, length and date; names tell models apart", async () => {
  const shards = [1, 2].map((n) => fileOf(`model-0000${n}-of-00002.safetensors`, 10));
  const index = json("model.safetensors.index.json", { weight_map: { a: shards[0].name, b: shards[1].name } });
  const files = new CheckpointFiles();
  await files.take([...shards, fileOf("old-00001-of-00009.safetensors", 10), index, config, new File(["x"], "story.txt")]); // prettier-ignore
  const names = filesOf(files).map(({ name }) => name);
  assert.deepEqual(names, [...shards.map(({ name }) => name), index.name, config.name]);

  // What the model before has left is none of a file of llama2.c, nor is that file's tokenizer of any other model.
  const stories = new CheckpointFiles();
  const own = new File([Int32Array.of(64, 172, 5, 8, 4, 512, 512)], "stories.bin");
  const whole = json("tokenizer.json", { model: { type: "BPE" } });
  await stories.take([config, whole, own, fileOf("tok512.bin", 64)]);
  const kept = () => filesOf(stories).map(({ name }) => name);
  assert.deepEqual(kept(), ["stories.bin", "tok512.bin"]);
  assert.equal(nameFor(stories, []), "stories.bin");
  await stories.take([weights]);
  assert.deepEqual(kept(), [config.name, whole.name, weights.name]);
  assert.equal(nameFor(stories, []), "gpt2");

  assert.ok(sameFiles([weights, config], [config, weights]));
  for (const other of [
    fileOf("model.safetensors", 3061),
    fileOf("model.safetensors", 3060, 2),
    fileOf("m.safetensors", 3060),
  ])
    // prettier-ignore
    assert.ok(!sameFiles([weights, config], [other, config]));

  const named = async (/** @type {any} */ content, taken = []) => {
    const some = new CheckpointFiles();
    await some.take([weights, json("config.json", content)]);
    return nameFor(some, taken);
  };
  assert.equal(await named({ model_type: "gpt2", _name_or_path: "gpt2" }), "gpt2");
  assert.equal(await named({ model_type: "llama", _name_or_path: "HuggingFaceTB/SmolLM-135M" }), "HuggingFaceTB/SmolLM-135M"); // prettier-ignore
  for (const path of ["/models/gpt2", "./model", "", 3])
    assert.equal(await named({ model_type: "gpt2", _name_or_path: path }), "gpt2, model.safetensors");
  assert.equal(await named({ n_layer: 2 }), "model.safetensors");
  assert.equal(await named({ model_type: "gpt2", _name_or_path: "gpt2" }, ["gpt2", "gpt2 (2)"]), "gpt2 (3)");
});
