// What the script for elements has to say of a page and seldom has: an element that there is none of, most often because a letter is
// wrong, and a second copy of itself. Fetched when there is such a thing to say (whereabouts.js).
import { filled } from "../engine/sentences.js";
import { report } from "../elements/events.js";

/** By language, the sentences of catalogue section embed.remarks. The build puts them in (script.js). @type {Record<string, Record<string, string>>} */
export const sentences = {};

const prefix = "where-";

/** @param {string} language @param {string} key @param {Record<string, string>} fields */
const say = (language, key, fields) => filled(sentences[language][key], fields, (_, placeholder) => placeholder);

/**
 * In how many letters two names differ: one that is missing, one too many, another one, or two that have changed places.
 * @param {string} from
 * @param {string} to
 */
export function difference(from, to) {
  /** @type {number[][]} by how much of each is compared */
  const table = [];
  for (let i = 0; i <= from.length; ++i) {
    table.push([i]);
    for (let j = 1; j <= to.length; ++j) {
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      table[i][j] = Math.min(
        table[i][j - 1] + 1,
        (table[i - 1]?.[j] ?? Infinity) + 1,
        (table[i - 1]?.[j - 1] ?? Infinity) + Number(from[i - 1] !== to[j - 1]),
        swapped ? table[i - 2][j - 2] + 1 : Infinity,
      );
    }
  }
  return table[from.length][to.length];
}

/**
 * Those that may be meant, the nearest first; none where nothing is near.
 * @param {string} name
 * @param {string[]} names
 */
export function nearTo(name, names) {
  const away = names.map((each) => ({ each, by: difference(name, each) })).toSorted((a, b) => a.by - b.by);
  const [nearest] = away;
  const near = away.filter(({ each, by }) => by <= nearest.by + 1 && by <= Math.max(2, each.length / 3));
  return near.map(({ each }) => each);
}

/**
 * Says it of each element where it stands, before what it holds: where it is not closed, that may be all the rest of the page.
 * @param {string[]} names embed names of all that there is
 * @param {(element: Element) => string} languageOf the elements of the page
 */
export function sayUnknown(names, languageOf) {
  for (const element of document.querySelectorAll(":not(:defined)")) {
    const { localName } = element;
    if (!localName.startsWith(prefix)) continue;
    const name = localName.slice(prefix.length);
    const near = nearTo(name, names);
    const [key, listed] = near.length > 0 ? ["misspelt", near] : ["unknown", names];
    const fields = { name: localName, listed: listed.map((each) => prefix + each).join(", ") };
    const message = say(languageOf(element), key, fields);
    const line = document.createElement("p");
    line.setAttribute("role", "alert");
    line.textContent = message;
    element.prepend(line);
    console.error(message);
    report(element, "where-error", { name, message });
    // It was somebody else's, and has come.
    customElements.whenDefined(localName).then(() => line.remove());
  }
}

/**
 * @param {string} address of a script that has come second
 * @param {any} first an element of the one that was first, or of another kind
 */
export function saySecond(address, first) {
  console.info(say("en", "second", { address, other: first.from ?? first.name }));
}
