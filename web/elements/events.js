// What elements say to the page around them: where-ready, where-change, where-answer and where-error. Their details are documented
// in web/embed/README.md; all are plain data, copies that belong to the listener.

/**
 * The event leaves shadow trees and bubbles to the document, so that one listener there hears every element.
 * @param {Element} element
 * @param {string} type
 * @param {Record<string, unknown>} detail
 */
export function report(element, type, detail) {
  element.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
}

/**
 * What an answer is worth to a gradebook, from 0 to 1: all or nothing, and nothing for an instance whose solution was read first.
 * @param {boolean} passed
 * @param {boolean} shown whether the worked solution of this instance was ever open
 */
export function score(passed, shown) {
  return passed && !shown ? 1 : 0;
}
