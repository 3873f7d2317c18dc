// What the tests of checkpoints share: golden files, the text that is read, a run that nobody watches, and a shipped model ready for checks.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import * as figure from "../../web/figures/checkpoint.js";
import { specimenOf } from "../../web/figures/checkpoint-specimen.js";
import { kinds, loadCheck, shippedFacts } from "../../web/figures/checks.js";
import { defaults } from "../../web/figures/settings.js";
import { engine, textOf } from "./figures-support.js";

export const golden = (/** @type {string} */ name) =>
  new Uint8Array(readFileSync(new URL(`../golden/${name}`, import.meta.url)));
export const excerpt = readFileSync(new URL("../../build/data/excerpt.txt", import.meta.url), "utf8");
export const text = textOf(figure);
export const texts = { excerpt: async () => ({ text: excerpt, source: { title: "A novel" } }) };
export const near = (/** @type {number} */ got, /** @type {number} */ wanted, tolerance = 1e-9) =>
  assert.ok(Math.abs(got - wanted) <= tolerance, `${got} is not ${wanted}`);

export const control = (changes = {}) => ({
  ...{
    signal: new AbortController().signal,
    turn: async () => {},
    pause: () => undefined,
    progress: () => {},
    show: () => {},
  },
  ...changes,
});

/** @param {string} name of a shipped model @param {(specimen: any) => Promise<void>} use */
export async function withShipped(name, use) {
  const [model, facts] = [await engine.loadShippedModel(name), await shippedFacts(engine, name)];
  try {
    await use(await specimenOf({ engine, model, facts, ...texts }));
  } finally {
    model.dispose();
  }
}

/** @param {string} check @param {any} changes */
export const stateOf = (check, changes = {}) => ({ ...defaults(figure.settings), check, ...changes });

/** Every check with all that is known of it. @type {Record<string, any>} */
export const checks = Object.fromEntries(
  await Promise.all(Object.keys(kinds).map(async (name) => [name, { ...kinds[name], ...(await loadCheck(name)) }])),
);
