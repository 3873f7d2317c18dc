// What holds for every figure: declarations, words, drawings at both widths, the table of the same numbers.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

import { svg } from "../../web/figures/markup.js";
import { createView } from "../../web/figures/picture.js";
import { settingProblem } from "../../web/figures/settings.js";
import {
  assertInside,
  assertRejects,
  assertWellFormed,
  at,
  catalogue,
  drawingAt,
  figures,
  shownTexts,
  textOf,
} from "./figures-support.js";

test("every element of a figure has its figure, and every figure its element", () => {
  const elements = readdirSync(new URL("../../web/elements/", import.meta.url)).map((file) =>
    file.replace(/\.js$/, ""),
  );
  assert.deepEqual(figures.map(({ name }) => name).filter((name) => !elements.includes(name)), []); // prettier-ignore
  assert.ok(figures.length >= 11);
});

test("a file of a figure or an element is 300 lines at most, and what all elements look like is written once", () => {
  const hosts = [];
  for (const folder of ["figures", "elements"]) {
    for (const file of readdirSync(new URL(`../../web/${folder}/`, import.meta.url))) {
      const source = readFileSync(new URL(`../../web/${folder}/${file}`, import.meta.url), "utf8");
      assert.ok(source.split("\n").length <= 301, `${folder}/${file}`);
      if (source.includes(":host {")) hosts.push(file);
    }
  }
  assert.deepEqual(hosts, ["host-styles.js"]);
});

for (const figure of figures) {
  const text = textOf(figure);

  test(`${figure.name}: settings are declared within their own ranges and have names`, () => {
    for (const setting of figure.settings) {
      assert.equal(settingProblem(setting, setting.default), null, setting.name);
      if (!setting.drawn) assert.ok(text(`settings.${setting.name}`).length > 0);
      for (const choice of setting.drawn ? [] : (setting.choices ?? []))
        assert.ok(text(`${setting.words ?? "choices"}.${choice}`).length > 0);
      if (setting.unit) assert.ok(text(`units.${setting.unit}`).length > 0);
      assert.equal(setting.name, setting.name.toLowerCase(), "attributes of elements have lower case names");
    }
  });

  test(`${figure.name}: says what to see, what keys do, what the formula is`, () => {
    for (const key of ["see", "keys", "formula"]) assert.ok(text(key).length > 10, key);
  });

  for (const wide of [true, false]) {
    test(`${figure.name}: draws itself ${wide ? "wide" : "narrow"}, well-formed and inside its frame`, async () => {
      const drawing = await drawingAt(figure, {}, { wide });
      assertWellFormed(drawing);
      assertInside(drawing);
      assert.ok(shownTexts(drawing).length > 5);
    });
  }

  test(`${figure.name}: a poster has nothing that takes focus`, async () => {
    const still = await drawingAt(figure, {}, { still: true });
    assert.doesNotMatch(still, /role="slider"|tabindex="0"|role="application"/);
    assert.match(still, /^<svg[^>]*role="img"/);
  });

  test(`${figure.name}: without a poster its keyboard has somewhere to go`, async () => {
    if (!figure.keys) return;
    assert.match(await drawingAt(figure), /tabindex="0"/);
  });

  test(`${figure.name}: the table of its numbers is rectangular and shows numbers`, async () => {
    const { state, values } = await at(figure);
    const { caption, columns, rows } = figure.alternative(state, values, text);
    assert.ok(caption.length > 5 && rows.length > 1);
    for (const row of rows) {
      assert.equal(row.length, columns.length);
      for (const cell of row) assert.doesNotMatch(cell, /NaN|undefined|Infinity/);
    }
  });

  test(`${figure.name}: drawing changes neither state nor values`, async () => {
    const { state, values } = await at(figure);
    const before = JSON.stringify([state, values]);
    figure.draw(svg, state, values, text, createView());
    figure.sentence(state, values, text);
    assert.equal(JSON.stringify([state, values]), before);
  });
}

test("what figures say has typographic quotation marks and apostrophes, as the lessons have", () => {
  const straight = (tree) =>
    Object.values(tree).flatMap((branch) =>
      typeof branch === "string" ? (/["']/.test(branch) ? [branch] : []) : straight(branch),
    );
  assert.deepEqual(straight(catalogue.figure), []);
  assert.equal(straight({ deep: { one: "“cat”", other: '"cat"', third: "the model's" } }).length, 2);
});

test("the checks of drawings reject broken twins", async () => {
  await assertRejects(() => assertWellFormed("<svg><g></svg></g>"));
  await assertRejects(() => assertWellFormed('<svg><line x1="NaN"/></svg>'));
  await assertRejects(() => assertWellFormed("<svg><line x1=4 /></svg>"));
  const outside =
    '<svg viewBox="0 0 100 50"><text x="90" y="20" text-anchor="start" fill="x" font-size="13">sticks out</text></svg>';
  await assertRejects(() => assertInside(outside));
});
