// The trained models that come with the package: what there is, and loading one.
import { fetchedBytes } from "./files.js";
import { loadModel } from "./model.js";
import { described } from "./plain.js";
import { Tokenizer } from "./tokenizer.js";

/** @typedef {import("./bridge.js").Bridge} Bridge */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./shipped-models.js").Shipped} Shipped */
/** @import * as types from "./training-types.js" */

/**
 * @param {Shipped[]} shipped
 * @returns {types.ShippedModel[]}
 */
export function listShippedModels(shipped) {
  return structuredClone(shipped).map(({ card, bytes }) => {
    const { name, title, encoding } = card;
    return { name, title, encoding, bytes, card };
  });
}

/**
 * The perplexities that exercises quote, by the cards: of the model with a learned table as it is, with the table zeroed and with its
 * rows shuffled, and of the model trained without any encoding. None where one of the two is missing.
 * @param {Shipped[]} shipped
 */
export function tablePerplexities(shipped) {
  const card = (/** @type {string} */ name) => shipped.find((each) => each.card.name === name)?.card;
  const [learned, none] = [card("learned"), card("none")];
  if (!learned?.table || !none) return null;
  const perplexity = (/** @type {number} */ loss) => Number(Math.exp(loss).toFixed(4));
  return {
    kept: perplexity(learned.loss),
    zeroed: perplexity(learned.table.zeroed),
    shuffled: perplexity(learned.table.shuffled),
    without: perplexity(none.loss),
  };
}

/**
 * @param {Bridge} bridge
 * @param {Shipped[]} shipped
 * @param {unknown} name
 * @returns {Promise<Model>}
 */
export async function loadShippedModel(bridge, shipped, name) {
  const { texts } = bridge;
  const argument = "name";
  if (name == null) throw texts.error("invalid_argument", "missing", { argument });
  if (typeof name !== "string")
    throw texts.error("invalid_argument", "wrong_type", { argument, got: typeof name, expected: "string" });
  const found = shipped.find(({ card }) => card.name === name);
  if (found === undefined) {
    const choices = shipped.map(({ card }) => card.name).join(", ");
    throw texts.error("invalid_argument", "unknown_choice", { argument, got: name, choices });
  }
  const { card, address } = found;
  const tokenizer = new Tokenizer(bridge, { characters: card.characters });
  let weights;
  try {
    weights = await fetchedBytes(address);
  } catch (error) {
    throw texts.error("malformed_file", "not_loaded", { file: address, detail: described(error) });
  }
  return loadModel(bridge, { weights, config: card.config }, tokenizer);
}
