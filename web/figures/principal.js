// The first principal directions of a table's rows: those along which they vary most.

/**
 * Rows with their mean taken away.
 * @param {ArrayLike<number>} data row-major
 * @param {number} rows
 * @param {number} width
 */
function centred(data, rows, width) {
  const moved = new Float64Array(rows * width);
  for (let column = 0; column < width; column += 1) {
    let mean = 0;
    for (let row = 0; row < rows; row += 1) mean += data[row * width + column] / rows;
    for (let row = 0; row < rows; row += 1) moved[row * width + column] = data[row * width + column] - mean;
  }
  return moved;
}

/** @param {Float64Array} a @param {Float64Array} b */
const dot = (a, b) => a.reduce((total, value, index) => total + value * b[index], 0);

/** What is left of a vector after those before it, if it is no more than rounding of the whole, is no direction. */
const rounding = 1e-10;

/** Makes vectors perpendicular and of length one, or zero where nothing is left, in order (modified Gram-Schmidt). @param {Float64Array[]} vectors */
function orthonormal(vectors) {
  for (const [index, vector] of vectors.entries()) {
    const whole = Math.sqrt(dot(vector, vector));
    for (let pass = 0; pass < 2; pass += 1)
      for (const before of vectors.slice(0, index)) {
        const shadow = dot(vector, before);
        for (let at = 0; at < vector.length; at += 1) vector[at] -= shadow * before[at];
      }
    const long = Math.sqrt(dot(vector, vector));
    for (let at = 0; at < vector.length; at += 1) vector[at] = long > rounding * whole ? vector[at] / long : 0;
  }
  return vectors;
}

/** How far from its last turn a subspace may still move, and how often it is turned at most. */
const still = 1e-7;
const turns = 400;

/**
 * By subspace iteration with a few directions more than are wanted, from a fixed start: X^T X V, made perpendicular again, until the
 * shares of variance stand still. After each turn the caller may wait for other business.
 * @param {{ data: ArrayLike<number>, rows: number, width: number, count: number, turn?: (done: number, most: number) => Promise<void> }} table
 * @returns {Promise<{ scores: number[][], shares: number[], settled: boolean }>} scores [rows][count], what each row has of each
 *   direction; shares of the whole variance, descending; whether the shares stood still in the end
 */
export async function principal({ data, rows, width, count, turn }) {
  const x = centred(data, rows, width);
  const total = x.reduce((sum, value) => sum + value * value, 0);
  const some = Math.min(count + 5, rows, width);
  const start = (/** @type {number} */ k) =>
    Float64Array.from({ length: width }, (_, at) => Math.cos(1 + (at + 1) * (k + 1) * 0.7));
  let vectors = orthonormal(Array.from({ length: some }, (_, k) => start(k)));
  let shares = vectors.map(() => 0);
  let settled = false;
  let projected = vectors.map((vector) => project(x, vector, rows, width));
  for (let done = 0; done < turns && !settled; done += 1) {
    vectors = orthonormal(projected.map((scores) => back(x, scores, rows, width)));
    projected = vectors.map((vector) => project(x, vector, rows, width));
    const now = projected.map((scores) => dot(scores, scores) / (total || 1));
    settled = now.slice(0, count).every((share, k) => Math.abs(share - shares[k]) <= still * now[0]);
    shares = now;
    await turn?.(done + 1, turns);
  }
  const order = shares
    .map((_, k) => k)
    .sort((a, b) => shares[b] - shares[a])
    .slice(0, count);
  const scores = Array.from({ length: rows }, (_, row) => order.map((k) => projected[k][row]));
  return { scores, shares: order.map((k) => shares[k]), settled };
}

/** X v. @param {Float64Array} x @param {Float64Array} vector @param {number} rows @param {number} width */
function project(x, vector, rows, width) {
  const scores = new Float64Array(rows);
  for (let row = 0; row < rows; row += 1) {
    let sum = 0;
    for (let column = 0, at = row * width; column < width; column += 1, at += 1) sum += x[at] * vector[column];
    scores[row] = sum;
  }
  return scores;
}

/** X^T s. @param {Float64Array} x @param {Float64Array} scores @param {number} rows @param {number} width */
function back(x, scores, rows, width) {
  const vector = new Float64Array(width);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0, at = row * width; column < width; column += 1, at += 1) vector[column] += x[at] * scores[row];
  return vector;
}
