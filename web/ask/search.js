// From a question to the passages that answer it, or to the honest word that none does.
import MiniSearch from "minisearch";

import { citations, exact, indexOptions } from "./index.js";
import { Spelling, certainFrom } from "./spelling.js";
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
 * @property {boolean} name it names something of this subject and of no other
 * @property {import("./spelling.js").Near | undefined} near the word of the lessons that may have been meant, where they have not its own
 */

/**
 * @typedef {object} Answer
 * @property {AskFile["passages"][number]} passage
 * @property {AskFile["lessons"][number]} lesson
 * @property {Set<string>} terms those of the question that it holds
 */

/**
 * "nothing": no passage fits, and `unknown` are the words that no lesson has. "elsewhere": the lessons use these words and are
 * about something else. "empty": there is no word in the question. `suggestion` is the question without the slips of the finger
 * that may be in it, "" where there are none.
 * @typedef {{ kind: "answers" | "nothing" | "elsewhere" | "empty", answers: Answer[], unknown: string[], words: string[],
 *   suggestion: string }} Reply
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
/** Who asks for one thing wants to be told what it is: the first that a lesson on it says of it counts more, the next less so. */
const introduction = 1.5;
/** A passage that stresses the word itself, and nothing beside it, says what the word means: "in a *cache*". */
const definition = 4;
/** Titles of papers hold many words of the subject and explain none. */
const cited = 0.5;
/** Numbers from here on are lengths of texts, where no lesson has the number itself. */
const manyTokens = 1000;
/** "100k", "1M": as many tokens. Apart from its number, as in "2 m", a letter is a unit or a name. */
const shortened = /(?<![\p{L}\d.,])\d+(?:\.\d+)?[km](?![\p{L}\d])/giu;
const atMost = 5;
const headings = ["lesson", "section"];
/** A match in a heading or in the words that a passage stresses counts more than one in the run of the text. */
const boost = { lesson: 1.4, section: 1.6, stressed: 1, text: 1 };

export class Search {
  #file;
  #index;
  #unasked;
  #general;
  #names;
  #spelling;
  /** @type {Map<string, string[]>} by term, the terms that lessons use for it */
  #also = new Map();
  /** Terms that mean others where they stand together. @type {{ all: string[], meant: string }[]} */
  #together;
  /** What is asked for with a large number. */
  #counts;

  /** @param {AskFile} file */
  constructor(file) {
    this.#file = file;
    this.#index = MiniSearch.loadJS(file.index, indexOptions(file.language));
    const { unasked, general, names = "", also, together = {}, counts = "" } = file.lists;
    this.#unasked = new Set(unasked.split(/\s+/));
    this.#spelling = new Spelling(file, this.#unasked);
    this.#general = new Set(general.split(/\s+/));
    this.#names = new Set(termsOf(names, file.language));
    for (const [word, others] of Object.entries(also)) {
      for (const term of termsOf(word, file.language)) this.#also.set(term, termsOf(others, file.language));
    }
    this.#together = Object.entries(together).map(([all, meant]) => ({ all: termsOf(all, file.language), meant }));
    this.#counts = counts;
  }

  /**
   * @param {string} question
   * @param {{ unfinished?: boolean }} [options] unfinished: its last word is still being typed
   * @returns {Reply}
   */
  answer(question, { unfinished = false } = {}) {
    const asked = this.#asked(question, unfinished);
    return { ...this.#reply(asked), suggestion: this.#suggestion(question, asked) };
  }

  /** @param {Asked[]} asked @returns {Reply} but for its suggestion */
  #reply(asked) {
    const unknown = asked.filter(({ terms }) => terms.length === 0);
    const reply = { answers: [], unknown: unknown.map(({ written }) => written), words: [], suggestion: "" };
    if (asked.length === 0) return { ...reply, kind: "empty" };
    const known = asked.filter(({ terms }) => terms.length > 0);
    const subjects = known.filter(({ subject }) => subject);
    const share = subjects.length > 0 ? unknownShare : unknownShareElsewhere;
    // What is named with a name of this subject is asked about it, whatever else stands in the question; but two unknown words
    // beside one known make it another: "rope climbing technique".
    const named = subjects.some(({ name }) => name) && unknown.length <= subjects.length;
    if (!named && weigh(unknown) > share * weigh(asked)) return { ...reply, kind: "nothing" };
    if (known.every(({ general }) => general))
      return { ...reply, kind: "elsewhere", words: asked.map(({ written }) => written) };
    const answers = this.#answers(known, weigh(named ? known : asked));
    return answers.length === 0 ? { ...reply, kind: "nothing" } : { ...reply, kind: "answers", answers };
  }

  /**
   * The question with the lessons' words in the place of what may be slips of the finger. It is offered where it would be answered
   * to the last word: of a question in another language, or on another subject, nothing but nonsense would become.
   * @param {string} question
   * @param {Asked[]} asked
   */
  #suggestion(question, asked) {
    const slips = new Map(asked.flatMap(({ written, near }) => (near ? [[written, near]] : [])));
    if (slips.size === 0 || asked.some(({ terms, near }) => terms.length === 0 && !near)) return "";
    // A short word that stands alone is near to too many others: "Hund" is no "hand".
    const sure = (/** @type {import("./spelling.js").Near} */ { written, swapped, term }) =>
      written.length >= certainFrom || swapped || this.#names.has(term);
    if (slips.size === asked.length && ![...slips.values()].some(sure)) return "";
    const mended = question.replace(
      /[\p{L}\p{M}]+/gu,
      (word) => slips.get(wordsOf(word, this.#file.language)[0]?.written)?.written ?? word,
    );
    const { kind, unknown } = this.#reply(this.#asked(mended, false));
    return kind === "answers" && unknown.length === 0 ? mended : "";
  }

  /** @param {string} question @param {boolean} unfinished @returns {Asked[]} */
  #asked(question, unfinished) {
    const words = this.#words(question);
    /** @type {Map<string, Asked>} */
    const asked = new Map();
    for (const [index, { written, term }] of words.entries()) {
      if (this.#unasked.has(written) || asked.has(term)) continue;
      const isUnfinished = unfinished && index === words.length - 1;
      const { terms, near } = this.#terms(term, written, isUnfinished);
      const passages = terms.length === 0 ? 0 : this.#find(terms.map((each) => each.term)).length;
      const rarity = Math.log(1 + this.#file.passages.length / Math.max(1, passages));
      // By the word, not by its stem: "encoder" says nothing about encodings.
      const meant = terms.length > 0 && near ? near.written : written;
      const general = this.#general.has(meant) || this.#general.has(meant.replace(/s$/, ""));
      const subject =
        !general &&
        terms.length > 0 &&
        this.#find(
          terms.map((each) => each.term),
          headings,
        ).length > 0;
      const name = terms.some((each) => this.#names.has(each.term));
      asked.set(term, { written, terms, rarity, general, subject, name, near: isUnfinished ? undefined : near });
    }
    return [...asked.values()];
  }

  /** The words of a question, and before them what several of them mean together. @param {string} question */
  #words(question) {
    const { language } = this.#file;
    const known = (/** @type {string} */ term) => this.#find([term]).length > 0;
    const counts = wordsOf(this.#counts, language);
    const words = wordsOf(counts.length > 0 ? question.replace(shortened, this.#counts) : question, language).flatMap(
      (word) => (counts.length > 0 && Number(word.term) >= manyTokens && !known(word.term) ? counts : [word]),
    );
    const there = new Set(words.map(({ term }) => term));
    const meant = this.#together
      .filter(({ all }) => all.every((term) => there.has(term)))
      .flatMap((each) => wordsOf(each.meant, language))
      .filter(({ term }) => known(term));
    return [...meant, ...words];
  }

  /**
   * The lessons' terms for one of the question, and where that is none of theirs the word that may have been meant.
   * @param {string} term @param {string} written @param {boolean} unfinished
   * @returns {{ terms: Asked["terms"], near?: Asked["near"] }}
   */
  #terms(term, written, unfinished) {
    const known = (/** @type {string} */ each) => this.#find([each]).length > 0;
    const alike = (/** @type {string[]} */ all, weight = 1) => all.map((each) => ({ term: each, weight }));
    const others = (this.#also.get(term) ?? []).filter(known);
    if (known(term)) return { terms: [{ term, weight: 1 }, ...alike(others, otherWord)] };
    if (others.length > 0) return { terms: alike(others) };
    if (unfinished && term.length > 1 && !/\d/.test(term)) {
      const begun = this.#index.search(term, { ...exact([term]), prefix: true });
      return { terms: alike([...new Set(begun.flatMap((result) => result.terms))].slice(0, 8)) };
    }
    const similar = this.#spelling.near(written);
    const near = similar[0];
    if (written.length < certainFrom) return { terms: [], near };
    const meant = similar.flatMap((each) => [each.term, ...(this.#also.get(each.term) ?? []).filter(known)]);
    return { terms: alike([...new Set(meant)], slip), near };
  }

  /** @param {string[]} terms @param {string[]} [fields] */
  #find(terms, fields) {
    return this.#index.search("-", { ...exact(terms), ...(fields && { fields }) });
  }

  /**
   * Where one thing is asked for, raises the scores of what a lesson on it says of it first.
   * @param {{ id: number, score: number, terms: Set<string> }[]} found
   * @param {Asked[]} asked
   */
  #stressIntroductions(found, asked) {
    const names = asked.filter(({ general }) => !general);
    if (names.length !== 1) return;
    const terms = names[0].terms.filter(({ weight }) => weight > otherWord).map(({ term }) => term);
    const subjects = new Set(this.#find(terms, ["lesson"]).map(({ id }) => this.#file.passages[id].lesson));
    /** @type {Map<number, number>} by lesson, how many of its passages have come */
    const counts = new Map();
    for (const each of found.toSorted((a, b) => a.id - b.id)) {
      const { lesson, sectionId, html } = this.#file.passages[each.id];
      if (!subjects.has(lesson) || sectionId === citations) continue;
      if (!termsOf(html.replace(/<[^>]*>/g, " "), this.#file.language).some((term) => terms.includes(term))) continue;
      const before = counts.get(lesson) ?? 0;
      counts.set(lesson, before + 1);
      // A lesson that bears the name is on nothing else.
      const bears = termsOf(this.#file.lessons[lesson].address, this.#file.language).some((term) =>
        terms.includes(term),
      );
      each.score *= 1 + ((bears ? 2 : 1) * introduction) / (1 + before);
    }
  }

  /**
   * Raises the scores of passages that bring in a word of the question, stressed, as lessons do where they use it first. The more so the
   * more of the question it is.
   * @param {{ id: number, score: number }[]} found
   * @param {Asked[]} asked
   */
  #stressDefinitions(found, asked) {
    const names = asked.filter(({ general }) => !general);
    for (const each of found) {
      // What stands stressed at the beginning is a heading.
      const stressed = [...this.#file.passages[each.id].html.matchAll(/(?<!^\s*)<(em|strong)>([^<]*)<\/\1>/g)];
      const defined = stressed.map((match) => termsOf(match[2], this.#file.language)).filter(({ length }) => length === 1); // prettier-ignore
      const words = names.filter(({ terms }) => terms.some(({ term, weight }) => weight > otherWord && defined.flat().includes(term))); // prettier-ignore
      if (words.length > 0) each.score *= 1 + ((definition - 1) * weigh(words)) / weigh(names);
    }
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
        const share = (score / queryTerms.length) * (0.3 + weigh(held) / all);
        return { id, terms, held, score: share * (this.#file.passages[id].sectionId === citations ? cited : 1) };
      });
    this.#stressIntroductions(found, asked);
    this.#stressDefinitions(found, asked);
    found.sort((a, b) => b.score - a.score);
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
