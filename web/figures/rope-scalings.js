// The ways of scaling RoPE's frequencies that figures offer, as settings and as the engine takes them.

/** @typedef {import("./types.js").Setting} Setting */
/** @typedef {import("./types.js").State} State */

/** Values of rope_type, in the order in which the lesson tells of them. */
const scalings = ["default", "linear", "ntk", "dynamic", "yarn", "llama3"];

/** Whether a scaling decides by the turns that a pair makes within the trained context. */
export const hasBand = (/** @type {State} */ { scaling }) => scaling === "yarn" || scaling === "llama3";

export const isScaled = (/** @type {State} */ { scaling }) => scaling !== "default";

/**
 * Settings that say how frequencies are scaled, to be put among a figure's own.
 * @param {{ scaling?: string, factor?: number, largest?: number }} [first]
 * @returns {Setting[]}
 */
export function scalingSettings({ scaling = "ntk", factor = 4, largest = 32 } = {}) {
  const turns = { minimum: 0.25, maximum: 64, step: 0.25, scale: /** @type {const} */ ("log"), unit: "turns" };
  return [
    { name: "scaling", type: "choice", default: scaling, choices: scalings },
    {
      name: "factor",
      type: "number",
      default: factor,
      minimum: 1,
      maximum: largest,
      step: 0.1,
      scale: "log",
      applies: isScaled,
    },
    { name: "fast", type: "number", default: 4, ...turns, applies: hasBand },
    // It stays below the fast end, also below the lowest one.
    { name: "slow", type: "number", default: 1, ...turns, minimum: turns.minimum / apart, applies: hasBand },
  ];
}

/** How many times more turns the fast end of the band makes than the slow one, at least. */
const apart = 1.25;

/** The slow end of the band stays below the fast one. @param {State} state */
export function settleBand(state) {
  return { ...state, slow: Math.min(state.slow, Number((state.fast / apart).toPrecision(3))) };
}

/**
 * The rope_scaling object of a config.json.
 * @param {State} state
 * @param {number} context tokens in training
 */
export function ropeScaling({ scaling, factor, fast, slow }, context) {
  if (scaling === "default") return null;
  const common = { rope_type: scaling, factor };
  if (scaling === "dynamic") return { ...common, original_max_position_embeddings: context };
  if (scaling === "yarn")
    return { ...common, original_max_position_embeddings: context, beta_fast: fast, beta_slow: slow };
  if (scaling === "llama3")
    return { ...common, original_max_position_embeddings: context, high_freq_factor: fast, low_freq_factor: slow };
  return common;
}
