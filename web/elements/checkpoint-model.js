// Opening a model for the checks, from the reader's files or from those that came with the site. What cannot be shown leaves nothing behind.
import { factsOf, specimenOf } from "../figures/checkpoint-specimen.js";
import { shippedFacts } from "../figures/checks.js";
import { plain } from "../figures/number.js";
import { property } from "../figures/reading.js";
import { bytesWords } from "./bytes.js";
import { readIds } from "./token-ids.js";
import { unusedTensors } from "./unused-tensors.js";

/** @typedef {import("../figures/checks.js").Specimen} Specimen */
/** @typedef {import("../figures/types.js").Text} Text */
/** @typedef {Pick<Parameters<typeof specimenOf>[0], "excerpt" | "dropped" | "typedTitle">} Texts what there is to read */

/** Whether loading failed for what the configuration says, and not for the weights: the engine names the setting by its path. @param {any} error */
export const isConfigFault = (error) => /^(config|position)\b/.test(error.fields?.argument ?? "");

/**
 * Errors name the file at fault. A tokenizer that cannot be read is no hindrance: token ids can be typed, and `refusal` says why. One with more
 * tokens than the model is of another model, as one of `doubts` says; so may be a configuration that leaves tensors of the files unused.
 * @param {any} engine
 * @param {import("./checkpoint-files.js").CheckpointFiles} files a whole checkpoint
 * @param {{ id: string, text: Text, texts: Texts, onProgress?: (progress: { done: number, total: number }) => any, signal?: AbortSignal }} options
 *   bytes of the weights, as they are read
 * @returns {Promise<{ specimen: Specimen, parameters: number, refusal: string, doubts: string[] }>}
 */
export async function openCheckpoint(engine, files, { id, text, texts, onProgress, signal }) {
  const model = await engine
    .loadModel({ ...files.modelOptions(), onProgress, signal })
    .catch((/** @type {any} */ error) => {
      if (error.key === "weights_too_large") throw new Error(text("files.too_large", tooLarge(error, files, text)));
      // Of several files the engine names the one at fault itself.
      if (error.code === "aborted" || error.key === "worker_ended" || error.fields?.file) throw error;
      const faulty = isConfigFault(error) && files.config ? files.one("config") : files.weights[0];
      throw new Error(text("files.failed", { name: faulty?.name, message: error.message }));
    });
  /** @type {any} */
  let tokenizer;
  try {
    const { refusal, ...made } = await tokenizerOf(engine, files);
    tokenizer = made.tokenizer;
    const known = { id, title: files.title, config: files.config, words: tokenizer !== undefined };
    const facts = await factsOf(model, known);
    const { vocab_size } = await property(model, "config");
    const ids = (/** @type {string} */ typed) =>
      readIds(typed, vocab_size, (name, fields) => text(`files.ids.${name}`, fields));
    const specimen = await specimenOf({ engine, model, facts, tokenizer, readIds: ids, ...texts });
    if (facts.kind === "rope" && tokenizer) facts.excerpt = await lengthOf(specimen);
    const doubts = [await unusedBy(model, files, text), tokenizer ? await doubtOf(tokenizer, model, text) : ""].filter(
      Boolean,
    );
    return { specimen, parameters: await property(model, "parameterCount"), refusal, doubts };
  } catch (error) {
    await model.dispose();
    await tokenizer?.dispose();
    throw error;
  }
}

/** Tokens of the site's own text. Without it, say offline, a model opens all the same: a reading says then that it is not there. @param {Specimen} specimen */
async function lengthOf(specimen) {
  return specimen.material({ from: "excerpt" }).then(
    ({ tokens }) => tokens.length,
    (/** @type {any} */ error) => {
      if (error.key === "worker_ended") throw error;
      return undefined;
    },
  );
}

/** @param {any} tokenizer @param {any} model @param {Text} text */
async function doubtOf(tokenizer, model, text) {
  const [tokens, { vocab_size }] = [await property(tokenizer, "vocab_size"), await property(model, "config")];
  return tokens > vocab_size ? text("files.foreign", { tokens: plain(tokens), rows: plain(vocab_size) }) : "";
}

/** @param {any} model @param {import("./checkpoint-files.js").CheckpointFiles} files @param {Text} text */
async function unusedBy(model, files, text) {
  if (files.ownConfig) return "";
  const [parameters, { tie_word_embeddings: tied }] = [await model.parameters(), await property(model, "config")];
  const names = parameters.map((/** @type {{ name: string }} */ { name }) => name);
  const unused = await unusedTensors(files.loaded.map(({ file }) => file), { parameters: names, tied }); // prettier-ignore
  const fields = {
    name: files.title,
    config: files.one("config")?.name,
    tensor: unused[0],
    count: plain(unused.length),
  };
  return unused.length > 0 ? text(unused.length === 1 ? "files.unused_one" : "files.unused", fields) : "";
}

/** What is said of more weights than there is room for. @param {any} error @param {import("./checkpoint-files.js").CheckpointFiles} files @param {Text} text */
function tooLarge({ fields: { bytes, maximum } }, { title }, text) {
  return { name: title, bytes: bytesWords(bytes, text), maximum: bytesWords(maximum, text) };
}

/** @param {any} engine @param {import("./checkpoint-files.js").CheckpointFiles} files @returns {Promise<{ tokenizer?: any, refusal: string }>} */
async function tokenizerOf(engine, files) {
  const options = files.tokenizerOptions();
  if (options === null) return { refusal: "" };
  try {
    return { tokenizer: await engine.createTokenizer(options), refusal: "" };
  } catch (error) {
    if (error.key === "worker_ended") throw error;
    return { refusal: error.message };
  }
}

/** Errors say that files of one's own need no shipped model. @param {any} engine @param {string} name @param {Text} text @param {Texts} texts @returns {Promise<Specimen>} */
export async function openShipped(engine, name, text, texts) {
  const facts = await shippedFacts(engine, name);
  const model = await engine.loadShippedModel(name).catch((/** @type {any} */ error) => {
    if (error.key !== "not_loaded") throw error;
    throw new Error(text("files.not_here", { title: facts.title, message: error.message }));
  });
  return specimenOf({ engine, model, facts, ...texts });
}
