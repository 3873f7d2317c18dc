// Bytes as text, five characters for four bytes: a sixteenth less than base64. The characters are those that mean nothing in HTML.

const alphabet = Array.from({ length: 0x7f - 0x21 }, (_, index) => String.fromCharCode(0x21 + index))
  .filter((character) => !"\"&'<>\\`".includes(character))
  .slice(0, 85);

/** @type {number[]} by the code of the character */
const values = [];
for (const [value, character] of alphabet.entries()) values[character.charCodeAt(0)] = value;

/** @param {Uint8Array} bytes */
export function encode(bytes) {
  const fours = new DataView(new ArrayBuffer(Math.ceil(bytes.length / 4) * 4));
  new Uint8Array(fours.buffer).set(bytes);
  let text = `${bytes.length} `;
  for (let at = 0; at < fours.byteLength; at += 4) {
    let rest = fours.getUint32(at);
    let five = "";
    for (let digit = 0; digit < 5; ++digit) {
      five = alphabet[rest % 85] + five;
      rest = Math.floor(rest / 85);
    }
    text += five;
  }
  return text;
}

/** @param {string} text the number of bytes, a blank, and what stands for them @returns {Uint8Array<ArrayBuffer>} @throws {RangeError} where some of it is missing */
export function decode(text) {
  const begin = text.indexOf(" ") + 1;
  const length = Number(text.slice(0, begin));
  const fours = new DataView(new ArrayBuffer(Math.ceil(length / 4) * 4));
  if (begin === 0 || text.length !== begin + (fours.byteLength / 4) * 5)
    throw new RangeError(`${text.length} characters do not stand for ${length} bytes`);
  for (let [from, at] = [begin, 0]; at < fours.byteLength; at += 4) {
    let four = 0;
    for (let digit = 0; digit < 5; ++digit) four = four * 85 + values[text.charCodeAt(from++)];
    fours.setUint32(at, four);
  }
  return new Uint8Array(fours.buffer, 0, length);
}
