// What the tests of figures share: the engine, a figure's words, its drawing as text, and checks of that text.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";

import { loadEngine } from "../../build/package/index.js";
import { svg } from "../../web/figures/markup.js";
import { createView } from "../../web/figures/picture.js";
import { defaults } from "../../web/figures/settings.js";
import { createText } from "../../web/figures/text.js";
import { measuredBy } from "./figures-measured.js";

export const engine = await loadEngine();

const folder = new URL("../../web/figures/", import.meta.url);
const modules = await Promise.all(readdirSync(folder).map((file) => import(new URL(file, folder).href)));

/** Every figure there is: what else lies in the folder draws nothing by itself. */
export const figures = modules.filter((module) => module.settings && module.draw);

export const catalogue = JSON.parse(readFileSync(new URL("../../web/messages/en.json", import.meta.url), "utf8"));

/** The words of a figure. */
export const textOf = (figure) => createText(catalogue, figure.name);

/** What the page brings along for a figure whose first state was measured on shipped models. */
export const broughtFor = (figure) => (figure.measure ? { measured: measuredBy[figure.name] } : undefined);

/** A state with some settings changed, and the values of the engine for it. */
export async function at(figure, changes = {}, resources = broughtFor(figure)) {
  const wanted = { ...defaults(figure.settings), ...changes };
  const state = figure.settle?.(wanted) ?? wanted;
  return { state, values: await figure.compute(engine, state, resources) };
}

/** The live sentence of a state. */
export async function sentenceAt(figure, changes = {}, resources = broughtFor(figure)) {
  const { state, values } = await at(figure, changes, resources);
  return figure.sentence(state, values, textOf(figure));
}

/** The drawing of a state as text. */
export async function drawingAt(figure, changes = {}, view = {}, resources = broughtFor(figure)) {
  const { state, values } = await at(figure, changes, resources);
  return String(figure.draw(svg, state, values, textOf(figure), createView(view)));
}

/** The texts that a drawing shows, without the marks inside them. */
export function shownTexts(drawing) {
  return [...drawing.matchAll(/<text[^>]*>([\s\S]*?)<\/text>/g)].map(([, inner]) =>
    inner
      .replace(/<[^>]*>/g, "")
      .replace(/\u200b/g, "")
      .replace(/\s+/g, " ")
      .replaceAll("&quot;", '"')
      .trim(),
  );
}

/** Every element is closed in order, and no value was missing when the drawing was made. */
export function assertWellFormed(drawing) {
  const open = [];
  for (const [, closing, name, rest] of drawing.matchAll(/<(\/?)([a-zA-Z]+)((?:"[^"]*"|[^">])*)>/g)) {
    if (closing) assert.equal(open.pop(), name, `</${name}> closes nothing of that name`);
    else if (!rest.endsWith("/")) open.push(name);
    if (!closing) assert.match(rest, /^(\s+[\w-]+="[^"<]*")*\s*\/?$/, `attributes of <${name}${rest}>`);
  }
  assert.deepEqual(open, []);
  assert.doesNotMatch(drawing.replace(/base64,[^"]*/g, ""), /NaN|undefined|Infinity|\[object/);
}

/** No text sticks out of the drawing, at half its size a character. */
export function assertInside(drawing) {
  const [, width, height] = drawing.match(/viewBox="0 0 (\d+) ([\d.]+)"/).map(Number);
  for (const [all, x, y, anchor, size] of drawing.matchAll(
    /<text\s+x="([\d.-]+)"\s+y="([\d.-]+)"\s+text-anchor="(\w+)"\s+fill="[^"]*"\s+font-size="([\d.]+)"[^>]*>[\s\S]*?<\/text>/g,
  )) {
    const [words] = shownTexts(all);
    const long = words.length * size * 0.48;
    const left = Number(x) - { start: 0, middle: long / 2, end: long }[anchor];
    assert.ok(left >= -3 && left + long <= width + 3, `"${words}" reaches from ${left} to ${left + long} of ${width}`);
    assert.ok(y > 8 && y <= height, `"${words}" stands at ${y} of ${height}`);
  }
}

/** A check must refuse a wrong twin of what it accepts. */
export async function assertRejects(check) {
  await assert.rejects(async () => check(), { name: "AssertionError" });
}
