// Slips of the finger: the lessons' words that are one from what was typed, and how the lessons write them.
import { exact } from "./index.js";
import { wordsOf } from "./words.js";

/** Shorter words have too many neighbours: "rice" is no "price". */
const shortest = 4;
/** From here on a slip is read as what it must mean; below it is only asked about. */
export const certainFrom = 6;

export class Spelling {
  #index;
  #file;
  /** How the lessons mostly write a term: made when it is first wanted. @type {Map<string, string> | null} */
  #written = null;

  /** @param {import("minisearch").default} index @param {import("./index.js").AskFile} file */
  constructor(index, file) {
    this.#index = index;
    this.#file = file;
  }

  /** Terms of the lessons near one that they have not. @param {string} term @returns {string[]} the nearest first */
  near(term) {
    if (term.length < shortest || /\d/.test(term)) return [];
    const fuzzy = term.length < 9 ? 1 : 2;
    const found = this.#index.search(term, { ...exact([term]), fuzzy }).flatMap((result) => result.terms);
    // MiniSearch counts two letters in each other's places as two slips.
    const swapped = Array.from(
      term.slice(1),
      (_, at) => term.slice(0, at) + term[at + 1] + term[at] + term.slice(at + 2),
    );
    const known = swapped.filter((each) => this.#index.search(each, exact([each])).length > 0);
    return [...new Set([...known, ...found.filter((each) => each[0] === term[0])])];
  }

  /** @param {string} term */
  written(term) {
    this.#written ??= mostlyWritten(this.#file);
    return this.#written.get(term) ?? term;
  }
}

/** @param {import("./index.js").AskFile} file */
function mostlyWritten({ passages, lessons, language }) {
  /** @type {Map<string, Map<string, number>>} */
  const counts = new Map();
  const texts = [...passages.map(({ html }) => html.replace(/<[^>]*>/g, " ")), ...lessons.map(({ title }) => title)];
  for (const { written, term } of texts.flatMap((text) => wordsOf(text, language))) {
    const forms = counts.get(term) ?? new Map();
    counts.set(term, forms.set(written, (forms.get(written) ?? 0) + 1));
  }
  const most = (/** @type {Map<string, number>} */ forms) => [...forms].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
  return new Map([...counts].map(([term, forms]) => [term, most(forms)]));
}
