// What is known of a lane of a race, and how a lane is told from the others.
import * as colour from "./colour.js";

/** @typedef {import("./types.js").State} State */

/**
 * What is seen of a lane so far.
 * @typedef {object} Run
 * @property {{ step: number, accuracy: number, loss: number }[]} points on sequences that nothing is learned from
 * @property {Maps | null} maps
 * @property {string} written what it writes, where the task is a text
 */

/** Where the rows of one sequence look, [rows, rows], by block and head. @typedef {Float32Array[][]} Maps */

/** @typedef {{ encoding: string, run: Run, live: boolean }} Lane */

/** Patterns of the lines, in the order of the lanes. */
export const dashes = ["none", "8 4", "2 3", "10 3 2 3"];

/** @param {State} state @param {string} encoding */
export const paintOf = ({ chosen }, encoding) => (chosen === encoding ? colour.position : colour.ink);

/** The first step at which nearly everything was right. @param {Run} run */
export function stepsTo99({ points }) {
  return points.find(({ accuracy }) => accuracy >= 0.99)?.step ?? null;
}

/** @param {Run} run */
export const lastPoint = ({ points }) => points[points.length - 1] ?? null;
