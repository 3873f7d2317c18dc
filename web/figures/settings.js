// Reading, checking and writing the settings of a figure, all from their declarations.
import { plain, readNumber } from "./number.js";

/** @typedef {import("./types.js").Setting} Setting */
/** @typedef {import("./types.js").State} State */

/** @param {Setting[]} settings @returns {State} */
export function defaults(settings) {
  return Object.fromEntries(settings.map((setting) => [setting.name, setting.default]));
}

/**
 * Whether a setting has a control under the figure: not where it is set in the drawing itself or means nothing beside the others.
 * @param {Setting} setting
 * @param {State} state
 */
export function isControlled({ drawn, applies }, state) {
  return !drawn && (applies?.(state) ?? true);
}

/**
 * The value that a string stands for, as it comes from an attribute, an address or a field; undefined where it is none.
 * @param {Setting} setting
 * @param {string} written
 */
export function readSetting(setting, written) {
  if (setting.type === "choice") return written;
  if (setting.verbatim) return written.replace(/\r\n?|↵/g, "\n");
  if (setting.type === "text") return written.trim().replace(/\s+/g, " ");
  if (setting.type === "set") return written.split(/[\s,]+/).filter(Boolean);
  if (setting.type === "switch")
    return { true: true, "": true, on: true, 1: true, false: false, off: false, 0: false }[written];
  if (setting.type === "numbers") {
    const list = written.replace(/[[\]]/g, " ").trim();
    // Where semicolons part the numbers, as figures write lists, a comma is free to be the decimal one.
    const numbers = list
      .split(list.includes(";") ? ";" : /[\s,]+/)
      .filter(Boolean)
      .map(readNumber);
    return numbers.some(Number.isNaN) ? undefined : numbers;
  }
  const number = readNumber(written);
  return Number.isNaN(number) ? undefined : number;
}

/** With all its decimals: a field shows the very number that the figure uses. @param {number} value */
const exact = (value) => plain(value, 100);

/** As a field of one line shows a text that has several. @param {string} text */
export const inOneLine = (text) => text.replace(/\r\n?|\n/g, "↵");

/** @param {Setting} setting @param {any} value */
export function writeSetting(setting, value) {
  if (setting.type === "numbers") return value.map(exact).join("; ");
  if (setting.verbatim) return inOneLine(value);
  if (setting.type === "set") return value.join(",");
  if (setting.type === "number" || setting.type === "whole") return exact(value);
  return String(value);
}

/**
 * What is wrong with a value: the key of a message and its fields, or null.
 * @param {Setting} setting
 * @param {any} value
 * @returns {{ key: string, fields: Record<string, unknown> } | null}
 */
export function settingProblem(setting, value) {
  const { type, minimum = -Infinity, maximum = Infinity } = setting;
  if (setting.check) return setting.check(value);
  if (type === "choice") {
    const allowed = setting.choices?.join(", ");
    return setting.choices?.includes(value) ? null : { key: "problem.choice", fields: { allowed } };
  }
  if (type === "set") return setProblem(setting, value);
  if (type === "switch") return typeof value === "boolean" ? null : { key: "problem.switch", fields: {} };
  const outside = (/** @type {any} */ number) =>
    typeof number !== "number" ||
    !(number >= minimum && number <= maximum) ||
    (type === "whole" && !Number.isInteger(number));
  const range = { minimum: plain(minimum), maximum: plain(maximum) };
  if (type === "numbers") {
    if (!Array.isArray(value) || value.length !== setting.length || value.some(outside)) {
      return { key: "problem.numbers", fields: { ...range, length: setting.length } };
    }
    return null;
  }
  return outside(value) ? { key: type === "whole" ? "problem.whole" : "problem.number", fields: range } : null;
}

/**
 * What settings are as they stand in attributes, an address or a field, and what is wrong with those that cannot be had: the value
 * of one alone, or the one beside the others, which `settle` would drop without a word.
 * @param {Pick<import("./types.js").Figure, "settle">} figure
 * @param {[Setting, string][]} entries
 * @param {State} state of all other settings
 * @returns {{ values: State, problems: { setting: Setting, entry: string, problem: { key: string, fields: Record<string, unknown> } }[] }}
 */
export function readEntries({ settle = (state) => state }, entries, state) {
  const read = entries.map(([setting, entry]) => ({ setting, entry, value: readSetting(setting, entry) }));
  const fit = read.filter(({ setting, value }) => !settingProblem(setting, value));
  const values = Object.fromEntries(fit.map(({ setting, value }) => [setting.name, value]));
  const wanted = { ...state, ...values };
  const settled = settle(wanted);
  const taken = (/** @type {Setting} */ setting) =>
    setting.name in values &&
    writeSetting(setting, settled[setting.name]) === writeSetting(setting, values[setting.name]);
  const problems = read
    .filter(({ setting }) => !taken(setting))
    .map(({ setting, entry, value }) => ({ setting, entry, problem: besideProblem(setting, value, wanted, settle) }));
  return { values, problems };
}

/**
 * Why a setting cannot have a value beside the others, with what they leave of its range.
 * @param {Setting} setting
 * @param {any} value
 * @param {State} wanted
 * @param {(state: State) => State} settle
 */
function besideProblem(setting, value, wanted, settle) {
  const { name, type, choices = [], minimum, maximum } = setting;
  const brought = (/** @type {any} */ each) => settle({ ...wanted, [name]: each })[name];
  const range = type === "number" || type === "whole";
  const left = range
    ? { ...setting, minimum: brought(minimum), maximum: brought(maximum) }
    : { ...setting, choices: type === "choice" ? choices.filter((each) => brought(each) === each) : choices };
  return (
    settingProblem(left, value) ??
    setting.check?.(value, settle(wanted)) ?? {
      // Within its range a whole number is refused where numbers come in pairs.
      key: "problem.even",
      fields: { minimum: plain(left.minimum ?? -Infinity), maximum: plain(left.maximum ?? Infinity) },
    }
  );
}

/** @param {Setting} setting @param {any} value */
function setProblem({ minimum, maximum, choices = [] }, value) {
  const known = Array.isArray(value) && value.every((each) => choices.includes(each));
  const several = new Set(value).size === value?.length;
  if (known && several && value.length >= Number(minimum) && value.length <= Number(maximum)) return null;
  return { key: "problem.set", fields: { minimum, maximum, allowed: choices.join(", ") } };
}

/**
 * The nearest allowed value on the setting's grid of steps, for values that come from dragging or from a slider.
 * @param {Setting} setting
 * @param {number} value
 */
export function nearest(setting, value) {
  const { minimum = -Infinity, maximum = Infinity, scale = "linear" } = setting;
  const inside = Math.min(maximum, Math.max(minimum, value));
  if (inside === minimum || inside === maximum) return inside;
  // On a logarithmic slider a fixed step means nothing: three digits are kept.
  const rounded = scale === "log" ? Number(inside.toPrecision(3)) : snap(inside, setting.step ?? 1);
  return Math.min(maximum, Math.max(minimum, setting.type === "whole" ? Math.round(rounded) : rounded));
}

/**
 * Changes with their numbers brought inside the range, but not to a step.
 * @param {Setting[]} settings
 * @param {State} changes
 */
export function within(settings, changes) {
  const inside = Object.entries(changes).map(([name, value]) => {
    const { minimum = -Infinity, maximum = Infinity } = settings.find((each) => each.name === name) ?? {};
    return [name, typeof value === "number" ? Math.min(maximum, Math.max(minimum, value)) : value];
  });
  return Object.fromEntries(inside);
}

/** @param {number} value @param {number} step */
function snap(value, step) {
  return Number((Math.round(value / step) * step).toFixed(6));
}

/**
 * One step further, as an arrow key takes it. On a logarithmic scale a step is an eighth of a doubling, and never nothing.
 * @param {Setting} setting
 * @param {number} value
 * @param {number} steps
 */
export function stepped(setting, value, steps) {
  if (setting.scale !== "log") return nearest(setting, value + steps * (setting.step ?? 1));
  const moved = nearest(setting, value * 2 ** (steps / 8));
  return moved === value ? nearest(setting, value + Math.sign(steps) * (setting.step ?? 1)) : moved;
}
