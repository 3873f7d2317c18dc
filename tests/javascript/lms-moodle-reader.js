// Moodle XML as Moodle itself reads it (docs.moodle.org: "Moodle XML format", "Embedded answers (Cloze) question type"), written for
// the tests with another XML reader than the build's writer.
import { XMLParser, XMLValidator } from "fast-xml-parser";

const lists = ["question", "answer"];
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  isArray: (name) => lists.includes(name),
});

/** Grades that Moodle takes without a question about it. */
const grades = ["0", "100"];

/**
 * One thing to be answered: the alternatives stand in the order in which they are tried.
 * @typedef {{ kind: "number" | "choice", alternatives: { answer: string, tolerance: number, fraction: number, feedback: string }[] }} Blank
 */

/** @typedef {{ type: string, name: string, text: string, id: string, solution: string, blanks: Blank[] }} MoodleQuestion */

/**
 * Throws where the file is not what Moodle documents.
 * @param {string} xml
 * @returns {{ category: string, questions: MoodleQuestion[] }}
 */
export function readMoodle(xml) {
  const sound = XMLValidator.validate(xml);
  if (sound !== true) throw new Error(`no XML: ${sound.err.msg}`);
  const { quiz } = parser.parse(xml);
  if (!quiz) throw new Error("no <quiz>");
  const [first, ...others] = quiz.question;
  if (first["@type"] !== "category") throw new Error("no category");
  return { category: need(first.category?.text, "category"), questions: others.map(readQuestion) };
}

/** @param {any} question @returns {MoodleQuestion} */
function readQuestion(question) {
  const type = question["@type"];
  const name = need(question.name?.text, "name");
  const text = html(question.questiontext, "questiontext");
  const id = need(question.idnumber, "idnumber");
  const solution = html(question.generalfeedback, "generalfeedback");
  if (name.length > 255 || id.length > 100) throw new Error(`${id}: too long for Moodle`);
  if (!(Number(question.penalty) >= 0 && Number(question.penalty) <= 1)) throw new Error(`${id}: penalty`);
  const blanks = { cloze, numerical: () => [numerical(question)], multichoice: () => [multichoice(question)] }[type]?.(
    text,
  );
  if (!blanks || blanks.length === 0) throw new Error(`${id}: nothing to answer in a question of type ${type}`);
  for (const { alternatives, kind } of blanks) {
    if (alternatives.filter(({ fraction }) => fraction === 100).length !== 1) throw new Error(`${id}: not one right answer`); // prettier-ignore
    if (kind === "choice" && alternatives.length < 2) throw new Error(`${id}: nothing to choose`);
  }
  return { type, name, text, id, solution, blanks };
}

/** @param {any} question @returns {Blank} */
function numerical({ answer, defaultgrade }) {
  if (!(Number(defaultgrade) > 0)) throw new Error("no defaultgrade");
  const alternatives = answer.map((/** @type {any} */ each) => ({
    answer: number(need(each.text, "answer")),
    tolerance: Number(number(need(each.tolerance, "tolerance"))),
    fraction: grade(each["@fraction"]),
    feedback: html(each.feedback, "feedback"),
  }));
  return { kind: "number", alternatives };
}

/** @param {any} question @returns {Blank} */
function multichoice({ answer, single, answernumbering, shuffleanswers }) {
  if (single !== "true" || shuffleanswers !== "false") throw new Error("single, shuffleanswers");
  if (!["none", "abc", "ABCD", "123"].includes(answernumbering)) throw new Error("answernumbering");
  const alternatives = answer.map((/** @type {any} */ each) => ({
    answer: html(each, "answer"),
    tolerance: 0,
    fraction: grade(each["@fraction"]),
    feedback: html(each.feedback, "feedback"),
  }));
  return { kind: "choice", alternatives };
}

/**
 * The blanks inside a text: {mark:TYPE:answers}, answers parted by ~, each %grade%answer:tolerance#feedback. A character reference or a
 * backslash keeps ~, # and } from ending anything.
 * @param {string} text
 * @returns {Blank[]}
 */
function cloze(text) {
  const blanks = [];
  for (const [, mark, type, body] of text.matchAll(/\{(\d*):([A-Z_]+):((?:[^}\\]|\\.)*)\}/g)) {
    if (Number(mark) !== 1) throw new Error(`mark ${mark}`);
    const kind = { NUMERICAL: "number", MULTICHOICE_V: "choice" }[type];
    if (kind === undefined) throw new Error(`unknown blank ${type}`);
    blanks.push({ kind, alternatives: body.split("~").map((each) => alternative(each, kind)) });
  }
  // Nothing of a blank may be left over: it would be shown to the learner.
  if (/[{}]/.test(text.replace(/\{\d*:[A-Z_]+:(?:[^}\\]|\\.)*\}/g, ""))) throw new Error("a brace outside of blanks");
  return blanks;
}

/** @param {string} written @param {string} kind */
function alternative(written, kind) {
  const [, percent, rest] = /^%(-?\d+)%(.*)$/s.exec(written) ?? [];
  if (rest === undefined) throw new Error(`an answer without a grade: ${written}`);
  // "#" begins the feedback, but not in a character reference.
  const at = rest.search(/(?<!&)#/);
  const answer = at < 0 ? rest : rest.slice(0, at);
  const feedback = shown(shown(at < 0 ? "" : rest.slice(at + 1)));
  if (kind === "choice") return { answer: shown(shown(answer)), tolerance: 0, fraction: grade(percent), feedback };
  const [value, tolerance, ...more] = answer.split(":");
  if (more.length > 0) throw new Error(`no number: ${answer}`);
  return { answer: number(value), tolerance: Number(number(tolerance)), fraction: grade(percent), feedback };
}

/** @param {string} text a number as Moodle's blanks may hold it */
function number(text) {
  if (!/^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text ?? "")) throw new Error(`no number: ${text}`);
  return text;
}

/** @param {string} text */
function grade(text) {
  if (!grades.includes(text)) throw new Error(`grade ${text}`);
  return Number(text);
}

/** @param {any} element */
function html(element, name) {
  if (element?.["@format"] !== "html") throw new Error(`${name} says not that it is HTML`);
  return need(element.text, name);
}

/** @param {unknown} text */
function need(text, name) {
  if (typeof text !== "string" || text === "") throw new Error(`${name} is missing`);
  return text;
}

/** What HTML shows. @param {string} markup */
export function shown(markup) {
  return markup
    .replace(/<[^>]*>/g, "")
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(lt|gt|quot);/g, (_, name) => ({ lt: "<", gt: ">", quot: '"' })[name])
    .replaceAll("&amp;", "&");
}

/**
 * The first alternative that fits, as Moodle takes it; undefined where none does.
 * @param {Blank} blank
 * @param {string} typed the number, or the text of the choice
 */
export function fitting({ kind, alternatives }, typed) {
  if (kind === "choice") return alternatives.find(({ answer }) => shown(answer) === typed);
  return alternatives.find(({ answer, tolerance }) => Math.abs(Number(typed) - Number(answer)) <= tolerance);
}

/** Whether all blanks are right. @param {MoodleQuestion} question @param {string[]} typed one for each blank */
export function fullMark({ blanks }, typed) {
  return blanks.every((blank, index) => fitting(blank, typed[index])?.fraction === 100);
}
