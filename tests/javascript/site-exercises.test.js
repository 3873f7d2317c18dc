// The exercises of the lessons as the site has them: their answers are for the reader to find.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { loadEngine } from "../../build/package/index.js";
import { kindOf, skillName } from "../../web/elements/exercise-skill.js";
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

/** The parameters that a page fixes, and the kind that they make. @param {Record<string, string>} attributes */
function fixedBy({ exercise, ...attributes }) {
  const { parameters } = engine.exercises().find(({ id }) => id === exercise) ?? { parameters: [] };
  const entries = parameters.filter(({ name }) => name in attributes).map(({ name, type }) => [name, readParameter(attributes[name], type)]); // prettier-ignore
  const fixed = Object.fromEntries(entries);
  return { fixed, kind: kindOf(parameters, fixed) };
}

/** The instance that a page begins with. @param {Record<string, string>} attributes */
function instanceOf(attributes) {
  const { exercise, seed } = attributes;
  return engine.createInstance(exercise, { seed: Number(seed), parameters: fixedBy(attributes).fixed });
}

/** The exercises of a lesson's page. @param {string} slug */
const asksIn = (slug) =>
  exercisesIn(readFileSync(path.join(folders.site, "lessons", slug, "index.html"), "utf8")).map(
    ({ attributes }) => attributes,
  );

/** The choice that is right; undefined where there is none to choose. @param {any} instance @returns {string | undefined} */
const rightChoice = (instance) => /** @type {any} */ (engine.solution(instance).answer).choice;

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

/** The skills that are asked for at places of the course which have not the same right choice. @param {Record<string, string>[]} places */
function passedUnseen(places) {
  /** @type {Map<string, Set<string>>} */
  const right = new Map();
  for (const attributes of places) {
    const choice = rightChoice(instanceOf(attributes));
    const skill = skillName(attributes.exercise, fixedBy(attributes).kind);
    if (choice) right.set(skill, (right.get(skill) ?? new Set()).add(choice));
  }
  return [...right].filter(([, choices]) => choices.size > 1).map(([skill]) => skill);
}

test("no answer of one lesson passes an exercise of another that has the opposite answer", () => {
  const places = lessons.flatMap(asksIn);
  assert.deepEqual(passedUnseen(places), []);
  const exchanges = places.filter(({ exercise }) => exercise === "permute");
  assert.equal(new Set(exchanges.map((each) => skillName("permute", fixedBy(each).kind))).size, 3);
  // As they were: the seed alone told a model with the mask from one without.
  const unfixed = exchanges.map(({ exercise, seed }) => ({ exercise, seed }));
  assert.deepEqual(passedUnseen(unfixed), ["permute"]);
});

test("a review draws fresh instances of the kind that the lesson asks for", () => {
  const exchanges = ["order-blind", "mask-leaks"].flatMap(asksIn).filter(({ exercise }) => exercise === "permute");
  const tokens = new Set();
  for (const attributes of exchanges) {
    const { kind } = fixedBy(attributes);
    const choice = rightChoice(instanceOf(attributes));
    for (let seed = 100; seed < 112; ++seed) {
      const drawn = engine.createInstance("permute", { seed, parameters: kind });
      assert.deepEqual({ ...drawn.parameters, ...kind }, drawn.parameters);
      assert.equal(rightChoice(drawn), choice, JSON.stringify(drawn.parameters));
      tokens.add(String(drawn.parameters.tokens));
    }
  }
  assert.ok(tokens.size > 6);
});
