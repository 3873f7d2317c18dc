// A session of a packaged lesson with its platform: what is read, what is written, and what is told where that fails.
import assert from "node:assert/strict";
import test from "node:test";

import { findApi, Platform } from "../../web/lms/scorm/platform.js";
import { Session } from "../../web/lms/scorm/session.js";
import { State } from "../../web/lms/scorm/state.js";

const skills = ["wavelength", "sinusoid_row", "interpolate method=ntk"];

test("the platform is found above and in the opener, not where windows must not be looked into", () => {
  const api = {};
  const top = /** @type {any} */ ({ API: api });
  top.parent = top;
  const lone = /** @type {any} */ ({});
  lone.parent = lone;
  assert.equal(findApi(/** @type {any} */ ({ parent: { parent: top } })), api);
  assert.equal(findApi(/** @type {any} */ ({ ...lone, parent: lone, opener: { parent: top } })), api);
  assert.equal(findApi(lone), null);
  const closed = /** @type {any} */ ({
    get parent() {
      throw new Error("cross-origin");
    },
  });
  assert.equal(findApi(closed), null);
});

test("what a platform refuses is said in its words", () => {
  const platform = new Platform({
    LMSInitialize: () => true,
    LMSSetValue: () => "false",
    LMSGetLastError: () => "405",
    LMSGetErrorString: (/** @type {string} */ code) => (code === "405" ? "Incorrect Data Type" : ""),
  });
  platform.initialize();
  assert.throws(() => platform.set("cmi.core.score.raw", "x"), /cmi\.core\.score\.raw, 405, Incorrect Data Type/);
});

/** A platform with what it keeps, what it refuses by code, and a session on it. */
function scene(/** @type {Record<string, string>} */ kept = {}, /** @type {Record<string, string>} */ refused = {}) {
  const record = { ...kept };
  /** @type {string[]} */
  const calls = [];
  let code = "0";
  const answer = (/** @type {string} */ call, /** @type {string} */ element) => {
    calls.push(`${call} ${element}`.trim());
    code = refused[`${call} ${element}`.trim()] ?? "0";
    return code === "0";
  };
  const api = {
    LMSInitialize: () => answer("initialize", ""),
    LMSGetValue: (/** @type {string} */ element) => (answer("get", element) ? (record[element] ?? "") : ""),
    LMSSetValue: (/** @type {string} */ element, /** @type {string} */ value) => {
      const taken = answer("set", element);
      if (taken) record[element] = value;
      return String(taken);
    },
    LMSCommit: () => String(answer("commit", "")),
    LMSFinish: () => String(answer("finish", "")),
    LMSGetLastError: () => code,
    LMSGetErrorString: (/** @type {string} */ code) => `error ${code}`,
  };
  /** @type {any[]} */
  const stood = [];
  /** @type {string[][]} */
  const warned = [];
  const shown = { stand: (/** @type {any[]} */ ...said) => void stood.push(said), warn: (/** @type {any[]} */ troubles) => void warned.push(troubles.map(([key]) => key)) }; // prettier-ignore
  const session = new Session(new Platform(api), new State(skills), shown);
  session.begin();
  return { session, record, calls, stood, warned, written: () => calls.filter((call) => call.startsWith("set")) };
}

const right = (/** @type {string} */ skill) => ({ skill, passed: true, score: 1 });

test("a grade that stands is not lowered, whatever became of the kept data", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  for (const status of ["completed", "passed"])
    for (const suspended of ["", "of another program"]) {
      const graded = { "cmi.core.lesson_status": status, "cmi.core.score.raw": "100", "cmi.suspend_data": suspended };
      const { session, record, stood, written } = scene(graded);
      assert.deepEqual(written(), [], "nothing before the learner does something");
      assert.equal(stood.at(-1)[1].score, 100);
      session.answer(right("wavelength"));
      session.answer({ skill: "sinusoid_row", passed: false, score: 0 });
      session.end();
      assert.deepEqual([record["cmi.core.lesson_status"], record["cmi.core.score.raw"]], [status, "100"]);
    }
  const lower = scene({ "cmi.core.lesson_status": "incomplete", "cmi.core.score.raw": "33" });
  for (const skill of skills) lower.session.answer(right(skill));
  assert.deepEqual([lower.record["cmi.core.lesson_status"], lower.record["cmi.core.score.raw"]], ["completed", "100"]);
  lower.session.end();
  assert.equal(lower.record["cmi.core.exit"], "suspend", "completed, and its data still kept");
});

test("who opens and leaves changes nothing but that the lesson is begun", () => {
  const fresh = scene({ "cmi.core.lesson_status": "not attempted" });
  assert.deepEqual(fresh.written(), []);
  fresh.session.end();
  assert.equal(fresh.record["cmi.core.lesson_status"], "incomplete");
  assert.ok(!("cmi.core.score.raw" in fresh.record) && !("cmi.suspend_data" in fresh.record));
  const failed = scene({ "cmi.core.lesson_status": "failed", "cmi.core.score.raw": "33" });
  failed.session.end();
  assert.equal(failed.record["cmi.core.lesson_status"], "failed");
});

test("kept data that cannot be read stays, and is told of, until the first answer", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { session, record, warned } = scene({ "cmi.suspend_data": "of another program" });
  session.state.setItem("a", "typed");
  session.come("heading");
  context.mock.timers.tick(2001);
  assert.equal(record["cmi.core.lesson_location"], "heading");
  assert.deepEqual([record["cmi.suspend_data"], warned.at(-1)], ["of another program", ["unreadable"]]);
  session.answer(right("wavelength"));
  assert.match(record["cmi.suspend_data"], /typed/);
  assert.deepEqual(warned.at(-1), []);
});

test("what a platform fails to say is told of and not written over", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  for (const element of [
    "cmi.suspend_data",
    "cmi.core.lesson_status",
    "cmi.core.score.raw",
    "cmi.core.lesson_location",
  ]) {
    const { session, warned, calls, stood } = scene({}, { [`get ${element}`]: "101" });
    assert.deepEqual(warned.at(-1), ["unread"]);
    session.come("heading");
    for (const skill of skills) session.answer(right(skill));
    assert.deepEqual([warned.at(-1), stood.at(-1)[0]], [["unread"], "unkept"]);
    session.end();
    assert.ok(!calls.includes(`set ${element}`), element);
    assert.ok(calls.includes("set cmi.core.exit") && calls.includes("finish"));
  }
  const modeless = scene({}, { "get cmi.core.lesson_mode": "401" });
  assert.deepEqual(modeless.warned.at(-1), [], "the mode is optional");
});

test("one element that is refused stops no other; that an optional one is not there is no trouble", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const optional = { "set cmi.core.score.min": "401", "set cmi.core.score.max": "401" };
  const lacking = scene({}, optional);
  lacking.session.answer(right("wavelength"));
  assert.deepEqual(lacking.warned.at(-1), []);
  assert.deepEqual([lacking.record["cmi.core.score.raw"], lacking.record["cmi.core.lesson_status"]], ["33", "incomplete"]); // prettier-ignore
  assert.deepEqual(lacking.written().slice(0, 3), ["set cmi.core.score.raw", "set cmi.core.lesson_status", "set cmi.suspend_data"]); // prettier-ignore
  for (const element of ["cmi.core.score.raw", "cmi.core.lesson_status", "cmi.suspend_data", "cmi.core.score.min"]) {
    const { session, record, calls, warned, stood } = scene({}, { [`set ${element}`]: "405" });
    session.answer(right("wavelength"));
    assert.deepEqual([warned.at(-1), stood.at(-1)[0], calls.at(-1)], [["failed"], "unkept", "commit"]);
    for (const other of ["cmi.core.score.raw", "cmi.core.lesson_status", "cmi.suspend_data"])
      assert.equal(other in record, other !== element, `${other} where ${element} is refused`);
    const before = calls.length;
    context.mock.timers.tick(15_001);
    assert.ok(calls.slice(before).includes(`set ${element}`), "it is tried again");
  }
});

test("a lesson that is only looked at is finished when it is left, and reports nothing", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  for (const mode of ["review", "browse"]) {
    const { session, calls, stood } = scene({ "cmi.core.lesson_mode": mode });
    assert.equal(stood.at(-1)[0], "looking");
    session.answer(right("wavelength"));
    session.come("heading");
    session.state.setItem("a", "typed");
    context.mock.timers.tick(60_000);
    session.end();
    session.end();
    assert.deepEqual(calls.filter((call) => !call.startsWith("get")), ["finish"]); // prettier-ignore
    assert.equal(stood.at(-1)[0], "looking");
  }
});
