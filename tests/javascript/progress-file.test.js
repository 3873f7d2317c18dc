import assert from "node:assert/strict";
import { test } from "node:test";

import { readCatalogue, sectionText } from "../../web/course/catalogue.js";
import { readFile, RefusedFile, tooLarge, writeFile } from "../../web/course/progress/file.js";
import { passed } from "./progress-support.js";

const say = sectionText(readCatalogue("en"), "progress");

const events = [
  passed("2026-03-29 01:30", { seed: 1 }, "Europe/Berlin"),
  passed("2026-03-29 23:30", { seed: 2, kind: "solution", skill: "interpolate method=ntk" }, "Pacific/Kiritimati"),
  passed("2026-03-30 23:30", { seed: 3, hints: 2, tries: 2 }, "Pacific/Pago_Pago"),
];

/** The key of the refusal; its sentence must be there too. @param {string} text */
function refusal(text) {
  try {
    readFile(text);
  } catch (error) {
    assert.ok(error instanceof RefusedFile, String(error));
    assert.match(say(`refused.${error.key}`, error.fields), /Nothing was changed|nothing was changed/);
    return error.key;
  }
  return undefined;
}

/** The file with one of its events changed. @param {any} change @param {number} [index] */
function changed(change, index = 1) {
  const file = JSON.parse(writeFile(events));
  file.events[index] = typeof change === "function" ? change(file.events[index]) : change;
  return JSON.stringify(file);
}

test("a file brings back what was written, also from an editor that marks its encoding", () => {
  const text = writeFile(events);
  assert.deepEqual(readFile(text), events);
  assert.deepEqual(readFile(`\uFEFF${text}`), events);
  assert.deepEqual(readFile(writeFile([])), []);
});

test("what is no file of progress is refused by name", () => {
  assert.equal(refusal(""), "empty");
  assert.equal(refusal(" \n"), "empty");
  assert.equal(refusal("hello"), "other_file");
  assert.equal(refusal("[]"), "other_file");
  assert.equal(refusal("null"), "other_file");
  assert.equal(refusal('{"format":"something"}'), "other_file");
  assert.equal(refusal(" ".repeat(tooLarge.bytes + 1)), "too_large");
});

test("a file that is cut off anywhere is refused", () => {
  const text = writeFile(events).trimEnd();
  for (let length = 0; length < text.length; ++length)
    assert.notEqual(refusal(text.slice(0, length)), undefined, String(length));
  assert.equal(refusal(text.slice(0, 200)), "damaged");
});

test("a newer format is refused, not guessed", () => {
  const file = JSON.parse(writeFile(events));
  assert.equal(refusal(JSON.stringify({ ...file, version: 2 })), "newer");
  assert.equal(refusal(JSON.stringify({ ...file, version: "1" })), "no_version");
  assert.equal(refusal(JSON.stringify({ ...file, version: 0 })), "no_version");
  assert.equal(refusal(JSON.stringify({ ...file, events: {} })), "no_events");
});

test("every field of every entry is looked at", () => {
  const wrong = /** @type {Record<string, [any, string][]>} */ ({
    id: [
      ["", "field_text"],
      [7, "field_text"],
      ["x".repeat(201), "field_text"],
    ],
    kind: [
      ["failed", "field_kind"],
      [null, "field_kind"],
    ],
    at: [
      ["2026-03-29", "field_moment"],
      ["2026-13-29T10:00:00.000Z", "field_moment"],
      [1774778400000, "field_moment"],
    ],
    day: [
      ["2026-02-30", "field_day"],
      ["29.3.2026", "field_day"],
      ["2026-04-15", "day_off"],
    ],
    zone: [[null, "field_text"]],
    skill: [
      ["", "field_text"],
      [["wavelength"], "field_text"],
    ],
    seed: [
      [-1, "field_count"],
      [1.5, "field_count"],
      ["1", "field_count"],
      [1e300, "field_count"],
    ],
    tries: [[-1, "field_count"]],
    hints: [[null, "field_count"]],
    solution: [[1, "field_truth"]],
    seconds: [
      [-0.5, "field_amount"],
      ["50", "field_amount"],
    ],
    asked: [["four", "field_count"]],
  });
  assert.deepEqual(Object.keys(wrong).toSorted(), Object.keys(events[0]).toSorted());
  for (const [field, cases] of Object.entries(wrong)) {
    for (const [value, key] of cases)
      assert.equal(refusal(changed((/** @type {any} */ event) => ({ ...event, [field]: value }))), key, field);
    const without = (/** @type {any} */ event) => ({ ...event, [field]: undefined });
    assert.equal(refusal(changed(without)), "field_missing", field);
  }
  assert.equal(refusal(changed((/** @type {any} */ event) => ({ ...event, points: 999 }))), "field_unknown");
  assert.equal(refusal(changed((/** @type {any} */ event) => ({ ...event, tries: 0 }), 0)), "never_tried");
  for (const nothing of [null, 7, "x", []]) assert.equal(refusal(changed(nothing)), "not_an_event");
  assert.equal(refusal(changed(events[0])), "twice");
});

test("days that no clock can have shown yet are refused; a clock that was a little ahead loses nothing", () => {
  const dated = (/** @type {string} */ day) => writeFile([passed(`${day} 10:00`)]);
  const now = new Date("2026-05-01T12:00:00Z");
  for (const day of ["2026-05-02", "2027-05-02"]) assert.equal(readFile(dated(day), now).length, 1, day);
  for (const day of ["2027-05-04", "9999-12-31"]) {
    assert.throws(
      () => readFile(dated(day), now),
      (/** @type {any} */ error) =>
        say(`refused.${error.key}`, error.fields) ===
        `This file is damaged, or the clock of this device is wrong: in entry 1 of 1, “day” is ${day}, more than a year after today, 2026-05-01. Nothing was changed.`,
    );
  }
});

test("a refusal says where", () => {
  assert.throws(
    () => readFile(changed((/** @type {any} */ event) => ({ ...event, seed: -1 }))),
    (/** @type {any} */ error) =>
      say(`refused.${error.key}`, error.fields) ===
      "This file is damaged: in entry 2 of 3, “seed” is not a whole number from 0. Nothing was changed.",
  );
});
