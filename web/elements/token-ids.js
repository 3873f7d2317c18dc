// Token ids as a reader types or pastes them: "464 3797", "464, 3797", "[464,3797]".

/**
 * Throws with a sentence where something is no id, or where a comma may as well stand inside a number.
 * @param {string} typed
 * @param {import("../figures/types.js").Text} text for the keys not_an_id, one_or_more and no_ids
 * @returns {number[]}
 */
export function readIds(typed, text) {
  const pieces = typed.split(/[\s;[\]]+/).filter(Boolean);
  const ambiguous = pieces.find((piece) => /^[1-9]\d{0,2}(,\d{3})+,?$/.test(piece));
  if (ambiguous) throw new Error(text("one_or_more", { typed: ambiguous.replace(/,$/, "") }));
  const words = pieces.flatMap((piece) => piece.split(",")).filter(Boolean);
  const wrong = words.find((word) => !/^\d+$/.test(word));
  if (wrong !== undefined) throw new Error(text("not_an_id", { typed: wrong }));
  if (words.length === 0) throw new Error(text("no_ids"));
  return words.map(Number);
}
