// Bytes as text that people read out and type: Crockford's base 32 (crockford.com/base32.html). No I, L, O and U; a reader takes I and
// L for 1 and O for 0, small letters for capitals, and passes over spaces and hyphens, also those that word processors put for them.

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A hyphen, or what it is turned into: dashes, a minus sign, a hyphen that does not break or does not show. */
export const dash = "[\\p{Pd}\\u2212\\u00ad]";
const ignored = new RegExp(`\\s|${dash}`, "gu");

/** @type {Record<string, string>} */
const alike = { I: "1", L: "1", O: "0" };

/** What a letter or a digit stands for, from 0 to 31; -1 where for nothing. @param {string} character */
export function valueOf(character) {
  const capital = character.toUpperCase();
  return alphabet.indexOf(alike[capital] ?? capital);
}

/** @param {Uint8Array} bytes */
export function encode(bytes) {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) text += alphabet[(held >> (bits -= 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text;
}

/**
 * @param {string} text
 * @returns {Uint8Array | null} null where it is no such text, or not as `encode` ends one
 */
export function decode(text) {
  const bytes = [];
  let bits = 0;
  let held = 0;
  for (const character of text.replace(ignored, "")) {
    const value = valueOf(character);
    if (value < 0) return null;
    held = (held << 5) | value;
    bits += 5;
    if (bits >= 8) bytes.push((held >> (bits -= 8)) & 255);
    held &= (1 << bits) - 1;
  }
  return bits < 5 && held === 0 ? Uint8Array.from(bytes) : null;
}
