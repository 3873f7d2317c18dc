// The sum check of the learned table: what enters block 0 is the token's row of wte plus the slot's row of wpe.
import { rowOf } from "./rows.js";

/** @typedef {{ data: Float32Array, shape: number[] }} Tensor */

/** @type {WeakMap<object, Promise<{ wte: Tensor, wpe: Tensor }>>} both tables of a model, read once */
const tables = new WeakMap();

/** @param {any} model */
export function tablesOf(model) {
  const known = tables.get(model);
  if (known) return known;
  const read = Promise.all([model.readParameter("wte.weight"), model.readParameter("wpe.weight")]).then(
    ([wte, wpe]) => ({ wte, wpe }),
  );
  tables.set(model, read);
  return read;
}

/** @param {Tensor} tensor @param {number} index */
export const tensorRow = ({ data, shape }, index) => rowOf(data, shape[1], index);

/**
 * The sum of two rows, rounded as the model rounds it, beside the model's own stream.
 * @param {any} engine
 * @param {number[]} content
 * @param {number[]} position
 * @param {number[]} stream
 */
export async function checkedRow(engine, content, position, stream) {
  const sum = content.map((value, column) => Math.fround(value + position[column]));
  return { content, position, sum, stream, check: await engine.allclose(sum, stream) };
}
