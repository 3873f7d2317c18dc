// Exercises through the package: sentences are whole, typed answers are graded, and the numbers are those of the figures' model.
import assert from "node:assert/strict";
import test from "node:test";

import { loadEngine } from "../../build/package/index.js";
import { tinyModel } from "../../web/figures/tiny-model.js";

const engine = await loadEngine();
const ids = engine.exercises().map(({ id }) => id);

/** Every text inside, wherever it stands. @param {any} value @returns {string[]} */
function textsIn(value) {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A text that shows its key, a placeholder or a value that nobody put into words. */
const unfinished = /exercise\.|\{\w*\}|\[object|undefined|NaN|null/;

test("an unfinished sentence would be seen", () => {
  for (const text of ["exercise.a.b", "row {position}", "[object Object]", "is undefined", "NaN"])
    assert.match(text, unfinished);
});

for (const id of ids) {
  test(`${id}: everything that is said is a finished sentence`, () => {
    for (let seed = 0; seed < 25; ++seed) {
      const instance = engine.createInstance(id, { seed });
      const { answer } = engine.solution(instance);
      const said = [
        instance,
        engine.solution(instance),
        engine.misconceptions(id, instance),
        engine.grade(instance, answer),
      ];
      for (let n = 0; engine.hint(instance, n) !== null; ++n) said.push(engine.hint(instance, n));
      for (const mistake of engine.misconceptions(id, instance).filter(({ applicable }) => applicable))
        said.push(engine.grade(instance, engine.runMistake(instance, mistake.id)));
      for (const text of said.flatMap(textsIn)) assert.doesNotMatch(text, unfinished);
    }
  });

  if (engine.createInstance(id).answer === "code") continue; // nothing is typed there but a program
  test(`${id}: an answer typed with the decimals asked for passes, with a real minus sign and a decimal comma too`, () => {
    for (let seed = 0; seed < 25; ++seed) {
      const instance = engine.createInstance(id, { seed });
      if (instance.answer === "order") continue; // named, not typed
      const { answer } = engine.solution(instance);
      // A choice may stand alone.
      const typed = (Array.isArray(answer) ? answer : (answer.numbers ?? [])).map(
        (/** @type {number} */ value, /** @type {number} */ index) =>
          value.toFixed(instance.fields?.[index].decimals).replace("-", "\u2212").replace(".", ","),
      );
      const given = Array.isArray(answer) ? typed : { ...answer, ...(answer.numbers && { numbers: typed }) };
      assert.equal(engine.grade(instance, given).verdict, "correct", `${seed}: ${typed}`);
    }
  });
}

test("large numbers are grouped in sentences, but not where they are settings", () => {
  const parameters = { n_positions: 128, n_embd: 1280, n_layer: 12 };
  const edge = engine.createInstance("table_edge", { seed: 1, parameters });
  assert.match(edge.prompt, / 1280 wide \(n_embd\)/);
  assert.ok(engine.solution(edge).steps.some((step) => step.includes("are 163,840 parameters")));
  const wave = engine.createInstance("wavelength", { seed: 1, parameters: { base: 10000 } });
  assert.match(wave.prompt, /base 10000/);
  assert.ok(engine.solution(wave).steps.some((step) => step.includes(" 10000^(")));
  for (let seed = 0; seed < 25; ++seed) {
    const said = engine.solution(engine.createInstance("wavelength", { seed })).steps.join(" ");
    assert.doesNotMatch(said, /(?<![\d.,])\d{4,}(\.\d+)? positions/);
  }
});

test("zeroed_table quotes the cards of the shipped models", () => {
  const cards = Object.fromEntries(engine.shippedModels().map(({ name, card }) => [name, card]));
  const { table, loss } = /** @type {any} */ (cards.learned);
  const losses = { kept: loss, zeroed: table.zeroed, shuffled: table.shuffled, without: cards.none.loss };
  for (let seed = 0; seed < 10; ++seed) {
    const instance = engine.createInstance("zeroed_table", { seed });
    for (const [name, nats] of Object.entries(losses))
      assert.ok(Math.abs(instance.parameters[name] - Math.exp(nats)) < 1e-4, name);
    assert.ok(instance.prompt.includes(Math.exp(loss).toFixed(1)));
    const [every] = engine.grade(instance, "position_indispensable").misconception?.trial ?? [];
    assert.deepEqual(
      [every.right, every.mistaken],
      [instance.parameters.without, instance.parameters[instance.parameters.change]],
    );
  }
});

test("rope_place: an order goes in and out by names, and a mistake is run", () => {
  const instance = engine.createInstance("rope_place", { seed: 3 });
  assert.equal(instance.answer, "order");
  const order = engine.solution(instance).answer;
  assert.deepEqual(order.toSorted(), instance.choices?.map(({ id }) => id).toSorted());
  assert.equal(engine.grade(instance, order).verdict, "correct");
  const grade = engine.grade(instance, engine.runMistake(instance, "rotated_twice_with_cache"));
  assert.equal(grade.misconception?.id, "rotated_twice_with_cache");
  const [shifted] = grade.misconception?.trial ?? [];
  assert.ok(Math.abs(shifted.right) < 1e-5 && shifted.mistaken > 1e-5);
  for (const answer of [order.slice(1), [...order].reverse(), order.map(() => 3), "rotate", null])
    assert.equal(engine.grade(instance, /** @type {any} */ (answer)).verdict, "malformed");
});

test("residual_sum asks about the model that the figures show", async () => {
  const model = await tinyModel(engine);
  for (let seed = 0; seed < 10; ++seed) {
    const instance = engine.createInstance("residual_sum", { seed });
    const { tokens, index } = instance.parameters;
    const { hidden_states } = model.run(Int32Array.from(tokens), { capture: ["hidden_states"] });
    const { data, shape } = hidden_states[0];
    const stream = [...data.slice(index * shape[1], index * shape[1] + 4)];
    assert.ok(
      engine.allclose(Float64Array.from(stream), engine.solution(instance).answer, { rtol: 1e-5, atol: 1e-7 }).passed,
    );
    assert.equal(engine.grade(instance, stream).verdict, "correct");
    const wte = model.readParameter("wte.weight").data;
    const first = instance.given?.[0].numbers ?? [];
    assert.deepEqual(first.map(Math.fround), [...wte.slice(tokens[0] * shape[1], tokens[0] * shape[1] + 4)]);
  }
});
