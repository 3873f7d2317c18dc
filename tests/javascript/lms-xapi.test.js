// Statements of xAPI: valid by a library that is not ours, and never lost between the page and the store.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";

import { Memory, newWork } from "../../web/elements/exercise-memory.js";
import { keeperOf } from "../../web/lms/xapi/keeper.js";
import { LaunchError, readLaunch } from "../../web/lms/xapi/launch.js";
import { Outbox } from "../../web/lms/xapi/outbox.js";
import { extension, newId, period, Statements } from "../../web/lms/xapi/statements.js";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
/** @type {(statement: any) => unknown[]} */
const problemsOf = require("@learninglocker/xapi-validation").default;

const actor = { name: "Ada", mbox: "mailto:ada@example.org" };
const registration = "ec531277-b57b-4c15-8d91-d292c5b2b8f7";
const page = "https://course.example/launch/rope/";

/** @param {Record<string, string>} fields */
const address = (fields) =>
  `${page}?${new URLSearchParams({ endpoint: "https://lrs.example/xapi/", actor: JSON.stringify(actor), ...fields })}`;

const answer = {
  ...{
    exercise: "rope_vector",
    skill: "rope_vector layout=half",
    seed: 7,
    verdict: "misconception",
    passed: false,
    score: 0,
  },
  ...{ misconception: "other_layout", tries: 2, hints: 1, solution: false, duration: 65_250 },
};
const lesson = {
  language: "en",
  title: "RoPE",
  skills: [{ skill: "rope_vector layout=half", title: "Turn a vector" }],
};

test("a launch address is read, as newer and as older platforms write it", () => {
  assert.equal(readLaunch(page), null);
  assert.equal(readLaunch(`${page}?endpoint=`), null);
  const launch = readLaunch(address({ auth: "Basic YTpi", registration, activity_id: "https://a.example/rope" }));
  assert.equal(launch?.statements.href, "https://lrs.example/xapi/statements");
  assert.deepEqual([launch?.auth, launch?.registration, launch?.activity], ["Basic YTpi", registration, "https://a.example/rope"]); // prettier-ignore
  assert.deepEqual(launch?.actor, { objectType: "Agent", ...actor });
  const older = { name: ["Ada"], account: [{ accountServiceHomePage: "https://a.example", accountName: "7" }] };
  const read = readLaunch(address({ endpoint: "https://lrs.example/xapi", actor: JSON.stringify(older) }));
  assert.equal(read?.statements.href, "https://lrs.example/xapi/statements");
  assert.deepEqual(read?.actor, {
    objectType: "Agent",
    name: "Ada",
    account: { homePage: "https://a.example", name: "7" },
  });
  assert.equal(read?.activity, page);
});

test("a launch address that is wrong says what is wrong", () => {
  for (const [fields, key] of /** @type {[Record<string, string>, string][]} */ ([
    [{ endpoint: "lrs" }, "no_address"],
    [{ endpoint: "http://lrs.example/" }, "not_https"],
    [{ endpoint: "javascript:alert(1)" }, "not_https"],
    [{ registration: "7" }, "registration"],
    [{ activity_id: "rope" }, "activity"],
    [{ actor: "Ada" }, "actor"],
    [{ actor: '{"account":null}' }, "actor"],
    [{ actor: '{"account":{}}' }, "actor"],
    [{ actor: '{"account":"ada"}' }, "actor"],
    [{ actor: '{"account":{"homePage":"moodle","name":"7"}}' }, "actor"],
    [{ actor: '{"mbox":null}' }, "actor"],
    [{ actor: '{"mbox":7}' }, "actor"],
    [{ actor: '{"name":"Ada"}' }, "actor"],
    [{ actor: '{"mbox":"mailto:a@b.c","openid":"https://a.b"}' }, "actor"],
  ]))
    assert.throws(
      () => readLaunch(address(fields)),
      (error) => error instanceof LaunchError && error.key === key,
      key,
    );
  const none = { endpoint: "https://lrs.example/" };
  assert.throws(() => readLaunch(`${page}?${new URLSearchParams(none)}`), LaunchError);
});

test("a query of the endpoint stays, and so does a fragment of the activity", () => {
  for (const endpoint of ["https://lrs.example/xapi?course=7", "https://lrs.example/xapi/?course=7#x"]) {
    const launch = readLaunch(address({ endpoint }));
    assert.equal(launch?.statements.href, "https://lrs.example/xapi/statements?course=7");
  }
  const launch = /** @type {any} */ (readLaunch(address({ activity_id: "https://a.example/course#rope" })));
  const statement = new Statements(launch, lesson).answered(answer);
  assert.equal(statement.object.id, "https://a.example/course#rope/rope_vector%20layout%3Dhalf");
  assert.deepEqual(problemsOf(statement), []);
});

test("every statement is valid by the specification, and says what was tried", () => {
  const launch = /** @type {any} */ (readLaunch(address({ registration })));
  const statements = new Statements(launch, lesson);
  const right = { ...answer, passed: true, score: 1, verdict: "correct", misconception: null };
  const all = [
    statements.experienced(),
    statements.answered(answer),
    statements.answered(right),
    statements.completed(0.5, 1e6),
  ];
  for (const statement of all) assert.deepEqual(problemsOf(statement), []);
  assert.deepEqual(all.map(({ verb }) => verb.id.replace(/.*\//, "")), ["experienced", "answered", "answered", "completed"]); // prettier-ignore
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  const { result, object, context } = all[1];
  assert.deepEqual([result.success, result.score.scaled, result.duration], [false, 0, "PT65.25S"]);
  assert.equal(result.extensions[extension("misconception")], "other_layout");
  assert.equal(object.id, `${page}#rope_vector%20layout%3Dhalf`);
  assert.equal(object.definition.name.en, "Turn a vector");
  assert.equal(context.registration, registration);
  assert.equal(context.contextActivities.parent[0].id, page);
  assert.ok(!(extension("misconception") in all[2].result.extensions));
  assert.deepEqual([all[3].result.completion, all[3].result.score.scaled], [true, 0.5]);
});

test("the library rejects what is no statement", () => {
  const statements = new Statements(/** @type {any} */ (readLaunch(address({}))), lesson);
  const good = statements.answered(answer);
  for (const bad of [
    { ...good, id: "7" },
    { ...good, actor: { name: "Ada" } },
    { ...good, verb: { id: "answered" } },
    { ...good, result: { ...good.result, score: { scaled: 2 } } },
    { ...good, result: { ...good.result, duration: "65 s" } },
    { ...good, result: { ...good.result, extensions: { misconception: "x" } } },
    { ...good, timestamp: "yesterday" },
    { ...good, object: { objectType: "Activity", id: "rope" } },
  ])
    assert.notEqual(problemsOf(bad).length, 0, JSON.stringify(bad));
});

test("ids are random UUIDs, also where the page is no secure context", (context) => {
  const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  assert.match(newId(), pattern);
  context.mock.method(crypto, "randomUUID", undefined, { getter: false });
  Object.defineProperty(crypto, "randomUUID", { value: undefined, configurable: true, writable: true });
  const ids = Array.from({ length: 100 }, newId);
  delete (/** @type {any} */ (crypto).randomUUID);
  for (const id of ids) assert.match(id, pattern);
  assert.equal(new Set(ids).size, 100);
  assert.equal(period(-1), "PT0.00S");
});

/** A store that answers as it is told, and the browser's storage. */
function scene(/** @type {(number | Error)[]} */ answers, kept = new Map()) {
  /** @type {any[]} */
  const got = [];
  const send = async (/** @type {any} */ address, /** @type {any} */ request) => {
    got.push({ address, ...request, statement: JSON.parse(request.body) });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return { status: answer, statusText: "" };
  };
  const storage = { getItem: (/** @type {string} */ key) => kept.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value) }; // prettier-ignore
  const launch = { statements: new URL("https://lrs.example/xapi/statements"), auth: "Basic YTpi" };
  const outbox = new Outbox({ launch, storage, key: "k", changed: () => {}, send: /** @type {any} */ (send) });
  return { outbox, got, kept, storage };
}

test("a statement is put with its id, the version and the credentials", async () => {
  const { outbox, got } = scene([204]);
  await outbox.add({ id: "a" });
  assert.equal(got[0].address.href, "https://lrs.example/xapi/statements?statementId=a");
  assert.equal(got[0].method, "PUT");
  assert.deepEqual(got[0].headers, { "Content-Type": "application/json", "X-Experience-API-Version": "1.0.3", Authorization: "Basic YTpi" }); // prettier-ignore
  assert.deepEqual([outbox.waiting, outbox.problem], [0, null]);
});

test("what fails is tried again, in order, later and later, until the store has it", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { outbox, got } = scene([new Error("offline"), 503, 401, 204]);
  await outbox.add({ id: "a" });
  assert.deepEqual([outbox.waiting, outbox.problem], [1, "offline"]);
  await outbox.add({ id: "b" });
  assert.deepEqual([outbox.waiting, outbox.problem], [2, "503"]);
  const settle = async () => { for (let turn = 0; turn < 20; ++turn) await Promise.resolve(); }; // prettier-ignore
  context.mock.timers.tick(3000);
  await settle();
  assert.equal(got.length, 2, "it waits longer the second time");
  context.mock.timers.tick(1001);
  await settle();
  assert.deepEqual([got.length, outbox.problem], [3, "401"]);
  context.mock.timers.tick(8001);
  await settle();
  assert.equal(outbox.waiting, 0);
  assert.deepEqual(got.map(({ statement }) => statement.id), ["a", "a", "a", "a", "b"]); // prettier-ignore
});

test("what waits outlives the page and is sent at the next launch; what came through twice is one", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const first = scene([new Error("offline")]);
  await first.outbox.add({ id: "a" });
  const second = scene([409, 204], first.kept);
  assert.equal(second.outbox.waiting, 1);
  await second.outbox.add({ id: "b" });
  assert.deepEqual(second.got.map(({ statement }) => statement.id), ["a", "b"]); // prettier-ignore
  assert.equal(second.outbox.waiting, 0);
  assert.equal(scene([204], first.kept).outbox.waiting, 0);
});

test("a tab does not write over what another one still has to send", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const one = scene([new Error("offline")]);
  const other = scene([new Error("offline")], one.kept);
  await one.outbox.add({ id: "a" });
  await other.outbox.add({ id: "b" });
  assert.deepEqual(
    JSON.parse(one.kept.get("k"))
      .waiting.map((/** @type {any} */ { id }) => id)
      .toSorted(),
    ["a", "b"],
  );
});

test("what the store refuses for good is kept and counted, and holds up nothing", async () => {
  const { outbox, got } = scene([400, 204]);
  await outbox.add({ id: "a" });
  await outbox.add({ id: "b" });
  assert.deepEqual([outbox.waiting, outbox.refused, outbox.refusal, got.length], [0, 1, "400", 2]);
});

test("without storage it is said that what waits is not kept", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { outbox, storage } = scene([new Error("offline")]);
  storage.setItem = () => {
    throw new Error("full");
  };
  await outbox.add({ id: "a" });
  assert.deepEqual([outbox.kept, outbox.waiting], [false, 1]);
});

test("what one learner typed and tried is not the next one's of the same browser", () => {
  const { storage, kept } = scene([204]);
  const work = { ...newWork(7), typed: ["0.5"], tries: 2 };
  assert.ok(new Memory("where-exercise rope_vector", keeperOf(storage, "ada")).keep(work));
  assert.deepEqual(new Memory("where-exercise rope_vector", keeperOf(storage, "ada")).recall(), work);
  assert.equal(new Memory("where-exercise rope_vector", keeperOf(storage, "bob")).recall(), undefined);
  for (const key of kept.keys()) assert.match(key, /^where-exercise /, "found by what forgets everything");
});

test("of two tabs the best answers, the refusals and the completion are kept", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const one = scene([400]);
  const other = scene([new Error("offline")], one.kept);
  one.outbox.data.best = [
    ["a", { passed: true, score: 1 }],
    ["b", { passed: true, score: 0 }],
  ];
  one.outbox.data.completed = true;
  await one.outbox.add({ id: "refused" });
  other.outbox.data.best = [
    ["b", { passed: true, score: 1 }],
    ["a", { passed: true, score: 0 }],
  ];
  await other.outbox.add({ id: "waits" });
  one.outbox.keep();
  for (const data of [one.outbox.data, other.outbox.data, JSON.parse(one.kept.get("k"))]) {
    assert.deepEqual(Object.fromEntries(data.best), { a: { passed: true, score: 1 }, b: { passed: true, score: 1 } });
    assert.deepEqual(data.refused, [{ id: "refused" }]);
    assert.deepEqual(data.waiting, [{ id: "waits" }]);
    assert.equal(data.completed, true);
  }
});

test("a statement is given up as another tab settles it, and the one behind it still goes", async () => {
  const kept = new Map();
  const { outbox, got, storage } = scene([204], kept);
  const sending = outbox.add({ id: "a" });
  // While it is on its way another tab says that the store refused it.
  storage.setItem("k", JSON.stringify({ waiting: [], refused: [{ id: "a" }], best: [], completed: false }));
  const behind = outbox.add({ id: "b" });
  await Promise.all([sending, behind]);
  assert.deepEqual(got.map(({ statement }) => statement.id), ["a", "b"]); // prettier-ignore
  assert.equal(outbox.waiting, 0);
});

test("of what was kept in a wrong form the sound part is taken", () => {
  const good = ["a", { passed: true, score: 1 }];
  for (const [text, best] of /** @type {[string, any[]][]} */ ([
    ["not JSON", []],
    ["7", []],
    ['{"waiting":[],"refused":[],"best":"x"}', []],
    [JSON.stringify({ waiting: [{ id: "w" }, null, 7], refused: {}, best: [good, 7, ["b"], ["c", null], ["d", { passed: true, score: 9 }], ["e", { score: 1 }]] }), [good]], // prettier-ignore
  ])) {
    const { outbox } = scene([204], new Map([["k", text]]));
    assert.deepEqual(outbox.data.best, best, text);
    assert.equal(outbox.waiting, text.includes('"w"') ? 1 : 0);
    outbox.keep();
    assert.ok(outbox.kept, text);
  }
});
