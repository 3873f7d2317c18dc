// Sizes of files in words.
import { plain } from "../figures/number.js";

/** "548 MB", "1.2 kB": powers of a thousand, as file managers write them. @param {number} bytes @param {import("../figures/types.js").Text} text */
export function bytesWords(bytes, text) {
  const unit = bytes < 1e3 ? 0 : bytes < 1e6 ? 1 : bytes < 1e9 ? 2 : 3;
  const value = bytes / 1000 ** unit;
  return `${plain(value, value < 10 && unit > 0 ? 1 : 0)}\u00a0${text(`files.units.${unit}`)}`;
}
