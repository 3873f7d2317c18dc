// The elements of the package: in pages of others they keep nothing and leave the address alone; what is made for them out of a module of
// the site is really made.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { folders } from "../../web/course/paths.js";
import { replaced } from "../../web/engine/build-elements.mjs";

const folder = path.join(folders.package, "elements");
const made = readdirSync(folder).filter((name) => name.endsWith(".js") && name !== "code-worker.js");
const texts = made.map((name) => readFileSync(path.join(folder, name), "utf8"));

test("they take every page for that of somebody else", () => {
  const [guests, ...more] = texts.flatMap((text) => text.match(/\bguests = .*/g) ?? []);
  assert.match(guests, /^guests = \(\) => \(\{ language: "" \}\);$/);
  assert.deepEqual(more, []);
});

test("a text that no longer stands in its module ends the build", () => {
  assert.equal(replaced("a = 1;", "a.js", "1", "2"), "a = 2;");
  assert.throws(() => replaced("a = 3;", "a.js", "1", "2"), /a\.js no longer holds 1/);
});
