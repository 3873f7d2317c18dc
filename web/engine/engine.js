import { Bridge } from "./bridge.js";

/** @typedef {import("./bridge.js").Session} Session */
/** @typedef {import("./texts.js").Texts} Texts */
/** @import * as types from "./types.js" */

/**
 * The engine: encodings on their own, models, exercises. Get one from `loadEngine`. Every error is a `WhereaboutsError`
 * and leaves the engine usable. Arrays that come out are copies; arrays that go in are never kept or changed.
 */
export class Engine {
  #bridge;

  /**
   * @param {Session} session
   * @param {Texts} texts
   * @param {import("./load.js").Build} build
   */
  constructor(session, texts, build) {
    this.#bridge = new Bridge(session, texts);
    /** The build that was loaded. */
    this.build = build;
    /** The language of titles, explanations and error messages. */
    this.lang = texts.lang;
  }

  /** How many models and unfinished jobs the engine holds; 0 after everything was disposed of. */
  get liveHandles() {
    return this.#bridge.liveHandles;
  }

  /**
   * Gives all memory back. Whatever is used afterwards: `"disposed"`.
   * @returns {void}
   */
  dispose() {
    this.#bridge.dispose();
  }

  // ---- encodings on their own

  /**
   * Every encoding there is, with its parameters.
   * @returns {types.EncodingDescription[]}
   */
  encodings() {
    const { texts } = this.#bridge;
    return this.#bridge.call("encodings", {}).map((/** @type {any} */ encoding) => ({
      ...encoding,
      title: texts.text(`encoding.${encoding.kind}.title`),
      parameters: encoding.parameters.map((/** @type {any} */ parameter) => ({
        ...parameter,
        description: texts.text(`encoding.${encoding.kind}.${parameter.name}`),
      })),
    }));
  }

  /**
   * The fixed table of sines and cosines (Vaswani et al. 2017, section 3.5): entry [r, 2i] is sin(p / base^(2i / width)),
   * entry [r, 2i + 1] the cosine of the same angle, p being positions[r]. Angles are computed in double precision.
   * @param {types.PositionTableOptions} options
   * @returns {types.Tensor} [positions.length, width]
   */
  positionTable(options) {
    return this.#bridge.call("positionTable", { options });
  }

  /**
   * The angle that each rotary pair turns by per position, in radians, fastest first, after scaling; the factor that
   * multiplies cosines and sines (scores get its square); and how many entries of a head turn.
   * @param {types.RopeOptions} options sequence_length defaults to an unscaled length
   * @returns {{ inverse_frequencies: Float64Array, attention_factor: number, rotary_dim: number }}
   */
  ropeFrequencies(options) {
    return this.#bridge.call("ropeFrequencies", { options });
  }

  /**
   * Turns every vector by its position (Su et al. 2021). Entries past `rotary_dim` come back unchanged.
   * @param {types.RotateOptions & types.RopeOptions} options sequence_length defaults to the largest position + 1
   * @returns {types.Tensor} the shape of `vectors`
   */
  rotate(options) {
    return this.#bridge.call("rotate", { options });
  }

  /**
   * ALiBi's slope of every head (Press, Smith and Lewis 2022), in the released code's order.
   * @param {number} n_head any whole number from 1
   * @returns {Float64Array} [n_head]
   */
  alibiSlopes(n_head) {
    return this.#bridge.call("alibiSlopes", { n_head });
  }

  /**
   * What is added to the scaled scores.
   * @param {types.AttentionBiasOptions} options
   * @returns {types.Tensor} [n_head, nq, nk]
   */
  attentionBias(options) {
    return this.#bridge.call("attentionBias", { options });
  }

  /**
   * T5's bucket of every relative position (Raffel et al. 2020, section 2.1).
   * @param {types.T5BucketsOptions} options
   * @returns {Int32Array}
   */
  t5Buckets(options) {
    return this.#bridge.call("t5Buckets", { options });
  }

  /**
   * Compares as torch.allclose does: |a - b| <= atol + rtol * |b| everywhere. NaN never matches; different lengths are an
   * error.
   * @param {types.Numbers} a
   * @param {types.Numbers} b
   * @param {{ rtol?: number, atol?: number }} [options] rtol 1e-5, atol 1e-8
   * @returns {types.Comparison}
   */
  allclose(a, b, options) {
    return this.#bridge.call("allclose", { a, b, options });
  }
}
