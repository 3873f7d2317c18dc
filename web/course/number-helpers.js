// What a checked number in a lesson may call, next to plain JavaScript. Everything about encodings is asked of the engine, and what
// training has shown is read from the recordings and from the cards of the shipped models; only sums over these are done here. The
// defaults are those of the lessons' worked examples.
import { createModelHelpers } from "./model-numbers.js";
import { createPositionHelpers } from "./position-numbers.js";
import { createTrainedHelpers } from "./trained-numbers.js";
import { dot, norm, sum } from "./vectors.js";

/** @typedef {import("./vectors.js").Numbers} Numbers */
/** @typedef {{ layout?: "interleaved" | "half", base?: number }} RotationOptions */

/** The query and the key of the rope lesson. */
const exampleQuery = [1, 0.5, -0.3, 0.8];
const exampleKey = [0.2, -0.6, 0.9, 0.4];

/**
 * @param {any} engine of build/package
 * @param {Map<string, any>} [cards] of the shipped models, by name (cards.js)
 */
export function createHelpers(engine, cards = new Map()) {
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

  /**
   * How far the clock of a pair turns per position, in radians.
   * @param {number} width
   * @param {number} pair from 0
   * @param {number} [base]
   */
  function frequency(width, pair, base = 10000) {
    return engine.ropeFrequencies({ head_dim: width, rope_theta: base }).inverse_frequencies[pair];
  }

  /**
   * The frequencies of all pairs under a scaling: radians per position, the fastest first.
   * @param {number} width of a head
   * @param {object | null} rope_scaling as in a config.json
   * @param {{ base?: number, length?: number }} [options] length of the text, where the scaling depends on it
   * @returns {Numbers}
   */
  function scaledFrequencies(width, rope_scaling, { base = 10000, length } = {}) {
    const options = { head_dim: width, rope_theta: base, rope_scaling, sequence_length: length };
    return engine.ropeFrequencies(options).inverse_frequencies;
  }

  /**
   * How many times longer each pair's wavelength is under a scaling.
   * @param {number} width
   * @param {object} rope_scaling
   * @param {{ base?: number, length?: number }} [options]
   * @returns {number[]}
   */
  function stretches(width, rope_scaling, options = {}) {
    const scaled = scaledFrequencies(width, rope_scaling, options);
    return Array.from(scaledFrequencies(width, null, options), (before, pair) => before / scaled[pair]);
  }

  /**
   * The base that a scaling amounts to, where it amounts to one: pair 1 turns at base^(-2 / width).
   * @param {number} width
   * @param {object} rope_scaling
   * @param {{ base?: number, length?: number }} [options]
   */
  function newBase(width, rope_scaling, options = {}) {
    return scaledFrequencies(width, rope_scaling, options)[1] ** (-width / 2);
  }

  /**
   * By what all scores are multiplied under a scaling.
   * @param {object} rope_scaling
   */
  function temperature(rope_scaling) {
    return engine.ropeFrequencies({ head_dim: 16, rope_scaling }).attention_factor ** 2;
  }

  /**
   * The answer that a known mistake leads to.
   * @param {string} exercise
   * @param {object} parameters
   * @param {string} misconception
   * @returns {Numbers}
   */
  function mistake(exercise, parameters, misconception) {
    return engine.runMistake(engine.createInstance(exercise, { seed: 0, parameters }), misconception);
  }

  /**
   * The last position of a learned table and the number of its parameters.
   * @param {number} n_positions
   * @param {number} n_embd
   * @returns {Numbers}
   */
  function tableEdge(n_positions, n_embd) {
    const instance = engine.createInstance("table_edge", { seed: 0, parameters: { n_positions, n_embd, n_layer: 12 } });
    return engine.solution(instance).answer;
  }

  const asking = { engine, row, table, rotate, score, wavelengths, wavelength, frequency, slowPairs, nearestRows };
  const scaling = { scaledFrequencies, stretches, newBase, temperature };
  return {
    ...asking,
    ...scaling,
    ...createPositionHelpers(engine),
    ...createTrainedHelpers(cards),
    ...createModelHelpers(engine),
    mistake,
    tableEdge,
  };
}

/** The scaling of Llama 3.1, as its config.json has it. */
const llama31 = {
  ...{ rope_type: "llama3", factor: 8, original_max_position_embeddings: 8192 },
  ...{ low_freq_factor: 1, high_freq_factor: 4 },
};

/** What an expression may use on the engine's numbers. By itself it checks nothing: see checkNumber. */
export const arithmetic = { norm, dot, sum, llama31 };
