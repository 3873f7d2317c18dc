// The exercises of the lessons as the site has them: their answers are for the reader to find.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { loadEngine } from "../../build/package/index.js";
import { readParameter } from "../../web/elements/exercise-words.js";
import { decimal, plain } from "../../web/figures/number.js";
import { folders } from "../../web/course/paths.js";
import { lessons } from "../lessons.js";

const engine = await loadEngine();

/**
 * The exercises of a page, each with the text that stands above it: what other exercises ask is none of it.
 * @param {string} html
 */
function exercisesIn(html) {
  const embedded = /<where-exercise ([^>]*)>[\s\S]*?<\/where-exercise>/g;
  return [...html.matchAll(embedded)].map((match) => {
    const before = html.slice(0, match.index).replace(embedded, " ");
    const attributes = Object.fromEntries([...match[1].matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])); // prettier-ignore
    return { attributes, before: before.replace(/<(svg|annotation)[\s\S]*?<\/\1>|<[^>]*>/g, " ").replaceAll("−", "-") };
  });
}

/** The instance that a page begins with. @param {Record<string, string>} attributes */
function instanceOf({ exercise, seed, ...attributes }) {
  const { parameters } = engine.exercises().find(({ id }) => id === exercise) ?? { parameters: [] };
  const fixed = parameters.filter(({ name }) => name in attributes).map(({ name, type }) => [name, readParameter(attributes[name], type)]); // prettier-ignore
  return engine.createInstance(exercise, { seed: Number(seed), parameters: Object.fromEntries(fixed) });
}

/** Those numbers of an answer that nobody writes by chance, and of these the ones that a text has. @param {any} answer @param {any[]} fields @param {string} text */
function givenAway(answer, fields, text) {
  const numbers = /** @type {number[]} */ (Array.isArray(answer) ? answer : (answer.numbers ?? []));
  const telling = numbers.filter((value) => !Number.isInteger(8 * value) || Math.abs(value) >= 100);
  const forms = (/** @type {number} */ value, /** @type {number} */ places) =>
    [decimal(value, places), decimal(value, 0), plain(value, 12), `1/${Math.round(1 / value)}`].map((form) => form.replaceAll("−", "-")); // prettier-ignore
  const has = (/** @type {string} */ form) =>
    form.length > 2 && new RegExp(`(?<![\\d.,-])${form.replace(/[.\-/]/g, "\\$&")}(?![\\d/]|[.,]\\d)`).test(text);
  const given = telling.filter((value) => forms(value, fields[numbers.indexOf(value)]?.decimals ?? 3).some(has));
  return { telling: telling.length, given: given.length };
}

for (const slug of lessons) {
  test(`${slug}: no number that an exercise asks for stands in the text above it`, () => {
    const html = readFileSync(path.join(folders.site, "lessons", slug, "index.html"), "utf8");
    const exercises = exercisesIn(html);
    assert.ok(exercises.length >= 2);
    for (const { attributes, before } of exercises) {
      const instance = instanceOf(/** @type {any} */ (attributes));
      if (!instance.fields) continue;
      const { telling, given } = givenAway(engine.solution(instance).answer, instance.fields, before);
      assert.ok(given === 0 || given < telling / 2, `${attributes.exercise} seed ${attributes.seed}: ${given} of ${telling}`); // prettier-ignore
    }
  });
}

test("an answer that stands above its question is found, in whichever way it is written", () => {
  const html = '<p>It is <b>47,117</b> or −0.990.</p><where-exercise exercise="wavelength" seed="1">5,441</where-exercise>5,441<where-exercise exercise="wavelength" seed="2"></where-exercise>'; // prettier-ignore
  const [first, second] = exercisesIn(html);
  assert.deepEqual(givenAway([47117.24], [{ decimals: 3 }], first.before), { telling: 1, given: 1 });
  assert.deepEqual(givenAway([-0.98999, 0.5], [], first.before), { telling: 1, given: 1 });
  assert.deepEqual(givenAway([5441.01, 0.99], [], first.before), { telling: 2, given: 0 });
  assert.deepEqual(givenAway([5441.01], [], second.before), { telling: 1, given: 1 });
});
