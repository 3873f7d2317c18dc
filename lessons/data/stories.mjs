// Made-up stories in plain English, for machines that cannot fetch a real text: every sentence is put together from the words
// below. The same seed gives the same text.

const people = [
  ["Miss Harding", "she", "her"],
  ["Mr. Weston", "he", "his"],
  ["Lady Marsh", "she", "her"],
  ["Captain Brooke", "he", "his"],
  ["Anna", "she", "her"],
  ["Edward", "he", "his"],
  ["Mrs. Lane", "she", "her"],
  ["the old gardener", "he", "his"],
];
const relatives = ["sister", "brother", "mother", "uncle", "cousin", "friend", "neighbour"];
const places = [
  "the village",
  "the house",
  "the garden",
  "town",
  "the old library",
  "the church",
  "the river",
  "the park",
];
const things = ["letter", "book", "horse", "carriage", "picture", "secret", "little box", "key", "garden gate"];
const manners = [
  "quietly",
  "at once",
  "with great care",
  "in the evening",
  "before breakfast",
  "without a word",
  "very gladly",
];
const feelings = [
  "happy",
  "tired",
  "surprised",
  "rather sad",
  "full of hope",
  "uneasy",
  "quite certain",
  "a little afraid",
];
const weathers = [
  "The rain had stopped",
  "The morning was cold and bright",
  "It was growing dark",
  "The wind blew from the sea",
];
const sayings = [
  "I do not think that we have met before",
  "you must come and see us again",
  "there is nothing so pleasant as a long walk",
  "I have been waiting for this letter all the week",
  "nobody told me that you were here",
  "it will certainly rain before we are home",
];

/** mulberry32: a small generator of numbers in [0, 1). */
function random(/** @type {number} */ seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * @param {number} seed
 * @param {number} length at least so many characters, in paragraphs of one line each
 */
export function stories(seed, length) {
  const next = random(seed);
  /** @template T @param {T[]} list */
  const pick = (list) => list[Math.floor(next() * list.length)];
  const capital = (/** @type {string} */ text) => text[0].toUpperCase() + text.slice(1);

  const sentence = () => {
    const [name, pronoun, possessive] = pick(people);
    const other = `${possessive} ${pick(relatives)}`;
    const forms = [
      () =>
        `${weathers[Math.floor(next() * weathers.length)]}, and ${name} walked to ${pick(places)} ${pick(manners)}.`,
      () => `${capital(name)} had found the ${pick(things)} in ${pick(places)}, and ${pronoun} was ${pick(feelings)}.`,
      () => `"${capital(pick(sayings))}," said ${name}; "${pick(sayings)}."`,
      () => `When ${other} came from ${pick(places)}, ${name} gave the ${pick(things)} back ${pick(manners)}.`,
      () => `${capital(pronoun)} could not forget what ${other} had said about the ${pick(things)}.`,
      () => `"Where is the ${pick(things)}?" asked ${other}, who looked ${pick(feelings)}.`,
      () =>
        `${capital(name)} and ${other} were seen in ${pick(places)}, where they spoke of nothing but the ${pick(things)}.`,
      () => `Had ${pronoun} not been ${pick(feelings)}, ${name} would have gone to ${pick(places)} ${pick(manners)}!`,
    ];
    return pick(forms)();
  };

  let text = "";
  for (let story = 1; text.length < length; ++story) {
    text += `Story ${story}\n`;
    for (let paragraph = 0; paragraph < 6; ++paragraph)
      text += `${Array.from({ length: 3 + Math.floor(next() * 4) }, sentence).join(" ")}\n`;
  }
  return text;
}
