// SCORM packages as built: a manifest after the published schemas, and every file that their page asks for.
import assert from "node:assert/strict";
import test from "node:test";

import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";

import { lessons } from "../lessons.js";
import { bank } from "./lms-banks-support.js";
import { all, readXml } from "./lms-qti-reader.js";

/** An attribute's value: how long it may be, or what it must look like. */
const upTo = (/** @type {number} */ length) => new RegExp(`^.{0,${length}}$`, "s");
const identifier = /^[A-Za-z_][\w.-]*$/;
const truth = /^(true|false|1|0)$/;

/**
 * The content model that imscp_rootv1p1p2.xsd and adlcp_rootv1p2.xsd give the elements in use: children in their order, with "?" and
 * "*" as in an expression, and attributes, of which those with "!" must be there. What SCORM itself makes mandatory of what the
 * schemas leave open (the metadata, a title, one organization) is mandatory here.
 * @type {Record<string, { children: string, attributes: Record<string, RegExp> }>}
 */
const model = {
  manifest: {
    children: "metadata organizations resources (manifest )*",
    attributes: { "identifier!": identifier, version: upTo(20) },
  },
  metadata: { children: "schema schemaversion ", attributes: {} },
  schema: { children: "", attributes: {} },
  schemaversion: { children: "", attributes: {} },
  organizations: { children: "(organization )+", attributes: { "default!": identifier } },
  organization: {
    children: "title (item )+(metadata )?",
    attributes: { "identifier!": identifier, structure: upTo(200) },
  },
  item: {
    children: "title (item )*(metadata )?(adlcp:[a-z]+ )*",
    attributes: { "identifier!": identifier, identifierref: upTo(2000), isvisible: truth, parameters: upTo(1000) },
  },
  title: { children: "", attributes: {} },
  resources: { children: "(resource )*", attributes: { "xml:base": upTo(2000) } },
  resource: {
    children: "(metadata )?(file )*(dependency )*",
    attributes: {
      ...{ "identifier!": identifier, "type!": upTo(1000), href: upTo(2000) },
      ...{ "xml:base": upTo(2000), "adlcp:scormtype!": /^(sco|asset)$/ },
    },
  },
  file: { children: "(metadata )?", attributes: { "href!": upTo(2000) } },
};

/**
 * What is not as the content model has it, from an element downwards.
 * @param {import("./lms-qti-reader.js").Element} element
 * @returns {string[]}
 */
function modelFaults({ name, attributes, children }) {
  const rule = model[name];
  if (!rule) return [`no element ${name}`];
  const faults = [];
  const held = children.map((child) => `${child.name} `).join("");
  if (!new RegExp(`^${rule.children}$`).test(held)) faults.push(`${name} holds ${held || "nothing"}`.trimEnd());
  for (const [key, look] of Object.entries(rule.attributes)) {
    const value = attributes[key.replace("!", "")];
    if (value === undefined && key.endsWith("!")) faults.push(`${name} without ${key.replace("!", "")}`);
    if (value !== undefined && !look.test(value)) faults.push(`${name}: ${key.replace("!", "")} is ${value}`);
  }
  for (const key of Object.keys(attributes))
    if (!(key in rule.attributes || `${key}!` in rule.attributes || /^(xmlns|xmlns:\w+|xsi:schemaLocation)$/.test(key)))
      faults.push(`${name} has ${key}`);
  return faults.concat(...children.filter((child) => !child.name.startsWith("adlcp:")).map(modelFaults));
}

/** What ADL's content aggregation model and its schemas ask of a manifest of SCORM 1.2, as far as it can go wrong here. */
function manifestFaults(/** @type {Uint8Array} */ bytes) {
  const files = unzipSync(bytes);
  const faults = [];
  if (!files["imsmanifest.xml"]) return ["no imsmanifest.xml at the top"];
  const manifest = readXml(strFromU8(files["imsmanifest.xml"]));
  const { attributes } = manifest;
  if (attributes.xmlns !== "http://www.imsproject.org/xsd/imscp_rootv1p1p2") faults.push("namespace");
  if (attributes["xmlns:adlcp"] !== "http://www.adlnet.org/xsd/adlcp_rootv1p2") faults.push("ADL's namespace");
  if (all(manifest, "schema")[0]?.text !== "ADL SCORM" || all(manifest, "schemaversion")[0]?.text !== "1.2") faults.push("schema"); // prettier-ignore
  const identified = [manifest, ...["organization", "item", "resource"].flatMap((name) => all(manifest, name))];
  const identifiers = identified.map((each) => each.attributes.identifier);
  if (new Set(identifiers).size !== identifiers.length) faults.push("an identifier twice");
  for (const identifier of identifiers)
    if (!/^[A-Za-z_][\w.-]*$/.test(identifier ?? "")) faults.push(`identifier ${identifier}`);
  const organizations = all(manifest, "organizations")[0]?.attributes.default;
  if (!all(manifest, "organization").some((each) => each.attributes.identifier === organizations)) faults.push("the default organization"); // prettier-ignore
  faults.push(...modelFaults(manifest));
  const resources = all(manifest, "resource");
  for (const item of all(manifest, "item")) {
    if (item.children[0]?.name !== "title" || item.children[0].text === "") faults.push("an item without a title");
    if (!resources.some((each) => each.attributes.identifier === item.attributes.identifierref)) faults.push("an item without its resource"); // prettier-ignore
  }
  const listed = all(manifest, "file").map((file) => decodeURI(file.attributes.href));
  for (const { attributes } of resources) {
    if (attributes["adlcp:scormtype"] !== "sco" || attributes.type !== "webcontent") faults.push("the resource's type");
    if (!listed.includes(decodeURI(attributes.href))) faults.push("what is launched is not listed");
  }
  for (const name of listed) if (!files[name]) faults.push(`${name} is listed and missing`);
  for (const name of Object.keys(files)) if (name !== "imsmanifest.xml" && !listed.includes(name)) faults.push(`${name} is not listed`); // prettier-ignore
  return faults;
}

test("each lesson has a package with a valid manifest and everything that its page asks for", () => {
  for (const slug of lessons) {
    const bytes = bank(`scorm/${slug}.zip`);
    assert.deepEqual(manifestFaults(bytes), [], slug);
    const files = unzipSync(bytes);
    const page = strFromU8(files[`lessons/${slug}/index.html`]);
    const asked = [...page.matchAll(/(?:src|href)="(\.\.\/[^"]*)"/g)].map(([, address]) => address);
    assert.ok(asked.length > 10);
    for (const address of asked) assert.ok(files[address.replace(/^(\.\.\/)+/, "")], `${slug}: ${address}`);
    assert.ok(page.includes("run-"), "the script that reports");
  }
});

test("manifests that are wrong are noticed", () => {
  const files = unzipSync(bank("scorm/rope.zip"));
  const manifest = strFromU8(files["imsmanifest.xml"]);
  const small = Object.fromEntries(Object.entries(files).map(([name]) => [name, strToU8("x")]));
  const faultsOf = (/** @type {string} */ text) =>
    manifestFaults(zipSync({ ...small, "imsmanifest.xml": strToU8(text) }));
  const changed = (/** @type {string} */ from, /** @type {string} */ to) => {
    assert.ok(manifest.includes(from), from);
    return faultsOf(manifest.replace(from, to)).join("; ");
  };
  assert.deepEqual(faultsOf(manifest), []);
  assert.deepEqual(manifestFaults(zipSync({ "a/imsmanifest.xml": strToU8(manifest) })), [
    "no imsmanifest.xml at the top",
  ]);
  assert.match(changed("<schemaversion>1.2<", "<schemaversion>2004<"), /schema/);
  assert.match(changed('scormtype="sco"', 'scormtype="asset"'), /type/);
  assert.match(changed('identifierref="lesson"', 'identifierref="other"'), /without its resource/);
  assert.match(changed('default="course"', 'default="other"'), /default organization/);
  assert.match(changed('<file href="lessons/rope/index.html"/>', ""), /launched is not listed; .*is not listed/);
  assert.match(changed("<organizations", "<x/><organizations"), /manifest holds metadata x organizations resources/);
  assert.match(changed("<schema>ADL SCORM</schema>", ""), /metadata holds schemaversion/);
  assert.match(changed("<item", "<title>twice</title><item"), /organization holds title title item/);
  assert.match(changed("<file ", '<file size="1" '), /file has size/);
  assert.match(changed("<file href=", "<file src="), /file without href; file has src/);
  assert.match(changed(' type="webcontent"', ""), /resource without type/);
  assert.match(changed('isvisible="true"', 'isvisible="yes"'), /item: isvisible is yes/);
  assert.match(changed('version="1.0" xmlns', `version="${"1".repeat(21)}" xmlns`), /manifest: version is 1+/);
});
