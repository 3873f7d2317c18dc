// The question banks in Moodle XML, as built, against what Moodle documents and what the engine itself accepts.
import assert from "node:assert/strict";
import test from "node:test";

import { engine } from "./figures-support.js";
import { bank, exercises, instanceOf, mistakesOf, parts, passes, typed } from "./lms-banks-support.js";
import { fitting, fullMark, readMoodle, shown } from "./lms-moodle-reader.js";

/** What a learner types and chooses, a text for each blank. */
function inBlanks(instance, question, { choice, numbers }) {
  const text = instance.choices?.find(({ id }) => id === choice)?.text.trim();
  const options = question.blanks[0].alternatives.map(({ answer }) => shown(answer));
  const chosen = text === undefined ? [] : [options.find((option) => option === text || option.endsWith(`: ${text}`))];
  const filled = question.blanks.length - chosen.length;
  return [...chosen, ...Array.from({ length: filled }, (_, i) => (numbers.length > 0 ? typed(instance, numbers[i], i) : "0"))]; // prettier-ignore
}

/** Every fault of a bank: answers that it judges otherwise than the engine. */
function faults(xml) {
  const found = [];
  for (const question of readMoodle(xml).questions) {
    const instance = instanceOf(question.id);
    const right = parts(engine.solution(instance).answer);
    if (!fullMark(question, inBlanks(instance, question, right))) found.push(`${question.id}: right refused`);
    for (const { id, title, answer } of mistakesOf(instance)) {
      const blanks = inBlanks(instance, question, answer);
      if (fullMark(question, blanks)) found.push(`${question.id}: ${id} accepted`);
      const said = question.blanks.map((blank, index) => fitting(blank, blanks[index])?.feedback ?? "");
      if (!said.some((feedback) => shown(feedback).includes(title.replaceAll("'", "’")))) found.push(`${question.id}: ${id} not named`); // prettier-ignore
    }
    // Just inside and just outside of the tolerance of each number, bank and engine agree.
    const exact = inBlanks(instance, question, right).map((text, index, all) => {
      const number = right.numbers[index - (all.length - right.numbers.length)];
      return number === undefined ? text : String(number);
    });
    right.numbers.forEach((number, index) => {
      const tolerance = instance.relative ? instance.tolerance * Math.abs(number) : instance.tolerance;
      // Beside a large whole number so little is lost in rounding.
      const offsets = tolerance > 1e-9 * Math.abs(number) ? [-1.01, -0.99, 0.99, 1.01] : [-1e6, 1e6];
      for (const off of offsets) {
        const moved = right.numbers.with(index, number + off * tolerance);
        const texts = exact.with(exact.length - moved.length + index, String(moved[index]));
        if (fullMark(question, texts) !== passes(instance, right.choice, moved))
          found.push(`${question.id}: ${off} tolerances`);
      }
    });
  }
  return found;
}

test("there is a bank of 50 questions for every exercise that is answered with numbers or a choice", () => {
  assert.ok(exercises.length >= 16);
  for (const { id, title, lesson } of exercises) {
    const { category, questions } = readMoodle(bank(`moodle/${id}.xml`).toString());
    assert.equal(category, `$course$/top/Whereabouts/${lesson}/${title}`);
    assert.equal(questions.length, 50, id);
    assert.equal(
      new Set(questions.map(({ text, blanks }) => JSON.stringify([text, blanks]))).size,
      50,
      `${id}: two questions alike`,
    );
    for (const each of questions) {
      assert.match(each.id, new RegExp(`^${id}_\\d+$`));
      assert.match(each.solution, /^<ol>(<li>.+<\/li>)+<\/ol>$/);
      const { prompt, given } = instanceOf(each.id);
      if (id !== "alibi_slopes") assert.ok(shown(each.text).includes(prompt), `${each.id}: ${each.text}`);
      for (const { label } of given ?? []) assert.ok(each.text.includes(label));
      assert.doesNotMatch(each.text, /may be typed|\{\w+\}|undefined|NaN/);
    }
  }
});

test("each bank accepts what is right, refuses and names every mistake, and keeps the engine's tolerance", () => {
  for (const { id } of exercises) assert.deepEqual(faults(bank(`moodle/${id}.xml`).toString()), [], id);
});

test("a row that is right by another convention is not accepted piece by piece, since the question closes the convention", () => {
  const { questions } = readMoodle(bank("moodle/alibi_row.xml").toString());
  for (const question of questions) {
    assert.match(question.text, /0 for the key at the query’s own position/);
    const instance = instanceOf(question.id);
    const { numbers } = parts(engine.solution(instance).answer);
    const other = numbers.map((number) => number - numbers[0]);
    assert.ok(passes(instance, undefined, other));
    const blanks = inBlanks(instance, question, { numbers: other });
    assert.ok(!fullMark(question, blanks));
    assert.match(fitting(question.blanks[0], blanks[0]).feedback, /Softmax/);
  }
  for (const { id } of readMoodle(bank("moodle/rope_vector.xml").toString()).questions)
    assert.notEqual(instanceOf(id).parameters.layout, "any");
});

test("banks that are damaged are noticed", () => {
  const good = bank("moodle/shift_matrix.xml").toString();
  assert.deepEqual(faults(good), []);
  const unlike = (/** @type {string | RegExp} */ from, /** @type {string} */ to) => {
    const bad = good.replaceAll(from, to);
    assert.notEqual(bad, good);
    return bad;
  };
  assert.match(faults(unlike(":0.0006#", ":0.006#"))[0], /tolerances/);
  assert.match(faults(unlike(/%100%-?/g, "%100%7")).join(), /right refused/);
  assert.match(faults(unlike("#Built from", "#Made of")).join(), /depends_on_position not named/);
  assert.throws(() => readMoodle(unlike("</quiz>", "")), /no XML/);
  assert.throws(() => readMoodle(unlike('<question type="category">', '<question type="description">')), /no category/);
  assert.throws(() => readMoodle(unlike("%0%", "%100%")), /not one right answer/);
  assert.throws(() => readMoodle(unlike("NUMERICAL", "NUMBER")), /unknown blank/);
  assert.throws(() => readMoodle(unlike('format="html"', "")), /HTML/);
  assert.throws(() => readMoodle(unlike("&lt;p&gt;row 1, column 1", "&lt;p&gt;{")), /brace/);
});
