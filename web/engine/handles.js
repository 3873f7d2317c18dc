// Which of the session's objects each of ours stands for, so that one can be given to another as an argument.

/** @typedef {import("./bridge.js").Bridge} Bridge */
/** @typedef {import("./interface.js").Kind} Kind */

/** @type {WeakMap<object, { bridge: Bridge, kind: Kind, handle: number }>} */
const held = new WeakMap();

/**
 * @param {object} object
 * @param {Bridge} bridge
 * @param {Kind} kind
 * @param {number} handle
 */
export function hold(object, bridge, kind, handle) {
  held.set(object, { bridge, kind, handle });
}

/**
 * The handle of an argument that must be an object of this engine.
 * @param {unknown} value
 * @param {Bridge} bridge
 * @param {Kind} kind also the argument's name
 * @returns {number}
 */
export function handleOf(value, bridge, kind) {
  const found = typeof value === "object" && value !== null ? held.get(value) : undefined;
  if (found?.bridge === bridge && found.kind === kind) return found.handle;
  throw notOurs(value, kind, bridge.texts);
}

/**
 * @param {unknown} value
 * @param {Kind} kind
 * @param {import("./texts.js").Texts} texts
 */
export function notOurs(value, kind, texts) {
  if (value == null) return texts.error("invalid_argument", "missing", { argument: kind });
  return texts.error("invalid_argument", "not_of_this_engine", { argument: kind });
}
