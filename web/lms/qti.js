// A question bank as a QTI 2.1 package (1EdTech, "Question and Test Interoperability"): a manifest and a file an item. Unlike Moodle
// XML, an item is graded as a whole, as the engine does: right when every number is within its tolerance, and a mistake is recognised
// when every number is what it makes. Tolerances are written as bounds, which more readers understand than <equal> with a tolerance.
import { html, Markup } from "../figures/markup.js";
import { decimal } from "../figures/number.js";
import { allowed, written } from "./questions.js";

/** @typedef {import("./questions.js").Question} Question */
/** @typedef {{ given: string, not_this: string, unanswered: string, solution: string }} Words */

const item = "http://www.imsglobal.org/xsd/imsqti_v2p1";
const packaging = "http://www.imsglobal.org/xsd/imscp_v1p1";
const schemas = "http://www.w3.org/2001/XMLSchema-instance";

/**
 * @param {Question[]} questions
 * @param {{ id: string, title: string, language: string }} bank
 * @param {Words} words
 * @returns {Record<string, string>} the package's files
 */
export function qtiPackage(questions, bank, words) {
  const items = questions.map((question) => [`items/${question.id}.xml`, qtiItem(question, bank.language, words)]);
  return { "imsmanifest.xml": manifest(questions, bank), ...Object.fromEntries(items) };
}

/** @param {Question[]} questions @param {{ id: string, title: string }} bank */
function manifest(questions, { id }) {
  const resources = questions.map(({ id }) => {
    return html`<resource identifier="${id}" type="imsqti_item_xmlv2p1" href="items/${id}.xml"><file href="items/${id}.xml"/></resource>
`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
${html`<manifest xmlns="${packaging}" xmlns:xsi="${schemas}" identifier="whereabouts_${id}" xsi:schemaLocation="${packaging} http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd">
<metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata>
<organizations/>
<resources>
${resources}</resources>
</manifest>
`}`;
}

/** @param {Question} question @param {string} language @param {Words} words */
function qtiItem(question, language, words) {
  const { id, name, choices, fields, right } = question;
  const known = [right, ...question.equivalents, ...question.mistakes];
  const steps = question.steps.map((step) => html`<li>${step}</li>`);
  const solution = html`<p>${words.solution}</p><ol>${steps}</ol>`;
  const feedback = known.map((each) => modal(each.id, html`<p>${each.feedback}</p>${solution}`));
  return `<?xml version="1.0" encoding="UTF-8"?>
${html`<assessmentItem xmlns="${item}" xmlns:xsi="${schemas}" xsi:schemaLocation="${item} http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd" identifier="${id}" title="${name}" adaptive="false" timeDependent="false" xml:lang="${language}">
${choices.length > 0 ? declared("CHOICE", "identifier", String(right.answer.choice)) : ""}${fields.map((_, index) =>
  declared(`NUMBER_${index}`, "float", written(right.answer.numbers[index])),
)}<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>
<outcomeDeclaration identifier="MAXSCORE" cardinality="single" baseType="float"><defaultValue><value>1</value></defaultValue></outcomeDeclaration>
<outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"/>
<itemBody>
${body(question, words)}</itemBody>
<responseProcessing>
${processing(question)}</responseProcessing>
${feedback}${modal("unknown", html`<p>${words.not_this}</p>${solution}`)}${modal("unanswered", html`<p>${words.unanswered}</p>`)}</assessmentItem>
`}`;
}

/** @param {string} identifier @param {string} type @param {string} right */
function declared(identifier, type, right) {
  return html`<responseDeclaration identifier="${identifier}" cardinality="single" baseType="${type}"><correctResponse><value>${right}</value></correctResponse></responseDeclaration>
`;
}

/** @param {string} identifier @param {Markup} content */
function modal(identifier, content) {
  return html`<modalFeedback outcomeIdentifier="FEEDBACK" identifier="${identifier}" showHide="show">${content}</modalFeedback>
`;
}

/** @param {Question} question @param {Words} words */
function body({ text, instance, choices, fields }, words) {
  const [prompt, ...others] = text;
  const rows = instance.given?.map(({ label, numbers, decimals }) => {
    return html`<tr><th scope="row">${label}</th>${numbers.map((value) => html`<td>${decimal(value, decimals)}</td>`)}</tr>`;
  });
  const table = rows && html`<table><caption>${words.given}</caption><tbody>${rows}</tbody></table>\n`;
  const options = choices.map(({ id, text }) => html`<simpleChoice identifier="${id}">${text}</simpleChoice>`);
  const asked = fields.map(({ label, expected }, index) => {
    return html`<p>${label} (${expected}): <textEntryInteraction responseIdentifier="NUMBER_${index}" expectedLength="12"/></p>
`;
  });
  const choice = html`<choiceInteraction responseIdentifier="CHOICE" shuffle="false" maxChoices="1">${options}</choiceInteraction>
`;
  return html`<p>${prompt}</p>
${others.map((part) => html`<p>${part}</p>\n`)}${table}${options.length > 0 ? choice : ""}${asked}`;
}

/** What a number is not yet, and what a choice is not yet, is no answer; a mistake that is only a choice needs no numbers. @param {Question} question */
function processing(question) {
  const { instance, choices, fields, right, equivalents, mistakes } = question;
  const onlyChoices = mistakes.filter(({ answer }) => answer.numbers.length === 0);
  const whole = mistakes.filter(({ answer }) => answer.numbers.length > 0);
  const asked = [...(choices.length > 0 ? ["CHOICE"] : []), ...fields.map((_, index) => `NUMBER_${index}`)];
  const empty = asked.map((identifier) => html`<isNull><variable identifier="${identifier}"/></isNull>`);
  const branches = [
    ...onlyChoices.map(({ id, answer }) => ({ condition: condition(instance, answer), id, score: 0 })),
    { condition: html`<or>${empty}</or>`, id: "unanswered", score: 0 },
    ...[right, ...equivalents].map(({ id, answer }) => ({ condition: condition(instance, answer), id, score: 1 })),
    ...whole.map(({ id, answer }) => ({ condition: condition(instance, answer), id, score: 0 })),
  ];
  const conditions = branches.map(({ condition, id, score }, index) => {
    const tag = new Markup(index === 0 ? "responseIf" : "responseElseIf");
    return html`<${tag}>${condition}${outcome(id, score)}</${tag}>
`;
  });
  return html`<responseCondition>
${conditions}<responseElse>${outcome("unknown", 0)}</responseElse>
</responseCondition>
`;
}

/** @param {string} id @param {number} score */
function outcome(id, score) {
  return html`<setOutcomeValue identifier="SCORE">${value("float", String(score))}</setOutcomeValue><setOutcomeValue identifier="FEEDBACK">${value("identifier", id)}</setOutcomeValue>`;
}

/**
 * That the response is this answer, to the grader's tolerance.
 * @param {import("../engine/types.js").Instance} instance
 * @param {import("./questions.js").Answer} answer
 */
function condition(instance, { choice, numbers }) {
  const chosen = choice === undefined ? [] : [html`<match><variable identifier="CHOICE"/>${value("identifier", choice)}</match>`]; // prettier-ignore
  const within = numbers.map((number, index) => {
    const variable = html`<variable identifier="NUMBER_${index}"/>`;
    const far = allowed(instance, number);
    return html`<gte>${variable}${value("float", written(number - far))}</gte><lte>${variable}${value("float", written(number + far))}</lte>`;
  });
  return html`<and>${chosen}${within}</and>`;
}

/** @param {string} type @param {string} text */
function value(type, text) {
  return html`<baseValue baseType="${type}">${text}</baseValue>`;
}
