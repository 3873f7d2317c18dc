import assert from "node:assert/strict";
import { test } from "node:test";

import { eventProblem } from "../../web/course/progress/event.js";
import { eventOf, record } from "../../web/course/progress/recorder.js";

const report = {
  ...{ type: "where-answer", at: Date.parse("2026-05-01T10:00:00Z") },
  detail: {
    ...{ skill: "wavelength", seed: 1, tries: 2, hints: 1, solution: false },
    ...{ duration: 41_600, asked: 1 },
  },
};

test("what an exercise reports becomes an event of the moment at which it was made", () => {
  const event = /** @type {any} */ (eventOf(report));
  assert.equal(eventProblem(event), undefined);
  assert.equal(event.at, "2026-05-01T10:00:00.000Z");
  assert.deepEqual([event.kind, event.seconds, event.tries], ["passed", 42, 2]);
  assert.equal(eventOf({ ...report, type: "where-solution" })?.kind, "solution");
});

test("what storage held and no exercise can have reported never comes into the log, and is held no longer", async () => {
  const detail = (/** @type {any} */ changes) => ({ ...report, detail: { ...report.detail, ...changes } });
  const wrong = /** @type {any[]} */ ([
    { ...report, type: "constructor" },
    { ...report, type: undefined },
    { ...report, at: 1e300 },
    { ...report, at: Date.UTC(20_000, 0) },
    ...[-1, 1.5, "1", null, undefined].map((seed) => detail({ seed })),
    ...[NaN, -5000, "soon", undefined].map((duration) => detail({ duration })),
    detail({ skill: "x".repeat(201) }),
    detail({ skill: "" }),
    detail({ tries: 0 }),
    detail({ hints: null }),
    detail({ solution: "no" }),
    detail({ asked: {} }),
  ]);
  for (const each of wrong) {
    assert.equal(eventOf(each), undefined, JSON.stringify(each));
    assert.equal(await record(each), true, JSON.stringify(each));
  }
});
