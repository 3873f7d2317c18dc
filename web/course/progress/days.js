// Calendar days as "2026-03-29". Arithmetic goes by the calendar alone: a day of 23 or 25 hours is a day.

const shape = /^(\d{4})-(\d{2})-(\d{2})$/;
const second = 1000;
const hour = 3600 * second;

/** @param {number} year @param {number} month from 1 @param {number} day */
function written(year, month, day) {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** The day that the clock on the wall shows where this runs. @param {Date} date */
export function localDay(date) {
  return written(date.getFullYear(), date.getMonth() + 1, date.getDate());
}

/** The name of the time zone where this runs, "Europe/Berlin". */
export function localZone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
}

/**
 * The day in another time zone.
 * @param {Date} date
 * @param {string} zone
 * @returns {string | undefined} nothing where this browser does not know the zone
 */
export function dayIn(date, zone) {
  try {
    const parts = new Intl.DateTimeFormat("en", {
      ...{ timeZone: zone, calendar: "gregory", numberingSystem: "latn" },
      ...{ year: "numeric", month: "numeric", day: "numeric" },
    }).formatToParts(date);
    const [year, month, day] = ["year", "month", "day"].map((type) =>
      Number(parts.find((part) => part.type === type)?.value),
    );
    return written(year, month, day);
  } catch {
    return undefined;
  }
}

/** Days since 1970, for a day that exists. @param {string} day @returns {number} NaN for anything else */
export function dayNumber(day) {
  const [, year, month, date] = (shape.exec(day) ?? []).map(Number);
  const time = Date.UTC(year, month - 1, date);
  return writtenTime(time) === day ? time / (24 * hour) : NaN;
}

/** @param {number} time midnight in UTC */
function writtenTime(time) {
  return Number.isNaN(time) ? "" : new Date(time).toISOString().slice(0, 10);
}

/** @param {string} day @param {number} count */
export function addDays(day, count) {
  return writtenTime((dayNumber(day) + count) * 24 * hour);
}

/** How many days `to` lies after `from`. @param {string} from @param {string} to */
export function daysBetween(from, to) {
  return dayNumber(to) - dayNumber(from);
}

/** Whether a day has not come yet, anywhere: west of where something was passed, its day may be tomorrow. @param {string} day @param {string} today */
export function isToCome(day, today) {
  return daysBetween(today, day) > 1;
}

/** Whether a clock somewhere on Earth shows this day at this moment: zones lie between UTC-12 and UTC+14. @param {string} day @param {Date} at */
export function isDaySomewhere(day, at) {
  const start = dayNumber(day) * 24 * hour;
  return at.getTime() >= start - 14 * hour && at.getTime() < start + 36 * hour;
}
