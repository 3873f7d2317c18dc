// Looking up sentences in a message catalogue and filling their {name} placeholders: for the engine, the pages and the figures
// alike. What to do where something is missing is the caller's to say.

/** @typedef {Record<string, unknown>} Fields The values that stand in a sentence. */

/**
 * @param {any} catalogue a catalogue or a part of it
 * @param {string} path for example "encoding.rope.title"
 * @returns {string | undefined} undefined where no sentence stands there
 */
export function find(catalogue, path) {
  let at = catalogue;
  for (const name of path.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return typeof at === "string" ? at : undefined;
}

/**
 * @param {string} sentence
 * @param {Fields} fields
 * @param {(name: string, placeholder: string) => string} missing what stands for a placeholder without a value; may throw
 * @returns {string}
 */
export function filled(sentence, fields, missing) {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name) =>
    Object.hasOwn(fields, name) ? String(fields[name]) : missing(name, placeholder),
  );
}

/** @typedef {{ [name: string]: string | Tree }} Tree a message catalogue or a part of it */

/**
 * One catalogue with the sentences of another over its own: what the other one lacks stays.
 * @param {Tree} base
 * @param {Tree} over
 * @returns {Tree}
 */
export function merged(base, over) {
  const result = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const below = base[name];
    result[name] = typeof value === "object" && typeof below === "object" ? merged(below, value) : value;
  }
  return result;
}

/**
 * For the pages and the figures, where a missing sentence or value is a mistake of ours and throws.
 * @param {any[]} catalogues looked through in this order
 * @param {string} where what errors call the place
 * @returns {(key: string, fields?: Fields) => string} from a key to its sentence
 */
export function strictText(catalogues, where) {
  return (key, fields = {}) => {
    const sentence = catalogues.map((catalogue) => find(catalogue, key)).find((found) => found !== undefined);
    if (sentence === undefined) throw new Error(`The catalogue has no message "${where}.${key}".`);
    return filled(sentence, fields, (name) => {
      throw new Error(`"${where}.${key}" wants a value for {${name}}.`);
    });
  };
}
