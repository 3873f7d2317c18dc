import assert from "node:assert/strict";
import { test } from "node:test";

import { Log } from "../../web/course/progress/log.js";
import { passed } from "./progress-support.js";

/** @typedef {import("./progress-support.js").Event} Event */

const refusal = () => new DOMException("refused", "UnknownError");

/** @typedef {"open" | "getAll" | "put" | "clear"} Step */

/** As much of a database as the log uses. It refuses the steps that are named, and holds one up until it is let go. */
class Database {
  /** @type {Map<string, Event>} */
  events = new Map();
  /** @type {Set<Step>} */
  refuses = new Set();
  /** @type {Map<Step, Promise<void>>} */
  #held = new Map();

  /** @param {Step} what @returns {() => void} what lets it go */
  hold(what) {
    let letGo = () => {};
    this.#held.set(what, new Promise((resolve) => (letGo = () => resolve(undefined))));
    return letGo;
  }

  /** @param {Step} what */
  async #step(what) {
    if (this.refuses.has(what)) throw refusal();
    await this.#held.get(what);
  }

  open = async () => {
    await this.#step("open");
    return /** @type {any} */ (this);
  };

  async getAll() {
    await this.#step("getAll");
    return [...this.events.values()];
  }

  async clear() {
    await this.#step("clear");
    this.events.clear();
  }

  transaction() {
    const index = async ([skill, seed]) =>
      [...this.events.values()].filter((event) => event.skill === skill && event.seed === seed);
    const put = async (/** @type {Event} */ event) => {
      await this.#step("put");
      this.events.set(event.id, event);
    };
    return { done: Promise.resolve(), store: { put, index: () => ({ getAll: index }) } };
  }
}

/** @param {import("node:test").TestContext} context */
function logOver(context) {
  const database = new Database();
  const log = new Log(database.open);
  context.after(() => log.close());
  return { database, log };
}

const [first, second, third] = [1, 2, 3].map((seed) => passed(`2026-05-0${seed} 10:00`, { seed }));

test("without a database the log lasts as long as the page and says so", async (context) => {
  const log = new Log();
  context.after(() => log.close());
  let told = 0;
  log.onChange(() => (told += 1));
  assert.equal(log.kept, true);
  assert.equal(await log.add(second), true);
  assert.equal(log.kept, false);
  assert.equal(await log.add(first), true);
  assert.deepEqual((await log.read()).events, [first, second]);
  assert.equal(told, 2);
  assert.equal(await log.merge([first, second, third]), 1);
  assert.equal(await log.merge([first, second, third]), 0);
  assert.equal((await log.read()).events.length, 3);
  await log.clear();
  assert.deepEqual((await log.read()).events, []);
});

test("an instance is passed once, and given up only before it was passed", async (context) => {
  const log = new Log();
  context.after(() => log.close());
  const opened = () => passed("2026-05-01 10:00", { seed: 1, kind: "solution" });
  const pass = () => passed("2026-05-01 10:01", { seed: 1, tries: 2 });
  assert.equal(await log.add(opened()), true);
  assert.equal(await log.add(opened()), false);
  assert.equal(await log.add(pass()), true);
  assert.equal(await log.add(pass()), false);
  assert.equal(await log.add(opened()), false);
  assert.equal(await log.add(passed("2026-05-01 10:02", { seed: 2 })), true);
  assert.equal((await log.read()).events.length, 3);
});

test("the same instance reported twice at once is refused room once", async (context) => {
  const { database, log } = logOver(context);
  database.refuses.add("open");
  const both = await Promise.all([1, 2].map(() => log.add(passed("2026-05-01 10:00"))));
  assert.deepEqual(both, [true, false]);
  assert.equal((await log.read()).events.length, 1);
});

test("a log that cannot be read is no empty one", async (context) => {
  const { database, log } = logOver(context);
  await log.add(first);
  for (const what of /** @type {const} */ (["getAll", "open"])) {
    const anew = what === "open" ? new Log(database.open) : log;
    context.after(() => anew.close());
    database.refuses = new Set([what]);
    const { events, unread } = await anew.read();
    assert.deepEqual(events, []);
    assert.equal(unread?.message, "refused");
    database.refuses.clear();
    assert.deepEqual(await anew.read(), { events: [first] });
  }
});

test("what is read shows, also where what came in before is refused room once more", async (context) => {
  const { database, log } = logOver(context);
  await log.add(first);
  database.refuses.add("put");
  await log.add(second);
  assert.deepEqual(await log.read(), { events: [first, second] });
  assert.equal(log.kept, false);
  database.refuses.clear();
  await log.read();
  assert.equal(log.kept, true);
  assert.equal(database.events.size, 2);
});

test("what comes in while the rest is put is still to be kept", async (context) => {
  const { database, log } = logOver(context);
  database.refuses.add("put");
  await log.add(first);
  database.refuses.clear();
  const letGo = database.hold("put");
  const reading = log.read();
  await new Promise(setImmediate);
  database.refuses.add("put");
  await log.add(second);
  letGo();
  await reading;
  assert.equal(log.kept, false);
  database.refuses.clear();
  assert.deepEqual((await log.read()).events, [first, second]);
  assert.equal(log.kept, true);
  assert.equal(database.events.size, 2);
});

test("a database that does not open or does not let go is no deleted one", async (context) => {
  const { database, log } = logOver(context);
  await log.add(first);
  for (const what of /** @type {const} */ (["clear", "open"])) {
    const anew = new Log(database.open);
    context.after(() => anew.close());
    database.refuses = new Set([what, "put"]);
    await anew.add(second);
    await assert.rejects(anew.clear(), { message: "refused" });
    database.refuses.clear();
    // What the page alone held is gone.
    assert.deepEqual(await anew.read(), { events: [first] });
  }
  await log.clear();
  assert.deepEqual(await log.read(), { events: [] });
});

test("what comes in while everything is deleted stays", async (context) => {
  const { database, log } = logOver(context);
  database.refuses.add("put");
  await log.add(first);
  const letGo = database.hold("clear");
  const clearing = log.clear();
  await log.add(second);
  letGo();
  await clearing;
  assert.deepEqual((await log.read()).events, [second]);
});

test("a mistake of ours is no refusal", async (context) => {
  const { database, log } = logOver(context);
  database.getAll = () => Promise.reject(new TypeError("ours"));
  await assert.rejects(log.read(), TypeError);
});
