// Rows of row-major tables, as the engine returns them.

/**
 * The dot product of row `a` of one table with row `b` of another.
 * @param {ArrayLike<number>} first
 * @param {number} a
 * @param {ArrayLike<number>} second
 * @param {number} b
 * @param {number} width of both
 */
export function rowDot(first, a, second, b, width) {
  let total = 0;
  for (let column = 0; column < width; ++column) total += first[a * width + column] * second[b * width + column];
  return total;
}

/**
 * Row `index` as an array of its own.
 * @param {ArrayLike<number>} data
 * @param {number} width
 * @param {number} index
 */
export function rowOf(data, width, index) {
  return Array.from({ length: width }, (_, column) => data[index * width + column]);
}
