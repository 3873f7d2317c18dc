// A reading that is stopped, and the next run at once, in a worker: what the first has changed is put back before the second looks.
import assert from "node:assert/strict";
import test, { after } from "node:test";

import { loadEngineInWorker } from "../../build/package/index.js";
import "../../web/elements/checkpoint.js";
import { Training } from "../../web/elements/training.js";
import { checks, control, stateOf } from "./checkpoint-support.js";

const engine = await loadEngineInWorker();
after(() => engine.dispose());

// The page around it, as far as it is looked at.
const page = { hidden: false, documentElement: { lang: "en" }, querySelector: () => null };
globalThis.document ??= /** @type {any} */ (Object.assign(new EventTarget(), page));

const WhereCheckpoint = /** @type {any} */ (customElements.get("where-checkpoint"));
const typed = "It was a bright cold day in April, and the clocks were striking thirteen; nobody in the street looked up. ".repeat(3); // prettier-ignore
const reading = (/** @type {string} */ check) => stateOf(check, { from: "typed", text: typed });

/** A figure that is in no page: what it has run is all that is looked at. */
function figure() {
  const element = new WhereCheckpoint();
  element.recompute = async () => {};
  element.training = new Training(() => {}, { start: async () => engine });
  return element;
}

/**
 * Stops a reading within a window of its second arm, and runs another state at once.
 * @param {any} element @param {any} first @param {any} second
 */
async function stoppedThen(element, first, second) {
  const work = element.work(first);
  /** @type {Promise<void> | undefined} */
  let next;
  const stopping = element.training.start((/** @type {any} */ engine, /** @type {any} */ given) => {
    const progress = (/** @type {any} */ how) => {
      given.progress(how);
      // Four arms, or two: what has been done lies in the second.
      const arms = first.check === "perplexity" ? 4 : 2;
      if (next === undefined && how.done > how.total / arms) next = element.training.start(element.work(second));
    };
    return work(engine, { ...given, progress });
  });
  await stopping;
  assert.ok(next, "it was stopped before its end");
  await next;
  assert.equal(element.training.phase, "done", element.training.problem);
  return [...element.resources.live.values()].at(-1);
}

/** What a check comes to on a model that nobody has changed. @param {any} state */
async function alone(state) {
  const element = figure();
  await element.training.start(element.work(state));
  assert.equal(element.training.phase, "done", element.training.problem);
  return [...element.resources.live.values()].at(-1);
}

test("a reading stopped within a window leaves the table to the next reading, the sum and the rows as it was trained", async () => {
  for (const check of ["perplexity", "sum", "rows"]) {
    const state = { ...reading(check), seed: 7, ...(check === "sum" ? { text: "It was bright." } : {}) };
    const element = figure();
    const run = await stoppedThen(element, reading("perplexity"), state);
    assert.deepEqual(run, await alone(state), check);
    const { model } = await element.specimens.of(engine, "learned", control());
    const fresh = await engine.loadShippedModel("learned");
    const [now, trained] = [await model.readParameter("wpe.weight"), await fresh.readParameter("wpe.weight")];
    assert.deepEqual(now.data, trained.data, check);
    await Promise.all([model.dispose(), fresh.dispose()]);
  }
});

test("a reading in the other layout stopped within a window leaves the rotation to the next one", async () => {
  const element = figure();
  const run = await stoppedThen(element, reading("layout"), reading("scaling"));
  assert.deepEqual(run, await alone(reading("scaling")));
  const { model } = await element.specimens.of(engine, "rope", control());
  const fresh = await engine.loadShippedModel("rope");
  assert.deepEqual(await model.config(), await fresh.config());
});

/** The model of a figure, whose table cannot be put back: by then it was written twice, or by a whole reading four times. @param {any} element @param {any} error */
async function failing(element, error, last = 3) {
  const specimen = await element.specimens.of(engine, "learned", control());
  const { model } = specimen;
  let writes = 0;
  const writeParameter = async (/** @type {any[]} */ ...given) => {
    if (++writes === last) throw error;
    return model.writeParameter(...given);
  };
  specimen.model = { ...model, writeParameter };
  return model;
}

test("a model that cannot be put back is closed and said to be, and the next run opens it anew", async () => {
  const state = { ...reading("perplexity"), seed: 7 };
  const said = "was closed: what the reading had changed in it could not be put back. The next run opens it anew. (no room)"; // prettier-ignore
  const element = figure();
  element.unfold = () => {};
  const model = await failing(element, new Error("no room"));
  const run = await stoppedThen(element, reading("perplexity"), state);
  assert.deepEqual(run, await alone(state));
  assert.equal(element.notes.length, 1);
  assert.ok(element.notes[0].endsWith(said), element.notes[0]);
  await assert.rejects(model.readParameter("wpe.weight"), { code: "disposed" });

  // A run that nobody stopped says it where it says all else.
  const whole = figure();
  const other = await failing(whole, new Error("no room"), 5);
  await whole.training.start(whole.work(state));
  assert.equal(whole.training.phase, "failed");
  assert.ok(whole.training.problem.endsWith(said), whole.training.problem);
  assert.deepEqual(whole.notes, []);
  await assert.rejects(other.readParameter("wpe.weight"), { code: "disposed" });
});

test("a model that ended has nothing to be put back: why the reading ended is what is told", async () => {
  const element = figure();
  await failing(element, Object.assign(new Error("gone"), { code: "disposed" }));
  await stoppedThen(element, reading("perplexity"), reading("sum"));
  assert.deepEqual(element.notes, []);
});

test("a check that does not wait for its turn reads what the stopped one had changed", async () => {
  const element = figure();
  const { specimens } = element;
  specimens.check = async (/** @type {any[]} */ ...[of, shipped, given, check]) =>
    check(await specimens.of(of, shipped, given));
  const next = { ...reading("perplexity"), seed: 7 };
  const run = await stoppedThen(element, reading("perplexity"), next);
  assert.notDeepEqual(run, await alone(next));
  assert.ok(checks.perplexity.isDone(run, next), "and says it as if nothing were wrong");
});
