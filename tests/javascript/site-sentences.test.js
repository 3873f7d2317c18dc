// The sentences that the site brings with an exercise: all that the engine says about it, and none of another's.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { loadEngine } from "../../build/package/index.js";
import english from "../../build/package/messages/en.js";
import { exercisesIn, sentencesOf, sentencesOfAll } from "../../web/course/sentences.js";

const engine = await loadEngine();
const ids = engine.exercises().map(({ id }) => id);
const { exercise: all } = /** @type {any} */ (english);

/** Everything that the engine says about some instances. @param {string} id */
function saidAbout(id) {
  const said = [];
  for (let seed = 0; seed < 12; ++seed) {
    const instance = engine.createInstance(id, { seed });
    const solution = engine.solution(instance);
    said.push(instance, solution, engine.grade(instance, /** @type {any} */ ("nonsense")));
    if (solution.answer !== undefined) said.push(engine.grade(instance, solution.answer));
    for (let n = 0; engine.hint(instance, n) !== null; ++n) said.push(engine.hint(instance, n));
    for (const mistake of engine.misconceptions(id, instance)) {
      said.push(mistake);
      if (mistake.applicable) said.push(engine.grade(instance, engine.runMistake(instance, mistake.id)));
    }
  }
  return JSON.stringify(said);
}

/** With these sentences of exercises and no others. @template T @param {any} section @param {() => T} run */
function speaking(section, run) {
  const catalogue = /** @type {any} */ (english);
  catalogue.exercise = section;
  try {
    return run();
  } finally {
    catalogue.exercise = all;
  }
}

const keys = /exercise\.\w+\.\w+/;

test("every exercise of the engine has sentences of its own", () => {
  assert.deepEqual(exercisesIn(all).toSorted(), ids.toSorted());
});

for (const id of ids)
  test(`${id}: its sentences and those of all exercises say everything`, () => {
    const whole = saidAbout(id);
    const split = speaking({ ...sentencesOfAll(all), ...sentencesOf(all, id) }, () => saidAbout(id));
    assert.equal(split.match(keys)?.[0], undefined);
    assert.ok(split === whole, "said alike");
  });

test("without the sentences of the exercise by hand, a program's mistakes would have no names", () => {
  const { code_rope } = all;
  const said = speaking({ ...sentencesOfAll(all), code_rope }, () => saidAbout("code_rope"));
  assert.match(said.match(keys)?.[0] ?? "", /exercise\.rope_vector\.mistake/);
});

test("what is said in all exercises names none of them, and leaves the words around one to its element", () => {
  const shared = sentencesOfAll(all);
  assert.deepEqual(Object.keys(shared).filter((name) => ids.some((id) => name.startsWith(id)) || name === "ui"), []); // prettier-ignore
  assert.deepEqual(Object.keys(sentencesOf(all, "rope_place")), ["rope_place", "rope_place_zero"]);
  assert.match(JSON.stringify(shared), /with a decimal point/);
});

test("the package keeps the sentences of every exercise", () => {
  const catalogue = JSON.parse(readFileSync(new URL("../../web/messages/en.json", import.meta.url), "utf8"));
  assert.deepEqual(all, catalogue.exercise);
});
