// Names that readers bring, in sentences: what turns text about ends where the name ends, and every other name stays as it is.
import assert from "node:assert/strict";
import test from "node:test";

import { isolated, isolating } from "../../web/elements/isolated.js";
import * as figure from "../../web/figures/checkpoint.js";
import { textOf } from "./figures-support.js";

const [turned, first, pop] = ["\u202e", "\u2068", "\u2069"];

/** Where an isolation is open, by the rules of Unicode: nothing that turns text about may stand outside. @param {string} sentence */
function outside(sentence) {
  let open = 0;
  let left = "";
  for (const each of sentence) {
    if (/[\u2066-\u2068]/.test(each)) open += 1;
    else if (each === pop && open > 0) open -= 1;
    else if (open === 0) left += each;
  }
  assert.equal(open, 0, "an isolation that does not end");
  return left;
}

test("a mark of direction in a name does not turn the sentence about that it stands in", () => {
  const text = isolating(textOf(figure));
  for (const name of [
    `a${turned}b`,
    `a${pop}${turned}b`,
    `${first}a${turned}`,
    `${turned}${pop}${pop}`,
    "\u05d0\u05d1",
    "\u0645",
  ]) {
    const said = text("kept.done", { name, size: "3 kB" });
    assert.equal(outside(said), " is kept in this browser: 3 kB.", JSON.stringify(said));
    // In a sentence within a sentence as well.
    const within = text("save_failed", { message: said });
    assert.equal(outside(within), "This could not be saved: ");
    assert.ok(within.includes(said));
  }
  assert.notEqual(
    outside(textOf(figure)("kept.done", { name: `a${turned}b`, size: "3 kB" })),
    " is kept in this browser: 3 kB.",
  );
});

test("what turns nothing about stays as it is: other letters, numbers, no fields", () => {
  for (const value of ["model.safetensors", "Modèle 模型 😀", "", 3, undefined, null])
    assert.equal(isolated(value), value);
  const text = isolating(textOf(figure));
  assert.equal(text("kept.keep"), "Keep these files in this browser");
});
