// Settings as addresses and attributes write them: what a figure does not take it refuses with a sentence, whatever stands beside it.
import assert from "node:assert/strict";
import test from "node:test";

import { defaults, readEntries, readSetting, writeSetting } from "../../web/figures/settings.js";
import { readNumber } from "../../web/figures/number.js";
import { figures, textOf } from "./figures-support.js";

/** Numbers from 0 to below 1, the same ones every time. */
function numbersFrom(seed) {
  return () => ((seed = (seed * 48271) % 2147483647) - 1) / 2147483646;
}

/** Entries of a setting as people write them: the ends of its range, what lies between and beyond, and what is none. */
function entriesOf({ type, minimum = 0, maximum = 1, choices = [], length = 3 }) {
  const nonsense = ["abc", "NaN", "-1e9", "1e99", "", "1.5", "true", "2,1", "a b c d e f g h i"];
  if (type === "choice" || type === "set") return [...choices, choices.slice(0, 3).join(","), ...nonsense];
  if (type === "switch") return ["true", "off", "maybe", ...nonsense];
  if (type === "text") return ["a b", "one two three four", ...nonsense];
  const list = Array.from({ length }, (_, index) => index);
  if (type === "numbers") return [list.join(","), list.reverse().join("; "), "1,0", "0,1,2,3", "0,0,1", ...nonsense];
  const middle = Math.floor((minimum + maximum) / 2);
  const numbers = [minimum, minimum + 1, middle, middle + 1, maximum - 1, maximum, maximum + 1];
  return [...numbers.map(String), ...nonsense];
}

const settledOf = ({ settle }, state) => settle?.(state) ?? state;

/** Names of the entries that the figure neither has taken nor speaks of. */
function dropped(figure, entries, { values, problems }) {
  const state = settledOf(figure, { ...defaults(figure.settings), ...values });
  const said = problems.map(({ setting }) => setting.name);
  return entries
    .filter(([setting]) => !said.includes(setting.name))
    .filter(([setting, entry]) => {
      const asked = readSetting(setting, entry);
      return asked === undefined || writeSetting(setting, state[setting.name]) !== writeSetting(setting, asked);
    })
    .map(([setting, entry]) => `${setting.name}=${entry}`);
}

for (const figure of figures) {
  const read = (entries) => readEntries(figure, entries, defaults(figure.settings));
  const text = textOf(figure);

  test(`${figure.name}: every setting that an address cannot have is said, with what is allowed beside the others`, () => {
    const random = numbersFrom(7);
    const pick = (list) => list[Math.floor(random() * list.length)];
    const alone = figure.settings.flatMap((setting) => entriesOf(setting).map((entry) => [[setting, entry]]));
    const together = Array.from({ length: 300 }, () =>
      figure.settings.filter(() => random() < 0.6).map((setting) => [setting, pick(entriesOf(setting))]),
    );
    for (const entries of [...alone, ...together]) {
      const found = read(entries);
      assert.deepEqual(dropped(figure, entries, found), []);
      for (const { setting, problem } of found.problems) {
        const sentence = text(problem.key, { name: text(`settings.${setting.name}`), ...problem.fields });
        assert.doesNotMatch(sentence, /NaN|undefined|Infinity|[{}]/, sentence);
      }
    }
  });

  test(`${figure.name}: what a sentence allows beside the others is taken`, () => {
    const random = numbersFrom(11);
    const pick = (list) => list[Math.floor(random() * list.length)];
    for (let run = 0; run < 200; ++run) {
      const entries = figure.settings
        .filter(() => random() < 0.6)
        .map((setting) => [setting, pick(entriesOf(setting))]);
      for (const { setting, problem } of read(entries).problems) {
        if (setting.check || !["whole", "number", "choice"].includes(setting.type)) continue;
        const { minimum, maximum, allowed } = problem.fields;
        if (minimum !== undefined)
          assert.ok(readNumber(minimum) >= setting.minimum && readNumber(maximum) <= setting.maximum);
        // Of several problems one may be behind another: the rest of the entries stays, without those that are refused themselves.
        const refused = read(entries).problems.map((each) => each.setting);
        const others = entries.filter(([each]) => !refused.includes(each));
        for (const entry of allowed?.split(", ") ?? [minimum, maximum]) {
          const again = read([...others, [setting, entry]]);
          const own = again.problems.filter((each) => each.setting === setting);
          if (refused.length === 1) assert.deepEqual(own, [], `${setting.name}=${entry}`);
        }
      }
    }
  });
}

test("word-order: an order of another number of words is refused, in whatever order the two are written", () => {
  const figure = figures.find(({ name }) => name === "word-order");
  const [words, order] = ["words", "order"].map((name) => figure.settings.find((each) => each.name === name));
  const read = (entries) => readEntries(figure, entries, defaults(figure.settings));
  const refused = (entries) => read(entries).problems.map(({ problem }) => problem);
  assert.deepEqual(refused([[order, "1,0"]]), [{ key: "problem.order", fields: { last: 2 } }]);
  assert.deepEqual(refused([[order, "0,1,2,3"]]), [{ key: "problem.order", fields: { last: 2 } }]);
  assert.deepEqual(refused([[order, "0,2,2"]]), [{ key: "problem.slots", fields: {} }]);
  for (const entries of [
    [[order, "1,0"], [words, "a b"]], // prettier-ignore
    [[words, "a b"], [order, "1,0"]], // prettier-ignore
  ])
    assert.deepEqual(read(entries), { values: { words: "a b", order: [1, 0] }, problems: [] });
});

test("the check of what is dropped finds a figure that drops an entry without a word", () => {
  const [column] = figures
    .find(({ name }) => name === "position-table")
    .settings.filter(({ name }) => name === "column");
  const figure = { settings: [column], settle: (state) => ({ ...state, column: 3 }) };
  assert.deepEqual(dropped(figure, [[column, "5"]], { values: { column: 5 }, problems: [] }), ["column=5"]);
  assert.deepEqual(dropped(figure, [[column, "3"]], { values: { column: 3 }, problems: [] }), []);
});

test("a text to be read as it stands keeps its spaces and line ends, in a field of one line and in an address", () => {
  const verbatim = { name: "text", type: /** @type {const} */ ("text"), verbatim: true, default: "" };
  for (const text of ["a  b", " a ", "one\ntwo\n\n  three\n", "\t"])
    assert.equal(readSetting(verbatim, writeSetting(verbatim, text)), text);
  assert.equal(writeSetting(verbatim, "one\ntwo"), "one↵two");
  assert.equal(readSetting(verbatim, "one\r\ntwo\rthree"), "one\ntwo\nthree");
  const word = { ...verbatim, verbatim: false };
  assert.equal(readSetting(word, " a  b\n"), "a b");
});
