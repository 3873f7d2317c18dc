// The biases that a figure draws: ALiBi's for any number of heads, and those of the shipped model that learned T5's buckets.
import { property } from "./reading.js";

/** @typedef {{ table: number[], n_head: number, num_buckets: number, max_distance: number }} Learned T5's table, [num_buckets, n_head] */

/**
 * The table that the shipped model learned.
 * @param {any} engine in a worker, or not
 * @returns {Promise<Learned>}
 */
export async function learnedTable(engine) {
  const model = await engine.loadShippedModel("t5_bias");
  try {
    const { n_head, position } = await property(model, "config");
    const { data } = await model.readParameter("relative_attention_bias.weight");
    return { table: [...data], n_head, num_buckets: position.num_buckets, max_distance: position.max_distance };
  } finally {
    await model.dispose();
  }
}

/** @type {WeakMap<object, Promise<Learned>>} read once for each engine, where a page brought nothing along */
const tables = new WeakMap();

/** @param {any} engine */
export function tableOf(engine) {
  const reading = tables.get(engine) ?? learnedTable(engine);
  tables.set(engine, reading);
  // What failed is tried again when it is next asked for.
  reading.catch(() => tables.delete(engine));
  return reading;
}

/**
 * The bias of every query position with every key position, of one head.
 * @param {any} engine
 * @param {any} options of attentionBias
 * @param {number} head
 * @param {number[]} query_positions
 * @param {number[]} key_positions
 * @returns {Float32Array} [queries, keys]
 */
export function biasOf(engine, options, head, query_positions, key_positions) {
  const { data } = engine.attentionBias({ ...options, query_positions, key_positions });
  const size = query_positions.length * key_positions.length;
  return data.subarray(head * size, (head + 1) * size);
}
