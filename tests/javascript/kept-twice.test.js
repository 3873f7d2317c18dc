// What one tab keeps beside another: the same model or the same name at once, each entry told from the others; a disk that is full.
import assert from "node:assert/strict";
import test from "node:test";

import { Disk, fileOf, Locks } from "./kept-support.js";
import { config, tab, turn } from "./kept-tab.js";

const sharing = () => ({ disk: new Disk(), locks: new Locks() });

test("two tabs that keep the same files at once keep them once, and the second is told under what name", async () => {
  const shared = sharing();
  const tabs = [await tab(shared), await tab(shared)];
  await Promise.all(tabs.map(({ panel, here }, at) => panel.keep(here, ["gpt2", "mine"][at])));
  await turn();
  const all = tabs.map(({ said }) => said()).sort((a, b) => a.length - b.length);
  assert.match(
    all.join(" "),
    /^These files are kept here already, as “(gpt2|mine)”\. \1 is kept in this browser: 3\.1 kB\./,
  );
  for (const { panel } of tabs) {
    await panel.look();
    assert.equal(panel.models?.length, 1);
  }
  // Nothing of the second is left on the disk: one folder, with two files and what is written of them.
  assert.equal(shared.disk.paths().filter((path) => !path.endsWith("/")).length, 3);
});

test("two models that are kept at once under one name have different names in the list", async () => {
  const shared = sharing();
  const other = { ...shared, given: [fileOf("model.safetensors", 3060, 7), config] };
  const tabs = [await tab(shared), await tab(other)];
  await Promise.all(tabs.map(({ panel, here }) => panel.keep(here, "gpt2")));
  await turn();
  await tabs[0].panel.look();
  assert.deepEqual(tabs[0].panel.models?.map(({ name }) => name).sort(), ["gpt2", "gpt2 (2)"]);
  assert.deepEqual(tabs.map(({ said }) => said().split(" is kept")[0]).sort(), ["gpt2", "gpt2 (2)"]);
});

test("a disk that is full although the browser says otherwise: what is kept can make room, and then the offer is as before", async () => {
  const disk = new Disk();
  const storage = disk.storage({ estimate: async () => ({ quota: 1e9, usage: 0 }) });
  const { panel, here } = await tab({ disk, storage });
  await panel.keep(here, "gpt2");
  disk.room = 5000;
  const next = await tab({ disk, storage, given: [fileOf("model.safetensors", 3060, 5), config] });
  await next.panel.keep(next.here, "other");
  assert.match(next.said(), /no more room for this site\. Delete a model that is kept, or make room on the disk\.$/);
  assert.match(next.seen(), /yet it has refused them/);
  await next.panel.remove(next.here, /** @type {any} */ (next.panel.models)[0]);
  assert.match(next.seen(), /may use 1 GB more\. They go nowhere else/);
});
