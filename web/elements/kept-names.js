// Which files are kept of a checkpoint, and what it is called in the list.

/** @typedef {import("./checkpoint-files.js").CheckpointFiles} CheckpointFiles */
/** @typedef {import("./checkpoint-files.js").Role} Role */
/** @typedef {import("./kept-models.js").KeptFile} KeptFile */

/** What lies beside a model of llama2.c, which holds its own configuration and has its own tokenizer. @type {Role[]} */
const others = ["config", "index", "tokenizer", "vocab", "merges"];

/** The files of the model that is open: no text that it reads, no shard that its index does not name, nothing of another format. @param {CheckpointFiles} files @returns {File[]} */
export function filesOf(files) {
  const weights = files.loaded.map(({ file }) => file);
  return files.held
    .filter(({ role, file }) => role !== "text" && (role !== "weights" || weights.includes(file)))
    .filter(({ role }) => (files.ownConfig ? !others.includes(role) : role !== "words"))
    .map(({ file }) => file);
}

/** In any order. @param {KeptFile[]} some @param {KeptFile[]} others */
export function sameFiles(some, others) {
  const written = (/** @type {KeptFile[]} */ files) =>
    files.map(({ name, size, lastModified }) => JSON.stringify([name, size, lastModified])).sort();
  return JSON.stringify(written(some)) === JSON.stringify(written(others));
}

/**
 * A name by which a model is told from others: most files of weights have the same. The configuration may say whose they are.
 * @param {CheckpointFiles} files
 * @param {string[]} taken names of models that are kept
 */
export function nameFor(files, taken) {
  const { _name_or_path: path, model_type: family } = files.config ?? {};
  const published = typeof path === "string" && /^\w[\w.-]*(\/[\w.-]+)?$/.test(path);
  return freeName(
    published ? path : [family, files.title].filter((part) => typeof part === "string").join(", "),
    taken,
  );
}

/** A name with the lowest number that makes it differ from all others. @param {string} name @param {string[]} taken */
export function freeName(name, taken) {
  const free = (/** @type {number} */ count) => (count === 1 ? name : `${name} (${count})`);
  let count = 1;
  while (taken.includes(free(count))) count += 1;
  return free(count);
}
