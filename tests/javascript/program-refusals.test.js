// What the program refuses of a checkpoint's folder and of its own options: by name, before it reads weights where it can, and never by
// crashing.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { readSafetensors, writeSafetensors } from "../golden/safetensors.mjs";

const program = fileURLToPath(new URL("../../build/native/whereabouts", import.meta.url));
const golden = fileURLToPath(new URL("../golden/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "whereabouts-refusals-"));
after(() => rmSync(folder, { recursive: true }));

/** @param {string[]} options */
const run = (...options) => spawnSync(program, options, { encoding: "utf8" });

/** An error's status and its line, not a signal. @param {RegExp} message @param {string[]} options */
function refused(message, ...options) {
  const { status, stdout, stderr } = run(...options);
  assert.equal(status, 1, stderr);
  assert.match(stderr, message);
  assert.equal(stdout, "");
}

/** @param {string} name @param {string | Uint8Array} bytes */
function file(name, bytes) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** A folder with the golden GPT-2's config: 97 tokens, 64 positions. @param {string} name @param {Record<string, string | Uint8Array>} files */
function checkpoint(name, files) {
  const to = join(folder, name);
  mkdirSync(to);
  cpSync(join(golden, "gpt2-tiny/config.json"), join(to, "config.json"));
  for (const [path, bytes] of Object.entries(files)) writeFileSync(join(to, path), bytes);
  return to;
}

const weights = readFileSync(join(golden, "gpt2-tiny/model.noprefix-with-buffers.safetensors"));
const tensors = readSafetensors(join(golden, "gpt2-tiny/model.noprefix-with-buffers.safetensors"));
const whole = checkpoint("whole", { "model.safetensors": weights });
const ids = file("ids.json", JSON.stringify(Array.from({ length: 100 }, (_, i) => (i * i) % 97)));

const tokenizer = Object.fromEntries(
  ["vocab.json", "merges.txt"].map((name) => [name, readFileSync(join(golden, "tokenizer", name))]),
);

test("JSON that is nested too deep is refused, however deep", () => {
  const nested = (/** @type {number} */ levels) => "[".repeat(levels) + "]".repeat(levels);
  const config = JSON.parse(readFileSync(join(whole, "config.json"), "utf8"));
  const withSetting = (/** @type {string} */ json) =>
    JSON.stringify({ ...config, made_up: 0 }).replace(/0}$/, `${json}}`);
  for (const [name, json] of [
    ["array", nested(200_000)],
    ["setting", withSetting(nested(200_000))],
    ["just-too-deep", withSetting(nested(32))],
  ]) {
    const path = checkpoint(name, {
      "model.safetensors": weights,
      "config.json": json,
    });
    refused(/config\.json is nested more than 32 levels deep/, "perplexity", "--model", path, "--tokens", ids);
  }
  const deep = checkpoint("deep", {
    "model.safetensors": weights,
    "config.json": withSetting(nested(31)),
  });
  assert.equal(run("perplexity", "--model", deep, "--tokens", ids).status, 0);
  refused(/nested more than 32/, "perplexity", "--model", whole, "--tokens", file("deep.json", nested(200_000)));
  file("card.json", withSetting(nested(200_000)));
  refused(/nested more than 32/, "evaluate", join(folder, "card"), "--text", ids);
});

test("weights that make numbers overflow are no result", () => {
  const huge = { ...tensors, "wpe.weight": { shape: [64, 48], data: tensors["wpe.weight"].data.map((v) => v * 1e38) } };
  const path = checkpoint("huge", { "model.safetensors": writeSafetensors(huge, "F32") });
  refused(/^whereabouts: not_finite: the loss .* overflow/m, "perplexity", "--model", path, "--tokens", ids);
});

test("a text that is not in UTF-8 is refused at its first such byte", () => {
  const path = checkpoint("tokenizer", tokenizer);
  for (const [bytes, at] of /** @type {[number[], number][]} */ ([
    [[0x61, 0xff], 1],
    [[0xc3, 0xa9, 0x62, 0xe2, 0x82], 3],
    [[0xed, 0xa0, 0x80], 0],
  ])) {
    const text = file("text.txt", Uint8Array.from(bytes));
    const message = new RegExp(`text\\.txt is not in UTF-8: at byte ${at}, counted from 0,`);
    refused(message, "perplexity", "--model", path, "--text", text);
    refused(message, "tokens", "--tokenizer", path, "--text", text);
  }
  const good = run("tokens", "--tokenizer", path, "--text", file("text.txt", "\u00e9\ud83d\ude00"));
  assert.equal(good.status, 0, good.stderr);
  // Node hands arguments over in UTF-8 only: the shell's printf makes the byte.
  const prompt = `exec "$0" generate --model "$1" --prompt "$(printf 'ab\\377')"`;
  const { status, stderr } = spawnSync("sh", ["-c", prompt, program, path], { encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(stderr, /--prompt is not in UTF-8: at byte 2,/);
});

test("shards are named where none is there", () => {
  const weight_map = { "wte.weight": "b.safetensors", "wpe.weight": "a.safetensors" };
  const path = checkpoint("shards", { "model.safetensors.index.json": JSON.stringify({ weight_map }) });
  refused(/missing_shard \(file = a\.safetensors/, "perplexity", "--model", path, "--tokens", ids);
});

test("reading weights says nothing below a megabyte, and whole megabytes above", () => {
  assert.doesNotMatch(run("perplexity", "--model", whole, "--tokens", ids).stderr, /megabytes/);
  const config = JSON.parse(readFileSync(join(whole, "config.json"), "utf8"));
  const table = { shape: [6000, 48], data: new Float64Array(6000 * 48) };
  const path = checkpoint("large", {
    "config.json": JSON.stringify({ ...config, n_positions: 6000 }),
    "model.safetensors": writeSafetensors({ ...tensors, "wpe.weight": table }, "F32"),
  });
  const lines = run("perplexity", "--model", path, "--tokens", ids, "--window", "32").stderr.split("\n");
  assert.deepEqual(
    lines.filter((line) => line.includes("megabytes")),
    ["megabytes of weights read: 1 of 1, 0 s left"],
  );
});

test("what the options ask for is refused before weights are read", () => {
  const path = checkpoint("without-weights", {});
  const asked = (/** @type {RegExp} */ message, /** @type {string[]} */ ...options) =>
    refused(message, "perplexity", "--model", path, ...options);
  asked(/no model\.safetensors/, "--tokens", ids);
  asked(/no JSON array of token ids/, "--tokens", file("wrong.json", '["a"]'));
  asked(
    /out_of_range \(argument = tokens\[2\], got = 97, .*maximum = 96/,
    "--tokens",
    file("beyond.json", "[1, 2, 97]"),
  );
  asked(/too_few_tokens/, "--tokens", file("one.json", "[1]"));
  asked(/unknown_parameter/, "--tokens", ids, "--shuffle", "wqe");
  asked(/argument = stride/, "--tokens", ids, "--window", "8", "--stride", "9");
});

test("a file of llama2.c holds no tokenizer", () => {
  // A header of seven numbers and as many weights as it says: dim, hidden_dim, layers, heads, key-value heads, vocabulary, positions.
  const [dim, hidden, layers, vocabulary, positions] = [8, 16, 1, 300, 32];
  const header = new Uint8Array(Int32Array.of(dim, hidden, layers, 2, 2, vocabulary, positions).buffer);
  const numbers =
    vocabulary * dim + layers * (2 * dim + 4 * dim * dim + 3 * dim * hidden) + dim + positions * (dim / 2);
  const model = file("model.bin", Buffer.concat([header, new Uint8Array(4 * numbers)]));
  const message = /--tokenizer is needed: .*model\.bin is a file of llama2\.c/;
  refused(message, "perplexity", "--model", model, "--text", file("one.txt", "one"));
  refused(message, "generate", "--model", model, "--prompt", "one");
  const known = run("perplexity", "--model", model, "--tokens", ids);
  assert.equal(known.status, 0, known.stderr);
  refused(/neither a folder .* nor a file of llama2\.c/, "generate", "--model", ids, "--prompt", "one");
});

test("more positions than a table has are refused by the option that asks for them", () => {
  const range = (/** @type {string} */ option, got = 0, least = 0, most = 0) =>
    new RegExp(`out_of_range \\(argument = ${option}, got = ${got}, minimum = ${least}, maximum = ${most}\\)`);
  refused(range("--window", 65, 2, 64), "perplexity", "--model", whole, "--tokens", ids, "--window", "65");
  assert.equal(run("perplexity", "--model", whole, "--tokens", ids, "--window", "64").status, 0);
  const config = JSON.parse(readFileSync(join(whole, "config.json"), "utf8"));
  const short = checkpoint("one-position", { "config.json": JSON.stringify({ ...config, n_positions: 1 }) });
  refused(/two tokens or more, and the model's table one position/, "perplexity", "--model", short, "--tokens", ids);
  const path = checkpoint("continued", { "model.safetensors": weights, ...tokenizer });
  const generate = (/** @type {string} */ prompt, /** @type {string} */ count) => [
    "generate",
    "--model",
    path,
    "--prompt",
    prompt,
    "--max-new-tokens",
    count,
    "--temperature",
    "0",
  ];
  refused(range("--max-new-tokens", 65, 0, 64), ...generate("!", "65"));
  refused(range("tokens of --prompt", 66, 1, 64), ...generate("!?".repeat(33), "1"));
  assert.equal(run(...generate("!", "64")).status, 0);
});
