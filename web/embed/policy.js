// What the content security policy of somebody else's page holds back of ours, so that the element can say it.
import { at } from "./parts.js";

/** Directives that held something back. @type {Set<string>} */
export const held = new Set();

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener called whenever something more was held back */
export function whenHeld(listener) {
  listeners.add(listener);
}

/** @param {() => void} listener that is not called any more: its element is out of the page */
export function forget(listener) {
  listeners.delete(listener);
}

/** Whether it is of what elements fetch; a page beside them may be of the same site. @param {string} [address] */
const isOurs = (address) => [at("."), at("../../assets/")].some((folder) => address?.startsWith(folder));

/** @param {SecurityPolicyViolationEvent} event */
function take(event) {
  const { blockedURI, effectiveDirective, disposition, sourceFile } = event;
  // Pictures with an address are the page's own: those of elements are data.
  const fetched = effectiveDirective !== "img-src" && isOurs(blockedURI);
  if (disposition === "enforce" && (fetched || isOurs(sourceFile))) hold(effectiveDirective);
}

/** @param {string} directive */
export function hold(directive) {
  held.add(directive);
  for (const listener of listeners) listener();
}

export function watchPolicy() {
  document.addEventListener("securitypolicyviolation", take);
}
