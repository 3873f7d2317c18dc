// What the page of a package keeps and leaves out. That packages run on a platform is tested in a browser (tests/browser/scorm.spec.js).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { folders } from "../../web/course/paths.js";
import { linksOfPackage } from "../../web/lms/page.js";
import { longest, State, timespan } from "../../web/lms/scorm/state.js";

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

test("two kinds of one exercise are two skills of a lesson, and one of them is not passed with the other", () => {
  const html = readFileSync(path.join(folders.site, "launch", "order-blind", "index.html"), "utf8");
  const [, written = "[]"] = /<main [^>]*data-skills="([^"]*)"/.exec(html) ?? [];
  const known = JSON.parse(written.replaceAll("&quot;", '"')).map((/** @type {any} */ { skill }) => skill);
  assert.deepEqual(known, ["permute causal=false kind=none", "permute kind=learned", "residual_sum"]);
  assert.equal(html.match(/<where-exercise [^>]*exercise="permute"/g)?.length, 2);
  const state = new State(known);
  for (let times = 0; times < 2; ++times) state.answered({ skill: known[0], passed: true, score: 1 });
  assert.deepEqual([state.passed, state.score, state.done], [1, 33, false]);
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
