// A QTI 2.1 package checked against what the specification says of manifests and items: which elements there are, in which order, and
// that everything named is there. Written for the tests, with another XML reader than the build's writer.
import { strFromU8, unzipSync } from "fflate";
import { XMLParser, XMLValidator } from "fast-xml-parser";

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "", preserveOrder: true, parseTagValue: false, trimValues: true }); // prettier-ignore

/** @typedef {{ name: string, attributes: Record<string, string>, children: Element[], text: string }} Element */

/** Children of an item in the order that the schema fixes; how many there may be. */
const itemOrder = ["responseDeclaration", "outcomeDeclaration", "itemBody", "responseProcessing", "modalFeedback"];

/** What may stand inside what, as far as these items use it. @type {Record<string, string[]>} */
const content = {
  itemBody: ["p", "table", "choiceInteraction"],
  p: ["textEntryInteraction"],
  table: ["caption", "tbody"],
  caption: [],
  tbody: ["tr"],
  tr: ["th", "td"],
  th: [],
  td: [],
  choiceInteraction: ["simpleChoice"],
  simpleChoice: [],
  textEntryInteraction: [],
  modalFeedback: ["p", "ol"],
  ol: ["li"],
  li: [],
  responseProcessing: ["responseCondition", "setOutcomeValue"],
  responseCondition: ["responseIf", "responseElseIf", "responseElse"],
  responseIf: ["and", "or", "setOutcomeValue"],
  responseElseIf: ["and", "or", "setOutcomeValue"],
  responseElse: ["setOutcomeValue"],
  and: ["match", "gte", "lte"],
  or: ["isNull"],
  match: ["variable", "baseValue"],
  gte: ["variable", "baseValue"],
  lte: ["variable", "baseValue"],
  isNull: ["variable"],
  setOutcomeValue: ["baseValue"],
  variable: [],
  baseValue: [],
  responseDeclaration: ["correctResponse"],
  outcomeDeclaration: ["defaultValue"],
  correctResponse: ["value"],
  defaultValue: ["value"],
  value: [],
};

/** @param {string} xml @returns {Element} */
export function readXml(xml) {
  const sound = XMLValidator.validate(xml);
  if (sound !== true) throw new Error(`no XML: ${sound.err.msg}`);
  return parser.parse(xml).map(element).find(({ name }) => name !== "?xml"); // prettier-ignore
}

/** @param {any} node @returns {Element} */
function element(node) {
  const [name] = Object.keys(node).filter((key) => key !== ":@");
  if (name === "#text") return { name, attributes: {}, children: [], text: String(node[name]) };
  const children = name === "?xml" ? [] : node[name].map(element);
  const text = children.map((child) => child.text).join("");
  return { name, attributes: node[":@"] ?? {}, children: children.filter((child) => child.name !== "#text"), text };
}

/** @param {Element} root @param {string} name @returns {Element[]} */
export function all(root, name) {
  return root.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);
}

/**
 * Everything that is wrong with a package.
 * @param {Uint8Array} bytes
 */
export function packageFaults(bytes) {
  const files = Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)])); // prettier-ignore
  /** @type {string[]} */
  const faults = [];
  const manifest = readXml(files["imsmanifest.xml"]);
  if (manifest.attributes.xmlns !== "http://www.imsglobal.org/xsd/imscp_v1p1") faults.push("manifest: its namespace");
  const order = manifest.children.map(({ name }) => name).join(" ");
  if (order !== "metadata organizations resources") faults.push(`manifest: ${order}`);
  if (all(manifest, "schema")[0]?.text !== "QTIv2.1 Package") faults.push("manifest: schema");
  if (all(manifest, "schemaversion")[0]?.text !== "1.0.0") faults.push("manifest: schemaversion");
  const listed = new Set(["imsmanifest.xml"]);
  const identifiers = new Set([manifest.attributes.identifier]);
  for (const { attributes, children } of all(manifest, "resource")) {
    const { identifier, href, type } = attributes;
    if (identifiers.has(identifier)) faults.push(`manifest: ${identifier} twice`);
    identifiers.add(identifier);
    if (!isName(identifier) || type !== "imsqti_item_xmlv2p1") faults.push(`manifest: ${identifier}, ${type}`);
    if (!children.some((file) => file.name === "file" && file.attributes.href === href)) faults.push(`${href}: no <file>`); // prettier-ignore
    for (const file of children) listed.add(file.attributes.href);
    if (files[href] === undefined) faults.push(`${href} is missing`);
    else faults.push(...itemFaults(readXml(files[href]), identifier).map((fault) => `${href}: ${fault}`));
  }
  for (const name of Object.keys(files)) if (!listed.has(name)) faults.push(`${name} is not in the manifest`);
  return { faults, files };
}

/** @param {Element} item @param {string} identifier in the manifest */
function itemFaults(item, identifier) {
  /** @type {string[]} */
  const faults = [];
  const { attributes, name, children } = item;
  if (name !== "assessmentItem" || attributes.xmlns !== "http://www.imsglobal.org/xsd/imsqti_v2p1")
    faults.push("no item");
  if (attributes.identifier !== identifier) faults.push(`its identifier is ${attributes.identifier}`);
  for (const needed of ["title", "adaptive", "timeDependent"])
    if (!attributes[needed]) faults.push(`${needed} is missing`);
  const places = children.map(({ name }) => itemOrder.indexOf(name));
  if (places.includes(-1) || places.some((place, index) => place < places[index - 1])) faults.push("the order of its parts"); // prettier-ignore
  for (const needed of ["itemBody", "responseProcessing"])
    if (children.filter(({ name }) => name === needed).length !== 1) faults.push(`not one ${needed}`);
  faults.push(...children.flatMap(contentFaults), ...declarationFaults(item), ...processingFaults(item));
  return faults;
}

/** @param {Element} parent @returns {string[]} */
function contentFaults({ name, children }) {
  const wrong = children.filter((child) => !content[name]?.includes(child.name));
  return [...wrong.map((child) => `<${child.name}> in <${name}>`), ...children.flatMap(contentFaults)];
}

/** What interactions and processing name is declared, and the other way round. @param {Element} item */
function declarationFaults(item) {
  const faults = [];
  const declared = all(item, "responseDeclaration");
  const interactions = [...all(item, "textEntryInteraction"), ...all(item, "choiceInteraction")];
  const answered = interactions.map(({ attributes }) => attributes.responseIdentifier);
  if (
    declared
      .map(({ attributes }) => attributes.identifier)
      .toSorted()
      .join() !== answered.toSorted().join()
  )
    faults.push("its interactions are not those declared");
  for (const { attributes, text } of declared) {
    const { identifier, baseType } = attributes;
    const choices = all(item, "simpleChoice").map((choice) => choice.attributes.identifier);
    const sound = baseType === "float" ? isNumber(text) : choices.includes(text);
    if (!isName(identifier) || !sound) faults.push(`${identifier}: the right answer ${text}`);
  }
  for (const { attributes } of all(item, "variable"))
    if (!answered.includes(attributes.identifier)) faults.push(`the variable ${attributes.identifier}`);
  for (const { attributes, text } of all(item, "baseValue"))
    if (!(attributes.baseType === "float" ? isNumber(text) : isName(text))) faults.push(`the value ${text}`);
  return faults;
}

/** Every feedback is reached by the processing, and what it sets is declared and has a feedback. @param {Element} item */
function processingFaults(item) {
  const faults = [];
  const outcomes = all(item, "outcomeDeclaration").map(({ attributes }) => attributes.identifier);
  const set = all(item, "setOutcomeValue").map(({ attributes, text }) => `${attributes.identifier} ${text}`);
  for (const each of set) if (!outcomes.includes(each.split(" ")[0])) faults.push(`the outcome ${each}`);
  const feedback = all(item, "modalFeedback").map(({ attributes }) => `${attributes.outcomeIdentifier} ${attributes.identifier}`); // prettier-ignore
  if (new Set(feedback).size !== feedback.length) faults.push("a feedback twice");
  for (const each of feedback) if (!set.includes(each)) faults.push(`the feedback ${each} is never shown`);
  for (const each of set)
    if (!each.startsWith("SCORE ") && !feedback.includes(each)) faults.push(`no feedback ${each}`);
  if (!set.includes("SCORE 1")) faults.push("nothing is right");
  return faults;
}

/** @param {string} text */
function isName(text) {
  return /^[A-Za-z_][\w.-]*$/.test(text ?? "");
}

/** @param {string} text */
function isNumber(text) {
  return /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(text);
}
