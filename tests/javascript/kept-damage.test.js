// Kept models that are not whole: what is damaged is said to be and stays until it is deleted, what could not be removed goes later.
import assert from "node:assert/strict";
import test from "node:test";

import { folderName, KeptModels, manifestName } from "../../web/elements/kept-models.js";
import { Disk, fileOf, Locks } from "./kept-support.js";

const model = () => [fileOf("model.safetensors", 1000), fileOf("config (1).json", 40, 2), fileOf("vocab.json", 7, 3)];

/** A browser's store, and another tab's. @param {any} [changes] */
function browser({ disk = new Disk(), locks = new Locks(), now = () => 1_800_000_000_000, ...changes } = {}) {
  const store = () => new KeptModels({ storage: disk.storage(), locks, now, secure: true, ...changes });
  return { disk, locks, store: store(), other: store() };
}

/** @param {string} key of the trouble */
const because = (key) => (error) => error.key === key || assert.fail(`${key} was expected, not ${error.key}: ${error}`);

test("a manifest that a crash has emptied is damage, and nothing is cleared away; one that is being written is not there yet", async () => {
  for (const locks of [new Locks(), null]) {
    let time = 1_800_000_000_000;
    const { disk, store, other } = browser({ locks, now: () => time });
    const { id } = await store.keep(model(), "Tiny");
    disk.at(`${folderName}/${id}/${manifestName}`).bytes = new Uint8Array(0);
    const paths = disk.paths();
    const writing = async () => assert.deepEqual(await other.list(), []);
    // Without locks, somebody may be writing it for a day.
    if (locks) await locks.request(`${folderName} ${id}`, { ifAvailable: true }, writing);
    else await writing();
    time += 2 * 86_400_000;
    const [listed, ...rest] = await other.list();
    assert.deepEqual(rest, []);
    assert.deepEqual([listed.id, listed.fault, listed.size], [id, "damaged", 1047]);
    await assert.rejects(other.open(id), because("damaged"));
    assert.deepEqual(disk.paths(), paths);
    await other.remove(id);
    assert.equal(disk.used(), 0);
  }
});

test("what could not be removed is named by who wrote it, lies there, and goes at the next look", async () => {
  const { disk, store } = browser();
  const folder = await disk.root.getDirectoryHandle(folderName, { create: true });
  const stuck = (/** @type {boolean} */ is) =>
    Object.assign(folder, is ? { removeEntry: () => Promise.reject(new DOMException("", "NoModificationAllowedError")) } : {}); // prettier-ignore
  disk.room = 1020;
  const refused = () => store.keep(model(), "Tiny").then(() => assert.fail("kept"), (error) => error); // prettier-ignore
  const clean = await refused();
  assert.deepEqual([clean.key, clean.left, await store.lies("x")], ["full", "", false]);
  stuck(true);
  const { key, left } = await refused();
  assert.equal(key, "full");
  assert.ok(await store.lies(left));
  await store.list();
  assert.ok(await store.lies(left));
  delete folder.removeEntry;
  assert.deepEqual(await store.list(), []);
  assert.ok(!(await store.lies(left)));
});

test("damage is said and never opened: a manifest that is cut, foreign or of a later version, a file that is missing or shorter", async () => {
  const cut = (entry) => void (entry.bytes = entry.bytes.slice(0, -5));
  const write = (text) => (entry) => void (entry.bytes = new TextEncoder().encode(text));
  const cases = /** @type {[string, string, (entry: any, own: any) => void][]} */ ([
    ["damaged", manifestName, cut],
    ["unknown", manifestName, write('{"format": 2, "name": "Tiny", "since": 1, "files": []}')],
    ["unknown", manifestName, write("[1, 2]")],
    ["unknown", manifestName, write('{"format": 1, "name": "Tiny", "since": 1, "files": [{ "name": 3 }]}')],
    ["damaged", "0", cut],
    ["damaged", "2", (_entry, own) => void own.children.delete("2")],
    ["unread", manifestName, (entry) => void (entry.unreadable = true)],
  ]);
  for (const [fault, name, damage] of cases) {
    const { disk, store } = browser();
    const { id } = await store.keep(model(), "Tiny");
    assert.equal((await store.list())[0].fault, "");
    const own = disk.at(`${folderName}/${id}`);
    damage(own.children.get(name), own);
    const [listed, ...rest] = await store.list();
    assert.deepEqual(rest, []);
    assert.equal(listed.fault, fault);
    await assert.rejects(store.open(id), because(fault));
    await store.remove(id);
    assert.deepEqual(await store.list(), []);
    assert.equal(disk.used(), 0);
  }
});
