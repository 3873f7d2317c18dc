// A training as pages show it, on a clock and a tab of the test's own: pausing, hiding, stopping, failing, and what is said of it.
import assert from "node:assert/strict";
import test from "node:test";

import { Training } from "../../web/elements/training.js";
import { phaseWords, progressWords, timeLeft } from "../../web/elements/training-controls.js";
import { createText } from "../../web/figures/text.js";
import catalogue from "../../web/messages/en.json" with { type: "json" };

const text = createText(catalogue, "common");

/** A tab that can be hidden, a clock that stands still until it is moved, an engine that only counts. */
function surroundings() {
  const page = Object.assign(new EventTarget(), { hidden: false });
  const clock = { now: 0 };
  const engines = { started: 0, ended: 0, silent: false };
  /** What is done again and again. @type {Set<() => void>} */
  const repeated = new Set();
  return {
    page,
    clock,
    engines,
    repeated,
    /** So many times what comes again and again, with time for answers after each. */
    async again(times) {
      for (; times > 0; --times) {
        for (const act of repeated) act();
        await settle();
      }
    },
    hide(hidden) {
      page.hidden = hidden;
      page.dispatchEvent(new Event("visibilitychange"));
    },
    options: {
      page,
      now: () => clock.now,
      every(act) {
        repeated.add(act);
        return () => repeated.delete(act);
      },
      start: async () => ({
        number: ++engines.started,
        build: () => (engines.silent ? new Promise(() => {}) : Promise.resolve("simd")),
        dispose: async () => void ++engines.ended,
      }),
    },
  };
}

/** Lets everything that waits for nothing but its turn go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A training of so many steps, each of which waits to be let go. */
function stepped(total) {
  const place = surroundings();
  const training = new Training(() => {}, place.options);
  const steps = { taken: 0, signal: null };
  let go = () => {};
  const work = async (engine, { turn, progress, signal }) => {
    steps.signal = signal;
    for (let done = 0; done < total; ++done) {
      await turn();
      steps.taken += 1;
      progress({ done: done + 1, total });
      await new Promise((resolve) => (go = resolve));
    }
  };
  const step = async (seconds = 1) => {
    place.clock.now += seconds * 1000;
    go();
    await settle();
  };
  return { ...place, training, work, steps, step };
}

test("a run goes through its phases, and its worker is kept for what was trained", async () => {
  const { training, work, steps, step, engines } = stepped(3);
  assert.equal(training.phase, "idle");
  const ended = training.start(work);
  assert.equal(training.phase, "loading");
  await settle();
  assert.equal(training.phase, "running");
  for (let count = 0; count < 3; ++count) await step();
  await ended;
  assert.deepEqual([training.phase, training.done, training.total, steps.taken], ["done", 3, 3, 3]);
  assert.equal((await training.engine()).number, 1);
  assert.equal(engines.ended, 0);
  await training.dispose();
  assert.equal(engines.ended, 1);
});

test("paused, it takes no further step; it goes on from there", async () => {
  const { training, work, steps, step } = stepped(5);
  training.start(work);
  await settle();
  await step();
  assert.equal(steps.taken, 2);
  training.pause();
  await step();
  await step();
  assert.deepEqual([training.phase, steps.taken], ["paused", 2]);
  training.resume();
  await settle();
  assert.deepEqual([training.phase, steps.taken], ["running", 3]);
});

test("it waits while nobody can see the tab, and goes on by itself, unless the reader had paused it", async () => {
  const { training, work, steps, step, hide } = stepped(9);
  training.start(work);
  await settle();
  hide(true);
  await step();
  await step();
  assert.equal(steps.taken, 1);
  assert.match(phaseWords(training, text), /in sight/);
  hide(false);
  await settle();
  assert.equal(steps.taken, 2);
  training.pause();
  hide(true);
  await step();
  hide(false);
  await step();
  assert.deepEqual([training.phase, steps.taken], ["paused", 2]);
});

test("stopped, it is so at once: also while it waits, and nothing that comes later counts", async () => {
  for (const before of ["running", "paused", "hidden"]) {
    const { training, work, steps, step, hide, repeated } = stepped(9);
    const ended = training.start(work);
    await settle();
    if (before === "paused") training.pause();
    if (before === "hidden") hide(true);
    training.stop();
    assert.equal(repeated.size, 0, "nobody asks any more whether the worker is there");
    assert.equal(training.phase, "stopped");
    assert.ok(steps.signal.aborted);
    await step();
    await ended;
    assert.deepEqual([training.phase, training.done, steps.taken], ["stopped", 1, 1], before);
  }
});

test("a new start ends the run before it, which can no longer report", async () => {
  const training = new Training(() => {}, surroundings().options);
  const reports = [];
  const endless = (_, { progress }) => {
    reports.push(progress);
    return new Promise(() => {});
  };
  training.start(endless);
  await settle();
  training.start(endless);
  await settle();
  reports[0]({ done: 7, total: 9 });
  assert.deepEqual([training.done, training.total], [0, 0]);
  reports[1]({ done: 1, total: 4 });
  assert.deepEqual([training.done, training.total], [1, 4]);
});

test("a worker that failed is started again and that is said; one that fails again and again is not", async () => {
  const lost = Object.assign(new Error("The worker failed."), { key: "worker_ended" });
  for (const [failures, phase] of [
    [1, "done"],
    [2, "done"],
    [3, "failed"],
  ]) {
    const place = surroundings();
    const training = new Training(() => {}, place.options);
    let left = failures;
    await training.start(async (_, { progress }) => {
      progress({ done: 1, total: 2 });
      if (left-- > 0) throw lost;
    });
    assert.equal(training.phase, phase);
    assert.equal(training.restarts, Math.min(failures, 2));
    assert.match(phaseWords(training, text), /^The worker failed and was started again\./);
  }
});

test("a worker that has ended without a word is noticed, started again, and at last given up", async () => {
  const { training, work, steps, step, engines, repeated, again } = stepped(9);
  const ended = training.start(work);
  await settle();
  await step();
  // As long as it answers, it may take its time; and it is asked by nobody while it is paused.
  await again(20);
  training.pause();
  engines.silent = true;
  await again(20);
  training.resume();
  await settle();
  await again(4);
  assert.deepEqual([training.restarts, engines.started, engines.ended], [0, 1, 0]);
  await again(1);
  assert.deepEqual([training.phase, training.restarts, training.done], ["running", 1, 1]);
  assert.deepEqual([engines.started, engines.ended, steps.taken], [2, 1, 3]);
  assert.match(phaseWords(training, text), /^The worker failed and was started again\. Training\.$/);
  assert.equal(repeated.size, 1);
  // One answer is enough.
  await again(3);
  engines.silent = false;
  await again(1);
  engines.silent = true;
  await again(4);
  assert.equal(training.restarts, 1);
  await again(1 + 5);
  await ended;
  assert.deepEqual([training.phase, engines.started, engines.ended, repeated.size], ["failed", 3, 3, 0]);
  assert.match(phaseWords(training, text), /its worker ends again and again, without saying why\.$/);
});

test("any other failure ends the run with the engine's own words", async () => {
  const place = surroundings();
  const training = new Training(() => {}, place.options);
  await training.start(async () => {
    throw new Error("seed must be a whole number");
  });
  assert.equal(phaseWords(training, text), "The training failed: seed must be a whole number");
  const unstarted = new Training(() => {}, { ...place.options, start: () => Promise.reject(new Error("no worker")) });
  await unstarted.start(async () => assert.fail("there is no engine"));
  assert.equal(unstarted.phase, "failed");
  assert.equal(unstarted.problem, "no worker");
});

test("the time left is that at the speed so far, and pauses do not count", async () => {
  const { training, work, step, clock, hide } = stepped(10);
  training.start(work);
  await settle();
  await step(2);
  await step(2);
  // Three steps are reported, after four seconds: 4 / 3 seconds a step, seven steps to go.
  assert.ok(Math.abs(training.secondsLeft - (4 / 3) * 7) < 1e-9);
  training.pause();
  clock.now += 60_000;
  assert.ok(Math.abs(training.secondsLeft - (4 / 3) * 7) < 1e-9);
  training.resume();
  hide(true);
  clock.now += 60_000;
  hide(false);
  assert.ok(Math.abs(training.secondsLeft - (4 / 3) * 7) < 1e-9);
  clock.now += 1000;
  assert.ok(Math.abs(training.secondsLeft - (5 / 3) * 7) < 1e-9);
});

test("what is said of the time and of the steps", () => {
  assert.equal(timeLeft(null, text), "");
  assert.equal(timeLeft(0.2, text), "about 1 s left");
  assert.equal(timeLeft(89.2, text), "about 90 s left");
  assert.equal(timeLeft(90, text), "about 2 min left");
  const running = { phase: "running", active: true, done: 1200, total: 4000, secondsLeft: 8.4 };
  assert.equal(progressWords(running, text), "step 1,200 of 4,000, about 9 s left");
  assert.equal(progressWords({ ...running, phase: "paused" }, text), "step 1,200 of 4,000");
  assert.equal(progressWords({ ...running, phase: "done", active: false }, text), "");
});
