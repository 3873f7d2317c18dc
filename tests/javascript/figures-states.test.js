// Every figure at forty states drawn from its settings, their ends among them: whole drawings, inside their frames, and sentences
// without holes.
import assert from "node:assert/strict";
import test from "node:test";

import { randomRows } from "../../web/figures/directions.js";
import { nearest } from "../../web/figures/settings.js";
import {
  assertInside,
  assertWellFormed,
  at,
  drawingAt,
  engine,
  figures,
  sentenceAt,
  textOf,
} from "./figures-support.js";

/** Normal numbers of deviation 1, one a call. */
function normals(seed) {
  const drawn = randomRows(engine, 1, 4096, seed);
  const deviation = Math.sqrt(drawn.reduce((sum, value) => sum + value ** 2, 0) / drawn.length);
  let taken = 0;
  return () => drawn[taken++] / deviation;
}

/** What a reader may type: as short and as long as it can be, and a word that comes again. */
const sentences = ["a b", "the cat saw the dog", Array.from({ length: 8 }, () => "MMMMMMMMMMMM").join(" ")];

/** A value of a setting: one in five times an end of its range, otherwise inside, evenly on the scale of its slider. */
function drawValue(setting, draw) {
  const share = () => 0.5 * (1 + Math.tanh(draw()));
  const { type, minimum = 0, maximum = 1, scale, choices = [], length } = setting;
  if (type === "text") return sentences[Math.floor(share() * 0.999 * sentences.length)];
  if (type === "choice") return choices[Math.floor(share() * 0.999 * choices.length)];
  if (type === "switch") return share() > 0.5;
  if (type === "set") {
    const start = Math.floor(share() * 0.999 * choices.length);
    const count = minimum + Math.round(share() * (maximum - minimum));
    return Array.from({ length: count }, (_, index) => choices[(start + index) % choices.length]);
  }
  const atAnEnd = Math.abs(draw()) > 1.28;
  if (type === "numbers")
    return Array.from({ length }, () =>
      atAnEnd ? [minimum, 0, maximum][Math.floor(share() * 2.999)] : Number(draw().toFixed(2)),
    );
  if (atAnEnd) return share() > 0.5 ? minimum : maximum;
  const logarithm = Math.log(minimum + 1) + share() * Math.log((maximum + 1) / (minimum + 1));
  return nearest(setting, scale === "log" ? Math.exp(logarithm) - 1 : minimum + share() * (maximum - minimum));
}

for (const figure of figures) {
  test(`${figure.name}: whole and inside its frame at forty states`, async () => {
    const draw = normals(3);
    for (let count = 0; count < 40; ++count) {
      const changes = Object.fromEntries(figure.settings.map((setting) => [setting.name, drawValue(setting, draw)]));
      const { state, values } = await at(figure, changes);
      for (const wide of [true, false]) {
        const drawing = await drawingAt(figure, changes, { wide });
        assertWellFormed(drawing);
        assertInside(drawing);
      }
      assert.doesNotMatch(await sentenceAt(figure, changes), /NaN|undefined|Infinity|\{/, JSON.stringify(state));
      const { columns, rows } = figure.alternative(state, values, textOf(figure));
      assert.ok(rows.every((row) => row.length === columns.length));
    }
  });
}
