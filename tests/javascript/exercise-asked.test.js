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
  for (const [id, attributes, message] of [
    ["permute", { tokens: "1,2,3" }, /^tokens has 3 numbers\. It takes 4 to \d+\.$/],
    ["permute", { tokens: "1,2,3,3" }, /^tokens takes numbers that are all different\.$/],
    ["residual_sum", { tokens: "1,2", index: "2" }, /^index is 2\. With the other settings it takes 0 to 1\.$/],
    ["residual_sum", { tokens: "0,50" }, /^Number 2 of tokens is 50\. With the other settings it takes 0 to \d+\.$/],
    ["zeroed_table", { wording: "0,1" }, /^wording has 2 numbers\. It takes 3\.$/],
    ["wavelength", { width: "7" }, /^width is 7\. It takes an even number\.$/],
    ["wavelength", { width: "8", pair: "4" }, /^pair is 4\. With the other settings it takes 0 to 3\.$/],
    ["rope_score", { query: "1,2,3" }, /^query has 3 numbers\. It takes an even number of them\.$/],
    ["rope_score", { query: "1,2,3,4", key: "1,2" }, /^key has 2 numbers\. With the other settings it takes 4\.$/],
    ["alibi_row", { n_head: "4", head: "5" }, /^head is 5\. With the other settings it takes 0 to 3\.$/],
    ["find_the_bug", { size: "6" }, /^size is 6\. It takes one of: 4, 8, 16, 32, 64\.$/],
    ["zeroed_table", { kept: "20" }, /^without is 7\.3691\. It must be larger than kept, which is 20\.$/],
  ])
    assert.match(refusal(id, attributes)?.message ?? "taken", message, `${id} ${JSON.stringify(attributes)}`);
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
