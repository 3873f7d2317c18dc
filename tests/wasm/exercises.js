// Exercises through the package: sentences, verdicts, and answers as they are typed. Nothing of Node's: the same checks run in
// a browser. What is right and wrong about each exercise is tested in C++ (tests/native/exercises_*.cpp).
import { assert, equal } from "./assert.js";

/** Each check takes an engine in this thread. */
export const exerciseChecks = {
  "exercises speak": async (engine) => {
    for (const { id, title, lesson } of engine.exercises()) {
      assert(title.length > 3 && !title.includes("."), `${id}: ${title}`);
      const instance = engine.createInstance(id, { seed: 5 });
      assert(
        JSON.stringify(instance) === JSON.stringify(engine.createInstance(id, { seed: 5 })),
        `${id}: the same seed, another instance`,
      );
      const { answer, steps } = engine.solution(instance);
      const graded = engine.grade(JSON.parse(JSON.stringify(instance)), answer);
      equal(graded.verdict, "correct", `${id} of ${lesson}: its own solution`);
      equal(engine.codeCases(instance).length > 0, instance.answer === "code", `${id}: code cases`);
      const texts = [
        instance.prompt,
        ...steps,
        engine.hint(instance, 0),
        ...(instance.fields ?? []).map(({ label }) => label),
      ];
      for (const mistake of engine.misconceptions(id, instance)) {
        texts.push(mistake.title, mistake.explanation);
        if (!mistake.applicable) continue;
        const verdict = engine.grade(instance, engine.runMistake(instance, mistake.id));
        assert(
          !verdict.passed && verdict.misconceptions.some(({ id: named }) => named === mistake.id),
          `${id}: ${mistake.id} is not recognised`,
        );
        texts.push(verdict.note);
      }
      for (const text of texts)
        assert(text && !/\{\w+\}|^exercise\.|undefined|NaN|\[object/.test(text), `${id}: "${text}"`);
      equal(engine.hint(instance, 1000), null, "no such hint");
    }
  },

  "answers are read as typed, and what cannot be read is malformed": async (engine) => {
    const instance = engine.createInstance("sinusoid_row", {
      seed: 1,
      parameters: { position: 3, width: 4, base: 10000 },
    });
    for (const answer of [
      ["0.141", "-.99", "0,030", "1"],
      ["sin(3)", "\u22120.99", "sin(3/100)", "1.000"],
      new Float64Array([0.141, -0.99, 0.03, 1]),
      { data: [0.141, -0.99, 0.03, 1], shape: [4] },
    ])
      equal(engine.grade(instance, answer).verdict, "correct", JSON.stringify(answer));
    for (const [bad, index] of [
      [["x", 1, 1, 1], 0],
      [[1, 1, "", 1], 2],
      [[1, 1, 1, undefined], 3],
      [[1, {}, 1, 1], 1],
    ]) {
      const { verdict, first_mismatch, note } = engine.grade(instance, bad);
      equal([verdict, first_mismatch.index], ["malformed", index], JSON.stringify(bad));
      assert(note.includes(`entry ${index}`), note);
    }
    equal(engine.grade(instance, ["x", 1, 1, 1]).first_mismatch.got, "x", "what was typed");
    for (const bad of [undefined, null, 5, "text", true, {}, [1, 2], []])
      equal(engine.grade(instance, bad).verdict, "malformed", String(bad));
  },

  "what a program returned is graded, typed arrays too, and what is no number is malformed": async (engine) => {
    const instance = engine.createInstance("code_rope", { seed: 2 });
    const { answer, program } = engine.solution(instance);
    assert(program.includes(`function ${instance.function}(`) && instance.starter.includes(instance.function), program);
    equal(answer.length, engine.codeCases(instance).length, "one output a case");
    const single = answer.map((/** @type {number[]} */ row) => new Float32Array(row));
    for (const outputs of [answer, single])
      equal(engine.grade(instance, outputs).verdict, "correct", "its own outputs");
    const mistaken = engine.grade(instance, engine.runMistake(instance, "degrees"));
    equal(mistaken.misconception.id, "degrees", "a mistake");
    equal(mistaken.misconception.mistaken.length, answer.length, "the mistaken outputs");
    const [first, ...rest] = answer;
    for (const [outputs, index] of [
      [[], 0],
      [[first], 1],
      [[first, { is: "NaN" }], 1],
      [[first, ["1", 2]], 1],
      [[new DataView(new ArrayBuffer(8)), ...rest], 0],
      [[[first], ...rest], 0],
      [[[...first, 1], ...rest], 0],
      [[first.map(() => NaN), ...rest], 0],
      [[first.map(() => [1]), ...rest], 0],
    ]) {
      const grade = engine.grade(instance, outputs);
      equal([grade.verdict, grade.first_mismatch.index], ["malformed", index], JSON.stringify(outputs));
    }
  },

  "a number may be typed as the lessons print it, and as decimals are written elsewhere": async (engine) => {
    const of = (/** @type {any} */ parameters) => engine.createInstance("wavelength", { parameters });
    const graded = (/** @type {any} */ instance, /** @type {any} */ typed) => engine.grade(instance, [typed]).verdict;
    const large = of({ width: 512, pair: 248, base: 10000 }); // 47117
    for (const typed of ["47117", "47,117", "47.117", "47 117", "47\u202f117", "47,117.2", "47.117,2"])
      equal(graded(large, typed), "correct", typed);
    for (const typed of ["46,117", "0,047", "4.7117"]) equal(graded(large, typed), "incorrect", typed);
    const small = of({ width: 64, pair: 0, base: 10000 }); // 6.283
    for (const typed of ["6.283", "6,283"]) equal(graded(small, typed), "correct", typed);
    const last = of({ width: 64, pair: 31, base: 10000 });
    equal(engine.grade(last, ["62,832"]).misconception.id, "limit_value", "a mistake, as it is printed");
    // A number that is no text has one reading. Where it was read with a point, that is said.
    const { verdict, note } = engine.grade(large, [47.117]);
    equal(verdict, "incorrect", "a number");
    assert(/47\.117.*47117/.test(note), String(note));
    equal(engine.grade(large, [4.7117]).note, null, "another mistake");
  },

  "rope_place quotes what is wrong about its order, and nothing of it is 0.000": async (engine) => {
    const forms = new Set();
    for (let seed = 0; seed < 40; ++seed) {
      const { prompt, choices } = engine.createInstance("rope_place", { seed });
      assert(/The order below is wrong/.test(prompt) && /must/.test(prompt), prompt);
      assert(!/\b0\.000\b/.test(prompt), prompt);
      forms.add(prompt.replace(/^.*The order/, "").replace(/[\d.]+/g, "#"));
      const { places } = choices.find((/** @type {any} */ { id }) => id === "rotate");
      for (const place of places) assert(/^Turn [^;]* by (its|their) positions?$/.test(place), place);
    }
    equal(forms.size, 3, "the output changes where it must not, does not change where it must, or both");
  },

  "a fixed parameter at the end of its range is no trap": async (engine) => {
    for (const pair of [undefined, 0])
      equal(
        engine.createInstance("shift_matrix", { parameters: { width: 2, ...(pair === 0 && { pair }) } }).parameters
          .pair,
        0,
        "the only pair",
      );
  },
};
