// Models that are open for the checks: opened once, let go of before another is, and begun anew where the reader has stopped one.
import assert from "node:assert/strict";
import test from "node:test";

import { CheckpointFiles } from "../../web/elements/checkpoint-files.js";
import { Specimens } from "../../web/elements/checkpoint-specimens.js";
import { control as quiet, golden, text, texts } from "./checkpoint-support.js";
import { engine } from "./figures-support.js";

const goldenConfig = JSON.parse(Buffer.from(golden("gpt2-tiny/config.json")).toString());

/** @param {{ config?: any }} [changes] */
async function begun({ config = goldenConfig } = {}) {
  const files = new CheckpointFiles();
  const weights = new File([golden("gpt2-tiny/model.noprefix-with-buffers.safetensors")], "model.safetensors");
  await files.take([weights, new File([JSON.stringify(config)], "config.json")]);
  return { files, specimens: new Specimens(files, text, texts) };
}

function control() {
  const stop = new AbortController();
  /** @type {string[]} */
  const said = [];
  const progress = (/** @type {any} */ { words }) => void said.push(words);
  return { ...quiet({ signal: stop.signal, progress }), stop, said };
}

test("the reader's own model is opened once, with how far it is in bytes, and closed with its memory", async () => {
  const { specimens } = await begun();
  const held = engine.liveHandles;
  assert.ok(specimens.waits);
  const first = control();
  const opened = await specimens.of(engine, "learned", first);
  assert.equal(await specimens.of(engine, "rope", control()), opened);
  assert.deepEqual([specimens.waits, specimens.own, specimens.facts], [false, specimens.key, opened.facts]);
  assert.match(first.said.at(-1) ?? "", /^\d+\u00a0(bytes|kB) of \d+\u00a0kB$/);
  assert.match(specimens.said[0], /^model\.safetensors is open: 64,368 parameters, learned table\.$/);
  assert.match(specimens.said[1], /^To begin with, 0 1 2 3 are typed, the first of its vocabulary\. They are no text/);
  await specimens.close();
  assert.deepEqual([specimens.own, specimens.facts, specimens.said, engine.liveHandles], ["", undefined, [], held]);
});

test("whoever asks again after a stop gets a model, and not the end of what was stopped", async () => {
  const { specimens } = await begun();
  const held = engine.liveHandles;
  const stopped = control();
  const first = specimens.of(engine, "learned", stopped);
  stopped.stop.abort();
  const again = control();
  const second = specimens.of(engine, "learned", again);
  assert.notEqual(first, second);
  await assert.rejects(first, { name: /AbortError|WhereaboutsError/ });
  assert.equal((await second).facts.rows, 64);
  // Once it is open, a stop ends nothing of it.
  again.stop.abort();
  assert.equal(specimens.of(engine, "learned", control()), second);
  await specimens.close();
  assert.equal(engine.liveHandles, held);
});

test("while it is paused nothing more is read, and a pause ends with its run", async () => {
  const { specimens } = await begun();
  let [asked, opened] = [0, false];
  let go = () => {};
  const paused = new Promise((resolve) => (go = () => resolve(undefined)));
  const pause = () => {
    asked += 1;
    return /** @type {Promise<void>} */ (paused);
  };
  const opening = specimens.of(engine, "learned", { ...control(), pause }).then(() => (opened = true));
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual([asked, opened], [1, false]);
  go();
  await opening;
  assert.ok(opened);
  await specimens.close();
  const stopped = control();
  const never = specimens.of(engine, "learned", { ...stopped, pause: () => new Promise(() => {}) });
  setTimeout(() => stopped.stop.abort(), 10);
  await assert.rejects(never);
});

test("other files are another model, and the one before is let go of first", async () => {
  const { files, specimens } = await begun();
  const held = engine.liveHandles;
  await specimens.of(engine, "learned", control());
  await files.take([new File([JSON.stringify({ ...goldenConfig, layer_norm_epsilon: 1e-6 })], "config.json")]);
  assert.ok(specimens.waits);
  /** @type {number[]} */
  const during = [];
  const watched = { ...control(), progress: () => void during.push(engine.liveHandles) };
  await specimens.of(engine, "learned", watched);
  // What is being read counts as one, besides the model that comes of it.
  assert.ok(during.length > 0 && during.every((handles) => handles <= held + 1), `${during}`);
  assert.ok(!specimens.waits);
  await specimens.close();
});

test("files that are refused leave nothing open, and models of the course open beside none", async () => {
  const { files, specimens } = await begun({ config: { model_type: "opt" } });
  const held = engine.liveHandles;
  await assert.rejects(specimens.of(engine, "learned", control()), /config\.json was not taken: .*opt/);
  assert.deepEqual([specimens.waits, specimens.own, engine.liveHandles], [true, "", held]);
  files.clear();
  assert.ok(!specimens.waits);
  const { model, facts } = await specimens.of(engine, "learned", control());
  assert.equal(facts.id, "learned");
  assert.equal(await specimens.of(engine, "learned", control()).then((each) => each.model), model);
  model.dispose();
});

test("another engine has none of the models: what was open ended with its worker", async () => {
  const { specimens } = await begun();
  const first = await specimens.of(engine, "learned", control());
  // The same engine by another name, as a worker that was started anew.
  const anew = new Proxy(engine, { get: (target, name) => Reflect.get(target, name, target)?.bind?.(target) ?? Reflect.get(target, name, target) }); // prettier-ignore
  const second = await specimens.of(anew, "learned", control());
  assert.notEqual(first.model, second.model);
  first.model.dispose();
  assert.equal(second.facts.rows, 64);
  await specimens.close();
});
