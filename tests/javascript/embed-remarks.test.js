// What the script for elements says of a page: an element that there is none of, a second copy of itself.
import assert from "node:assert/strict";
import { test } from "node:test";

import { elementNames } from "../../web/course/element-names.js";
import { difference, nearTo, saySecond, sayUnknown, sentences } from "../../web/embed/remarks.js";
import catalogue from "../../web/messages/en.json" with { type: "json" };

const tags = elementNames().map((name) => `where-${name}`);

test("names differ by letters that are missing, too many, others, or have changed places", () => {
  const pairs = [
    ["", "", 0],
    ["abc", "abc", 0],
    ["abc", "", 3],
    ["positon", "position", 1],
    ["positiion", "position", 1],
    ["pozition", "position", 1],
    ["psoition", "position", 1],
    ["clocks-rope", "rope-clocks", 10],
  ];
  for (const [from, to, by] of /** @type {[string, string, number][]} */ (pairs)) {
    assert.equal(difference(from, to), by, `${from} ${to}`);
    assert.equal(difference(to, from), by, `${to} ${from}`);
  }
});

test("what is meant is found among all elements, and nothing where nothing is near", () => {
  const names = elementNames();
  /** @type {Record<string, string>} */
  const meant = {
    "positon-table": "position-table",
    "rope-clock": "rope-clocks",
    excercise: "exercise",
    ropelayouts: "rope-layouts",
    "word-oder": "word-order",
    wavelength: "wavelengths",
  };
  for (const [wrong, right] of Object.entries(meant)) assert.deepEqual(nearTo(wrong, names), [right]);
  for (const name of names) assert.equal(nearTo(name, names)[0], name);
  for (const name of names) assert.equal(nearTo(name.slice(1), names)[0], name);
  for (const wrong of ["in-the-world-are-we", "x", "map", "clock"]) assert.deepEqual(nearTo(wrong, names), [], wrong);
});

/** A page with elements that nobody has defined. @param {string[]} names */
function pageOf(names) {
  const elements = names.map((localName) => {
    const element = Object.assign(new EventTarget(), { localName, /** @type {any[]} */ lines: [], /** @type {any[]} */ heard: [] }); // prettier-ignore
    element.addEventListener("where-error", (event) => element.heard.push(/** @type {any} */ (event).detail));
    return Object.assign(element, { prepend: (/** @type {any} */ line) => element.lines.push(line) });
  });
  /** @type {Map<string, () => void>} */
  const defined = new Map();
  const said = { error: /** @type {string[]} */ ([]), info: /** @type {string[]} */ ([]) };
  const before = { error: console.error, info: console.info };
  Object.assign(globalThis, {
    document: {
      querySelectorAll: () => elements,
      createElement: () => ({ gone: false, setAttribute() {}, remove() { this.gone = true; } }), // prettier-ignore
    },
    customElements: { whenDefined: (/** @type {string} */ name) => new Promise((resolve) => defined.set(name, () => resolve(undefined))) }, // prettier-ignore
  });
  console.error = (/** @type {string} */ message) => said.error.push(message);
  console.info = (/** @type {string} */ message) => said.info.push(message);
  return { elements, defined, said, restore: () => Object.assign(console, before) };
}

test("it is said where the element stands, in the console and by an event, and taken back where it was somebody else's", async () => {
  sentences.en = catalogue.embed.remarks;
  const { elements, defined, said, restore } = pageOf(["where-positon-table", "their-own", "where-ever-else-it-is"]);
  try {
    sayUnknown(elementNames(), () => "en");
    saySecond("https://a.org/x.js", { from: "https://b.org/x.js" });
  } finally {
    restore();
  }
  const [near, theirs, far] = elements;
  const message = "There is no element “where-positon-table”. What is near to it: where-position-table.";
  assert.deepEqual(near.heard, [{ name: "positon-table", message }]);
  assert.equal(near.lines[0].textContent, message);
  assert.deepEqual([theirs.lines, theirs.heard], [[], []]);
  assert.ok(far.lines[0].textContent.includes(tags.join(", ")));
  assert.deepEqual(said.error, [near, far].map(({ heard }) => heard[0].message)); // prettier-ignore
  assert.deepEqual(said.info, ["https://a.org/x.js: the elements of this page come from https://b.org/x.js, which was there first."]); // prettier-ignore
  defined.get("where-ever-else-it-is")?.();
  await Promise.resolve();
  assert.deepEqual([near.lines[0].gone, far.lines[0].gone], [false, true]);
});
