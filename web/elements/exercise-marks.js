// Which parts of an answer are off, and how: the engine judges each field by itself, among right numbers.

/**
 * "unreadable": no number; "coarse": right when it is rounded to as many decimals as were typed, which are too few; "cut": its further
 * decimals were left out instead of rounded; "off": another number.
 * @typedef {{ index: number, kind: "unreadable" | "coarse" | "cut" | "off", decimals: number }} Mark decimals as they were typed
 */

/**
 * @param {any} engine
 * @param {any} instance
 * @param {any} answer as it was graded
 * @param {import("../engine/types.js").Grade} grade
 * @returns {Mark[]} none where no field is at fault
 */
export function marksOf(engine, instance, answer, grade) {
  if (grade.passed || grade.first_mismatch === null || !instance.fields) return [];
  const typed = numbersOf(answer);
  // An answer in another convention that is open here is held against its own right numbers.
  const judged = rightAnswers(engine, instance).map((right) =>
    judge(engine, instance, answer, typed, numbersOf(right)),
  );
  const nearest = judged.reduce((best, marks) => (marks.length < best.length ? marks : best));
  // With a gap in it an answer is no try. So nothing is told of its numbers: each could be found by itself, at no cost.
  const gaps = nearest.filter(({ kind }) => kind === "unreadable");
  return gaps.length > 0 ? gaps : nearest;
}

/** Whether an answer lacks nothing but decimals: it is right as far as it goes, and asked for once more, not wrong. @param {Mark[]} marks */
export function isRounded(marks) {
  return marks.length > 0 && marks.every(({ kind }) => kind === "coarse" || kind === "cut");
}

/**
 * @param {any} engine
 * @param {any} instance
 * @param {string} choice of an answer
 * @param {import("../engine/types.js").Grade} grade of it
 * @returns {string} the choice, where it is at fault; "" where it is right, or there was none
 */
export function wrongChoice(engine, instance, choice, { passed, verdict }) {
  if (passed || verdict === "malformed" || !instance.choices || instance.answer === "order") return "";
  return engine.solution(instance).answer.choice === choice ? "" : choice;
}

/**
 * @param {any} engine
 * @param {any} instance
 * @param {any} answer
 * @param {string[]} typed
 * @param {number[]} right
 * @returns {Mark[]}
 */
function judge(engine, instance, answer, typed, right) {
  return typed.flatMap((text, index) => {
    const numbers = Array.from(right, (value, at) => (at === index ? text : value));
    const { passed, verdict } = engine.grade(instance, Array.isArray(answer) ? numbers : { ...answer, numbers });
    if (passed) return [];
    const decimals = decimalsOf(text) ?? 0;
    const kind = verdict === "malformed" ? "unreadable" : roundingOf(text, right[index]);
    return [{ index, kind, decimals }];
  });
}

/** With "any" for a parameter every one of its choices is right. @param {any} engine @param {any} instance @returns {any[]} */
function rightAnswers(engine, instance) {
  const { parameters } = engine.exercises().find((/** @type {any} */ { id }) => id === instance.id);
  const open = parameters.find((/** @type {any} */ { name }) => instance.parameters[name] === "any");
  const others = (open?.choices ?? []).filter((/** @type {string} */ choice) => choice !== "any");
  const forms = others.map((/** @type {string} */ choice) => ({ ...instance.parameters, [open.name]: choice }));
  return (open ? forms : [instance.parameters]).map(
    (/** @type {any} */ of) => engine.solution({ ...instance, parameters: of }).answer,
  );
}

/** @param {any} answer */
function numbersOf(answer) {
  return Array.isArray(answer) ? answer : (answer.numbers ?? []);
}

/** Of a number written out; undefined of everything else, as an expression. @param {string} text */
function decimalsOf(text) {
  return /^\s*[-\u2212+]?\d*(?:[.,](\d*))?\s*$/.exec(text)?.map((part) => part?.length ?? 0)[1];
}

/**
 * Of a number that is not near enough to the right one.
 * @param {string} text
 * @param {number} right
 * @returns {"coarse" | "cut" | "off"}
 */
function roundingOf(text, right) {
  const decimals = decimalsOf(text);
  if (decimals === undefined) return "off";
  const typed = Number(text.trim().replace("\u2212", "-").replace(",", "."));
  const unit = 10 ** -decimals;
  const slack = 1e-9 * Math.max(1, Math.abs(right));
  // "0" is no rounding of 0.3 that anybody means.
  if (Math.abs(typed - right) <= unit / 2 + slack && (decimals > 0 || typed !== 0)) return "coarse";
  const cut = Math.trunc(right / unit + Math.sign(right) * 1e-9) * unit;
  return typed !== 0 && Math.abs(typed - cut) <= slack ? "cut" : "off";
}
