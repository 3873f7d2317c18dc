// The golden numbers against tests/golden/make.mjs, which makes them again from the formulas without the engine.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";

import { comparisons, difference } from "../golden/make.mjs";

const byFile = new Map();
for (const comparison of comparisons()) {
  if (!byFile.has(comparison.file)) byFile.set(comparison.file, []);
  byFile.get(comparison.file).push(comparison);
}

for (const [file, list] of byFile)
  test(`${file} is made again from the formulas (${list.length} comparisons)`, () => {
    for (const comparison of list) {
      const apart = difference(comparison);
      assert.ok(apart <= comparison.tolerance, `${comparison.what}: ${apart} apart, allowed ${comparison.tolerance}`);
    }
  });

test("every golden file is made again, but for inputs and those that make.mjs cannot make", () => {
  const folder = new URL("../golden/", import.meta.url);
  const files = (name, prefix) =>
    readdirSync(new URL(name, folder))
      .filter((entry) => /\.(json|safetensors)$/.test(entry))
      .map((entry) => prefix + entry);
  const inputs = [
    "gpt2-tiny/config.json",
    "gpt2-tiny/model.f16.safetensors",
    "gpt2-tiny/model.noprefix-with-buffers.safetensors",
    "gpt2-tiny/perplexity_tokens.json",
  ];
  const missing = [...files("", ""), ...files("gpt2-tiny/", "gpt2-tiny/")].filter(
    (file) => !byFile.has(file) && !inputs.includes(file),
  );
  assert.deepEqual(missing, []);
});

test("a comparison rejects a wrong number, another length, NaN and nothing at all", () => {
  for (const list of byFile.values()) {
    const { stored, made, tolerance } = list[0];
    const off = [...made];
    off[off.length - 1] += Math.max(3 * tolerance, 1e-15 * Math.abs(off.at(-1)), 1e-300);
    assert.ok(difference({ stored, made: off }) > tolerance);
    assert.equal(difference({ stored, made: made.slice(1) }), Infinity);
    assert.equal(difference({ stored: [NaN, ...stored.slice(1)], made }), Infinity);
    assert.equal(difference({ stored: [], made: [] }), Infinity);
  }
});

test("the tables of different layouts, and rows of other positions, are told apart", () => {
  const tables = byFile.get("sinusoidal.json").filter(({ what }) => what.endsWith("width 48 from 0"));
  assert.equal(tables.length, 2);
  assert.ok(difference({ stored: tables[0].stored, made: tables[1].made }) > 0.1);
  const later = tables[0].made.slice(48);
  assert.ok(difference({ stored: tables[0].stored.slice(0, -48), made: later }) > 0.1);
});
