// How high the frame of a figure, or of the first instance of an exercise, is at the width of the code that the pages for instructors
// print, in pixels: measured, rounded up to tens. Nothing tells it while the site is built; tests/browser/embed-heights.spec.js compares
// it with what the frames say, and so with what is to stand here of a new one.

/** @type {Record<string, number>} */
const heights = {
  "add-or-concatenate": 880,
  "bias-matrix": 1030,
  "biased-attention": 800,
  checkpoint: 890,
  directions: 820,
  "encoding-race": 1150,
  experiment: 930,
  "loss-by-position": 840,
  "mask-leak": 980,
  "position-probe": 750,
  "position-table": 1000,
  "rope-clocks": 990,
  "rope-layouts": 830,
  "rope-scaling": 960,
  "row-similarity": 1000,
  "score-by-offset": 890,
  "table-clocks": 650,
  "table-edge": 790,
  "table-perplexity": 760,
  "token-plus-position": 910,
  wavelengths: 810,
  "where-injected": 830,
  "word-order": 1230,
  sinusoid_row: 400,
  add_to_embedding: 340,
  wavelength: 340,
  shift_matrix: 450,
  residual_sum: 580,
  table_edge: 360,
  zeroed_table: 460,
  rope_vector: 340,
  rope_score: 360,
  same_family: 650,
  rope_place: 760,
  find_the_bug: 620,
  visible_rows: 450,
  permute: 460,
  alibi_slopes: 360,
  alibi_row: 340,
  interpolate: 340,
  code_position_table: 570,
  code_rope: 550,
  code_alibi: 580,
};

/** @param {string} name of a figure, or the id of an exercise */
export function frameHeight(name) {
  return heights[name] ?? 900;
}
