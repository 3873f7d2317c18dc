// What elements in other people's pages are made of: their one script, their pictures, the parts that a page may style.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { XMLValidator } from "fast-xml-parser";

import { elementNames } from "../../web/course/element-names.js";
import { settingsOf } from "../../web/embed/settings.js";
import { isOf } from "../../web/embed/still.js";
import { loadEngine } from "../../build/package/index.js";

const folder = new URL("../../build/site/embed/v1/", import.meta.url);
const read = (/** @type {string} */ name) => readFileSync(new URL(name, folder), "utf8");

test("the script is small, imports nothing, and finds everything that it names", () => {
  const script = read("whereabouts.js");
  assert.ok(readFileSync(new URL("whereabouts.js.br", folder)).length < 5000);
  assert.doesNotMatch(script, /\bimport\s*[`"'{*]/);
  const named = [...script.matchAll(/[`"']([^`"']*assets\/[^`"']+)[`"']/g)].map(([, address]) => address);
  assert.ok(named.length > elementNames().length);
  for (const address of named) assert.ok(read(address).length > 0, address);
});

test("every setting of every figure, and every parameter of every exercise, is known to be one", async () => {
  const engine = await loadEngine();
  for (const name of elementNames().filter((each) => each !== "exercise")) {
    const figure = await import(`../../web/figures/${name}.js`);
    const { settings, written } = JSON.parse(read(`${name}/poster.json`));
    assert.deepEqual(settings, figure.settings.map((setting) => setting.name)); // prettier-ignore
    for (const each of settings) {
      assert.ok(isOf({ settings, written }, { [each]: written[each] ?? "" }), `${name}: ${each}`);
      assert.ok(!isOf({ settings, written }, { [each]: "another" }), `${name}: ${each}`);
    }
  }
  const known = await settingsOf("exercise", engine);
  assert.equal(new Set(known).size, known.length);
  assert.deepEqual(JSON.parse(read("exercise/settings.json")), known);
  for (const { id, parameters } of engine.exercises()) {
    const { settings } = JSON.parse(read(`exercise/posters/${id}.json`));
    assert.deepEqual(settings, ["exercise", "seed", "learner", ...parameters.map(({ name }) => name)]);
    for (const name of settings) assert.ok(known.includes(name), `${id}: ${name}`);
  }
});

test("every figure has a picture that stands alone, every element one that holds its place", () => {
  for (const name of elementNames().filter((each) => each !== "exercise")) {
    const picture = read(`${name}/poster.svg`);
    assert.equal(XMLValidator.validate(picture), true, name);
    assert.match(picture, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
    assert.match(JSON.parse(read(`${name}/poster.json`)).markup, /^<figure class="poster">/);
  }
  assert.ok(readdirSync(new URL("exercise/posters/", folder)).includes("rope_vector.json"));
  assert.notEqual(XMLValidator.validate(read("rope-clocks/poster.svg").replace("</svg>", "")), true);
});

test("a picture is of what is set only where every setting is its own", () => {
  const written = { base: "10000", query: "1,0.5,-0.3,0.8" };
  const still = { written, settings: ["base", "query", "learner"] };
  assert.ok(isOf(still, {}));
  assert.ok(isOf(still, { base: " 10000", hide: "links" }));
  assert.ok(isOf(still, { query: "1; 0.5; -0.3; 0.8" }));
  assert.ok(!isOf(still, { base: "100" }));
  assert.ok(!isOf(still, { query: "1,0.5,-0.3" }));
  assert.ok(!isOf(still, { learner: "ann" }));
  // What is no setting makes it no other, whatever it is called.
  assert.ok(isOf(still, { translate: "no", itemprop: "image", width: "400", constructor: "x" }));
  assert.ok(!isOf({ ...still, settings: ["slot"] }, { slot: "5" }));
});

test("a page can style every part that elements have, as documented", () => {
  const sources = new URL("../../web/elements/", import.meta.url);
  const parts = readdirSync(sources).flatMap((name) =>
    [...readFileSync(new URL(name, sources), "utf8").matchAll(/ part="([\w-]+)"/g)].map(([, part]) => part),
  );
  const guest = readFileSync(new URL("../../web/embed/guest.js", import.meta.url), "utf8");
  const [, exported] = /exported =\s*"([^"]+)"/.exec(guest) ?? [];
  assert.deepEqual(exported.split(" ").sort(), [...new Set(parts)].sort());
  const documented = readFileSync(new URL("../../web/embed/README.md", import.meta.url), "utf8");
  for (const part of parts) assert.ok(documented.includes(`\`${part}\``), part);
});
