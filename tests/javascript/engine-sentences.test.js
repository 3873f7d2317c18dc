// The one way to the catalogue's sentences, and that the engine, the pages and the figures all go it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { filled, find, strictText } from "../../web/engine/sentences.js";
import { Texts } from "../../web/engine/texts.js";

test("only sentences of the catalogue itself are found", () => {
  const catalogue = { a: { b: "sentence" }, c: "" };
  assert.equal(find(catalogue, "a.b"), "sentence");
  assert.equal(find(catalogue, "c"), "");
  for (const path of ["a", "a.b.c", "a.b.length", "toString", "constructor.name", "__proto__", "x.y", ""])
    assert.equal(find(catalogue, path), undefined, path);
  assert.equal(find(undefined, "a"), undefined);
});

test("values stand as they are, and inherited ones are none", () => {
  assert.equal(
    filled("{a} and {b}, {a}", { a: 0, b: "{a}$&" }, () => "?"),
    "0 and {a}$&, 0",
  );
  assert.equal(
    filled("{toString}{x}", {}, (name, placeholder) => `${name}=${placeholder};`),
    "toString={toString};x={x};",
  );
});

test("the strict lookup throws where the engine's shows the gap", () => {
  const text = strictText([undefined, { a: "{x}" }], "here");
  assert.equal(text("a", { x: 1 }), "1");
  assert.throws(() => text("b"), /no message "here\.b"/);
  assert.throws(() => text("a"), /"here\.a" wants a value for \{x\}/);
  const texts = new Texts("en", { a: "{x}" }, {});
  assert.deepEqual([texts.text("a", { x: 1 }), texts.text("a"), texts.text("b")], ["1", "{x}", "b"]);
});

test("nobody fills placeholders in a way of their own", () => {
  for (const file of ["engine/texts.js", "figures/text.js", "course/catalogue.js"]) {
    const source = readFileSync(new URL(`../../web/${file}`, import.meta.url), "utf8");
    assert.match(source, /from "\.{1,2}\/(engine\/)?sentences\.js"/, file);
    assert.doesNotMatch(source, /replace\(/, file);
  }
});
