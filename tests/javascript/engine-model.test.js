// What a model refuses before anything reaches C++.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { loadModel } from "../../web/engine/model.js";
import { Texts } from "../../web/engine/texts.js";

const catalogue = JSON.parse(readFileSync(new URL("../../web/messages/en.json", import.meta.url), "utf8"));

test("options that are missing are said to be missing, and others are named by their type", async () => {
  const bridge = /** @type {any} */ ({ texts: new Texts("en", catalogue, catalogue) });
  for (const options of [null, undefined])
    await assert.rejects(loadModel(bridge, options), { code: "invalid_argument", message: "options is missing." });
  await assert.rejects(loadModel(bridge, 5), /options must be of type object, but is of type number/);
});
