// A small GPT-2 with seeded weights: the figures of the learned table look into it. The names of its
// token ids are words of the catalogue.

export const tinyConfig = {
  model_type: "gpt2",
  n_layer: 2,
  n_head: 2,
  n_embd: 16,
  n_positions: 32,
  vocab_size: 12,
  activation_function: "gelu_new",
  layer_norm_epsilon: 1e-5,
  position: { kind: "learned" },
};

const seed = 7;

/** @type {WeakMap<object, any>} one model for each engine, made when a figure first asks */
const models = new WeakMap();

/** @param {any} engine */
export async function tinyModel(engine) {
  if (!models.has(engine)) models.set(engine, engine.createModel(tinyConfig, { seed, initialization: "fan_in" }));
  return models.get(engine);
}
