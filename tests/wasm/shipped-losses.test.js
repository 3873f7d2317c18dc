// The cards of the shipped models against the models themselves: on the excerpt that the pages use, which is a part of the held-out
// text that the cards were measured on.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";

const root = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");

describe("the shipped models on the excerpt", () => {
  /** @type {any} */ let engine;
  /** @type {Record<string, { loss: number, last: number, card: any }>} */
  const measured = {};
  const text = read("build/data/excerpt.txt").slice(0, 16000);
  const { source } = JSON.parse(read("build/data/excerpt.json"));

  before(async () => {
    const { loadEngine } = await import(new URL("build/package/index.js", root).href);
    engine = await loadEngine();
    for (const { name } of engine.shippedModels()) {
      const model = await engine.loadShippedModel(name);
      const { card } = engine.shippedModels().find((shipped) => shipped.name === name);
      const tokens = model.tokenizer.encode(text);
      const { loss } = await model.perplexity(tokens, { window: 64, stride: 64 });
      const { loss_by_position } = await model.perplexity(tokens, { window: 192, stride: 192 });
      const last = loss_by_position.slice(129).reduce((sum, value) => sum + value, 0) / 63;
      measured[name] = { loss, last, card };
      model.dispose();
    }
  });
  after(() => engine.dispose());

  test("all six are there", () => {
    assert.deepEqual(Object.keys(measured).sort(), ["alibi", "learned", "none", "rope", "sinusoidal", "t5_bias"]);
  });

  test("each scores what its card says, within and past the trained context", (context) => {
    if (source !== "austen") context.diagnostic("this build could not fetch the novels: looser bounds");
    for (const [name, { loss, last, card }] of Object.entries(measured)) {
      if (source === "austen") {
        // 16,000 characters of one novel, where the card has 256 windows of all of the held-out part.
        assert.ok(Math.abs(loss - card.loss) < 0.12, `${name}: ${loss}, its card ${card.loss}`);
        assert.ok(Math.abs(last - card.loss_by_position["128-191"]) < 0.25, `${name}: ${last} past the context`);
      } else assert.ok(loss < 3.3, `${name}: ${loss}`); // English of another kind; a guess costs 4.3
    }
  });

  test("the models differ as their cards do, on any English", () => {
    const difference = (one, other, what) => measured[one][what] - measured[other][what];
    const byCard = (one, other, range) =>
      measured[one].card.loss_by_position[range] - measured[other].card.loss_by_position[range];
    for (const [one, other] of [
      ["none", "rope"],
      ["none", "alibi"],
    ])
      assert.ok(difference(one, other, "loss") > byCard(one, other, "0-63") / 2, `${one}, ${other}`);
    for (const other of ["alibi", "t5_bias", "none"])
      assert.ok(
        difference("rope", other, "last") > byCard("rope", other, "128-191") / 2,
        `rope, ${other} past the context`,
      );
  });
});
