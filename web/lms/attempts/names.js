// Ids of exercises and mistakes as two bytes, the same ones in every version of the course.
import { crc16 } from "./crc.js";

/** @param {string} name */
export function numberOf(name) {
  return crc16(new TextEncoder().encode(name));
}

/**
 * Names by their numbers; two of one number would be taken for each other, which the build finds.
 * @template {{ id: string }} T
 * @param {T[]} named
 * @returns {Map<number, T>}
 */
export function byNumber(named) {
  /** @type {Map<number, T>} */
  const found = new Map();
  for (const each of named) {
    const other = found.get(numberOf(each.id));
    if (other) throw new Error(`"${each.id}" and "${other.id}" have the same number: rename one of them`);
    found.set(numberOf(each.id), each);
  }
  return found;
}
