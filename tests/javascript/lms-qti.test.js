// The question banks as QTI 2.1 packages, as built. That a player renders and scores them is tested in a browser (tests/browser/lms.spec.js).
import assert from "node:assert/strict";
import test from "node:test";

import { strToU8, unzipSync, zipSync } from "fflate";

import { archive } from "../../web/lms/archive.js";
import { engine } from "./figures-support.js";
import { bank, exercises, instanceOf, mistakesOf, parts } from "./lms-banks-support.js";
import { all, packageFaults, readXml } from "./lms-qti-reader.js";

const itemOf = (files, id) => readXml(files[`items/${id}.xml`]);

test("every package is valid and holds 50 items with their solutions", () => {
  for (const { id } of exercises) {
    const { faults, files } = packageFaults(bank(`qti/${id}.zip`));
    assert.deepEqual(faults, []);
    const items = Object.keys(files).filter((name) => name !== "imsmanifest.xml");
    assert.equal(items.length, 50, id);
    for (const name of items) {
      const item = readXml(files[name]);
      const instance = instanceOf(item.attributes.identifier);
      const right = parts(engine.solution(instance).answer);
      const declared = all(item, "correctResponse").map(({ text }) => text);
      const values = right.choice === undefined ? declared : declared.slice(1);
      if (right.choice !== undefined) assert.equal(declared[0], right.choice);
      assert.deepEqual(
        values.map(Number).map((value, i) => Math.abs(value - right.numbers[i]) <= 1e-11 * Math.abs(right.numbers[i]) + 1e-15), // prettier-ignore
        right.numbers.map(() => true),
      );
      const feedback = new Map(all(item, "modalFeedback").map((each) => [each.attributes.identifier, each.text]));
      const [step] = engine.solution(instance).steps;
      const solved = [...feedback].filter(([, text]) => text.includes(step.slice(0, 10))).map(([name]) => name);
      assert.deepEqual(solved, [...feedback.keys()].filter((name) => name !== "unanswered"), "the worked solution"); // prettier-ignore
      for (const { id: mistake, title } of mistakesOf(instance))
        assert.ok(feedback.get(mistake)?.includes(title.replaceAll("'", "&#39;")), `${name}: ${mistake}`);
    }
  }
});

test("what is right by another convention, where a prompt leaves it open, scores too", () => {
  const { files } = packageFaults(bank("qti/rope_vector.zip"));
  const open = Object.keys(files).filter((name) => /rope_vector_/.test(name) && instanceOf(name.slice(6, -4)).parameters.layout === "any"); // prettier-ignore
  assert.ok(open.length > 5);
  for (const name of open) {
    const item = itemOf(files, name.slice(6, -4));
    const full = all(item, "responseElseIf").filter((branch) => branch.children.some((child) => child.attributes.identifier === "SCORE" && child.text === "1")); // prettier-ignore
    assert.equal(full.length, 2);
  }
});

test("an archive has the same bytes whenever and wherever it is made", () => {
  const files = { "a.xml": "<a/>", "b/c.txt": strToU8("c") };
  assert.deepEqual(archive(files), archive(files));
  assert.deepEqual(Object.keys(unzipSync(archive(files))), ["a.xml", "b/c.txt"]);
});

test("packages that are damaged are noticed", () => {
  const good = unzipSync(bank("qti/find_the_bug.zip"));
  const texts = Object.fromEntries(
    Object.entries(good).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]),
  );
  const [item] = Object.keys(texts).filter((name) => name.startsWith("items/"));
  const faultsOf = (/** @type {Record<string, string>} */ files) =>
    packageFaults(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))).faults; // prettier-ignore
  const changed = (/** @type {string} */ name, /** @type {string | RegExp} */ from, /** @type {string} */ to) => {
    const text = texts[name].replace(from, to);
    assert.notEqual(text, texts[name], String(from));
    return faultsOf({ ...texts, [name]: text }).join("; ");
  };
  assert.deepEqual(faultsOf(texts), []);
  const without = Object.fromEntries(Object.entries(texts).filter(([name]) => name !== item));
  assert.match(faultsOf(without).join(), /is missing/);
  assert.match(faultsOf({ ...texts, "items/other.xml": "<a/>" }).join(), /not in the manifest/);
  assert.match(changed("imsmanifest.xml", "QTIv2.1", "QTIv2.2"), /schema/);
  assert.match(changed("imsmanifest.xml", /<organizations\/>/, ""), /metadata resources/);
  assert.match(changed(item, /identifier="[^"]*"/, 'identifier="other"'), /identifier is other/);
  assert.match(changed(item, 'responseIdentifier="CHOICE"', 'responseIdentifier="CHOISE"'), /not those declared/);
  assert.match(changed(item, /<value>line_\d/, "<value>line_9"), /the right answer line_9/);
  assert.match(changed(item, /<baseValue baseType="float">[^<]+/, '<baseValue baseType="float">0,5'), /the value 0,5/);
  assert.match(changed(item, /<modalFeedback .*?<\/modalFeedback>/, ""), /no feedback FEEDBACK right/);
  assert.match(changed(item, "<responseProcessing>", "<responseProcessing><p/>"), /<p> in <responseProcessing>/);
  assert.match(changed(item, /<itemBody>(.*)<\/itemBody>/s, "$1"), /order|not one itemBody/);
});
