import assert from "node:assert/strict";
import { test } from "node:test";

import { splitLesson } from "../../web/course/front-matter.js";
import { Problems } from "../../web/course/problem.js";
import { bodyStart, lesson, problemsOf, render } from "./site-support.js";

/** The problems of a lesson with this body, its lines counted from 1. */
const problemsIn = (/** @type {string} */ body, context = {}) => problemsOf(() => render(lesson(body), context));
const at = (/** @type {number} */ line) => `clock.md:${bodyStart - 1 + line}: `;

test("a right lesson is rendered", async () => {
  const { html, sections, elements, formulas } = await render(
    lesson(
      '## A "clock"\n\nIt has {{2 = two()}} hands, $x = {{4 = 2 * two()}}$.\n\n::figure table-clocks base=3\n\n::exercise wavelength\n',
    ),
  );
  assert.match(html, /<h2 id="a-clock">A “clock”<\/h2>/);
  assert.match(html, /It has 2 hands/);
  assert.match(html, /<math/);
  assert.match(html, /<where-table-clocks>/);
  assert.deepEqual(sections, [{ id: "a-clock", html: "A “clock”" }]);
  assert.deepEqual(elements, ["table-clocks", "wavelength"]);
  assert.equal(formulas, true);
});

test("no line breaks before a per cent sign, and apostrophes are curly wherever readers see them", async () => {
  const source = lesson(
    "It's {{2 = two()}} % of a clock's.\n\n<details>\n<summary>A clock's hands</summary>\n\n`don't`\n\n</details>\n",
    { extra: "references: [{ text: A clock's, url: https://example.org }]" },
  );
  const { html } = await render(source);
  assert.match(html, /It’s 2\u00a0% of a clock’s\./);
  assert.match(html, /A clock’s hands<\/summary>/);
  assert.match(html, /<code>don't<\/code>/);
  const { head } = splitLesson(source, new Problems("clock.md"));
  assert.equal(head.references[0].text, "A clock’s");
});

test("a wrong number fails with file and line", async () => {
  assert.deepEqual(await problemsIn("A line.\n\nAnother,\nand {{3 = two()}} hands.\n"), [
    `${at(4)}3 is shown, but two() is 2`,
  ]);
});

test("a wrong number fails in a table, in code, in a heading and in formulas", async () => {
  assert.deepEqual(
    await problemsIn(
      "## {{3 = two()}}\n\n| a | b |\n| --- | --- |\n| c | {{3 = two()}} |\n\n`{{3 = two()}}`\n\n$x_{{3 = two()}}$\n\n$$\ny =\n{{3 = two()}}\n$$\n",
    ),
    [1, 5, 7, 9, 13].map((line) => `${at(line)}3 is shown, but two() is 2`),
  );
});

test("a number after a checked number or a formula of several lines has its own line", async () => {
  const [first, second] = await problemsIn("a {{2 =\ntwo()}} b\nthen 5 and $x\n+ y$ then 6\n");
  assert.ok(first.startsWith(`${at(3)}the numeral 5 `), first);
  assert.ok(second.startsWith(`${at(4)}the numeral 6 `), second);
});

test("an unmarked number fails in prose, headings, lists, tables, formulas, code, summaries and titles", async () => {
  const body = `## Part 1

Two lines
and 2.

- an item
- and 3

| a | 4 |
| --- | --- |
| b | c |

$5$

$$
x =
6
$$

\`7.5\`

<details>
<summary>All 8</summary>

9

</details>

**10** [11](#part-1) "12"
`;
  const numerals = (await problemsIn(body)).map((problem) =>
    problem.match(/^clock.md:(\d+): the numeral (\S+) /)?.slice(1),
  );
  const expected = [
    [1, "1"],
    [4, "2"],
    [7, "3"],
    [9, "4"],
    [13, "5"],
    [17, "6"],
    [20, "7.5"],
    [23, "8"],
    [25, "9"],
    [29, "10"],
    [29, "11"],
    [29, "12"],
  ];
  assert.deepEqual(
    numerals,
    expected.map(([line, numeral]) => [String(bodyStart - 1 + Number(line)), numeral]),
  );
  const titled = lesson("Text.").replace("title: What is a clock?", "title: What are 24 hours?");
  assert.match((await problemsOf(() => render(titled)))[0], /^clock.md:2: the numeral 24 /);
});

test("code keeps its whole numbers, and programs all of theirs", async () => {
  const { html } = await render(lesson("`h[0]`\n\n```python\nx = 0.25\n```\n"));
  assert.match(html, /h\[0\]/);
});

test("an allowed number passes, and an allowance that is not needed fails", async () => {
  const source = (/** @type {string} */ body) =>
    lesson(body).replace("depends_on:", 'numbers:\n  "2": hands\n  "GPT-2": a name\ndepends_on:');
  await render(source("GPT-2 has 2."));
  assert.deepEqual(await problemsOf(() => render(source("It has 2."))), [
    'clock.md:10: the allow-list has "GPT-2", which the lesson nowhere needs',
  ]);
});

test("a block that cannot be read, or that cannot be embedded, fails with file and line", async () => {
  assert.match((await problemsIn("::figure"))[0], /:12: "::figure" is no block/);
  assert.match((await problemsIn("Text\n::image clock"))[0], /:13: unknown block "::image"/);
  assert.match((await problemsIn("::figure clock base"))[0], /:12: "::figure clock base" is no block/);
  const embed = async () => {
    throw new Error('unknown figure "clock"');
  };
  assert.deepEqual(await problemsIn("\n\n::figure clock", { embed }), [`${at(3)}unknown figure "clock"`]);
});

test("the attributes of a block arrive as they were written", async () => {
  /** @type {any[]} */
  const blocks = [];
  const embed = async (/** @type {any} */ block) => {
    blocks.push(block);
    return { html: "", element: block.name };
  };
  await render(lesson('::exercise rope_vector seed=7 vector="1, 0.5" layout=half\n'), { embed });
  assert.deepEqual(blocks, [
    { kind: "exercise", name: "rope_vector", attributes: { seed: "7", vector: "1, 0.5", layout: "half" } },
  ]);
});

test("a dead link fails with file and line; an outside one is left alone", async () => {
  const link = (/** @type {string} */ href) => {
    throw new Error(`the link "${href}" leads nowhere`);
  };
  assert.deepEqual(await problemsIn("Text\nand a [link](nowhere.md).", { link }), [
    `${at(2)}the link "nowhere.md" leads nowhere`,
  ]);
  const { html } = await render(lesson("[out](https://example.org/a)"), { link });
  assert.match(html, /href="https:\/\/example.org\/a"/);
});

test("HTML other than details and summary fails", async () => {
  assert.match((await problemsIn("<div>\nText\n</div>"))[0], /:12: <div> is not allowed/);
  assert.match((await problemsIn("Text <b onclick='x'>bold</b>"))[0], /:12: <b onclick='x'> is not allowed/);
  assert.match((await problemsIn("<details onclick='x'>\n</details>"))[0], /:12: <details onclick='x'> is not allowed/);
});

test("a formula that cannot be set, an open brace and a second title fail", async () => {
  assert.match((await problemsIn("Text\n\n$\\unknown{x}$"))[0], /:14: the formula cannot be set: KaTeX/);
  assert.match((await problemsIn("a {{b"))[0], /:12: a "{{" is not closed/);
  assert.match((await problemsIn("a {{b}} c"))[0], /:12: "{{b}}" is no checked number/);
  assert.match((await problemsIn("# Title"))[0], /:12: a lesson's title stands in its front matter/);
  assert.match((await problemsIn("## Twice\n\n## Twice"))[0], /:14: there is a heading "twice" already/);
});

test("formulas side by side are set one by one, unless one needs the other", async () => {
  const displays = async (/** @type {string} */ formula) =>
    (await render(lesson(`$$\n${formula}\n$$\n`))).html.match(/katex-display/g)?.length;
  assert.equal(await displays("a = b \\qquad c = d"), 2);
  assert.equal(await displays("a = {b \\qquad c} = d"), 1);
  assert.equal(await displays("\\begin{matrix} a \\qquad b \\end{matrix}"), 1);
  assert.equal(await displays("\\left( a \\qquad b \\right)"), 1);
});
