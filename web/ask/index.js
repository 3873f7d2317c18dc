// The file that the ask box loads: every passage of the lessons of one language, and the index to find them by. Made by the build.
import MiniSearch from "minisearch";

import { termsOf } from "./words.js";

/** @typedef {import("./passages.js").Passage} Passage */

/**
 * @typedef {object} AskedLesson
 * @property {string} address below the site
 * @property {string} language another one than the file's where the lesson has not been translated
 * @property {string} title
 * @property {string} about what else it says of itself, to be searched with every passage
 * @property {Passage[]} passages
 */

/**
 * Lists of words of one language, each a text with spaces between the words.
 * @typedef {object} Lists
 * @property {string} unasked what says nothing about the subject: "how", "does"
 * @property {string} general what the lessons speak of without explaining it: it alone makes no question about position
 * @property {string} [names] what this subject alone is called by: a question with one of them is about it, also where another of
 *   its words is unknown
 * @property {Record<string, string>} also words that readers use, and those that the lessons use for it
 * @property {Record<string, string>} [together] words that mean something else where they all stand in a question, in whatever order:
 *   "best encoding" asks for a choice
 * @property {string} [counts] what a large number stands for that no lesson has: "100k tokens"
 */

/**
 * @typedef {object} AskFile
 * @property {string} language
 * @property {Lists} lists
 * @property {Record<string, string>} say what the box says, by key
 * @property {{ address: string, language: string, title: string }[]} lessons
 * @property {{ lesson: number, id: string, section: string, sectionId: string, html: string }[]} passages
 * @property {any} index of MiniSearch
 */

/** The section in which a lesson names its sources. */
export const citations = "references";

/** A search for exactly these terms. @param {string[]} terms */
export function exact(terms) {
  return { tokenize: () => terms, processTerm: (/** @type {string} */ term) => term };
}

/** How passages are indexed; the same for making the index and for loading it. @param {string} language */
export function indexOptions(language) {
  return {
    fields: ["lesson", "section", "stressed", "text"],
    tokenize: (/** @type {string} */ text) => termsOf(text, language),
    processTerm: (/** @type {string} */ term) => term,
  };
}

/**
 * @param {string} language
 * @param {AskedLesson[]} lessons
 * @param {{ lists: Lists, say: Record<string, string> }} words
 * @returns {AskFile}
 */
export function createAskFile(language, lessons, { lists, say }) {
  const index = new MiniSearch(indexOptions(language));
  /** @type {AskFile["passages"]} */
  const passages = [];
  for (const [lesson, { title, about, passages: found }] of lessons.entries()) {
    for (const { id, section, html, text } of found) {
      const stressed = [...html.matchAll(/<strong>(.*?)<\/strong>/gs)].map((match) => match[1]).join(" ");
      const plain = (/** @type {string} */ markup) => markup.replace(/<[^>]*>/g, " ");
      const fields = { lesson: `${title} ${about}`, section: plain(section.html), stressed: plain(stressed), text };
      index.add({ id: passages.length, ...fields });
      passages.push({ lesson, id, section: section.html, sectionId: section.id, html: html.trim() });
    }
  }
  return {
    language,
    lists,
    say,
    lessons: lessons.map(({ address, language: written, title }) => ({ address, language: written, title })),
    passages,
    index: index.toJSON(),
  };
}
