// The platform's side of SCORM 1.2: an object named API in a window above this one, or in the one that opened it.

/** How far up is looked; platforms nest less. */
const furthest = 20;

/**
 * @param {Window} from
 * @returns {any} null where there is none, or where other people's windows are not to be looked into
 */
export function findApi(from) {
  return above(from) ?? (from.opener ? above(from.opener) : null);
}

/** @param {Window} from @returns {any} */
function above(from) {
  try {
    for (let window = from, up = 0; up < furthest; window = window.parent, ++up) {
      if (/** @type {any} */ (window).API) return /** @type {any} */ (window).API;
      if (window.parent === window) return null;
    }
  } catch {
    // Another origin's window.
  }
  return null;
}

/** What the platform refused, with its own words. */
class PlatformError extends Error {
  /** @param {string} code of SCORM 1.2 @param {string[]} words */
  constructor(code, words) {
    super(words.filter(Boolean).join(", "));
    this.code = code;
  }
}

export class Platform {
  #api;

  /** @param {any} api */
  constructor(api) {
    this.#api = api;
  }

  initialize() {
    this.#expect(this.#api.LMSInitialize(""));
  }

  /** An empty answer may be a failure: the platform's error code tells them apart. @param {string} element @returns {string} */
  get(element) {
    const value = String(this.#api.LMSGetValue(element) ?? "");
    if (!["", "0"].includes(this.#code())) throw this.#error(element);
    return value;
  }

  /** @param {string} element @param {string} value */
  set(element, value) {
    this.#expect(this.#api.LMSSetValue(element, value), element);
  }

  commit() {
    this.#expect(this.#api.LMSCommit(""));
  }

  finish() {
    this.#expect(this.#api.LMSFinish(""));
  }

  /** Some platforms answer with a text, some with a truth value. @param {unknown} answer @param {string} [element] */
  #expect(answer, element = "") {
    if (String(answer) !== "true") throw this.#error(element);
  }

  #code() {
    return String(this.#api.LMSGetLastError?.() ?? "");
  }

  /** @param {string} element */
  #error(element) {
    const code = this.#code();
    return new PlatformError(code, [element, code, String(this.#api.LMSGetErrorString?.(code) ?? "")]);
  }
}
