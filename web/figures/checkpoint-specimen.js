// A model that is open, ready for the checks: its tokens, and the text that it reads.
import { property } from "./reading.js";

/** @typedef {import("./checks.js").Facts} Facts */
/** @typedef {import("./checks.js").Specimen} Specimen */

/**
 * @param {object} parts
 * @param {any} parts.engine
 * @param {any} parts.model
 * @param {Facts} parts.facts
 * @param {any} [parts.tokenizer] of files; a shipped model has its own
 * @param {(typed: string) => number[]} [parts.readIds] where texts cannot be read: ids as they are typed, or a sentence that says why not
 * @param {() => Promise<{ text: string, source: { title: string } }>} parts.excerpt the site's own text
 * @param {() => Promise<{ text: string, title: string }>} [parts.dropped] the reader's
 * @param {(text: string) => string} [parts.typedTitle] what a typed text is called
 * @returns {Promise<Specimen>}
 */
export async function specimenOf({
  engine,
  model,
  facts,
  tokenizer,
  readIds,
  excerpt,
  dropped,
  typedTitle = (text) => text,
}) {
  const reader = tokenizer ?? (await property(model, "tokenizer"));
  /** @type {Map<string, Promise<Int32Array>>} the last text that was read: encoding a long one takes a moment */
  const encoded = new Map();
  const tokens = (/** @type {string} */ typed) => {
    const known = encoded.get(typed);
    if (known) return known;
    const ids = encode(typed);
    encoded.clear();
    encoded.set(typed, ids);
    ids.catch(() => encoded.delete(typed));
    return ids;
  };
  /** @param {string} typed */
  async function encode(typed) {
    const ids = reader ? await reader.encode(typed) : Int32Array.from(readIds?.(typed) ?? []);
    return /** @type {Int32Array} */ (ids);
  }
  /** @type {Specimen["material"]} */
  const material = async ({ from, text: typed }) => {
    if (from === "typed") return { tokens: await tokens(typed), title: typedTitle(typed) };
    if (from === "dropped" && dropped) {
      const { text, title } = await dropped();
      return { tokens: await tokens(text), title };
    }
    const { text, source } = await excerpt();
    return { tokens: await tokens(text), title: source.title };
  };
  const word = async (/** @type {number} */ token) => {
    const written = reader ? await reader.decode([token]) : "";
    return written.includes("\ufffd") ? inHex(await reader.decodeBytes([token])) : written;
  };
  const dispose = async () => {
    await model.dispose();
    await tokenizer?.dispose();
  };
  return { engine, model, facts, tokens, word, material, dispose };
}

/** Names by which configs say how many positions training used, the scaled ones' original first. */
const trainedNames = ["n_positions", "max_position_embeddings", "n_ctx"];

/** "F0 9F": a token that is a part of a character. @param {Uint8Array} bytes */
const inHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");

/** "The cat sat on the mat" in the ids of GPT-2's own vocabulary. */
const catSat = [464, 3797, 3332, 319, 262, 2603];

/** GPT-2's vocabulary has so many tokens: in one of another size its ids are other tokens. */
const catSatSize = 50257;

/**
 * Ids to begin with, where there is no tokenizer, and what they are.
 * @param {number} size of the vocabulary
 * @returns {{ ids: string, idsAre: "sentence" | "first" }}
 */
const idsOf = (size) =>
  size === catSatSize
    ? { ids: catSat.join(" "), idsAre: "sentence" }
    : { ids: [0, 1, 2, 3].filter((id) => id < size).join(" "), idsAre: "first" };

/**
 * What is known of a model from files, once it is open.
 * @param {any} model
 * @param {{ id: string, title: string, config: any, words: boolean }} files `words`: there is a tokenizer
 * @returns {Promise<Facts>}
 */
export async function factsOf(model, { id, title, config, words }) {
  const filled = await property(model, "config");
  const { position, vocab_size } = filled;
  const parameters = await model.parameters();
  const table = parameters.find((/** @type {{ name: string }} */ each) => each.name === "wpe.weight");
  const rows = position.kind === "learned" ? table.shape[0] : null;
  const original = position.rope_scaling?.original_max_position_embeddings;
  const said = trainedNames
    .map((name) => config?.[name] ?? filled[name])
    .find((value) => Number.isInteger(value) && value > 1);
  return {
    ...{ id, title, kind: position.kind, rows, trained: rows ?? original ?? said ?? 2048 },
    ...(position.kind === "rope" ? { layout: position.layout ?? "half" } : {}),
    ...(words ? {} : idsOf(vocab_size)),
  };
}
