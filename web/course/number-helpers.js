// What a checked number in a lesson may call, next to plain JavaScript. Everything about encodings is asked of the engine; only
// sums over its results are done here. The defaults are those of the lessons' worked examples.

/** @typedef {ArrayLike<number>} Numbers */
/** @typedef {{ layout?: "interleaved" | "half", base?: number }} RotationOptions */

/** The query and the key of the rope lesson. */
const exampleQuery = [1, 0.5, -0.3, 0.8];
const exampleKey = [0.2, -0.6, 0.9, 0.4];

/** @param {any} engine of build/package */
export function createHelpers(engine) {
  /**
   * One row of the sinusoidal table.
   * @param {number} position
   * @param {number} width
   * @param {number} [base]
   * @param {string} [layout]
   * @returns {number[]}
   */
  function row(position, width, base = 10000, layout = "interleaved") {
    return [...engine.positionTable({ kind: "sinusoidal", width, positions: [position], base, layout }).data];
  }

  /**
   * The first rows of the sinusoidal table.
   * @param {number} count
   * @param {number} width
   * @param {number} [base]
   * @returns {number[][]}
   */
  function table(count, width, base = 10000) {
    const positions = Array.from({ length: count }, (_, position) => position);
    const { data } = engine.positionTable({ kind: "sinusoidal", width, positions, base });
    return positions.map((position) => [...data.subarray(position * width, (position + 1) * width)]);
  }

  /**
   * A vector turned to a position, as RoPE does it.
   * @param {Numbers} vector
   * @param {number} position
   * @param {RotationOptions} [options]
   * @returns {number[]}
   */
  function rotate(vector, position, { layout = "interleaved", base = 10000 } = {}) {
    const settings = { head_dim: vector.length, layout, rope_theta: base };
    return [...engine.rotate({ vectors: Array.from(vector), positions: [position], ...settings }).data];
  }

  /**
   * The unscaled score of a query at one position with a key at another.
   * @param {number} queryPosition
   * @param {number} keyPosition
   * @param {RotationOptions & { query?: Numbers, key?: Numbers }} [options]
   */
  function score(queryPosition, keyPosition, { query = exampleQuery, key = exampleKey, ...options } = {}) {
    return dot(rotate(query, queryPosition, options), rotate(key, keyPosition, options));
  }

  /**
   * Positions per full turn of every pair.
   * @param {number} width
   * @param {number} [base]
   * @returns {number[]}
   */
  function wavelengths(width, base = 10000) {
    const { inverse_frequencies: frequencies } = engine.ropeFrequencies({ head_dim: width, rope_theta: base });
    return Array.from(frequencies, (frequency) => (2 * Math.PI) / frequency);
  }

  /**
   * @param {number} width
   * @param {number} pair from 0
   * @param {number} [base]
   */
  function wavelength(width, pair, base = 10000) {
    return wavelengths(width, base)[pair];
  }

  /**
   * How many pairs never complete a turn within so many positions.
   * @param {number} width
   * @param {number} context
   * @param {number} [base]
   */
  function slowPairs(width, context, base = 10000) {
    return wavelengths(width, base).filter((length) => length > context).length;
  }

  /**
   * The smallest distance between any two of the first rows of the sinusoidal table.
   * @param {number} count
   * @param {number} width
   * @param {number} [base]
   */
  function nearestRows(count, width, base = 10000) {
    const rows = table(count, width, base);
    let nearest = Infinity;
    for (let first = 0; first < count; first++) {
      for (let second = first + 1; second < count; second++) {
        let squares = 0;
        for (let column = 0; column < width; column++) squares += (rows[first][column] - rows[second][column]) ** 2;
        nearest = Math.min(nearest, squares);
      }
    }
    return Math.sqrt(nearest);
  }

  return { engine, row, table, rotate, score, wavelengths, wavelength, slowPairs, nearestRows, norm, dot, sum };
}

/** @param {Numbers} vector */
function norm(vector) {
  return Math.sqrt(dot(vector, vector));
}

/** @param {Numbers} left @param {Numbers} right */
function dot(left, right) {
  if (left.length !== right.length) throw new RangeError(`dot of ${left.length} and ${right.length} numbers`);
  return sum(Array.from(left, (value, index) => value * right[index]));
}

/** @param {Numbers} values */
function sum(values) {
  return Array.from(values).reduce((total, value) => total + value, 0);
}
