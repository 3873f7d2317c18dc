// What is begun only where it is seen: who watches for it, and that nobody does any longer than that.
import assert from "node:assert/strict";
import test from "node:test";

import "../../web/elements/checkpoint.js";
import { near } from "../../web/elements/near.js";

// The page around it, as far as it is looked at.
const page = { hidden: false, documentElement: { lang: "en" }, querySelector: () => null };
globalThis.document ??= /** @type {any} */ (Object.assign(new EventTarget(), page));

/** Those that watch just now. @type {Set<Watching>} */
const watching = new Set();
class Watching {
  /** @param {(entries: { isIntersecting: boolean }[]) => void} tell */
  constructor(tell) {
    this.tell = (/** @type {boolean[]} */ ...seen) => tell(seen.map((isIntersecting) => ({ isIntersecting })));
  }
  observe() {
    watching.add(this);
  }
  disconnect() {
    watching.delete(this);
  }
}
globalThis.IntersectionObserver = /** @type {any} */ (Watching);
const element = /** @type {any} */ ({});

test("whoever comes near is told of once; whoever does not is watched until nobody waits", async () => {
  const stop = new AbortController();
  const came = near(element, stop.signal);
  const [seen] = watching;
  seen.tell(false);
  assert.equal(watching.size, 1);
  seen.tell(false, true);
  assert.equal(await came, true);
  assert.equal(watching.size, 0);
  const waits = near(element, stop.signal);
  assert.equal(watching.size, 1);
  stop.abort();
  assert.equal(await waits, false);
  assert.equal(watching.size, 0);
  assert.equal(await near(element, stop.signal), false);
  assert.equal(watching.size, 0);
});

test("what is done is not said to be done any more once a setting asks for something more", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const figure = new /** @type {any} */ (customElements.get("where-checkpoint"))();
  const after = async (/** @type {boolean} */ asks) => {
    figure.asked = async () => asks;
    figure.training.phase = "done";
    figure.runSoon();
    context.mock.timers.tick(400);
    for (let turns = 0; turns < 9; turns += 1) await Promise.resolve();
    return figure.training.phase;
  };
  // A reading of the reader's own model waits until it is asked for.
  Object.assign(figure, { files: { ready: true }, state: { check: "scaling" } });
  assert.equal(await after(false), "done");
  assert.equal(await after(true), "idle");
  assert.equal(watching.size, 0);
});

test("a figure that is far away is watched once, however often its settings change, and not after it has left the page", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const figure = new /** @type {any} */ (customElements.get("where-checkpoint"))();
  figure.asked = async () => true;
  for (let times = 0; times < 3; times += 1) {
    figure.runSoon();
    context.mock.timers.tick(400);
    for (let turns = 0; turns < 9; turns += 1) await Promise.resolve();
    assert.equal(watching.size, 1);
  }
  figure.disconnectedCallback();
  assert.equal(watching.size, 0);
});
