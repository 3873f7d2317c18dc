// Several trainings as one: phases, progress, pausing and stopping of all, one that fails.
import assert from "node:assert/strict";
import test from "node:test";

import { Race } from "../../web/elements/race.js";

/** Lets everything that waits for nothing but its turn go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A race whose lanes take a step each time that they are let go. */
function race() {
  const page = Object.assign(new EventTarget(), { hidden: false });
  const clock = { now: 0 };
  const engines = { started: 0, ended: 0 };
  const whole = new Race(() => {}, {
    page,
    now: () => clock.now,
    // Nothing is done again and again: whether workers answer is a training's own affair (training.test.js).
    every: () => () => {},
    start: async () => ({ number: ++engines.started, dispose: async () => void ++engines.ended }),
  });
  const taken = [];
  const waiting = [];
  /** @param {number} lane @param {number} total */
  const work =
    (lane, total) =>
    async (_engine, { turn, progress }) => {
      taken[lane] = 0;
      for (let done = 1; done <= total; ++done) {
        await turn();
        taken[lane] = done;
        progress({ done, total });
        await new Promise((resolve, reject) => (waiting[lane] = { resolve, reject }));
      }
    };
  const step = async (lane) => {
    clock.now += 1000;
    waiting[lane].resolve();
    await settle();
  };
  const fail = async (lane, error) => {
    waiting[lane].reject(error);
    await settle();
  };
  return { whole, work, step, fail, taken, engines, page };
}

test("each lane has a worker of its own, and the race ends with the last", async () => {
  const { whole, work, step, taken, engines } = race();
  assert.equal(whole.phase, "idle");
  assert.deepEqual([whole.share, whole.done, whole.total, whole.active], [0, 0, 0, false]);
  let ended = false;
  const all = whole.start([work(0, 4), work(1, 4)]).then(() => (ended = true));
  assert.equal(whole.phase, "loading");
  await settle();
  assert.equal(whole.phase, "running");
  assert.equal(engines.started, 2);
  await step(0);
  assert.deepEqual([...taken, whole.done, whole.total], [2, 1, 1, 4], "the slowest lane counts");
  assert.equal(whole.share, 3 / 8);
  assert.equal(whole.secondsLeft, 3, "the slowest lane has three steps left, at a second each");
  for (let count = 0; count < 3; ++count) await step(0);
  assert.ok(!ended && whole.phase === "running" && whole.active);
  for (let count = 0; count < 4; ++count) await step(1);
  await all;
  assert.deepEqual([whole.phase, whole.active, whole.share], ["done", false, 1]);
  await whole.dispose();
  assert.equal(engines.ended, 2);
});

test("pausing, going on and stopping take hold of all lanes", async () => {
  const { whole, work, step, taken } = race();
  whole.start([work(0, 9), work(1, 9)]);
  await settle();
  whole.pause();
  assert.equal(whole.phase, "paused");
  await step(0);
  await step(1);
  assert.deepEqual(taken, [1, 1], "no lane takes a step");
  whole.resume();
  await settle();
  assert.deepEqual(taken, [2, 2]);
  whole.stop();
  assert.deepEqual([whole.phase, whole.active], ["stopped", false]);
  await step(0);
  assert.deepEqual(taken, [2, 2]);
});

test("all lanes wait while the tab is hidden", async () => {
  const { whole, work, step, taken, page } = race();
  whole.start([work(0, 9), work(1, 9)]);
  await settle();
  const see = async (hidden) => {
    page.hidden = hidden;
    page.dispatchEvent(new Event("visibilitychange"));
    await settle();
  };
  await see(true);
  assert.ok(whole.hidden);
  await step(0);
  await step(1);
  assert.deepEqual(taken, [1, 1]);
  await see(false);
  assert.deepEqual(taken, [2, 2]);
});

test("a failed worker is started again, and a lane that cannot go on says why while the others run", async () => {
  const { whole, work, fail, step, engines } = race();
  whole.start([work(0, 3), work(1, 3)]);
  await settle();
  await fail(0, Object.assign(new Error("lost"), { key: "worker_ended" }));
  assert.deepEqual([whole.restarts, whole.phase, engines.started], [1, "running", 2]);
  await fail(0, new Error("The text is too short."));
  assert.deepEqual([whole.phase, whole.problem], ["running", "The text is too short."]);
  for (let count = 0; count < 3; ++count) await step(1);
  assert.equal(whole.phase, "failed");
});

test("a smaller race than the last leaves its other workers alone, and none is started twice", async () => {
  const { whole, work, step, engines } = race();
  whole.start([work(0, 1), work(1, 1), work(2, 1)]);
  await settle();
  for (const lane of [0, 1, 2]) await step(lane);
  assert.equal(whole.phase, "done");
  whole.start([work(0, 1)]);
  await settle();
  assert.deepEqual([whole.lanes.length, engines.started, whole.total], [1, 3, 1]);
  await step(0);
  whole.start([work(0, 1), work(1, 1)]);
  await settle();
  assert.equal(engines.started, 3);
  whole.reset();
  assert.equal(whole.phase, "idle");
  await whole.dispose();
  assert.equal(engines.ended, 3);
});
