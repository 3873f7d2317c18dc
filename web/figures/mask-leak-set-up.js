// What the figure 'mask-leak' trains, and what comes of it: shared by the figure, its training and its recordings.

/** @typedef {import("./learning-curve.js").Point} Point */

/**
 * What has come of a training so far.
 * @typedef {object} Result
 * @property {number} step how many steps were taken
 * @property {number} total how many there are
 * @property {Point[]} curve
 * @property {number} accuracy over all rows
 * @property {number[]} accuracy_by_row
 * @property {number[]} mean the recovered position of each row: its expectation under what the model says, over sequences
 * @property {number[]} spread its standard deviation over sequences
 */

/** Rows of a sequence, and tokens of the vocabulary: an index is answered by the token of its number. */
export const rows = 16;

/** The set-up of a state without its seed: the name of its recording. @param {import("./types.js").State} state */
export function setUp({ mask, begin, tokens }) {
  return `${mask ? "mask" : "no_mask"} ${begin ? "begin" : "no_begin"} ${tokens}`;
}
