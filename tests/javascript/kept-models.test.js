// Models that the browser keeps: whole or not at all, under their own names, through either way of writing, with every fault on the way.
import assert from "node:assert/strict";
import test from "node:test";

import { folderName, KeptModels, manifestName } from "../../web/elements/kept-models.js";
import { sliceBytes, workerSink, writeFile, writeInWorker } from "../../web/elements/kept-writing.js";
import { Disk, fileOf, Locks, workerOn } from "./kept-support.js";

const model = () => [fileOf("model.safetensors", 1000), fileOf("config (1).json", 40, 2), fileOf("vocab.json", 7, 3)];

/** A browser's store, and another tab's. @param {any} [changes] */
function browser({ disk = new Disk(), locks = new Locks(), now = () => 1_800_000_000_000, ...changes } = {}) {
  const store = () => new KeptModels({ storage: disk.storage(), locks, now, secure: true, ...changes });
  return { disk, locks, store: store(), other: store() };
}

/** @param {Blob} file */
const bytesOf = async (file) => new Uint8Array(await file.arrayBuffer());

/** @param {string} key of the trouble */
const because = (key) => (error) => error.key === key || assert.fail(`${key} was expected, not ${error.key}: ${error}`);

/** As a browser without streams writes. @param {Disk} disk @returns {typeof writeFile} */
const inWorkers = (disk) => (what) =>
  writeFile({ ...what, inWorker: (path) => workerSink(path, () => workerOn(disk, writeInWorker)) });

for (const streams of [true, false])
  test(`kept through ${streams ? "streams" : "a worker"}, a model is listed by another tab and opens with its own names and bytes`, async () => {
    const disk = Object.assign(new Disk(), { streams });
    const { store, other } = browser({ disk, write: inWorkers(disk) });
    assert.deepEqual(await store.list(), []);
    assert.deepEqual(disk.paths(), [], "looking makes nothing");
    const files = [fileOf("model.safetensors", 2 * sliceBytes + 3), ...model().slice(1)];
    const total = 2 * sliceBytes + 3 + 47;
    const steps = [];
    const kept = await store.keep(files, "Tiny", { onProgress: ({ done, total: all }) => steps.push([done, all]) });
    assert.deepEqual(steps.map(([done]) => done).slice(0, 3), [sliceBytes, 2 * sliceBytes, 2 * sliceBytes + 3]);
    assert.deepEqual(steps.at(-1), [total, total]);
    const [listed, ...rest] = await other.list();
    assert.deepEqual(listed, kept);
    assert.deepEqual(rest, []);
    assert.deepEqual([listed.name, listed.size, listed.fault], ["Tiny", total, ""]);
    const { files: given, release } = await other.open(listed.id);
    assert.deepEqual(given.map(({ name }) => name), ["model.safetensors", "config (1).json", "vocab.json"]); // prettier-ignore
    for (const [index, file] of given.entries()) {
      assert.equal(file.lastModified, files[index].lastModified);
      assert.deepEqual(await bytesOf(file), await bytesOf(files[index]));
    }
    await release();
  });

test("two models stand beside each other in the order of their keeping, and are deleted one by one, with all their bytes", async () => {
  let time = 1_800_000_000_000;
  const { disk, store } = browser({ now: () => (time += 5) });
  await store.keep(model(), "Same name");
  const second = await store.keep([...model(), fileOf("more.bin", 1)], "Same name");
  // The same files once more are none beside them.
  await assert.rejects(store.keep(model(), "Another name"), (error) => error.key === "known" && error.fields.name === "Same name"); // prettier-ignore
  await store.keep([fileOf("other.bin", 5)], "Other");
  assert.deepEqual((await store.list()).map(({ name }) => name), ["Same name", "Same name (2)", "Other"]); // prettier-ignore
  const before = disk.used();
  await store.remove(second.id);
  assert.ok(disk.used() <= before - 1047);
  assert.deepEqual((await store.list()).map(({ name }) => name), ["Same name", "Other"]); // prettier-ignore
  await store.remove(second.id);
  await assert.rejects(store.open(second.id), because("gone"));
});

test("cancelled, out of room, or with a source that fails: nothing stays behind, and the reason is told", async () => {
  const cases = /** @type {[string, (parts: any) => File[] | void, (error: any) => boolean][]} */ ([
    ["cancelled", ({ disk, controller }) => void (disk.beforeWrite = (path) => path.endsWith("/1") && controller.abort()), (error) => error.name === "AbortError"], // prettier-ignore
    ["cancelled at the last moment", ({ disk, controller }) => void (disk.beforeWrite = (path) => path.endsWith(manifestName) && controller.abort()), (error) => error.name === "AbortError"], // prettier-ignore
    ["a fault at the end of a file", ({ disk }) => void (disk.beforeClose = () => { throw new DOMException("disk", "UnknownError"); }), because("failed")], // prettier-ignore
    ["no room", ({ disk }) => void (disk.room = 1020), because("full")],
    ["no room for the manifest", ({ disk }) => void (disk.room = 1050), because("full")],
    ["a fault of the browser", ({ disk }) => void (disk.beforeWrite = () => { throw new DOMException("disk", "UnknownError"); }), because("failed")], // prettier-ignore
    [
      "a source that cannot be read",
      () => {
        const file = fileOf("config.json", 9);
        file.slice = () => /** @type {any} */ ({ arrayBuffer: () => Promise.reject(new DOMException("moved", "NotReadableError")) }); // prettier-ignore
        return [...model(), file];
      },
      (error) => because("source")(error) && error.fields.name === "config.json",
    ],
    [
      "a source that ends early",
      () => [Object.defineProperty(fileOf("model.safetensors", 9), "size", { value: 12 })],
      because("short"),
    ],
  ]);
  for (const streams of [true, false])
    for (const [name, prepare, expected] of cases) {
      const disk = Object.assign(new Disk(), { streams });
      const { store } = browser({ disk, write: inWorkers(disk) });
      const earlier = await store.keep([fileOf("kept.bin", 1)], "Earlier");
      const paths = disk.paths();
      const used = disk.used();
      const controller = new AbortController();
      const files = prepare({ disk, controller }) ?? model();
      if (disk.room < Infinity) disk.room += used;
      await assert.rejects(store.keep(files, "Tiny", { signal: controller.signal }), expected, name);
      assert.deepEqual(disk.paths(), paths, `${name}, streams: ${streams}`);
      assert.deepEqual(await store.list(), [earlier], name);
    }
});

test("a tab that ended while it wrote leaves no model: its leftover is removed at the next look, a whole one is not", async () => {
  const { disk, store, locks, other } = browser();
  const whole = await store.keep(model(), "Whole");
  const folder = await disk.root.getDirectoryHandle(folderName);
  // Two places at which a tab may end: before any byte, before the manifest.
  for (const [id, names] of [
    ["a1-x", []],
    ["a2-x", ["0", "1"]],
  ]) {
    const own = await folder.getDirectoryHandle(id, { create: true });
    for (const name of names) await own.getFileHandle(name, { create: true });
  }
  assert.equal(disk.at(folderName).children.size, 3);
  assert.deepEqual(await store.list(), [whole]);
  assert.equal(disk.at(folderName).children.size, 1);

  // What another tab is writing is neither listed nor removed.
  await folder.getDirectoryHandle("a4-x", { create: true });
  await locks.request(`${folderName} a4-x`, { ifAvailable: true }, async () => {
    assert.deepEqual(await other.list(), [whole]);
    assert.equal(disk.at(folderName).children.size, 2);
  });
  await other.list();
  assert.equal(disk.at(folderName).children.size, 1);
});

test("while one tab keeps a model another looks: it comes to be whole, and is seen only then", async () => {
  const keptMeanwhile = async (/** @type {Locks} */ locks) => {
    const { disk, store, other } = browser({ locks });
    const seen = [];
    const write = async (what) => {
      seen.push((await other.list()).length);
      await writeFile(what);
    };
    const slow = browser({ disk, locks, write }).store;
    const kept = await slow.keep(model(), "Tiny").catch((error) => assert.fail(`not kept: ${error.key}`));
    assert.deepEqual(seen, [0, 0, 0, 0]);
    assert.deepEqual(await store.list(), [kept]);
    await (await other.open(kept.id)).release();
  };
  await keptMeanwhile(new Locks());
  // Were locks given to all who ask, the other tab would clear away what is being written.
  const deaf = Object.assign(new Locks(), { request: (_name, _options, act) => act({}) });
  await assert.rejects(() => keptMeanwhile(deaf), { name: "AssertionError", message: "not kept: gone" });
});

test("what the browser did not write whole is not kept", async () => {
  const shorter = (what) => writeFile({ ...what, source: what.path[2] === "0" ? what.source.slice(1) : what.source });
  const { disk, store } = browser({ write: shorter });
  await assert.rejects(store.keep(model(), "Tiny"), because("not_whole"));
  assert.equal(disk.used(), 0);
  const silent = async (what) => void (what.path[2] !== manifestName && (await writeFile(what)));
  await assert.rejects(browser({ disk, write: silent }).store.keep(model(), "Tiny"), because("not_whole"));
  assert.equal(disk.used(), 0);
});

test("what has come to be whole between a look and its lock is no leftover", async () => {
  const { disk, store } = browser();
  let arrived = () => {};
  const looked = new Promise((resolve) => (arrived = () => resolve(undefined)));
  const late = new Locks();
  late.request = async (...args) => {
    arrived();
    await keeping;
    return Locks.prototype.request.apply(late, args);
  };
  const write = async (what) => {
    if (what.path[2] === manifestName) await looked;
    await writeFile(what);
  };
  const slow = browser({ disk, write }).store;
  const keeping = slow.keep(model(), "Tiny");
  while (!disk.at(folderName)?.children.size) await new Promise((resolve) => setTimeout(resolve));
  await browser({ disk, locks: late }).store.list();
  assert.deepEqual(await store.list(), [await keeping]);
});

test("without locks, leftovers stay for a day: somebody may be writing them", async () => {
  let time = 1_800_000_000_000;
  const { disk, store } = browser({ locks: null, now: () => time });
  const folder = await disk.root.getDirectoryHandle(folderName, { create: true });
  await folder.getDirectoryHandle(`${time.toString(36)}-x`, { create: true });
  await store.list();
  assert.equal(folder.children.size, 1);
  time += 2 * 86_400_000;
  await store.list();
  assert.equal(folder.children.size, 0);
  const kept = await store.keep(model(), "Tiny");
  const { release } = await store.open(kept.id);
  await release();
  await store.remove(kept.id);
  assert.deepEqual(await store.list(), []);
});

test("a model that is open in one tab is not deleted by another, nor opened while it is deleted", async () => {
  const { store, other, locks } = browser();
  const { id } = await store.keep(model(), "Tiny");
  const { files, release } = await store.open(id);
  const again = await other.open(id);
  await assert.rejects(other.remove(id), because("busy"));
  await again.release();
  await assert.rejects(other.remove(id), because("busy"));
  assert.equal((await bytesOf(files[0])).length, 1000);
  await release();
  await locks.request(`${folderName} ${id}`, { ifAvailable: true }, () =>
    assert.rejects(store.open(id), because("busy")),
  );
  await other.remove(id);
  assert.deepEqual(await store.list(), []);
});

test("where the browser keeps nothing, each reason is told apart, and what is asked of it never breaks", async () => {
  const refused = () => Promise.reject(new DOMException("Storage directory access is denied.", "SecurityError"));
  const strange = () => Promise.reject(new TypeError("Unknown transient reason"));
  const cases = /** @type {[string, any][]} */ ([
    ["none", { storage: {} }],
    ["none", { storage: null }],
    ["insecure", { storage: null, secure: false }],
    ["refused", { storage: { getDirectory: refused, estimate: refused } }],
    ["refused", { storage: { getDirectory: strange } }],
  ]);
  for (const [key, changes] of cases) {
    const { store } = browser(changes);
    await assert.rejects(store.list(), because(key));
    await assert.rejects(store.keep(model(), "Tiny"), because(key));
    await assert.rejects(store.open("a"), because(key));
    await assert.rejects(store.remove("a"), because(key));
    assert.equal(await store.room(), null);
    assert.equal(await store.promised(), false);
  }
});

test("how much room there is, as the browser says it; its promise is asked for once", async () => {
  const { store } = browser({ disk: Object.assign(new Disk(), { room: 5000 }) });
  await store.keep([fileOf("a.bin", 1000)], "A");
  const room = await store.room();
  assert.ok(room !== null && room < 4000 && room > 3500);
  const ask = async (persisted, answer) => {
    let asked = 0;
    const storage = new Disk().storage({ persisted: async () => persisted, persist: async () => (asked++, answer) });
    return [await browser({ storage }).store.promised(), asked];
  };
  assert.deepEqual([await ask(true, false), await ask(false, true), await ask(false, false)], [[true, 0], [true, 1], [false, 1]]); // prettier-ignore
});
