// What checked numbers may quote of what training has shown: the recorded experiments, and the cards of the shipped models.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { folders, shortName } from "./paths.js";

/** @param {Map<string, any>} cards by name (cards.js) */
export function createTrainedHelpers(cards) {
  /**
   * What the recorded runs of an experiment have shown (lessons/recordings): the mean over their seeds.
   * @param {string} experiment
   * @param {string} arm
   * @param {string} measure
   */
  function measured(experiment, arm, measure) {
    const { arms } = recording(experiment);
    const found = arms[arm]?.measures[measure];
    if (found === undefined) throw new Error(`there is no recording of ${measure} of ${arm} in ${experiment}`);
    if (found.mean === null) throw new Error(`${arm} never reached its ${measure} in ${experiment}`);
    return found.mean;
  }

  /**
   * The card of a shipped model: what was measured when it was trained.
   * @param {string} name
   */
  function card(name) {
    const found = cards.get(name);
    if (found === undefined)
      throw new Error(`there is no card of a model "${name}"; there are ${[...cards.keys()].join(", ")}`);
    return found;
  }

  /**
   * The mean loss of a shipped model in a range of positions, from its card.
   * @param {string} name
   * @param {string} positions as the card names them: "192-255", or "192-255 after 10" for a fine-tuned one
   * @param {string} [stretching] of RoPE: "plain", "linear", "ntk", "ntk_8", "yarn"
   */
  function lossAt(name, positions, stretching) {
    const { loss_by_position, stretched } = card(name);
    const found = (stretching === undefined ? loss_by_position : stretched?.[stretching])?.[positions];
    if (found === undefined)
      throw new Error(`the card of "${name}" has no loss at ${[positions, stretching].filter(Boolean).join(", ")}`);
    return found;
  }

  return { measured, card, lossAt };
}

/** @param {string} experiment @returns {any} */
function recording(experiment) {
  const file = path.join(folders.lessons, "recordings", `${experiment}.json`);
  if (!existsSync(file)) throw new Error(`there is no ${shortName(file)}`);
  return JSON.parse(readFileSync(file, "utf8"));
}
