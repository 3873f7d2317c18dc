// Pitfall 48: bars drawn at random, or by a formula of our own, where values of the engine are expected. Under an engine whose
// numbers are all a little off, every figure must show other numbers.
import assert from "node:assert/strict";
import test from "node:test";

import { svg } from "../../web/figures/markup.js";
import { createView } from "../../web/figures/picture.js";
import { defaults } from "../../web/figures/settings.js";
import { assertRejects, broughtFor, engine, figures, textOf } from "./figures-support.js";

const off = 1e-2;

/** What the engine returned, every number in it a little larger. */
function perturbed(/** @type {any} */ value) {
  if (typeof value === "number") return value + off;
  if (ArrayBuffer.isView(value)) return /** @type {any} */ (value).map((/** @type {number} */ entry) => entry + off);
  if (Array.isArray(value)) return value.map(perturbed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, perturbed(entry)]));
}

/** An engine, or a model of it, all of whose methods answer with perturbed numbers. */
function perturbing(/** @type {any} */ target) {
  return new Proxy(target, {
    get(_, name) {
      if (typeof target[name] !== "function") return target[name];
      return (/** @type {any[]} */ ...given) => {
        const answer = target[name](...given);
        return typeof answer?.dispose === "function" ? perturbing(answer) : perturbed(answer);
      };
    },
  });
}

/** Values, drawing and table of a figure's first state under an engine. */
async function shownUnder(/** @type {any} */ figure, /** @type {any} */ someEngine) {
  const state = defaults(figure.settings);
  const values = await figure.compute(someEngine, state, broughtFor(figure));
  const text = textOf(figure);
  return {
    values: JSON.stringify(values, (_, entry) =>
      ArrayBuffer.isView(entry) ? Array.from(/** @type {any} */ (entry)) : entry,
    ),
    drawing: String(figure.draw(svg, state, values, text, createView())),
    table: JSON.stringify(figure.alternative(state, values, text)),
  };
}

async function assertFollowsTheEngine(/** @type {any} */ figure) {
  const right = await shownUnder(figure, engine);
  assert.deepEqual(await shownUnder(figure, engine), right, "the same engine, the same picture");
  const other = await shownUnder(figure, perturbing(engine));
  for (const part of /** @type {const} */ (["values", "drawing", "table"]))
    assert.ok(other[part] !== right[part], `the ${part} of ${figure.name} stay`);
}

/** What the engine was asked earlier is compared with it in recordings.test.js, what shipped models read in figures-reading.test.js; what is drawn must be what was recorded. */
async function assertFollowsItsValues(/** @type {any} */ figure) {
  const shown = (/** @type {any} */ change) => {
    const compute = async (/** @type {any[]} */ ...given) => change(await figure.compute(...given));
    return shownUnder({ ...figure, compute }, engine);
  };
  const right = await shown((/** @type {any} */ values) => values);
  const other = await shown(perturbed);
  for (const part of /** @type {const} */ (["drawing", "table"]))
    assert.ok(other[part] !== right[part], `the ${part} of ${figure.name} stay`);
}

for (const figure of figures) {
  if (figure.recorded || figure.measure)
    test(`pitfall 48: every drawn value is a recorded or a measured one: ${figure.name}`, () =>
      assertFollowsItsValues(figure));
  else
    test(`pitfall 48: every drawn value comes from the engine: ${figure.name}`, () => assertFollowsTheEngine(figure));
}

test("pitfall 48: a figure that computes by itself is found out", async () => {
  const figure = figures.find(({ recorded, measure }) => !recorded && !measure);
  const values = await figure.compute(engine, defaults(figure.settings));
  await assertRejects(() => assertFollowsTheEngine({ ...figure, compute: () => values }));
  await assertRejects(() =>
    assertFollowsTheEngine({
      ...figure,
      draw: (/** @type {any[]} */ ...[tag, state, , ...rest]) => figure.draw(tag, state, values, ...rest),
    }),
  );
  await assertRejects(() =>
    assertFollowsItsValues({
      ...figure,
      draw: (/** @type {any[]} */ ...[tag, state, , ...rest]) => figure.draw(tag, state, values, ...rest),
    }),
  );
});
