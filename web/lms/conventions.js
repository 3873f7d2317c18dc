// Exercises that have more than one right answer, since the prompt leaves a convention open. The engine passes all of them but lists
// only its own, so that the others are made here; each is then graded (questions.js).

/**
 * @typedef {object} Convention
 * @property {boolean} closed whether banks close it by a sentence, "lms.conventions.<exercise>"; what is right by another convention
 *   then is a known mistake
 * @property {(instance: import("../engine/types.js").Instance) => boolean} leavesOpen
 * @property {(engine: any, instance: import("../engine/types.js").Instance, right: any) => number[]} other the other right answer
 */

/** @type {Record<string, Convention>} */
export const conventions = {
  // Either pair layout, in some instances.
  rope_vector: {
    closed: false,
    leavesOpen: ({ parameters }) => parameters.layout === "any",
    other(engine, { id, seed, parameters }) {
      const half = engine.createInstance(id, { seed, parameters: { ...parameters, layout: "half" } });
      return engine.solution(half).answer;
    },
  },
  // The row by the key's position alone is another by a constant, which softmax takes away. A platform that grades number by number
  // would accept a mixture of both, so banks ask for ALiBi's own.
  alibi_row: {
    closed: true,
    leavesOpen: () => true,
    other: (engine, instance, right) => Array.from(right, (/** @type {number} */ bias) => bias - right[0]),
  },
};
