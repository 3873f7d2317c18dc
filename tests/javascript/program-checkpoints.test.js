// The program's commands for checkpoints, on a small random GPT-2 with a real tokenizer's files: numbers against the double-precision
// reference in plain JavaScript, and faults by name.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { stories } from "../../lessons/data/stories.mjs";
import { changedRows } from "../../web/figures/check-reading.js";
import { drawer, encoder, spelling } from "../golden/bytepairs.mjs";
import { encodingOf, forward, nextTokenLosses } from "../golden/gpt2.mjs";
import { writeSafetensors } from "../golden/safetensors.mjs";

const program = fileURLToPath(new URL("../../build/native/whereabouts", import.meta.url));
const golden = fileURLToPath(new URL("../golden/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "whereabouts-checkpoints-"));
after(() => rmSync(folder, { recursive: true }));

/** @param {string[]} options */
const run = (...options) => spawnSync(program, options, { encoding: "utf8" });

/** @param {string[]} options */
function succeed(...options) {
  const result = run(...options);
  assert.equal(result.status, 0, result.stderr);
  return result;
}

const tokenizerFiles = join(golden, "tokenizer");
const vocab = JSON.parse(readFileSync(join(tokenizerFiles, "vocab.json"), "utf8"));
const encode = encoder(vocab, readFileSync(join(tokenizerFiles, "merges.txt"), "utf8"));
const config = {
  model_type: "gpt2",
  n_layer: 2,
  n_head: 2,
  n_embd: 16,
  n_positions: 32,
  vocab_size: Object.keys(vocab).length,
  layer_norm_epsilon: 1e-5,
  activation_function: "gelu_new",
};

/** Weights of that shape, drawn at random. */
const weights = (() => {
  const draw = drawer(3);
  const normal = () => Array.from({ length: 12 }, () => draw(2 ** 20) / 2 ** 20).reduce((a, b) => a + b, -6);
  /** @type {Record<string, { shape: number[], data: Float64Array }>} */
  const made = {};
  const add = (/** @type {string} */ name, /** @type {number[]} */ shape, deviation = 0.4, mean = 0) => {
    const length = shape.reduce((a, b) => a * b, 1);
    made[name] = { shape, data: Float64Array.from({ length }, () => Math.fround(mean + deviation * normal())) };
  };
  add("wte.weight", [config.vocab_size, 16]);
  add("wpe.weight", [32, 16], 1);
  for (const h of ["h.0.", "h.1."]) {
    for (const norm of ["ln_1", "ln_2"]) {
      add(`${h}${norm}.weight`, [16], 0.1, 1);
      add(`${h}${norm}.bias`, [16], 0.1);
    }
    add(`${h}attn.c_attn.weight`, [16, 48]);
    add(`${h}attn.c_attn.bias`, [48], 0.1);
    add(`${h}attn.c_proj.weight`, [16, 16]);
    add(`${h}attn.c_proj.bias`, [16], 0.1);
    add(`${h}mlp.c_fc.weight`, [16, 64]);
    add(`${h}mlp.c_fc.bias`, [64], 0.1);
    add(`${h}mlp.c_proj.weight`, [64, 16]);
    add(`${h}mlp.c_proj.bias`, [16], 0.1);
  }
  add("ln_f.weight", [16], 0.1, 1);
  add("ln_f.bias", [16], 0.1);
  return made;
})();

/** A folder as model hubs lay it out. @param {string} name @param {(to: string) => void} write its weights */
function checkpoint(name, write) {
  const to = join(folder, name);
  mkdirSync(to);
  writeFileSync(join(to, "config.json"), JSON.stringify(config));
  for (const file of ["vocab.json", "merges.txt"]) cpSync(join(tokenizerFiles, file), join(to, file));
  write(to);
  return to;
}

const single = checkpoint("single", (to) =>
  writeFileSync(join(to, "model.safetensors"), writeSafetensors(weights, "F32")),
);
const shards = ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"];
const sharded = checkpoint("sharded", (to) => {
  const names = Object.keys(weights);
  /** @type {Record<string, string>} */
  const weight_map = {};
  shards.forEach((file, hand) => {
    const own = names.filter((_, i) => i % 2 === hand);
    for (const name of own) weight_map[name] = file;
    writeFileSync(
      join(to, file),
      writeSafetensors(Object.fromEntries(own.map((name) => [`transformer.${name}`, weights[name]])), "F32"),
    );
  });
  const prefixed = Object.fromEntries(Object.entries(weight_map).map(([name, file]) => [`transformer.${name}`, file]));
  writeFileSync(join(to, "model.safetensors.index.json"), JSON.stringify({ metadata: {}, weight_map: prefixed }));
});

const textFile = join(folder, "text.txt");
const text = stories(4, 1600);
writeFileSync(textFile, text);
const tokens = encode(text);

/** Loss of each counted token in windows that slide, in double precision. */
function losses(/** @type {any} */ of, window = 32, stride = 32, windows = Infinity) {
  const encoding = encodingOf("learned", of, config);
  /** @type {number[]} */
  const counted = [];
  for (let start = 0, next = 1, i = 0; next < tokens.length && i < windows; start += stride, i++) {
    const inside = tokens.slice(start, start + window);
    const all = nextTokenLosses(forward(of, config, encoding, inside).logits, inside);
    next = Math.max(next, start + 1);
    counted.push(...all.slice(next - start - 1));
    next = start + inside.length;
  }
  return counted;
}

const mean = (/** @type {number[]} */ values) => values.reduce((a, b) => a + b, 0) / values.length;

/** @param {string[]} options */
function perplexity(...options) {
  const { stdout, stderr } = succeed("perplexity", "--text", textFile, ...options);
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
  return { log: stderr, ...Object.fromEntries(lines.map(([name, value]) => [name, Number(value)])) };
}

test("perplexity with its standard error is the reference's, for every window and stride", () => {
  for (const [window, stride] of [
    [32, 32],
    [20, 7],
  ]) {
    const expected = losses(weights, window, stride);
    const got = /** @type {any} */ (perplexity("--model", single, "--window", `${window}`, "--stride", `${stride}`));
    assert.equal(got.counted, expected.length);
    assert.equal(got.tokens, tokens.length);
    assert.ok(Math.abs(got.loss - mean(expected)) < 1e-5, `${got.loss} ${mean(expected)}`);
    assert.ok(Math.abs(got.perplexity / Math.exp(mean(expected)) - 1) < 1e-5);
    const variance = expected.reduce((sum, loss) => sum + (loss - mean(expected)) ** 2, 0) / (expected.length - 1);
    assert.ok(Math.abs(got.standard_error - Math.sqrt(variance / expected.length)) < 1e-5);
    // After one window, which packs the weights too, nothing is known of the others' time.
    assert.match(got.log, /^windows: 1 of \d+, perplexity [\d.]+$/m);
    assert.match(got.log, /^windows: (\d+) of \1, perplexity [\d.]+, 0 s left$/m);
  }
  const four = /** @type {any} */ (perplexity("--model", single, "--windows", "4"));
  assert.equal(four.windows, 4);
  assert.ok(Math.abs(four.loss - mean(losses(weights, 32, 32, 4))) < 1e-5);
});

test("a sharded checkpoint with prefixed names gives the same digits", () => {
  const { log, ...one } = perplexity("--model", single);
  const { log: otherLog, ...other } = perplexity("--model", sharded);
  assert.deepEqual(other, one);
  assert.ok(log !== "" && otherLog !== "");
});

test("a table zeroed, shuffled and shifted, by the rows that the lesson's checks take", () => {
  const plain = /** @type {any} */ (perplexity("--model", single));
  const table = weights["wpe.weight"];
  const expected = (/** @type {string} */ arm, /** @type {number} */ window, /** @type {number} */ seed) => {
    const data = changedRows(/** @type {any} */ ({ data: table.data, shape: [32, 16] }), arm, { window, seed });
    return mean(losses({ ...weights, "wpe.weight": { ...table, data: Float64Array.from(data) } }, window, window));
  };
  const near = (/** @type {any} */ { loss }, /** @type {number} */ wanted) =>
    assert.ok(Math.abs(loss - wanted) < 1e-5, `${loss} ${wanted}`);
  near(perplexity("--model", single, "--zero", "wpe"), expected("zeroed", 32, 0));
  for (const window of [32, 20])
    for (const [option, arm] of [
      ["--shift", "shifted"],
      ["--shuffle", "shuffled"],
    ]) {
      // prettier-ignore
      const read = perplexity("--model", single, option, "wpe.weight", "--window", `${window}`, "--seed", "5");
      near(read, expected(arm, window, 5));
    }
  for (const arm of ["zeroed", "shuffled", "shifted"]) assert.ok(Math.abs(expected(arm, 32, 5) - plain.loss) > 1e-4); // ten times the tolerance
  assert.ok(Math.abs(expected("shuffled", 32, 5) - expected("shuffled", 32, 6)) > 1e-4);
});

test("generate: the likeliest tokens are the reference's, drawn ones go by their seed", () => {
  const prompt = "The position of a";
  const ids = encode(prompt);
  const encoding = encodingOf("learned", weights, config);
  while (ids.length < encode(prompt).length + 12) {
    const last = forward(weights, config, encoding, ids).logits.at(-1);
    ids.push(last.indexOf(Math.max(...last)));
  }
  const spelled = new Map(Object.entries(vocab).map(([token, id]) => [id, token]));
  const spell = (/** @type {number} */ id) => [.../** @type {string} */ (spelled.get(id))];
  const expected = Buffer.from(ids.flatMap((id) => spell(id).map((c) => spelling.indexOf(c)))).toString();
  const { stdout } = succeed(
    "generate",
    "--model",
    single,
    "--prompt",
    prompt,
    "--temperature",
    "0",
    "--max-new-tokens",
    "12",
  );
  assert.equal(stdout, `${expected}\n`);
  const drawn = (/** @type {string} */ seed) =>
    succeed(
      "generate",
      "--model",
      single,
      "--prompt",
      prompt,
      "--seed",
      seed,
      "--top-k",
      "40",
      "--max-new-tokens",
      "12",
    ).stdout;
  assert.equal(drawn("1"), drawn("1"));
  assert.notEqual(drawn("1"), drawn("2"));
});

test("inspect: tensors of a file, files of an index", () => {
  const { stdout } = succeed("inspect", join(single, "model.safetensors"));
  const lines = stdout.trim().split("\n");
  assert.ok(lines.includes(`h.0.attn.c_attn.weight  F32  [16, 48]  ${16 * 48 * 4}`));
  const numbers = Object.values(weights).reduce((sum, { data }) => sum + data.length, 0);
  assert.match(
    /** @type {string} */ (lines.at(-1)),
    new RegExp(`^safetensors: 28 tensors, ${numbers} numbers, \\d+ bytes, F32 ${numbers}$`),
  );
  const index = succeed("inspect", join(sharded, "model.safetensors.index.json")).stdout;
  assert.match(index, /2 files, 28 tensors/);
  assert.match(index, new RegExp(`${shards[0]}  14 tensors\n`));
  assert.match(
    succeed("inspect", join(golden, "families/gptj-tiny/model.safetensors")).stdout,
    /transformer\.h\.1\.attn\.q_proj\.weight {2}F32 {2}\[48, 48\]/,
  );
});

test("what is wrong is named, with a status that says so", () => {
  const refused = (/** @type {RegExp} */ message, /** @type {string[]} */ ...options) => {
    const result = run(...options);
    assert.notEqual(result.status, 0, result.stdout);
    assert.match(result.stderr + result.stdout, message);
  };
  const half = checkpoint("half", (to) => {
    for (const file of ["model.safetensors.index.json", shards[0]]) cpSync(join(sharded, file), join(to, file));
  });
  refused(/missing_shard .*model-00002-of-00002/, "perplexity", "--model", half, "--text", textFile);
  assert.match(
    succeed("inspect", join(half, "model.safetensors.index.json")).stdout,
    /00002-of-00002\.safetensors\s+14 tensors\s+not there/,
  );
  const cut = checkpoint("cut", (to) =>
    writeFileSync(join(to, "model.safetensors"), writeSafetensors(weights, "F32").subarray(0, -100)),
  );
  refused(/file_truncated/, "perplexity", "--model", cut, "--text", textFile);
  refused(/file_truncated/, "inspect", join(cut, "model.safetensors"));
  refused(
    /no model\.safetensors/,
    "perplexity",
    "--model",
    checkpoint("empty", () => {}),
    "--text",
    textFile,
  );
  refused(/--text or --tokens/, "perplexity", "--model", single);
  refused(/unknown_parameter/, "perplexity", "--model", single, "--text", textFile, "--zero", "wqe");
  refused(/out_of_range/, "perplexity", "--model", single, "--text", textFile, "--window", "33");
  refused(/out_of_range/, "generate", "--model", single, "--prompt", "a", "--max-new-tokens", "40");
  refused(/file_is_html|header|file_/, "inspect", join(golden, "safetensors-cases/git_lfs_pointer.safetensors"));
  refused(/neither a tokenizer\.json nor/, "generate", "--model", checkpointWithout("merges.txt"), "--prompt", "a");
  const tokens = join(folder, "tokens.json");
  for (const list of ["[1, 2.5]", "[1, -2]", "[1, 4294967298]", "{}"]) {
    writeFileSync(tokens, list);
    refused(/no JSON array of token ids/, "perplexity", "--model", single, "--tokens", tokens);
  }
});

/** @param {string} file of the single one */
function checkpointWithout(file) {
  const to = join(folder, `without-${file}`);
  cpSync(single, to, { recursive: true });
  rmSync(join(to, file));
  return to;
}

test("the golden GPT-2's perplexity in windows, from token ids", () => {
  const { tokens: ids } = JSON.parse(readFileSync(join(golden, "gpt2-tiny/perplexity_tokens.json"), "utf8"));
  const list = join(folder, "ids.json");
  writeFileSync(list, JSON.stringify(ids));
  const to = join(folder, "tiny");
  mkdirSync(to);
  cpSync(join(golden, "gpt2-tiny/config.json"), join(to, "config.json"));
  cpSync(join(golden, "gpt2-tiny/model.noprefix-with-buffers.safetensors"), join(to, "model.safetensors"));
  const settings = JSON.parse(readFileSync(join(golden, "gpt2-tiny/golden.training.json"), "utf8"));
  for (const { window, stride, count, loss } of settings.perplexity_byte_mod_97_first_4096.learned) {
    const result = succeed(
      "perplexity",
      "--model",
      to,
      "--tokens",
      list,
      "--window",
      `${window}`,
      "--stride",
      `${stride}`,
    );
    assert.match(result.stdout, new RegExp(`\ncounted ${count}\n`));
    const got = Number(/** @type {any} */ (/^loss (.*)$/m.exec(result.stdout))[1]);
    assert.ok(Math.abs(got - loss) < 1e-5, `${got} ${loss}`);
  }
});
