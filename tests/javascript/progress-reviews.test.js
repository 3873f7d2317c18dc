import assert from "node:assert/strict";
import { test } from "node:test";
import { Rating } from "ts-fsrs";

import { kindOf, skillName } from "../../web/elements/exercise-skill.js";
import { readFile, writeFile } from "../../web/course/progress/file.js";
import { addDays, daysBetween } from "../../web/course/progress/days.js";
import { pointsOf, rating, skills, usualTime } from "../../web/course/progress/reviews.js";
import { partOf } from "../../web/course/progress/standing.js";
import { reviewSeed, summarize } from "../../web/course/progress/summary.js";
import { inZone, moment, passed } from "./progress-support.js";

test("a skill is an exercise, or the kind of it that a page fixes", () => {
  const parameters = [
    { name: "position", type: "integer" },
    { name: "method", type: "choice" },
  ];
  assert.equal(skillName("interpolate", kindOf(parameters, { method: "ntk", position: 3 })), "interpolate method=ntk");
  assert.equal(skillName("wavelength", kindOf(parameters, { position: 3 })), "wavelength");
});

test("ratings: Easy, Good, Hard and Again", () => {
  const rated = (/** @type {any} */ changes) => rating(passed("2026-05-01 10:00", changes), 60);
  const cases = /** @type {[any, Rating][]} */ ([
    [{ seconds: 60 }, Rating.Easy],
    [{ seconds: 61 }, Rating.Good],
    [{ hints: 1 }, Rating.Hard],
    [{ tries: 2 }, Rating.Hard],
    [{ tries: 2, hints: 3 }, Rating.Hard],
    [{ tries: 3 }, Rating.Again],
    [{ tries: 2, solution: true }, Rating.Again],
    [{ kind: "solution" }, Rating.Again],
  ]);
  for (const [changes, expected] of cases) assert.equal(rated(changes), expected, JSON.stringify(changes));
});

test("the usual time is the learner's own median of late, and a guess before there is one", () => {
  assert.equal(usualTime([], 1), 60);
  assert.equal(usualTime([1, 2], 4), 150);
  assert.equal(usualTime([10, 30, 20], 4), 20);
  assert.equal(usualTime([10, 40, 20, 30], 4), 25);
  assert.equal(usualTime([900, 900, 900, 1, 2, 3, 4, 5], 4), 3);
});

test("points: 10 at the first try, 6 with a hint or a later try, 3 after the solution", () => {
  const points = (/** @type {any} */ changes) => pointsOf(passed("2026-05-01 10:00", changes));
  assert.equal(points({}), 10);
  assert.equal(points({ seconds: 5000 }), 10);
  assert.equal(points({ hints: 1 }), 6);
  assert.equal(points({ tries: 4 }), 6);
  assert.equal(points({ tries: 2, solution: true }), 3);
  assert.equal(points({ kind: "solution" }), 0);
});

/** @param {import("./progress-support.js").Event[]} events @param {string} [wall] */
function summaryOf(events, wall = "2026-05-01 12:00") {
  return inZone("UTC", () => summarize(events, moment("UTC", wall)));
}

test("what was kept before a skill was told apart into kinds stays readable, keeps its points, and passes no kind", () => {
  const before = passed("2026-04-01 10:00", { skill: "permute", seed: 2 });
  const events = readFile(writeFile([before], moment("UTC", "2026-04-02 10:00")));
  assert.deepEqual(events, [before]);
  const { points, skills: known } = summaryOf(events);
  assert.equal(points, 10);
  assert.equal(known.get("permute")?.passed, true);
  const standing = Object.fromEntries([...known].map(([skill, { passed, due }]) => [skill, { passed, due }]));
  const kinds = ["permute causal=false kind=none", "permute causal=true kind=none"];
  assert.deepEqual(partOf(standing, kinds, "2026-05-01"), { count: 2, passed: 0, due: 0 });
  // Under one name both would be passed with it.
  assert.equal(partOf(standing, ["permute", "permute"], "2026-05-01").passed, 2);
});

test("a skill gives its points once, those of its best instance", () => {
  const events = [
    passed("2026-05-01 10:00", { seed: 1, tries: 2, solution: true }),
    passed("2026-05-01 10:05", { seed: 2, hints: 1 }),
    passed("2026-05-01 10:10", { seed: 3, hints: 1 }),
    passed("2026-05-01 10:10", { skill: "rope_vector" }),
  ];
  assert.equal(summaryOf(events).points, 6 + 10);
  assert.equal(summaryOf(events.slice(0, 1)).points, 3);
});

test("an instance whose solution was open gives 3 points, also where the passing is told without it", () => {
  const opened = passed("2026-05-01 10:00", { kind: "solution", tries: 1, seed: 5 });
  const told = passed("2026-05-01 10:01", { tries: 2, seed: 5 });
  assert.equal(summaryOf([opened, told]).points, 3);
  assert.equal(summaryOf([opened]).points, 0);
  assert.equal(summaryOf([opened]).skills.get("wavelength")?.passed, false);
});

test("the better it went, the longer until it is due, and never the same day", () => {
  const wait = (/** @type {any} */ changes) =>
    daysBetween("2026-05-01", skills([passed("2026-05-01 10:00", changes)], "2026-05-01").get("wavelength")?.due ?? "");
  const waits = [{ seconds: 1 }, { seconds: 999 }, { hints: 1 }, { kind: "solution" }].map(wait);
  assert.ok(waits.every((days) => days >= 1));
  assert.ok(waits[0] > waits[1] && waits[1] > waits[2] && waits[2] >= waits[3], String(waits));
});

test("a review that was due and kept gives 5 points and a longer wait; one that failed gives none and a shorter one", () => {
  const first = passed("2026-05-01 10:00", { seed: 1 });
  const { due } = /** @type {any} */ (skills([first], "2026-05-01").get("wavelength"));
  const wait = daysBetween("2026-05-01", due);
  const after = (/** @type {any} */ changes, day = due) => {
    const events = [first, passed(`${day} 09:00`, { seed: 2, ...changes })];
    const { points, skills: known } = summaryOf(events, `${day} 10:00`);
    return { points, wait: daysBetween(day, known.get("wavelength")?.due ?? "") };
  };
  assert.equal(after({}).points, 15);
  assert.ok(after({}).wait > wait);
  assert.equal(after({ tries: 2 }).points, 15);
  assert.equal(after({ tries: 3 }).points, 10);
  assert.ok(after({ tries: 3 }).wait < wait);
  assert.equal(after({ kind: "solution" }).points, 10);
  // Before it is due it is practice.
  assert.equal(after({}, addDays(due, -1)).points, 10);
});

test("the same instance is reviewed once", () => {
  const once = [passed("2026-05-01 10:00", { seed: 1 })];
  const again = [...once, passed("2026-05-20 10:00", { seed: 1, tries: 2 })];
  const known = (/** @type {import("./progress-support.js").Event[]} */ events) =>
    skills(events, "2026-05-20").get("wavelength");
  assert.equal(known(again)?.due, known(once)?.due);
  assert.equal(known(again)?.rounds, 1);
});

test("a skill is due from the first minute of its day, where the learner is", () => {
  const event = passed("2026-05-01 23:30", { seed: 1 }, "America/New_York");
  const { due } = /** @type {any} */ (skills([event], "2026-05-02").get("wavelength"));
  const dueAt = (/** @type {string} */ zone, /** @type {string} */ wall) =>
    inZone(zone, () => summarize([event], moment(zone, wall)).due);
  for (const zone of ["America/New_York", "Asia/Tokyo", "Pacific/Honolulu"]) {
    assert.deepEqual(dueAt(zone, `${addDays(due, -1)} 23:59`), [], zone);
    assert.deepEqual(dueAt(zone, `${due} 00:00`), ["wavelength"], zone);
  }
});

test("summer time moves no day on which something is due", () => {
  const due = (/** @type {string} */ zone, /** @type {string} */ wall) =>
    daysBetween(wall.slice(0, 10), skills([passed(wall, {}, zone)], wall.slice(0, 10)).get("wavelength")?.due ?? "");
  const usual = due("UTC", "2026-05-01 12:00");
  for (const zone of ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago"]) {
    for (let day = "2026-01-01"; day < "2027-01-01"; day = addDays(day, 13)) {
      for (const time of ["00:05", "23:55"]) assert.equal(due(zone, `${day} ${time}`), usual, `${zone} ${day} ${time}`);
    }
  }
});

test("a day met twice on a journey west does not turn the scheduler back", () => {
  const events = [
    passed("2026-05-02 08:00", { seed: 1 }, "Pacific/Auckland"),
    passed("2026-05-01 20:00", { seed: 2 }, "Pacific/Honolulu"),
  ];
  const { due } = /** @type {any} */ (skills(events, "2026-05-02").get("wavelength"));
  assert.ok(daysBetween("2026-05-02", due) >= 1);
});

test("what a wrong clock dated to days to come is passed, and due now, and nothing is counted from its day", () => {
  for (const day of ["2026-05-04", "2031-01-01", "9999-12-31"]) {
    const ahead = passed(`${day} 10:00`, { seed: 1 });
    const { points, due, skills: known } = summaryOf([ahead], "2026-05-02 12:00");
    assert.deepEqual([points, due, known.get("wavelength")?.due], [10, ["wavelength"], "2026-05-02"], day);
    // With the clock right again, reviews go their way.
    const review = passed("2026-05-02 13:00", { seed: 2, hints: 1 });
    const after = summaryOf([ahead, review], "2026-05-02 14:00");
    assert.deepEqual(after.due, [], day);
    assert.equal(after.skills.get("wavelength")?.kept, 1, day);
    assert.equal(
      after.skills.get("wavelength")?.due,
      summaryOf([passed("2026-05-02 13:00", { seed: 2, hints: 1 })], "2026-05-02 14:00").skills.get("wavelength")?.due,
      day,
    );
  }
  // West of where something was passed its day is tomorrow: that is no wrong clock.
  assert.deepEqual(summaryOf([passed("2026-05-03 08:00", { seed: 1 })], "2026-05-02 23:00").due, []);
});

test("the longest due comes first, and what is not due is not there", () => {
  const events = [
    passed("2026-04-20 10:00", { skill: "b" }),
    passed("2026-04-10 10:00", { skill: "c" }),
    passed("2026-04-20 10:00", { skill: "a" }),
    passed("2026-05-01 10:00", { skill: "d" }),
  ];
  assert.deepEqual(summaryOf(events).due, ["c", "a", "b"]);
});

test("what two tabs have logged comes to the same, in whatever order it is put together", () => {
  const one = [1, 2, 3].map((seed) => passed(`2026-05-0${seed} 10:00`, { seed }));
  const other = [4, 5].map((seed) => passed(`2026-05-0${seed - 3} 10:00`, { seed, skill: "rope_vector", hints: 1 }));
  const together = summaryOf([...one, ...other], "2026-05-03 12:00");
  assert.deepEqual(summaryOf([...other.toReversed(), ...one.toReversed()], "2026-05-03 12:00"), together);
  assert.equal(together.points, 16);
  assert.deepEqual(together.streak, { days: 3, today: true });
});

test("a review's seed stays until the review is over, and then is one that was never used", () => {
  /** @type {import("./progress-support.js").Event[]} */
  const events = [passed("2026-05-01 10:00", { seed: 30 })];
  const seen = new Set([30]);
  for (let round = 0; round < 200; ++round) {
    const seed = reviewSeed("wavelength", events);
    assert.equal(reviewSeed("wavelength", events.toReversed()), seed);
    assert.ok(Number.isSafeInteger(seed) && seed >= 0 && !seen.has(seed));
    seen.add(seed);
    events.push(passed("2026-05-02 10:00", { seed }));
  }
  assert.notEqual(reviewSeed("rope_vector", []), reviewSeed("wavelength", []));
});

test("of a lesson's skills those that are passed and those that are due are counted", () => {
  const standing = {
    a: { passed: true, due: "2026-05-01" },
    b: { passed: false, due: "2026-05-02" },
    other: { passed: true, due: "2026-01-01" },
  };
  assert.deepEqual(partOf(standing, ["a", "b", "c"], "2026-05-01"), { count: 3, passed: 1, due: 1 });
  assert.deepEqual(partOf(standing, ["a", "b", "c"], "2026-05-02"), { count: 3, passed: 1, due: 2 });
  // Two exercises of a lesson may ask for the same skill: both are passed with it, and one review of it is due.
  assert.deepEqual(partOf(standing, ["a", "c", "a"], "2026-05-01"), { count: 3, passed: 2, due: 1 });
  assert.deepEqual(partOf({}, [], "2026-05-02"), { count: 0, passed: 0, due: 0 });
});
