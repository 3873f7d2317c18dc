// What a page asks of an exercise, for every parameter of every exercise: taken, or refused with what was written and what is allowed.
import assert from "node:assert/strict";
import test from "node:test";

import { loadEngine } from "../../build/package/index.js";
import { whyRefused } from "../../web/elements/exercise-asked.js";
import { readParameter } from "../../web/elements/exercise-words.js";

const engine = await loadEngine();
const exercises = engine.exercises();

/** What is said where attributes are written so; undefined where the engine takes them. */
function refusal(id, attributes) {
  const { seed: written = "1", ...others } = attributes;
  const { parameters } = exercises.find((each) => each.id === id) ?? { parameters: [] };
  const typeOf = (name) => parameters.find((each) => each.name === name).type;
  const fixed = Object.entries(others).map(([name, entry]) => [name, readParameter(entry, typeOf(name))]);
  try {
    engine.createInstance(id, { seed: Number(written), parameters: Object.fromEntries(fixed) });
    return undefined;
  } catch (error) {
    const getAttribute = (name) => attributes[name] ?? null;
    return whyRefused({ exercise: id, seed: Number(written), getAttribute }, exercises, error);
  }
}

test("parameters stand in attributes by their type", () => {
  assert.equal(readParameter("3", "integer"), 3);
  assert.deepEqual(readParameter("[0.2, -0.1]", "numbers"), [0.2, -0.1]);
  assert.deepEqual(readParameter("0.2,-0.1", "numbers"), [0.2, -0.1]);
  assert.deepEqual(readParameter("3", "integers"), [3]);
  assert.equal(readParameter("true", "choice"), "true");
  assert.equal(readParameter("wide", "number"), "wide");
});

test("every parameter that is written wrongly is named, with what was written and what is allowed", () => {
  for (const { id, parameters } of exercises)
    for (const { name, type, minimum, maximum, choices } of parameters) {
      const allowed = type === "choice" ? choices : [minimum, maximum].map(String);
      const beyond = type === "choice" ? [] : [`${minimum - 1}`, `${maximum + 1}`];
      if (type.startsWith("integer")) beyond.push("1.5");
      for (const written of ["abc", "true!", "NaN", '{"a":1}', "null", "--", ...beyond]) {
        const { setting, message } = refusal(id, { [name]: written }) ?? {};
        assert.equal(setting, name, `${id} ${name}=${written}: ${message}`);
        for (const part of [name, `“${written}”`, ...allowed])
          assert.ok(message.includes(part), `${id} ${name}=${written}: ${message}`);
      }
    }
});

test("the engine takes every choice as an address writes it", () => {
  for (const { id, parameters } of exercises)
    for (const { name, choices = [] } of parameters)
      for (const choice of choices) assert.equal(refusal(id, { [name]: choice }), undefined, `${id} ${name}=${choice}`);
});

test("what only the engine can refuse is said by the names that the page has", () => {
  const message = "tokens.length must lie between 4 and 16, but is 3.";
  assert.deepEqual(refusal("permute", { tokens: "1,2,3" }), { message });
});

test("an exercise or a seed that there is not is said as it is written", () => {
  const { setting, message } = refusal("rope", {});
  assert.equal(setting, "exercise");
  assert.match(message, /no exercise “rope”\. There are: sinusoid_row, .*rope_vector/);
  assert.match(refusal("", {}).message, /does not say which one\. There are: sinusoid_row/);
  assert.equal(refusal("sinusoid_row", { seed: "0" }), undefined);
  for (const seed of ["abc", "-1", "1.5", String(2 ** 53)]) {
    const refused = refusal("sinusoid_row", { seed });
    assert.equal(refused.setting, "seed");
    assert.ok(refused.message.startsWith(`seed is written as “${seed}”. It takes a whole number from 0 to`));
  }
});
