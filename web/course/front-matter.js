// The head of a lesson file: YAML between two lines of three dashes.
import { isMap, isScalar, parseDocument, LineCounter } from "yaml";
import { curly } from "./typography.js";

/** @typedef {import("./problem.js").Problems} Problems */

/**
 * @typedef {object} Head
 * @property {string} title
 * @property {string} question the one question the lesson answers
 * @property {string} slug the name of its address and of its file
 * @property {number} order its place in the course
 * @property {string} summary one sentence for the list of lessons
 * @property {boolean} [written] false: only announced, it has no page yet
 * @property {number} minutes how long a reader needs
 * @property {string[]} depends_on slugs
 * @property {string[]} leads_to slugs
 * @property {{ text: string, url: string }[]} references
 * @property {Record<string, string>} [numbers] numerals that stand unchecked, each with its reason
 */

/** @typedef {{ head: Head, body: string, bodyLine: number, lineOf: (key: string, entry?: string) => number }} Parts */

const text = {
  says: "a text",
  fits: (/** @type {unknown} */ value) => typeof value === "string" && value.trim() !== "",
};
const whole = {
  says: "a whole number from 1",
  fits: (/** @type {unknown} */ value) => Number.isInteger(value) && Number(value) >= 1,
};
const slugs = {
  says: "a list of slugs",
  fits: (/** @type {unknown} */ value) => Array.isArray(value) && value.every((slug) => typeof slug === "string"),
};
const reasons = {
  says: "a reason in words for each numeral",
  fits: (/** @type {unknown} */ value) =>
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(text.fits),
};
const references = {
  says: "a list of { text, url }",
  fits: (/** @type {unknown} */ value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((reference) => text.fits(reference?.text) && /^https:\/\/\S+$/.test(reference?.url)),
};

/** An announced lesson has no more than these. */
const always = { title: text, question: text, slug: text, order: whole, summary: text };
const whenWritten = { minutes: whole, depends_on: slugs, leads_to: slugs, references };
const optional = {
  numbers: reasons,
  written: { says: "true or false", fits: (/** @type {unknown} */ value) => typeof value === "boolean" },
};

/**
 * @param {string} source of a whole lesson file
 * @param {Problems} problems
 * @returns {Parts | null} null where there is no front matter to read
 */
export function splitLesson(source, problems) {
  const match = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(source);
  if (match === null) {
    problems.add(1, "the front matter is missing: a lesson starts with YAML between two lines of three dashes");
    return null;
  }
  const lineCounter = new LineCounter();
  const document = parseDocument(match[1], { lineCounter });
  // The YAML starts on the second line of the file.
  const fileLine = (/** @type {number} */ offset) => lineCounter.linePos(offset).line + 1;
  for (const error of document.errors)
    problems.add(fileLine(error.pos[0]), `front matter: ${error.message.split("\n")[0]}`);
  if (document.errors.length > 0 || !isMap(document.contents)) {
    if (document.errors.length === 0) problems.add(2, "the front matter holds no names with values");
    return null;
  }

  const pairs = document.contents;
  const lineOf = (/** @type {string} */ key, /** @type {string | undefined} */ entry = undefined) => {
    const pair = pairs.items.find((item) => isScalar(item.key) && item.key.value === key);
    if (pair === undefined || !isScalar(pair.key)) return 1;
    if (entry !== undefined && isMap(pair.value)) {
      const inner = pair.value.items.find((item) => isScalar(item.key) && String(item.key.value) === entry);
      if (inner !== undefined && isScalar(inner.key)) return fileLine(inner.key.range?.[0] ?? 0);
    }
    return fileLine(pair.key.range?.[0] ?? 0);
  };
  const head = document.toJS();
  check(head, lineOf, problems);
  for (const key of /** @type {const} */ (["title", "question", "summary"])) {
    if (text.fits(head[key])) head[key] = curly(head[key]);
  }
  // Where they are none, that has been said.
  if (Array.isArray(head.references))
    for (const reference of head.references) if (text.fits(reference?.text)) reference.text = curly(reference.text);
  const body = source.slice(match[0].length);
  return { head, body, bodyLine: match[0].split("\n").length, lineOf };
}

/**
 * @param {Record<string, unknown>} head
 * @param {(key: string) => number} lineOf
 * @param {Problems} problems
 */
function check(head, lineOf, problems) {
  const required = { ...always, ...(head.written === false ? {} : whenWritten) };
  const known = { ...always, ...whenWritten, ...optional };
  for (const [key, { says }] of Object.entries(required)) {
    if (!(key in head)) problems.add(1, `front matter: "${key}" is missing (${says})`);
  }
  for (const [key, value] of Object.entries(head)) {
    const rule = known[/** @type {keyof typeof known} */ (key)];
    if (rule === undefined) {
      problems.add(lineOf(key), `front matter: unknown name "${key}"; known are ${Object.keys(known).join(", ")}`);
    } else if (!rule.fits(value)) {
      problems.add(lineOf(key), `front matter: "${key}" must be ${rule.says}`);
    }
  }
}
