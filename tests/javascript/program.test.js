// The command-line program: what it trains is what it saves, its cards say what it measures again, and it names its faults.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { stories } from "../../lessons/data/stories.mjs";

const program = fileURLToPath(new URL("../../build/native/whereabouts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "whereabouts-"));
after(() => rmSync(folder, { recursive: true }));

const text = join(folder, "stories.txt");
writeFileSync(text, stories(1, 12000));

/** @param {string[]} options */
const run = (...options) => spawnSync(program, options, { encoding: "utf8" });

/** @param {string} out @param {string[]} options */
function train(out, ...options) {
  const path = join(folder, out);
  const result = run("train", "--text", text, "--out", path, "--steps", "6", "--windows", "8", ...options);
  assert.equal(result.status, 0, result.stderr);
  return { path, log: result.stderr };
}

/** @param {string} path */
const card = (path) => JSON.parse(readFileSync(`${path}.json`, "utf8"));

test("training writes weights and a card, and evaluating the files gives the card's losses", () => {
  const { path, log } = train("one", "--encoding", "learned", "--title", "Stories");
  assert.match(log, /learned: 6 of 6, loss \d/);
  const model = join(path, "learned");
  const { config, ...rest } = card(model);
  assert.equal(config.position.kind, "learned");
  assert.equal(rest.data.title, "Stories");
  assert.equal(rest.steps, 6);
  assert.equal(rest.characters.length, config.vocab_size);
  assert.ok(rest.table.zeroed > 1 && rest.table.shuffled > 1);
  const evaluated = run("evaluate", model, "--text", text, "--windows", "8");
  assert.equal(evaluated.status, 0, evaluated.stderr);
  const losses = Object.fromEntries(
    evaluated.stdout
      .trim()
      .split("\n")
      .map((line) => line.split(/\s+/))
      .map(([range, loss]) => [range, Number(loss)]),
  );
  assert.deepEqual(losses, rest.loss_by_position);
});

test("the same seed gives the same files, another seed or encoding gives others", () => {
  const weights = (/** @type {string} */ path) => readFileSync(`${path}.safetensors`);
  const first = train("first", "--encoding", "none", "--encoding", "alibi").path;
  const again = train("again", "--encoding", "none").path;
  const other = train("other", "--encoding", "none", "--seed", "2").path;
  assert.ok(weights(join(first, "none")).equals(weights(join(again, "none"))));
  assert.deepEqual(card(join(first, "none")), card(join(again, "none")));
  assert.ok(!weights(join(first, "none")).equals(weights(join(other, "none"))));
  assert.ok(!weights(join(first, "none")).equals(weights(join(first, "alibi"))));
  assert.ok(!existsSync(join(first, "rope.json")), "only what was asked for is trained");
});

test("six steps teach something", () => {
  const { loss, config } = card(join(train("few", "--encoding", "sinusoidal").path, "sinusoidal"));
  assert.ok(loss < 0.95 * Math.log(config.vocab_size) && loss > 1, String(loss));
});

test("experiments: our numbers beside the reference ones", () => {
  const result = run("experiments", "--only", "A2", "--seeds", "1");
  assert.equal(result.status, 0, result.stderr);
  const rows = result.stdout.trim().split("\n");
  assert.match(rows[0], /^\| experiment \| arm \| measure \| ours \| reference \|/);
  const row = rows.find((line) => line.startsWith("| A2 | rope | accuracy_inside |"));
  assert.match(row ?? "", /\| 1\.000 \| 1\.000 \| agrees \|$/);
  assert.match(result.stderr, /A2 learned, seed 0: \d+ of \d+/);
  assert.match(result.stderr, /measures differ from their reference/);
});

test("wrong arguments are named, with a status that says so", () => {
  const refused = (/** @type {RegExp} */ message, /** @type {string[]} */ ...options) => {
    const result = run(...options);
    assert.notEqual(result.status, 0);
    assert.match(result.stderr + result.stdout, message);
  };
  refused(/subcommand/i);
  refused(/--text/, "train", "--out", folder);
  refused(/no-such-file/, "train", "--text", "no-such-file", "--out", folder);
  refused(/rotary/, "train", "--text", text, "--out", folder, "--encoding", "rotary");
  refused(/A9/, "experiments", "--only", "A9");
  refused(/cannot read .*nothing\.json/, "evaluate", join(folder, "nothing"), "--text", text);
  const short = join(folder, "short.txt");
  writeFileSync(short, "too short");
  refused(/text_too_short/, "train", "--text", short, "--out", folder, "--encoding", "none");
});
