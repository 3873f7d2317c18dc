// A question bank as Moodle XML (docs.moodle.org, "Moodle XML format"): a single number is a "numerical" question, a choice alone
// "multichoice", everything else "cloze", whose blanks are "Embedded answers". Moodle takes the first answer that fits: the right one
// stands first, and the numbers of known mistakes follow with grade 0 and what is said about them.
import { html, Markup } from "../figures/markup.js";
import { decimal } from "../figures/number.js";
import { allowed, written } from "./questions.js";

/** @typedef {import("./questions.js").Question} Question */

/** One answer that a number asked for may get. @typedef {{ value: number, fraction: number, feedback: string }} Alternative */

/**
 * @param {Question[]} questions
 * @param {string} category path of the category that they go into, its parts between slashes
 * @param {{ given: string, not_this_choice: string, also: (titles: string) => string }} words
 */
export function moodleXml(questions, category, words) {
  const items = questions.map((question) => moodleQuestion(question, words));
  return `<?xml version="1.0" encoding="UTF-8"?>
${html`<quiz>
<question type="category"><category><text>$course$/top/${category}</text></category></question>
${items}</quiz>
`}`;
}

/** @param {Question} question @param {Parameters<typeof moodleXml>[2]} words */
function moodleQuestion(question, words) {
  const { id, name, fields, choices, steps } = question;
  const solution = html`<ol>${steps.map((step) => html`<li>${step}</li>`)}</ol>`;
  const kind = kindOf(choices.length, fields.length);
  const answers = { numerical, cloze: () => "", multichoice }[kind](question, words);
  const blanks = kind === "cloze" ? embedded(question, words) : kind === "numerical" ? askedFor(fields[0]) : "";
  // Embedded answers take their mark from their blanks.
  const mark = kind === "cloze" ? "" : html`<defaultgrade>1</defaultgrade>\n`;
  return html`<question type="${kind}">
<name><text>${name}</text></name>
<questiontext format="html"><text>${String(body(question, words))}${String(blanks)}</text></questiontext>
<generalfeedback format="html"><text>${String(solution)}</text></generalfeedback>
${mark}<penalty>0.3333333</penalty>
<hidden>0</hidden>
<idnumber>${id}</idnumber>
${answers}</question>
`;
}

/** @param {number} choices @param {number} fields @returns {"numerical" | "cloze" | "multichoice"} */
function kindOf(choices, fields) {
  if (fields === 0) return "multichoice";
  return choices === 0 && fields === 1 ? "numerical" : "cloze";
}

/** @param {Question} question @param {Parameters<typeof moodleXml>[2]} words */
function body({ text, instance }, words) {
  const rows = instance.given?.map(({ label, numbers, decimals }) => {
    return html`<tr><th scope="row">${label}</th>${numbers.map((value) => html`<td>${decimal(value, decimals)}</td>`)}</tr>`;
  });
  const table = rows && html`<table><caption>${words.given}</caption><tbody>${rows}</tbody></table>`;
  return new Markup(braces(String(html`${text.map((part) => html`<p>${part}</p>`)}${table}`)));
}

/** @param {import("./questions.js").Field} field */
function askedFor({ label, expected }) {
  return html`<p>${label} (${expected})</p>`;
}

/** @param {Question} question @param {Parameters<typeof moodleXml>[2]} words */
function numerical(question, words) {
  return alternatives(question, 0, words).map(({ value, fraction, feedback }) => {
    return html`<answer fraction="${fraction}" format="moodle_auto_format"><text>${written(value)}</text>
<feedback format="html"><text>${String(html`<p>${feedback}</p>`)}</text></feedback>
<tolerance>${written(allowed(question.instance, value))}</tolerance></answer>
`;
  });
}

/** @param {Question} question @param {Parameters<typeof moodleXml>[2]} words */
function multichoice(question, words) {
  const answers = question.choices.map(({ id, text }) => {
    const { fraction, feedback } = ofChoice(question, id, words);
    return html`<answer fraction="${fraction}" format="html"><text>${String(html`<p>${text}</p>`)}</text>
<feedback format="html"><text>${String(html`<p>${feedback}</p>`)}</text></feedback></answer>
`;
  });
  return html`<single>true</single>
<shuffleanswers>false</shuffleanswers>
<answernumbering>none</answernumbering>
${answers}`;
}

/**
 * The blanks of a "cloze" question, a paragraph each.
 * @param {Question} question
 * @param {Parameters<typeof moodleXml>[2]} words
 */
function embedded(question, words) {
  const { choices, fields } = question;
  const options = choices.map(({ id, text }) => ({ text: blank(text), ...ofChoice(question, id, words) }));
  const choice = options.length > 0 ? [html`<p>${new Markup(`{1:MULTICHOICE_V:${joined(options)}}`)}</p>`] : [];
  const numbers = fields.map(({ label, expected }, index) => {
    const options = alternatives(question, index, words).map(({ value, fraction, feedback }) => {
      return { text: `${written(value)}:${written(allowed(question.instance, value))}`, fraction, feedback };
    });
    const asked = new Markup(braces(String(html`${label} (${expected})`)));
    return html`<p>${asked} ${new Markup(`{1:NUMERICAL:${joined(options)}}`)}</p>`;
  });
  return html`${choice}${numbers}`;
}

/** @param {{ text: string, fraction: number, feedback: string }[]} options */
function joined(options) {
  return options.map(({ text, fraction, feedback }) => `%${fraction}%${text}#${blank(feedback)}`).join("~");
}

/**
 * What a choice is worth by itself, and what is said about it.
 * @param {Question} question
 * @param {string} id
 * @param {Parameters<typeof moodleXml>[2]} words
 */
function ofChoice({ right, mistakes, fields }, id, words) {
  if (id === right.answer.choice) return { fraction: 100, feedback: fields.length > 0 ? "" : right.feedback };
  const mistake = mistakes.find(({ answer }) => answer.choice === id && answer.numbers.length === 0);
  return { fraction: 0, feedback: mistake?.feedback ?? words.not_this_choice };
}

/**
 * The answers to one of the numbers: what is right, then what each mistake makes of it, where that is something else. Mistakes that
 * make the same of it are named together.
 * @param {Question} question
 * @param {number} index
 * @param {Parameters<typeof moodleXml>[2]} words
 * @returns {Alternative[]}
 */
function alternatives({ instance, right, equivalents, mistakes, fields }, index, words) {
  if (equivalents.length > 0) throw new Error(`${instance.id}, seed ${instance.seed}: more than one answer is right`);
  const value = right.answer.numbers[index];
  /** @type {(Alternative & { titles: string[] })[]} */
  const found = [{ value, fraction: 100, feedback: fields.length > 1 ? "" : right.feedback, titles: [] }];
  for (const { answer, feedback, title } of mistakes.filter(({ answer }) => answer.numbers.length > 0)) {
    const made = answer.numbers[index];
    const same = found.find(({ value }) => Math.abs(made - value) <= allowed(instance, value));
    if (same === undefined) found.push({ value: made, fraction: 0, feedback, titles: [] });
    else if (same.fraction === 0) same.titles.push(title);
  }
  return found.map(({ titles, ...alternative }) => {
    if (titles.length === 0) return alternative;
    return { ...alternative, feedback: `${alternative.feedback} ${words.also(titles.join("; "))}` };
  });
}

/**
 * A text inside a blank. Moodle takes its character references away once and then reads it as HTML; the characters that part a blank's
 * answers are written as such references.
 * @param {string} text
 */
function blank(text) {
  const read = String(html`${text.replaceAll("'", "\u2019")}`);
  return references(String(html`${read}`), /[~#{}\\]/g);
}

/** Braces outside of blanks must not be taken for one. @param {string} markup */
function braces(markup) {
  return references(markup, /[{}]/g);
}

/** @param {string} text @param {RegExp} characters */
function references(text, characters) {
  return text.replace(characters, (character) => `&#${character.codePointAt(0)};`);
}
