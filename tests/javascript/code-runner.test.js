// The page's side of the worker: what it does when the worker cannot start, does not answer, or breaks.
import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { Runner } from "../../web/code/runner.js";
import { patience, startLimit, timeLimit } from "../../web/code/sandbox-limits.js";

const request = { program: "", name: "f", calls: [] };
const outcome = { outputs: [1], failure: null, printed: [] };

/** A worker that answers as it is told. */
class FakeWorker extends EventTarget {
  terminated = false;
  /** @param {(worker: FakeWorker) => void} answer */
  constructor(answer) {
    super();
    this.answer = answer;
    queueMicrotask(() => this.say({ ready: true }));
  }
  /** @param {any} data */
  say(data) {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }
  postMessage() {
    queueMicrotask(() => this.answer(this));
  }
  terminate() {
    this.terminated = true;
  }
}

/** A runner with the workers that it has started. @param {(worker: FakeWorker) => void} answer */
function runnerWith(answer) {
  /** @type {FakeWorker[]} */
  const workers = [];
  const runner = new Runner(() => {
    workers.push(new FakeWorker(answer));
    return /** @type {any} */ (workers.at(-1));
  });
  return { runner, workers };
}

test("one worker runs one program after the other", async () => {
  const { runner, workers } = runnerWith((worker) => {
    worker.say({ started: true });
    worker.say({ outcome });
  });
  assert.deepEqual(await runner.run(request), outcome);
  assert.deepEqual(await runner.run(request), outcome);
  assert.equal(workers.length, 1);
  assert.equal(workers[0].terminated, false);
});

test("a program that cannot be interrupted is ended with its worker, and the next one gets another", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  let stuck = true;
  const { runner, workers } = runnerWith((worker) => {
    worker.say({ started: true });
    worker.say({ call: 0 });
    worker.say({ call: 1 });
    if (!stuck) worker.say({ outcome });
  });
  const first = runner.run(request);
  await Promise.resolve().then(() => {});
  await new Promise((resolve) => setImmediate(resolve));
  mock.timers.tick(timeLimit);
  assert.equal(workers[0].terminated, false);
  mock.timers.tick(patience);
  const { failure } = await first;
  assert.deepEqual([failure?.kind, failure?.call], ["stopped", 1]);
  assert.equal(workers[0].terminated, true);
  stuck = false;
  assert.deepEqual(await runner.run(request), outcome);
  assert.equal(workers.length, 2);
  mock.timers.reset();
});

test("an interpreter that cannot be loaded is said, and tried again", async () => {
  let offline = true;
  const { runner, workers } = runnerWith((worker) => worker.say(offline ? { failed: "no network" } : { outcome }));
  const { failure } = await runner.run(request);
  assert.deepEqual([failure?.kind, failure?.message], ["load", "no network"]);
  offline = false;
  assert.deepEqual(await runner.run(request), outcome);
  assert.equal(workers.length, 2);
});

test("a worker that never answers, or never gets its interpreter, ends in a failure and is replaced", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  for (const ready of [false, true]) {
    let dead = true;
    /** @type {FakeWorker[]} */
    const workers = [];
    const runner = new Runner(() => {
      const worker = new FakeWorker((each) => dead || (each.say({ started: true }), each.say({ outcome })));
      if (dead && !ready) worker.say = () => {};
      workers.push(worker);
      return /** @type {any} */ (worker);
    });
    const first = runner.run(request);
    await settled();
    mock.timers.tick(startLimit - 1);
    assert.equal(workers[0].terminated, false);
    mock.timers.tick(1);
    assert.equal((await first).failure?.kind, "slow");
    assert.equal(workers[0].terminated, true);
    dead = false;
    assert.deepEqual(await runner.run(request), outcome);
    assert.equal(workers.length, 2);
  }
  mock.timers.reset();
});

test("a worker that breaks, or that cannot be made, is a failure and no exception", async () => {
  const broken = runnerWith((worker) => {
    worker.say({ started: true });
    worker.dispatchEvent(Object.assign(new Event("error"), { message: "broken" }));
  });
  assert.equal((await broken.runner.run(request)).failure?.kind, "stopped");
  const refused = new Runner(() => {
    throw new Error("refused");
  });
  const { failure } = await refused.run(request);
  assert.deepEqual([failure?.kind, failure?.message], ["load", "refused"]);
});
