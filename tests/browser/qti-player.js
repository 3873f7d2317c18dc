// Runs in a page beside @citolab/qti-components, which plays QTI 3: an item of QTI 2.1 has the same elements under the names that QTI 3
// gives them, all in kebab case and those that are not HTML's with "qti-" before them.

/** @param {string} name */
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const ofHtml = ["p", "table", "caption", "tbody", "tr", "th", "td", "ol", "li"];

/** @param {Node} node @returns {Node} */
function renamed(node) {
  if (!(node instanceof Element)) return document.createTextNode(node.textContent ?? "");
  const made = document.createElement(
    ofHtml.includes(node.localName) ? node.localName : `qti-${kebab(node.localName)}`,
  );
  for (const { name, value } of node.attributes)
    if (!name.includes(":") && name !== "xmlns") made.setAttribute(kebab(name), value);
  made.append(...[...node.childNodes].map(renamed));
  return made;
}

/** Shows an item. @param {string} xml */
async function show(xml) {
  const item = /** @type {any} */ (renamed(new DOMParser().parseFromString(xml, "text/xml").documentElement));
  document.body.replaceChildren(item);
  await item.updateComplete;
  await new Promise((resolve) => setTimeout(resolve));
}

/** Ends the attempt and says what came out. */
function score() {
  const item = /** @type {any} */ (document.querySelector("qti-assessment-item"));
  item.processResponse();
  const value = (/** @type {string} */ name) =>
    item.variables.find((/** @type {any} */ { identifier }) => identifier === name)?.value;
  return { score: Number(value("SCORE")), feedback: value("FEEDBACK") };
}

/** Scores these responses, without the fields. @param {Record<string, string>} responses */
function respond(responses) {
  const item = /** @type {any} */ (document.querySelector("qti-assessment-item"));
  for (const [identifier, value] of Object.entries(responses)) item.updateResponseVariable(identifier, value);
  return score();
}

Object.assign(globalThis, { qti: { show, score, respond } });
