// From a question to the passages that answer it, or to the honest word that none does.
import MiniSearch from "minisearch";

import { indexOptions } from "./index.js";
import { termsOf, wordsOf } from "./words.js";

/** @typedef {import("./index.js").AskFile} AskFile */

/**
 * One word of a question that says something about its subject.
 * @typedef {object} Asked
 * @property {string} written
 * @property {{ term: string, weight: number }[]} terms of the lessons that stand for it; none where no lesson has the word
 * @property {number} rarity how much it tells: a word that few passages hold tells more
 * @property {boolean} general the lessons speak of it without explaining it
 * @property {boolean} subject it stands in a heading or in what a lesson says of itself
 */

/**
 * @typedef {object} Answer
 * @property {AskFile["passages"][number]} passage
 * @property {AskFile["lessons"][number]} lesson
 * @property {Set<string>} terms those of the question that it holds
 */

/**
 * "nothing": no passage fits, and `unknown` are the words that no lesson has. "elsewhere": the lessons use these words and are
 * about something else. "empty": there is no word in the question.
 * @typedef {{ kind: "answers" | "nothing" | "elsewhere" | "empty", answers: Answer[], unknown: string[], words: string[] }} Reply
 */

/** Words that no lesson has may make up this share of what is asked; where they are more, the question is another one. */
const unknownShare = 0.45;
/** The same where no word of the question belongs to the subject: any text has everyday words in common with another. */
const unknownShareElsewhere = 0.2;
/** This share of what is asked must stand in a passage, its heading or its lesson's title. */
const fittingShare = 0.5;
/** What another word for the same counts beside the word itself. */
const otherWord = 0.5;
/** A term with a letter more, less or exchanged: a slip of the finger. */
const slip = 0.7;
const atMost = 5;
const headings = ["lesson", "section"];
/** A match in a heading or in the words that a passage stresses counts more than one in the run of the text. */
const boost = { lesson: 1.4, section: 1.6, stressed: 1, text: 1 };

export class Search {
  #file;
  #index;
  #unasked;
  #general;
  /** @type {Map<string, string[]>} by term, the terms that lessons use for it */
  #also = new Map();

  /** @param {AskFile} file */
  constructor(file) {
    this.#file = file;
    this.#index = MiniSearch.loadJS(file.index, indexOptions(file.language));
    const { unasked, general, also } = file.lists;
    this.#unasked = new Set(unasked.split(/\s+/));
    this.#general = new Set(general.split(/\s+/));
    for (const [word, others] of Object.entries(also)) {
      for (const term of termsOf(word, file.language)) this.#also.set(term, termsOf(others, file.language));
    }
  }

  /**
   * @param {string} question
   * @param {{ unfinished?: boolean }} [options] unfinished: its last word is still being typed
   * @returns {Reply}
   */
  answer(question, { unfinished = false } = {}) {
    const asked = this.#asked(question, unfinished);
    const unknown = asked.filter(({ terms }) => terms.length === 0);
    const reply = { answers: [], unknown: unknown.map(({ written }) => written), words: [] };
    if (asked.length === 0) return { ...reply, kind: "empty" };
    const all = weigh(asked);
    const share = asked.some(({ subject }) => subject) ? unknownShare : unknownShareElsewhere;
    if (weigh(unknown) > share * all) return { ...reply, kind: "nothing" };
    if (asked.every(({ general, terms }) => general || terms.length === 0))
      return { ...reply, kind: "elsewhere", words: asked.map(({ written }) => written) };
    const answers = this.#answers(asked, all);
    return answers.length === 0 ? { ...reply, kind: "nothing" } : { ...reply, kind: "answers", answers };
  }

  /** @param {string} question @param {boolean} unfinished @returns {Asked[]} */
  #asked(question, unfinished) {
    const words = wordsOf(question, this.#file.language);
    /** @type {Map<string, Asked>} */
    const asked = new Map();
    for (const [index, { written, term }] of words.entries()) {
      if (this.#unasked.has(written) || asked.has(term)) continue;
      const terms = this.#terms(term, unfinished && index === words.length - 1);
      const passages = terms.length === 0 ? 0 : this.#find(terms.map((each) => each.term)).length;
      const rarity = Math.log(1 + this.#file.passages.length / Math.max(1, passages));
      // By the word, not by its stem: "encoder" says nothing about encodings.
      const general = this.#general.has(written) || this.#general.has(written.replace(/s$/, ""));
      const subject =
        !general &&
        terms.length > 0 &&
        this.#find(
          terms.map((each) => each.term),
          headings,
        ).length > 0;
      asked.set(term, { written, terms, rarity, general, subject });
    }
    return [...asked.values()];
  }

  /** The lessons' terms for one of the question. @param {string} term @param {boolean} unfinished */
  #terms(term, unfinished) {
    const known = (/** @type {string} */ each) => this.#find([each]).length > 0;
    const others = (this.#also.get(term) ?? []).filter(known);
    if (known(term)) return [{ term, weight: 1 }, ...others.map((each) => ({ term: each, weight: otherWord }))];
    if (others.length > 0) return others.map((each) => ({ term: each, weight: 1 }));
    if (/\d/.test(term)) return [];
    if (unfinished && term.length > 1) {
      const begun = this.#index.search(term, { ...exact([term]), prefix: true });
      const longer = [...new Set(begun.flatMap((result) => result.terms))];
      return longer.slice(0, 8).map((each) => ({ term: each, weight: 1 }));
    }
    if (term.length < 6) return [];
    const near = this.#index.search(term, { ...exact([term]), fuzzy: term.length < 9 ? 1 : 2 });
    const similar = [...new Set(near.flatMap((result) => result.terms))].filter((each) => each[0] === term[0]);
    const meant = similar.flatMap((each) => [each, ...(this.#also.get(each) ?? []).filter(known)]);
    return [...new Set(meant)].map((each) => ({ term: each, weight: slip }));
  }

  /** @param {string[]} terms @param {string[]} [fields] */
  #find(terms, fields) {
    return this.#index.search("-", { ...exact(terms), ...(fields && { fields }) });
  }

  /** @param {Asked[]} asked @param {number} all the weight of the whole question */
  #answers(asked, all) {
    /** @type {Map<string, number>} */
    const weights = new Map();
    for (const { terms } of asked)
      for (const { term, weight } of terms) weights.set(term, Math.max(weight, weights.get(term) ?? 0));
    const found = this.#index
      .search("-", { ...exact([...weights.keys()]), boost, boostTerm: (term) => weights.get(term) ?? 1 })
      .map(({ id, score, queryTerms }) => {
        const terms = new Set(queryTerms);
        const held = asked.filter((word) => word.terms.some(({ term }) => terms.has(term)));
        // MiniSearch multiplies by the number of terms; what counts here is how much of the question they are.
        return { id, terms, held, score: (score / queryTerms.length) * (0.3 + weigh(held) / all) };
      })
      .toSorted((a, b) => b.score - a.score);
    /** @type {Set<string>} */
    const sections = new Set();
    /** @type {Answer[]} */
    const answers = [];
    for (const { id, terms, held } of found) {
      if (weigh(held) < fittingShare * all || held.every(({ general }) => general)) continue;
      const passage = this.#file.passages[id];
      const section = `${passage.lesson} ${passage.sectionId}`;
      if (sections.has(section)) continue;
      sections.add(section);
      answers.push({ passage, lesson: this.#file.lessons[passage.lesson], terms });
      if (answers.length === atMost) break;
    }
    return answers;
  }
}

/** @param {Asked[]} words */
function weigh(words) {
  return words.reduce((sum, { rarity, general }) => sum + rarity * (general ? 0.5 : 1), 0);
}

/** A search for exactly these terms. @param {string[]} terms */
function exact(terms) {
  return { tokenize: () => terms, processTerm: (/** @type {string} */ term) => term };
}
