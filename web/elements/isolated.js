// Names that readers bring, in sentences: a mark of direction in one would turn about all that follows it.

/** Letters that are written from the right, and marks that turn text about. */
const turning =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u061c\u200f\u202a-\u202e\u2066-\u2069]/u;

const [first, pop] = ["\u2068", "\u2069"];
const opens = /[\u2066-\u2068]/;

/** A value as it stands in a sentence that it does not turn about; what does not turn text stays as it is. @template T @param {T} value @returns {T | string} */
export function isolated(value) {
  if (typeof value !== "string" || !turning.test(value)) return value;
  let open = 0;
  let kept = "";
  for (const character of value) {
    // One more would end the isolation itself.
    if (character === pop && open === 0) continue;
    if (opens.test(character)) open += 1;
    if (character === pop) open -= 1;
    kept += character;
  }
  return `${first}${kept}${pop.repeat(open)}${pop}`;
}

/** The words of a figure, with every value isolated. @param {import("../figures/types.js").Text} text @returns {import("../figures/types.js").Text} */
export const isolating = (text) => (key, fields) =>
  text(key, fields && Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, isolated(value)])));
