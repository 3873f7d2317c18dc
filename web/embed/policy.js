// What the content security policy of somebody else's page holds back of ours, so that the element can say it.
import { site } from "./parts.js";

/** Directives that held something back. @type {Set<string>} */
export const held = new Set();

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener called whenever something more was held back */
export function whenHeld(listener) {
  listeners.add(listener);
}

/** @param {SecurityPolicyViolationEvent} event */
function take(event) {
  const { blockedURI, effectiveDirective, disposition, sourceFile } = event;
  if (disposition === "enforce" && (blockedURI.startsWith(site) || sourceFile?.startsWith(site)))
    hold(effectiveDirective);
}

/** @param {string} directive */
export function hold(directive) {
  held.add(directive);
  for (const listener of listeners) listener();
}

export function watchPolicy() {
  document.addEventListener("securitypolicyviolation", take);
}
