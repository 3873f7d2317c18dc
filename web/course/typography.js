// Small marks that lessons need not be written with: the curly apostrophe, and spaces at which no line may break.

/** As the body's typographer does it, for what does not go through it. @param {string} text */
export function curly(text) {
  return text.replace(/(\p{L})'(\p{L})/gu, "$1’$2");
}

/** "99 %" stays on one line. @param {string} text */
export function together(text) {
  return text.replace(/ %/g, "\u00a0%");
}
