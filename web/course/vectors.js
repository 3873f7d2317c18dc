// Arithmetic on vectors.

/** @typedef {ArrayLike<number>} Numbers */

/** @param {Numbers} vector */
export function norm(vector) {
  return Math.sqrt(dot(vector, vector));
}

/** @param {Numbers} left @param {Numbers} right */
export function dot(left, right) {
  if (left.length !== right.length) throw new RangeError(`dot of ${left.length} and ${right.length} numbers`);
  return sum(Array.from(left, (value, index) => value * right[index]));
}

/** @param {Numbers} values */
export function sum(values) {
  return Array.from(values).reduce((total, value) => total + value, 0);
}
