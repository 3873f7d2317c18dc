// Every argument is made plain data before the engine sees it: getters, proxies and foreign objects run here, in
// JavaScript, where what they throw becomes a named error. C++ then reads values that cannot run code.

/** @typedef {import("./texts.js").Texts} Texts */
/** @typedef {Float32Array | Float64Array | Int32Array | Uint8Array} PlainArray */
/** @typedef {null | boolean | number | string | PlainArray | Plain[] | PlainObject} Plain */
/** @typedef {{ [key: string]: Plain }} PlainObject */

const maximumDepth = 32;

/**
 * A copy of `value` as plain data: null, booleans, numbers, strings, typed arrays, arrays and objects. undefined is null.
 * Arrays of numbers become Float64Array, so that they cross in one piece.
 * @param {unknown} value
 * @param {string} name the argument's name in errors; the names of what is in an options object stand alone
 * @param {Texts} texts
 * @returns {Plain}
 */
export function plain(value, name, texts) {
  const reader = new Reader(texts);
  try {
    return reader.read(value, name, name === "options", 0);
  } catch (error) {
    if (reader.failure !== undefined && error === reader.failure) throw error;
    if (error instanceof RangeError) throw texts.error("out_of_memory", "no_memory");
    throw texts.error("invalid_argument", "unreadable", { argument: reader.at || name, detail: described(error) });
  }
}

class Reader {
  /** @type {Error | undefined} our own error, told apart from whatever foreign code throws */
  failure;
  /** where we are, for the message when foreign code throws */
  at = "";

  /** @param {Texts} texts */
  constructor(texts) {
    this.texts = texts;
  }

  /**
   * @param {unknown} value
   * @param {string} path
   * @param {boolean} top whether this is an options object, whose entries go by their own names
   * @param {number} depth
   * @returns {Plain}
   */
  read(value, path, top, depth) {
    this.at = path;
    if (value === undefined || value === null) return null;
    if (typeof value === "boolean" || typeof value === "number") return value;
    if (typeof value === "string") return wellFormed(value);
    if (typeof value !== "object") return this.fail("not_plain", path, typeof value);
    if (depth > maximumDepth) return this.fail("too_deep", path, "");
    if (ArrayBuffer.isView(value) || isBuffer(value)) return this.array(value, path);
    if (Array.isArray(value)) return numbers(value) ?? this.list(value, path, depth);
    const tag = Object.prototype.toString.call(value);
    if (tag !== "[object Object]") return this.fail("not_plain", path, tag.slice(8, -1));
    /** @type {PlainObject} */
    const copy = Object.create(null);
    for (const key of Object.keys(value)) {
      const entryPath = (this.at = top ? key : `${path}.${key}`); // reading the property may run a getter
      const given = /** @type {any} */ (value)[key];
      const entry = this.read(given, entryPath, false, depth + 1);
      // In a config.json null is not always the same as left out: GPT-J's rotary_dim is 64 only where it is left out.
      if (entry !== null || (given === null && path === "config")) copy[wellFormed(key)] = entry;
    }
    return copy;
  }

  /**
   * @param {ArrayBufferView | ArrayBuffer} value
   * @param {string} path
   * @returns {Plain}
   */
  array(value, path) {
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    const source = /** @type {any} */ (value);
    switch (kind) {
      case "Float32Array":
        return new Float32Array(source);
      case "Int32Array":
        return new Int32Array(source);
      case "Uint8Array":
      case "ArrayBuffer":
      case "SharedArrayBuffer":
        return new Uint8Array(new Uint8Array(source));
      case "DataView":
      case "BigInt64Array":
      case "BigUint64Array":
        return this.fail("not_plain", path, kind);
      default:
        return new Float64Array(source);
    }
  }

  /**
   * @param {unknown[]} value
   * @param {string} path
   * @param {number} depth
   * @returns {Plain[]}
   */
  list(value, path, depth) {
    const copy = [];
    for (let i = 0; i < value.length; ++i) {
      const entry = value[i];
      // A hole is an error at once: an array of length 4 billion with nothing in it must not be walked.
      if (entry === undefined) return this.fail("not_plain", `${path}[${i}]`, "undefined");
      copy.push(this.read(entry, `${path}[${i}]`, false, depth + 1));
    }
    return copy;
  }

  /**
   * @param {string} key
   * @param {string} argument
   * @param {string} got
   * @returns {never}
   */
  fail(key, argument, got) {
    this.failure = this.texts.error("invalid_argument", key, {
      argument,
      got,
      maximum: maximumDepth,
    });
    throw this.failure;
  }
}

/**
 * @param {unknown[]} array
 * @returns {Float64Array | null} null where anything but numbers stands in it, or nothing
 */
function numbers(array) {
  if (array.length === 0 || typeof array[0] !== "number") return null;
  const copy = [];
  for (let i = 0; i < array.length; ++i) {
    const entry = array[i];
    if (typeof entry !== "number") return null;
    copy.push(entry);
  }
  return Float64Array.from(copy);
}

/**
 * @param {object} value
 * @returns {value is ArrayBuffer}
 */
function isBuffer(value) {
  return /^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value));
}

/**
 * A lone surrogate has no UTF-8 form; it becomes U+FFFD, as everywhere on the web.
 * @param {string} text
 * @returns {string}
 */
function wellFormed(text) {
  if (!/[\ud800-\udfff]/.test(text)) return text;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text)); // U+FEFF in front is text too
}

/**
 * What foreign code threw, in words; it may be anything.
 * @param {unknown} error
 * @returns {string}
 */
export function described(error) {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return "?";
  }
}

/**
 * Options as they can be posted to a worker: plain data, but for a file, which crosses as it is.
 * @param {unknown} options
 * @param {Texts} texts
 */
export function postable(options, texts) {
  const weights = /** @type {any} */ (options)?.weights;
  const files = Array.isArray(weights) ? weights : [weights];
  if (!files.some((file) => file instanceof Blob)) return plain(options, "options", texts);
  const others = { .../** @type {any} */ (options), weights: undefined };
  // Node's files cross to a worker without their names, by which an index calls them.
  const fileNames = files.map((file) => (file instanceof File ? file.name : null));
  return { .../** @type {any} */ (plain(others, "options", texts)), weights, fileNames };
}
