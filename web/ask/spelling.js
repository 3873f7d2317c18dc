// Slips of the finger: the lessons' words that are one from what was typed.
import { wordsOf } from "./words.js";

/** Shorter words have too many neighbours: "rice" is no "price". */
const shortest = 4;
/** From here on a slip is read as what it must mean; below it is only asked about. */
export const certainFrom = 6;
/** So long a word may have two slips. */
const twoFrom = 9;

/**
 * A word of the lessons near one that they have not.
 * @typedef {object} Near
 * @property {string} written
 * @property {string} term
 * @property {boolean} swapped it has the very letters, two of them in each other's places
 */

/** @typedef {{ written: string, term: string, count: number }} Form a word as the lessons write it, and how often */

export class Spelling {
  #file;
  #unasked;
  /** Made when it is first wanted. @type {Form[] | null} */
  #forms = null;

  /** @param {import("./index.js").AskFile} file @param {Set<string>} unasked words that nobody means to ask for */
  constructor(file, unasked) {
    this.#file = file;
    this.#unasked = unasked;
  }

  /**
   * The nearest words, by what is written: endings are taken off a slip at other places than off the word it stands for.
   * @param {string} typed @returns {Near[]} its own letters first, then what is most frequent
   */
  near(typed) {
    if (typed.length < shortest || /\d/.test(typed)) return [];
    const most = typed.length < twoFrom ? 1 : 2;
    this.#forms ??= formsOf(this.#file).filter(({ written }) => !this.#unasked.has(written));
    const found = this.#forms.flatMap((form) => {
      if (Math.abs(form.written.length - typed.length) > most) return [];
      const swapped = swaps(typed, form.written);
      // The first letter is seldom wrong.
      if (!swapped && form.written[0] !== typed[0]) return [];
      const distance = slips(typed, form.written);
      return distance > most ? [] : [{ ...form, swapped, distance }];
    });
    const least = Math.min(...found.map(({ distance }) => distance));
    return found
      .filter(({ distance }) => distance === least)
      .sort((a, b) => Number(b.swapped) - Number(a.swapped) || b.count - a.count);
  }
}

/** @param {string} one @param {string} other */
function swaps(one, other) {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return at >= 0 && one.slice(0, at) + one[at + 1] + one[at] + one.slice(at + 2) === other;
}

/**
 * How many letters are missing, too many, exchanged or, two neighbours, in each other's places.
 * @param {string} one @param {string} other
 */
function slips(one, other) {
  const width = other.length + 1;
  /** @type {number[][]} by how many letters of `one` and of `other` */
  const rows = [Array.from({ length: width }, (_, column) => column)];
  for (let row = 1; row <= one.length; ++row) {
    rows[row] = [row];
    for (let column = 1; column < width; ++column) {
      const same = one[row - 1] === other[column - 1];
      const [above, before, both] = [rows[row - 1][column], rows[row][column - 1], rows[row - 1][column - 1]];
      rows[row][column] = Math.min(above + 1, before + 1, both + Number(!same));
      const crossed = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (crossed) rows[row][column] = Math.min(rows[row][column], rows[row - 2][column - 2] + 1);
    }
  }
  return rows[one.length][other.length];
}

/** @param {import("./index.js").AskFile} file @returns {Form[]} */
function formsOf({ passages, lessons, language }) {
  /** @type {Map<string, Form>} */
  const forms = new Map();
  const plain = (/** @type {string} */ html) => html.replace(/<[^>]*>/g, " ");
  const texts = [
    ...passages.flatMap(({ section, html }) => [plain(section), plain(html)]),
    ...lessons.map(({ title }) => title),
  ];
  for (const { written, term } of texts.flatMap((text) => wordsOf(text, language))) {
    const form = forms.get(written) ?? { written, term, count: 0 };
    form.count += 1;
    forms.set(written, form);
  }
  return [...forms.values()];
}
