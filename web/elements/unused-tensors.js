// Tensors of a checkpoint that its config does not ask for: a config of fewer layers opens the files of a deeper model without a word.

/** The length of the header stands before it, in eight bytes. */
const lengthBytes = 8;

/** What some versions of transformers have saved beside the weights: masks and frequencies that are computed anew. */
const buffers = /(^|\.)(attn|attention)\.(masked_)?bias$|(^|\.)rotary_emb\.inv_freq$/;

/** A head that is tied to the embedding is saved once more by some. */
const heads = ["lm_head.weight", "embed_out.weight"];

/** A model saved without its head, or with it, has another prefix. @param {string} name */
const bare = (name) => name.replace(/^(transformer|model|gpt_neox)\./, "");

/**
 * Names of tensors that are in none of the model's parameters, in the order of the files and of their headers.
 * @param {Blob[]} files whole ones in the format of safetensors, which the engine has read
 * @param {{ parameters: string[], tied: boolean }} model by the names of its parameters, and whether its head is its embedding
 */
export async function unusedTensors(files, { parameters, tied }) {
  const used = new Set(parameters.map(bare));
  const names = (await Promise.all(files.map(namesIn))).flat();
  return names.filter((name) => !used.has(bare(name)) && !buffers.test(name) && !(tied && heads.includes(name)));
}

/** @param {Blob} file */
async function namesIn(file) {
  const start = new DataView(await file.slice(0, lengthBytes).arrayBuffer());
  const length = Number(start.getBigUint64(0, true));
  const header = JSON.parse(await file.slice(lengthBytes, lengthBytes + length).text());
  return Object.keys(header).filter((name) => name !== "__metadata__");
}
