// What is said about an answer that was checked: the sentence of its verdict, the mistake it shows, the entry that is off.
import { html, nothing } from "lit";
import { isRounded } from "./exercise-marks.js";
import { expected, rounded, say } from "./exercise-words.js";

/** @typedef {import("./exercise-marks.js").Mark} Mark */

/**
 * @param {import("../engine/types.js").Grade} grade
 * @param {import("./exercise-memory.js").Work} checked the answer as it was when it was checked
 * @param {any} instance
 * @param {Mark[]} marks
 * @param {string} [wrong] the choice in it, where that is wrong
 */
export function verdictOf(grade, checked, instance, marks, wrong = "") {
  const { verdict, misconception, misconceptions, note, first_mismatch } = grade;
  if (verdict === "correct") return html`<p>${note}</p>`;
  if (verdict === "malformed") {
    const count = marks.filter(({ kind }) => kind === "unreadable").length;
    return html`<p>${note}</p>
      ${count > 1 ? html`<p>${say("unreadable", { count, all: instance.fields.length })}</p>` : nothing}`;
  }
  if (verdict === "equivalent")
    return html`<p class="title">${say("equivalent")}</p>
      <p>${note}</p>`;
  const chosen = instance.choices?.find((/** @type {any} */ { id }) => id === wrong)?.text.trim();
  const choice = chosen ? html`<p>${say("wrong_choice", { choice: chosen })}</p>` : nothing;
  // Who is right in one half of the answer is told so, apart from who is wrong in it.
  const half = instance.choices && first_mismatch !== null ? (instance.lines ? "right_line" : "right_choice") : "";
  if (misconception === null)
    return html`${choice} ${half ? html`<p>${say(half)}</p>` : nothing} ${plainlyWrong(grade, checked, instance, marks).map((sentence) => html`<p>${sentence}</p>`)}
      ${note ? html`<p>${note}</p>` : nothing}`;
  const others = misconceptions.filter(({ id }) => id !== misconception.id).map(({ title }) => title);
  return html`${choice}
    <p class="title">${misconception.title}</p>
    <p>${note} ${misconception.explanation}</p>
    ${others.length > 0 ? html`<p>${say("also", { titles: others.join("; ") })}</p>` : nothing}
    ${misconception.source ? html`<p class="quiet">${say("source", { source: misconception.source })}</p>` : nothing}`;
}

/** Whether what the mistake does can be shown beside what is right. @param {import("../engine/types.js").Grade | null} grade */
export function isComparable(grade) {
  if (!grade?.misconception) return false;
  const { mistaken, trial } = grade.misconception;
  return numbersOf(mistaken).length > 0 || trial !== undefined;
}

/**
 * @param {import("../engine/types.js").Grade} grade
 * @param {import("./exercise-memory.js").Work} checked
 * @param {any} instance
 * @param {Mark[]} marks
 * @returns {string[]} sentences
 */
function plainlyWrong({ first_mismatch }, checked, instance, marks) {
  const { fields, answer } = instance;
  if (first_mismatch === null) return answer === "order" ? [say("not_this_order")] : [];
  const number = fields.length === 1 ? "single" : undefined;
  const off = marks.filter(({ kind }) => kind === "off");
  const [first] = off;
  const wrong = first && {
    ...{ count: off.length, all: fields.length, others: fields.length - 1 },
    ...{ got: checked.typed[first.index] ?? "", field: fields[first.index].label },
  };
  const lone = marks.length === 1 ? "none_known_one" : "none_known_first";
  return [
    ...(wrong ? [say(number ? "none_known_single" : off.length === 1 ? lone : "none_known_some", wrong)] : []),
    ...["coarse", "cut"].flatMap((kind) => {
      const alike = marks.filter((mark) => mark.kind === kind);
      if (alike.length === 0) return [];
      const [{ index, decimals }] = alike;
      const said = { field: fields[index].label, count: alike.length, rounded: rounded(decimals) };
      return say(`${kind}.${number ?? (alike.length === 1 ? "one" : "some")}`, {
        ...said,
        asked: expected(fields[index], instance),
      });
    }),
    ...(isRounded(marks) ? [say("no_try")] : []),
  ];
}

/** The numbers of an answer, which may be a choice with numbers, or an order. @param {any} answer @returns {number[]} */
export function numbersOf(answer) {
  const numbers = Array.isArray(answer) ? answer : (answer?.numbers ?? []);
  return numbers.filter((/** @type {unknown} */ entry) => typeof entry === "number");
}
