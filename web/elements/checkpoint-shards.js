// Weights in several files: which files are shards, and by what name an index calls each. Most publish "model-00001-of-00003.safetensors";
// where an index lists other names, these are shards as well.

/** The name of a file without a browser's number of a copy: "model-00001-of-00003 (1).safetensors". @param {string} name */
const uncopied = (name) => name.replace(/ ?\(\d+\)(?=\.safetensors$)/i, "");

/** "model-00001-of-00003.safetensors", or a numbered copy. @param {string} name */
const isNumbered = (name) => /-\d+-of-\d+\.safetensors$/i.test(uncopied(name));

/** The files that an index names, each once. @param {any} index its content; undefined where there is none @returns {string[]} */
export const listed = (index) => [...new Set(Object.values(index?.weight_map ?? {}).map(String))];

/** The name by which an index calls a file: some systems write names in capitals. @param {string} name @param {any} index */
export function calledIn(index, name) {
  const plain = uncopied(name);
  const names = listed(index);
  const alike = (/** @type {string} */ each) => each.toLowerCase() === plain.toLowerCase();
  return names.includes(plain) ? plain : (names.find(alike) ?? plain);
}

/**
 * Which of all weights that were given count: the shards, where the last one given is a shard, or that last one alone.
 * @template {{ name: string }} T
 * @param {T[]} given in the order in which they came
 * @param {any} index
 * @returns {T[]}
 */
export function counting(given, index) {
  const last = given.slice(-1);
  if (!last.some(({ name }) => isShard(name, index))) return last;
  const called = (/** @type {T} */ { name }) => calledIn(index, name);
  const shards = given.filter(({ name }) => isShard(name, index));
  return shards.filter((each, at) => !shards.slice(at + 1).some((later) => called(later) === called(each)));
}

/** @param {string} name @param {any} index */
export const isShard = (name, index) => isNumbered(name) || listed(index).includes(calledIn(index, name));

/** What weights in several files are called together. @param {string} name of the first of them @param {{ name: string } | undefined} index */
export function titleOf(name, index) {
  if (isNumbered(name)) return uncopied(name).replace(/-\d+-of-\d+(?=\.safetensors$)/i, "");
  return index?.name.replace(/(\.index)?( ?\(\d+\))?\.json$/i, "") || name;
}
