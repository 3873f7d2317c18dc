// The checks of a checkpoint on tiny random models whose losses and states others have computed in double precision: what the page says of a
// model is what they say of it, each change of the model included.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import test from "node:test";

import { CheckpointFiles } from "../../web/elements/checkpoint-files.js";
import { openCheckpoint } from "../../web/elements/checkpoint-model.js";
import { changedRows, tableArms } from "../../web/figures/check-reading.js";
import * as figure from "../../web/figures/checkpoint.js";
import { defaults } from "../../web/figures/settings.js";
import { encodingOf, forward, nextTokenLosses } from "../golden/gpt2.mjs";
import { readSafetensors } from "../golden/safetensors.mjs";
import { checks, control, text, texts } from "./checkpoint-support.js";
import { assertRejects, engine } from "./figures-support.js";

const path = (/** @type {string} */ name) => fileURLToPath(new URL(`../golden/${name}`, import.meta.url));
const json = (/** @type {string} */ name) => JSON.parse(readFileSync(path(name), "utf8"));
const quiet = control();

/** A golden model as a reader opens it. @param {string} folder @param {(specimen: any, state: any) => Promise<void>} use */
async function withGolden(folder, use, weights = "model.safetensors") {
  const files = new CheckpointFiles();
  const named = { "model.safetensors": weights, "config.json": "config.json" };
  for (const [name, file] of Object.entries(named))
    await files.take([new File([readFileSync(path(`${folder}/${file}`))], name)]);
  const { specimen } = await openCheckpoint(engine, files, { id: "own 1", text, texts });
  try {
    await use(specimen, { ...defaults(figure.settingsFor({ facts: specimen.facts })), amount: "whole" });
  } finally {
    specimen.model.dispose();
  }
}

const inGpt2 = (/** @type {(specimen: any, state: any) => Promise<void>} */ use) =>
  withGolden("gpt2-tiny", use, "model.noprefix-with-buffers.safetensors");

/** @param {any} run @param {string} arm */
const lossOf = ({ outcomes }, arm) => outcomes.find((/** @type {any} */ { name }) => name === arm).loss;

/** @param {number} got @param {number} wanted */
const near = (got, wanted) => assert.ok(Math.abs(got - wanted) < 5e-5, `${got} is not ${wanted}`);

/** Both rows of a golden file, end to end: each is one window. @param {number[][]} rows */
const bothRows = (rows) => ({ text: rows.flat().join(" "), window: rows[0].length, stride: rows[0].length });

test("GPT-2: the table kept, zeroed, shuffled and shifted reads as in double precision, each by itself", async () => {
  const { input_ids, losses, config } = json("gpt2-tiny/golden.json");
  const weights = readSafetensors(path("gpt2-tiny/model.noprefix-with-buffers.safetensors"));
  await inGpt2(async (specimen, state) => {
    const asked = { ...state, check: "perplexity", ...bothRows(input_ids) };
    const run = await checks.perplexity.run(specimen, asked, quiet);
    near(lossOf(run, "kept"), losses.learned);
    near(lossOf(run, "zeroed"), losses["wpe-zeroed"]);
    for (const arm of tableArms) {
      const changed = { ...weights["wpe.weight"], data: changedRows(weights["wpe.weight"], arm, asked) };
      const others = { ...weights, "wpe.weight": changed };
      const encoding = encodingOf("learned", others, config);
      const all = input_ids.flatMap((/** @type {number[]} */ row) =>
        nextTokenLosses(forward(others, config, encoding, row).logits, row),
      );
      near(lossOf(run, arm), all.reduce((sum, loss) => sum + loss, 0) / all.length);
      assert.equal(run.outcomes.find((/** @type {any} */ { name }) => name === arm).count, all.length);
    }
    for (const arm of tableArms.slice(1)) await assertRejects(() => near(lossOf(run, arm), losses.learned));
    // A random model reads no worse without its table: how far apart the losses lie is no negative number.
    assert.doesNotMatch(checks.perplexity.sentence(asked, { run, facts: specimen.facts, check: "perplexity" }, text), /lie \u2212/); // prettier-ignore
  });
});

test("GPT-2: a text of 4,096 tokens in windows that lie end to end, and in some that overlap", async () => {
  const { learned } = json("gpt2-tiny/golden.training.json").perplexity_byte_mod_97_first_4096;
  const tokens = json("gpt2-tiny/perplexity_tokens.json").tokens;
  await inGpt2(async (specimen, state) => {
    for (const { window, stride, count, loss, perplexity } of learned) {
      const asked = { ...state, check: "perplexity", text: tokens.join(" "), window, stride };
      // The first of the four is enough: the next one is stopped before it begins.
      const stop = new AbortController();
      /** @type {any} */
      let kept;
      const show = (/** @type {any} */ { outcomes }) => {
        [kept] = outcomes;
        stop.abort();
      };
      await assert.rejects(async () => checks.perplexity.run(specimen, asked, { ...quiet, show, signal: stop.signal }));
      assert.deepEqual([kept.name, kept.count, kept.whole], ["kept", count, true]);
      near(kept.loss, loss);
      assert.ok(Math.abs(kept.perplexity / perplexity - 1) < 1e-4);
    }
  });
});

test("weights in half precision, of either kind, read as the same weights in double precision", async () => {
  const { input_ids } = json("gpt2-tiny/golden.json");
  await withGolden(
    "gpt2-tiny",
    async (specimen, state) => {
      assert.ok(specimen.model.parameters().some((/** @type {any} */ { storage }) => storage === "float16"));
      const run = await checks.perplexity.run(specimen, { ...state, ...bothRows(input_ids) }, quiet);
      near(lossOf(run, "kept"), readSafetensors(path("gpt2-tiny/golden.learned-f16.safetensors")).loss.data[0]);
    },
    "model.f16.safetensors",
  );
  const llama = json("families/llama-tiny/golden.json");
  await withGolden(
    "families/llama-tiny",
    async (specimen, state) => {
      const run = await checks.layout.run(specimen, { ...state, ...bothRows(llama.input_ids) }, quiet);
      near(lossOf(run, "own"), llama.cases.bf16.loss);
      await assertRejects(() => near(lossOf(run, "own"), llama.cases.base.loss));
    },
    "model.bf16.safetensors",
  );
});

test("GPT-2: what enters block 0 is the sum of two rows in double precision too", async () => {
  const { input_ids } = json("gpt2-tiny/golden.json");
  const stream = readSafetensors(path("gpt2-tiny/golden.learned.safetensors"))["hidden_states.0"];
  await inGpt2(async (specimen, state) => {
    const { rows } = await checks.sum.run(specimen, { ...state, text: input_ids[0].join(" ") }, quiet);
    assert.ok(rows.length === 64 && rows.every(({ passed, twin }) => passed && !twin.passed));
    const { data } = specimen.model.run(input_ids[0], { capture: ["hidden_states"] }).hidden_states[0];
    assert.ok(
      data.every((/** @type {number} */ value, /** @type {number} */ at) => Math.abs(value - stream.data[at]) < 1e-6),
    );
  });
});

for (const family of ["llama-tiny", "qwen2-tiny", "gpt-neox-tiny", "gptj-tiny"])
  test(`${family}: its own pair layout and the other one read as in double precision`, async () => {
    const { input_ids, cases } = json(`families/${family}/golden.json`);
    await withGolden(`families/${family}`, async (specimen, state) => {
      const run = await checks.layout.run(specimen, { ...state, ...bothRows(input_ids) }, quiet);
      near(lossOf(run, "own"), cases.base.loss);
      const other = cases.base.bug_sensitivity?.layout.loss;
      if (other !== undefined) near(lossOf(run, "other"), other);
      await assertRejects(() => near(lossOf(run, "other"), cases.base.loss));
      const { moved, spread } = await checks.shift.run(specimen, { ...state, text: input_ids[0].join(" ") }, quiet);
      assert.ok(moved.every(({ change }) => change < 1e-3 * spread));
    });
  });

test("llama-tiny: the scalings of Llama 3 and YaRN read as in double precision, and not without them", async () => {
  const { input_ids, cases } = json("families/llama-tiny/golden.json");
  await withGolden("families/llama-tiny", async (specimen, state) => {
    const { text: ids, window: length } = bothRows(input_ids);
    // The configs of these references scale from a context of 16.
    const from16 = { ...specimen, facts: { ...specimen.facts, trained: 16 } };
    const asked = { ...state, check: "scaling", text: ids, length, factor: 4 };
    const llama3 = { ...asked, scaling: "llama3", fast: 4, slow: 1 };
    const yarn = { ...asked, scaling: "yarn", fast: 32, slow: 1 };
    const run = await checks.scaling.run(from16, yarn, quiet, await checks.scaling.run(from16, llama3, quiet));
    near(lossOf(run, "default"), cases.base.loss);
    near(lossOf(run, "llama3 4 4 1"), cases.llama3.loss);
    near(lossOf(run, "yarn 4 32 1"), cases.yarn.loss);
    await assertRejects(() => near(lossOf(run, "yarn 4 32 1"), cases.base.loss));
  });
});
