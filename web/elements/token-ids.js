// Token ids as a reader types or pastes them: "464 3797", "464, 3797", "[464,3797]".
import { plain } from "../figures/number.js";

/**
 * Throws with a sentence where something is no id, or where a comma may as well stand inside a number.
 * @param {string} typed
 * @param {number} size of the vocabulary: what is no id of it is refused before it becomes a number of 32 bits, which would wrap to another id
 * @param {import("../figures/types.js").Text} text for the keys not_an_id, beyond, one_or_more and no_ids
 * @returns {number[]}
 */
export function readIds(typed, size, text) {
  const pieces = typed.split(/[\s;[\]]+/).filter(Boolean);
  const ambiguous = pieces.find((piece) => /^[1-9]\d{0,2}(,\d{3})+,?$/.test(piece));
  if (ambiguous) throw new Error(text("one_or_more", { typed: ambiguous.replace(/,$/, "") }));
  const words = pieces.flatMap((piece) => piece.split(",")).filter(Boolean);
  const wrong = words.find((word) => !/^\d+$/.test(word));
  if (wrong !== undefined) throw new Error(text("not_an_id", { typed: wrong }));
  const beyond = words.find((word) => Number(word) >= size);
  if (beyond !== undefined) throw new Error(text("beyond", { typed: beyond, last: plain(size - 1) }));
  if (words.length === 0) throw new Error(text("no_ids"));
  return words.map(Number);
}
