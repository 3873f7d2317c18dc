// Why something was not kept, opened or deleted: by a key, so that it is said in the reader's language.

export class KeptTrouble extends Error {
  /** @param {string} key of the sentence @param {Record<string, any>} [fields] */
  constructor(key, fields = {}) {
    super(key);
    this.key = key;
    this.fields = fields;
  }
}

/** By the names of errors that browsers give. @type {Record<string, string>} */
const keys = {
  QuotaExceededError: "full",
  NotFoundError: "gone",
  NotAllowedError: "refused",
  SecurityError: "refused",
  NoModificationAllowedError: "busy",
};

/** An error as a sentence can tell it; whoever cancelled knows already. @param {any} error @returns {any} */
export function told(error) {
  if (error instanceof KeptTrouble || error.name === "AbortError") return error;
  return new KeptTrouble(keys[error.name] ?? "failed", { message: error.message || error.name });
}
