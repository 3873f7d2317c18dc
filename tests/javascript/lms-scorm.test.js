// SCORM packages as built, and what their page keeps and says. That they run on a platform is tested in a browser (tests/browser/scorm.spec.js).
import assert from "node:assert/strict";
import test from "node:test";

import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";

import { linksOfPackage } from "../../web/lms/scorm/page.js";
import { findApi, Platform } from "../../web/lms/scorm/platform.js";
import { Session } from "../../web/lms/scorm/session.js";
import { longest, State, timespan } from "../../web/lms/scorm/state.js";
import { bank } from "./lms-banks-support.js";
import { all, readXml } from "./lms-qti-reader.js";

const slugs = [
  "order-blind",
  "position-table",
  "learned-table",
  "rope",
  "mask-leaks",
  "distance-bias",
  "longer",
  "lab",
];

/** What ADL's content aggregation model and its schemas ask of a manifest of SCORM 1.2, as far as it can go wrong here. */
function manifestFaults(/** @type {Uint8Array} */ bytes) {
  const files = unzipSync(bytes);
  const faults = [];
  if (!files["imsmanifest.xml"]) return ["no imsmanifest.xml at the top"];
  const manifest = readXml(strFromU8(files["imsmanifest.xml"]));
  const { attributes, children } = manifest;
  if (attributes.xmlns !== "http://www.imsproject.org/xsd/imscp_rootv1p1p2") faults.push("namespace");
  if (attributes["xmlns:adlcp"] !== "http://www.adlnet.org/xsd/adlcp_rootv1p2") faults.push("ADL's namespace");
  if (children.map(({ name }) => name).join() !== "metadata,organizations,resources") faults.push("its parts");
  if (all(manifest, "schema")[0]?.text !== "ADL SCORM" || all(manifest, "schemaversion")[0]?.text !== "1.2") faults.push("schema"); // prettier-ignore
  const identified = [manifest, ...["organization", "item", "resource"].flatMap((name) => all(manifest, name))];
  const identifiers = identified.map((each) => each.attributes.identifier);
  if (new Set(identifiers).size !== identifiers.length) faults.push("an identifier twice");
  for (const identifier of identifiers)
    if (!/^[A-Za-z_][\w.-]*$/.test(identifier ?? "")) faults.push(`identifier ${identifier}`);
  const organizations = all(manifest, "organizations")[0]?.attributes.default;
  if (!all(manifest, "organization").some((each) => each.attributes.identifier === organizations)) faults.push("the default organization"); // prettier-ignore
  const resources = all(manifest, "resource");
  for (const item of all(manifest, "item")) {
    if (item.children[0]?.name !== "title" || item.children[0].text === "") faults.push("an item without a title");
    if (!resources.some((each) => each.attributes.identifier === item.attributes.identifierref)) faults.push("an item without its resource"); // prettier-ignore
  }
  const listed = all(manifest, "file").map((file) => decodeURI(file.attributes.href));
  for (const { attributes } of resources) {
    if (attributes["adlcp:scormtype"] !== "sco" || attributes.type !== "webcontent") faults.push("the resource's type");
    if (!listed.includes(decodeURI(attributes.href))) faults.push("what is launched is not listed");
  }
  for (const name of listed) if (!files[name]) faults.push(`${name} is listed and missing`);
  for (const name of Object.keys(files)) if (name !== "imsmanifest.xml" && !listed.includes(name)) faults.push(`${name} is not listed`); // prettier-ignore
  return faults;
}

test("each lesson has a package with a valid manifest and everything that its page asks for", () => {
  for (const slug of slugs) {
    const bytes = bank(`scorm/${slug}.zip`);
    assert.deepEqual(manifestFaults(bytes), [], slug);
    const files = unzipSync(bytes);
    const page = strFromU8(files[`lessons/${slug}/index.html`]);
    const asked = [...page.matchAll(/(?:src|href)="(\.\.\/[^"]*)"/g)].map(([, address]) => address);
    assert.ok(asked.length > 10);
    for (const address of asked) assert.ok(files[address.replace(/^(\.\.\/)+/, "")], `${slug}: ${address}`);
    assert.ok(page.includes("run-"), "the script that reports");
  }
});

test("manifests that are wrong are noticed", () => {
  const files = unzipSync(bank("scorm/rope.zip"));
  const manifest = strFromU8(files["imsmanifest.xml"]);
  const small = Object.fromEntries(Object.entries(files).map(([name]) => [name, strToU8("x")]));
  const faultsOf = (/** @type {string} */ text) =>
    manifestFaults(zipSync({ ...small, "imsmanifest.xml": strToU8(text) }));
  const changed = (/** @type {string} */ from, /** @type {string} */ to) => {
    assert.ok(manifest.includes(from), from);
    return faultsOf(manifest.replace(from, to)).join("; ");
  };
  assert.deepEqual(faultsOf(manifest), []);
  assert.deepEqual(manifestFaults(zipSync({ "a/imsmanifest.xml": strToU8(manifest) })), [
    "no imsmanifest.xml at the top",
  ]);
  assert.match(changed("<schemaversion>1.2<", "<schemaversion>2004<"), /schema/);
  assert.match(changed('scormtype="sco"', 'scormtype="asset"'), /type/);
  assert.match(changed('identifierref="lesson"', 'identifierref="other"'), /without its resource/);
  assert.match(changed('default="course"', 'default="other"'), /default organization/);
  assert.match(changed('<file href="lessons/rope/index.html"/>', ""), /launched is not listed; .*is not listed/);
  assert.match(changed("<organizations", "<x/><organizations"), /its parts/);
});

test("in a package the names of other lessons stay and their links go, and what is elsewhere opens beside it", () => {
  const markup =
    'see <a href="../rope/#x">R<em>o</em>PE</a>, <a href="#here">here</a>, <a href="https://a.org/">there</a>';
  assert.equal(linksOfPackage(markup), 'see R<em>o</em>PE, <a href="#here">here</a>, <a target="_blank" rel="noopener" href="https://a.org/">there</a>'); // prettier-ignore
});

const skills = ["wavelength", "sinusoid_row", "interpolate method=ntk"];

test("what is kept comes back, the best score of each skill with it", () => {
  const state = new State(skills);
  state.answered({ skill: "wavelength", passed: false, score: 0 });
  assert.deepEqual([state.score, state.passed, state.done], [0, 0, false]);
  state.answered({ skill: "wavelength", passed: true, score: 1 });
  state.answered({ skill: "wavelength", passed: true, score: 0 });
  state.answered({ skill: "interpolate method=ntk", passed: true, score: 0 });
  state.answered({ skill: "of another lesson", passed: true, score: 1 });
  assert.deepEqual([state.score, state.passed, state.done], [33, 2, false]);
  state.setItem("a", '−½ "\\');
  const again = new State(skills);
  assert.ok(again.read(state.write()));
  assert.deepEqual([again.score, again.passed, again.getItem("a"), again.getItem("b")], [33, 2, '−½ "\\', null]);
  again.answered({ skill: "sinusoid_row", passed: true, score: 1 });
  assert.deepEqual([again.score, again.done], [67, true]);
});

test("it never takes more than a platform keeps, gives up the oldest first, and says so", () => {
  const state = new State(skills);
  state.answered({ skill: "wavelength", passed: true, score: 1 });
  for (let index = 0; index < 60; ++index) state.setItem(`exercise ${index}`, "−".repeat(index));
  state.setItem("exercise 0", "typed again");
  const text = state.write();
  assert.ok(text.length <= longest && text.length > longest / 2, `${text.length}`);
  assert.match(text, /^[\x20-\x7e]*$/);
  assert.ok(state.dropped);
  const again = new State(skills);
  assert.ok(again.read(text));
  assert.deepEqual([again.getItem("exercise 0"), again.getItem("exercise 1"), again.score], ["typed again", null, 33]);
  assert.throws(() => state.setItem("program", "x".repeat(longest)), /too long/);
});

test("what would be too long once its letters are written as ASCII is turned away, and costs nothing else its room", () => {
  const state = new State(skills);
  state.setItem("typed before", "1/2");
  assert.throws(() => state.setItem("program", "−".repeat(1000)), /too long/);
  const again = new State(skills);
  assert.ok(again.read(state.write()));
  assert.deepEqual([again.getItem("typed before"), state.dropped], ["1/2", false]);
});

test("what is none of ours is not taken for it", () => {
  for (const text of [
    "x",
    "{}",
    "null",
    '{"v":2,"best":{},"kept":[]}',
    '{"v":1,"best":{"a":5},"kept":[]}',
    '{"v":1,"best":{},"kept":[[1,2]]}',
  ])
    assert.ok(!new State(skills).read(text), text);
  assert.ok(new State(skills).read(""));
});

test("durations are written as SCORM 1.2 writes them", () => {
  for (const [milliseconds, text] of [
    [0, "00:00:00.00"],
    [65_250, "00:01:05.25"],
    [3_599_999, "01:00:00.00"],
    [100 * 3_600_000, "100:00:00.00"],
    [Infinity, "9999:00:00.00"],
  ]) {
    assert.equal(timespan(/** @type {number} */ (milliseconds)), text);
    assert.match(timespan(/** @type {number} */ (milliseconds)), /^\d{2,4}:\d\d:\d\d\.\d{1,2}$/);
  }
});

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
