import assert from "node:assert/strict";
import { test } from "node:test";

import { addDays, dayIn, dayNumber, daysBetween, isDaySomewhere, localDay } from "../../web/course/progress/days.js";
import { streak } from "../../web/course/progress/streak.js";
import { inZone, moment, passed } from "./progress-support.js";

/** @param {[wall: string, zone: string][]} events @param {[wall: string, zone: string]} now */
function streakOf(events, now) {
  const when = passed(now[0], {}, now[1]);
  return streak(
    events.map(([wall, zone]) => passed(wall, {}, zone)),
    when,
  );
}

/** Every day at the same time by the clock on the wall. @param {string} zone @param {string} first @param {number} count @param {string} time */
function daily(zone, first, count, time) {
  return Array.from(
    { length: count },
    (_, index) => /** @type {[string, string]} */ ([`${addDays(first, index)} ${time}`, zone]),
  );
}

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "America/St_Johns",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
];

test("a day is what the calendar on the wall shows, in every zone", () => {
  for (const zone of zones) {
    for (const time of ["00:00", "00:01", "12:00", "23:59"]) {
      assert.equal(passed(`2026-07-01 ${time}`, {}, zone).day, "2026-07-01", `${zone} ${time}`);
      assert.equal(dayIn(moment(zone, `2026-07-01 ${time}`), zone), "2026-07-01", `${zone} ${time}`);
    }
  }
  const late = new Date("2026-06-30T23:30:00Z");
  assert.equal(
    inZone("Europe/Berlin", () => localDay(late)),
    "2026-07-01",
  );
  assert.equal(
    inZone("America/New_York", () => localDay(late)),
    "2026-06-30",
  );
  assert.equal(dayIn(late, "Not/AZone"), undefined);
});

test("days that do not exist are no days", () => {
  assert.equal(dayNumber("1970-01-02"), 1);
  assert.equal(dayNumber("2028-02-29") - dayNumber("2028-02-28"), 1);
  for (const wrong of ["2026-02-29", "2026-13-01", "2026-1-1", "2026-04-31", "", "today"])
    assert.ok(Number.isNaN(dayNumber(wrong)), wrong);
  assert.equal(addDays("2026-12-31", 1), "2027-01-01");
  assert.equal(daysBetween("2026-03-28", "2026-03-30"), 2);
});

test("a day fits a moment if some clock on Earth showed it then", () => {
  const noon = new Date("2026-03-29T12:00:00Z");
  assert.ok(["2026-03-29", "2026-03-30"].every((day) => isDaySomewhere(day, noon)));
  assert.ok(["2026-03-27", "2026-03-28", "2026-03-31"].every((day) => !isDaySomewhere(day, noon)));
});

test("days in a row count up to today, and today breaks nothing before it is over", () => {
  const days = daily("UTC", "2026-05-01", 4, "18:00");
  assert.deepEqual(streakOf(days, ["2026-05-04 20:00", "UTC"]), { days: 4, today: true });
  assert.deepEqual(streakOf(days, ["2026-05-05 23:59", "UTC"]), { days: 4, today: false });
  assert.deepEqual(streakOf(days, ["2026-05-06 00:00", "UTC"]), { days: 0, today: false });
  assert.deepEqual(streakOf([], ["2026-05-06 00:00", "UTC"]), { days: 0, today: false });
});

test("a missed day ends a row, and only the last row counts", () => {
  const days = [...daily("UTC", "2026-05-01", 5, "18:00"), ...daily("UTC", "2026-05-07", 2, "18:00")];
  assert.deepEqual(streakOf(days, ["2026-05-08 19:00", "UTC"]), { days: 2, today: true });
});

test("a day on which only a solution was read is no day", () => {
  const on = (/** @type {string} */ wall, changes = {}) => passed(wall, changes, "UTC");
  const read = on("2026-07-02 12:00", { kind: "solution" });
  const now = on("2026-07-03 12:00");
  assert.deepEqual(streak([on("2026-07-01 12:00"), read], now), { days: 0, today: false });
  assert.deepEqual(streak([on("2026-07-01 12:00"), read, on("2026-07-02 13:00")], now), { days: 2, today: false });
});

test("several on a day are one day; the order in which they are listed is nothing", () => {
  const days = [...daily("UTC", "2026-05-01", 3, "08:00"), ...daily("UTC", "2026-05-01", 3, "22:00")];
  assert.deepEqual(streakOf(days.toReversed(), ["2026-05-03 23:00", "UTC"]), { days: 3, today: true });
});

const changes = [
  ["Europe/Berlin", "2026-03-27", "2026-10-23"],
  ["America/New_York", "2026-03-06", "2026-10-30"],
  ["Australia/Lord_Howe", "2026-10-02", "2026-04-03"],
  ["America/Santiago", "2026-09-04", "2026-04-03"], // at midnight: that day begins at one o'clock
];

for (const [zone, ...starts] of changes) {
  test(`${zone}: summer time comes and goes`, () => {
    for (const first of starts) {
      for (const time of ["00:10", "03:30", "23:50"]) {
        const now = /** @type {[string, string]} */ ([`${addDays(first, 4)} ${time}`, zone]);
        assert.deepEqual(streakOf(daily(zone, first, 5, time), now), { days: 5, today: true }, `${first} ${time}`);
      }
      // Late on one day and early on the day after the next: less than 25 hours around a short night, and a day missed.
      const gap = [`${first} 23:59`, `${addDays(first, 2)} 00:01`];
      assert.equal(streakOf([[gap[0], zone]], [gap[1], zone]).days, 0, first);
    }
  });
}

test("the same hours apart are a day missed or not by the calendar, not by the hours", () => {
  // 23.5 hours apart, on two days that do follow each other, and 47 hours apart on two that do as well.
  assert.equal(streakOf([["2026-05-01 00:15", "UTC"]], ["2026-05-02 23:15", "UTC"]).days, 1);
  // 24.2 hours apart, with a whole day between.
  assert.equal(streakOf([["2026-05-01 23:55", "UTC"]], ["2026-05-03 00:05", "UTC"]).days, 0);
});

test("a journey west meets a day twice and breaks nothing", () => {
  /** @type {[string, string][]} */
  const days = [
    ["2026-11-28 20:00", "Pacific/Auckland"],
    ["2026-11-29 20:00", "Pacific/Auckland"],
    ["2026-11-29 12:00", "Pacific/Honolulu"], // later, on the same day again
    ["2026-11-30 12:00", "Pacific/Honolulu"],
  ];
  assert.deepEqual(streakOf(days, ["2026-11-30 20:00", "Pacific/Honolulu"]), { days: 3, today: true });
  // Straight after landing the last day is tomorrow by the clock here.
  assert.deepEqual(streakOf([["2026-11-30 08:00", "Pacific/Auckland"]], ["2026-11-29 10:00", "Pacific/Honolulu"]), {
    days: 1,
    today: true,
  });
});

test("a journey east skips a day that the learner never had", () => {
  /** @type {[string, string][]} */
  const days = [
    ["2026-11-28 20:00", "Pacific/Honolulu"],
    ["2026-11-29 20:00", "Pacific/Honolulu"],
    ["2026-12-01 09:00", "Pacific/Auckland"], // fourteen hours later; the 30th passed in the air
  ];
  assert.deepEqual(streakOf(days, ["2026-12-01 10:00", "Pacific/Auckland"]), { days: 3, today: true });
  assert.deepEqual(streakOf(days.slice(0, 2), ["2026-12-01 10:00", "Pacific/Auckland"]), { days: 2, today: false });
  // A day later the learner did have a day and did nothing on it.
  assert.equal(streakOf(days.slice(0, 2), ["2026-12-02 10:00", "Pacific/Auckland"]).days, 0);
});

test("moving to another zone does not bridge a day that was missed", () => {
  assert.equal(streakOf([["2026-05-01 10:00", "Europe/Berlin"]], ["2026-05-03 10:00", "Europe/Lisbon"]).days, 0);
  assert.equal(streakOf([["2026-05-01 10:00", "Europe/Lisbon"]], ["2026-05-03 10:00", "Europe/Berlin"]).days, 0);
});

test("what was done under another zone keeps the day it was done on", () => {
  // At home it was already the next day; the learner's calendar said the 10th and the 11th.
  /** @type {[string, string][]} */
  const days = [
    ["2026-05-10 22:00", "America/Los_Angeles"],
    ["2026-05-11 22:00", "America/Los_Angeles"],
  ];
  assert.equal(streakOf(days, ["2026-05-12 23:00", "Europe/Berlin"]).days, 2);
});

test("days to come, from a clock that was wrong, count for nothing", () => {
  const days = [...daily("UTC", "2026-05-01", 2, "10:00"), ...daily("UTC", "2031-01-01", 9, "10:00")];
  assert.deepEqual(streakOf(days, ["2026-05-02 12:00", "UTC"]), { days: 2, today: true });
});
