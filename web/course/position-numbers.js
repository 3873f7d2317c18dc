// What checked numbers may ask about order and distance: the very model that the figures of these lessons run, and the biases.
import { farthest, sentenceModel } from "../figures/sentence-model.js";
import * as wordOrder from "../figures/word-order.js";

/** @param {any} engine */
export function createPositionHelpers(engine) {
  /**
   * How far outputs and scores are from those of the same words as typed, once their order is another: the largest differences.
   * @param {string} words
   * @param {number[]} order the typed slot of each word as it stands now
   * @param {{ encoding?: string, mask?: boolean }} [options]
   */
  function rearranged(words, order, { encoding = "none", mask = false } = {}) {
    const { moved, differences } = wordOrder.compute(engine, { words, order, encoding, mask });
    return { outputs: Math.max(...moved), scores: Math.max(...differences.scores.map(Math.abs)) };
  }

  /**
   * How far the outputs of a word that comes twice are from each other, without encoding and mask.
   * @param {number[]} tokens
   * @param {number} first slot
   * @param {number} second slot
   */
  function twice(tokens, first, second) {
    const { hidden_states } = sentenceModel(engine, "none", false).run(tokens, { capture: ["hidden_states"] });
    const { data, shape } = hidden_states[hidden_states.length - 1];
    const [one, other] = [first, second].map((slot) => data.subarray(slot * shape[1], (slot + 1) * shape[1]));
    return farthest(one, other);
  }

  /** ALiBi's slopes, in the order of the heads. @param {number} n_head */
  function slopes(n_head) {
    return [...engine.alibiSlopes(n_head)];
  }

  /**
   * What ALiBi adds to the scores of a query with the keys 0 to `row`.
   * @param {number} n_head
   * @param {number} head
   * @param {number} row
   * @returns {number[]}
   */
  function costs(n_head, head, row) {
    const key_positions = Array.from({ length: row + 1 }, (_, key) => key);
    const { data } = engine.attentionBias({ kind: "alibi", n_head, query_positions: [row], key_positions });
    return [...data.subarray(head * (row + 1), (head + 1) * (row + 1))];
  }

  /**
   * Where a row of equal tokens looks under ALiBi and the causal mask: a model's own attention.
   * @param {number} n_head
   * @param {number} head
   * @param {number} row
   * @returns {number[]}
   */
  function looks(n_head, head, row) {
    const sizes = { n_layer: 1, n_head, n_embd: 4 * n_head, n_positions: 1, vocab_size: 1 };
    const model = engine.createModel({ model_type: "gpt2", ...sizes, position: { kind: "alibi" } }, { seed: 0 });
    try {
      const tokens = Array.from({ length: row + 1 }, () => 0);
      const { data } = model.run(tokens, { causal: true, capture: ["attentions"] }).attentions[0];
      const from = (head * (row + 1) + row) * (row + 1);
      return [...data.subarray(from, from + row + 1)];
    } finally {
      model.dispose();
    }
  }

  /**
   * T5's bucket of a distance back.
   * @param {number} distance
   * @param {{ num_buckets?: number, max_distance?: number, bidirectional?: boolean }} [options]
   */
  function bucket(distance, options = {}) {
    return engine.t5Buckets({ relative_positions: [-distance], ...options })[0];
  }

  /**
   * The shortest distance in a bucket.
   * @param {number} wanted
   */
  function firstDistance(wanted) {
    return Array.from({ length: 1024 }, (_, distance) => distance).find((distance) => bucket(distance) === wanted);
  }

  /**
   * The parameters of T5's table, counted in a model.
   * @param {number} n_head
   */
  function bucketTable(n_head) {
    const sizes = { n_layer: 1, n_head, n_embd: n_head, n_positions: 1, vocab_size: 1 };
    const model = engine.createModel({ model_type: "gpt2", ...sizes, position: { kind: "t5_bias" } }, { seed: 0 });
    try {
      return model.readParameter("relative_attention_bias.weight").data.length;
    } finally {
      model.dispose();
    }
  }

  return { rearranged, twice, slopes, costs, looks, bucket, firstDistance, bucketTable };
}
