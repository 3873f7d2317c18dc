// Makes the golden numbers again from the formulas, independently of the engine, and compares.
//
//   node tests/golden/make.mjs --check       compares everything with the files beside this script; exit code 1 if any differs
//   node tests/golden/make.mjs --write DIR   writes what was made as JSON files into DIR
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { digitsApart, encoder } from "./bytepairs.mjs";
import {
  alibiSlopes,
  attentionFactor,
  pairsOf,
  plainFrequencies,
  rotated,
  scaledFrequencies,
  sinusoidRow,
  t5Bucket,
} from "./encodings.mjs";
import { encodingOf, forward, nextTokenLosses } from "./gpt2.mjs";
import { greedy, statesOf } from "./neox.mjs";
import { readSafetensors } from "./safetensors.mjs";
import { classesOfBoth } from "./unicode.mjs";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const json = (name) => JSON.parse(readFileSync(path(name), "utf8"));
const flat = (value) => (typeof value === "number" ? [value] : Array.from(value).flatMap(flat));
const mean = (values) => values.reduce((sum, v) => sum + v, 0) / values.length;

/**
 * One comparison: what the file holds, what was made, how far apart they may be. Angles near 131071 radians are rounded by
 * up to 1.5e-11 already, whoever computes them; everything else agrees to a few units of the last place.
 * @typedef {{ file: string, what: string, stored: number[], made: number[], tolerance: number }} Comparison
 */

function* sinusoidal() {
  for (const { variant, n, d, base, start, table } of json("sinusoidal.json").tables) {
    const made = Array.from({ length: n }, (_, r) => sinusoidRow(variant, start + r, d, base));
    const what = `${variant} width ${d} from ${start}`;
    yield {
      file: "sinusoidal.json",
      what,
      stored: flat(table),
      made: flat(made),
      tolerance: start > 1e5 ? 1e-10 : 1e-12,
    };
  }
}

function* ropeVectors() {
  const { cases, relative } = json("rope_vectors.json");
  for (const { head_dim, rotary_dim, base, layout, x, positions, y } of cases) {
    const frequencies = plainFrequencies(rotary_dim, base);
    for (const [i, position] of positions.entries())
      yield {
        file: "rope_vectors.json",
        what: `${layout} ${rotary_dim} of ${head_dim} base ${base} position ${position}`,
        stored: y[i],
        made: rotated(x, position, frequencies, layout),
        tolerance: position > 1e5 ? 2e-10 : 4e-12,
      };
  }
  for (const { base, layout, offset, pairs, dot } of relative.cases) {
    const frequencies = plainFrequencies(relative.q.length, base);
    const made = pairs.map(([m, n]) => {
      const k = rotated(relative.k, n, frequencies, layout);
      return rotated(relative.q, m, frequencies, layout).reduce((sum, v, i) => sum + v * k[i], 0);
    });
    yield { file: "rope_vectors.json", what: `scores at offset ${offset}`, stored: dot, made, tolerance: 1e-9 };
  }
}

function* ropePermutation() {
  for (const [width, stored] of Object.entries(json("rope_layout_permutation.json").perm)) {
    const d = Number(width);
    const made = Array(d);
    const half = pairsOf("half", d);
    pairsOf("interleaved", d).forEach(([first, second], i) => {
      made[half[i][0]] = first;
      made[half[i][1]] = second;
    });
    yield { file: "rope_layout_permutation.json", what: `width ${d}`, stored, made, tolerance: 0 };
  }
}

function* ropeScaling() {
  const { cases, phi3_factors } = json("rope_scaling.json");
  for (const { name, type, rotary_dim, base, params, inv_freq, attention_factor } of cases) {
    const parameters = { ...params, divisors: phi3_factors.short_factor };
    const made = scaledFrequencies(type, rotary_dim, base, parameters);
    // Relative: frequencies span eight powers of ten.
    yield {
      file: "rope_scaling.json",
      what: name,
      stored: [...inv_freq.map((f, i) => f / made[i]), attention_factor],
      made: [...inv_freq.map(() => 1), attentionFactor(type, parameters)],
      tolerance: 1e-14 * 4,
    };
  }
}

function* yardstick() {
  const { rows } = json("rope_precision_yardstick.json");
  for (const { base, dim, pos, err_f32_table_and_product, err_f32_table_f64_product } of rows) {
    const exact = plainFrequencies(dim, base);
    // As float32 code makes its table: exponent, power and quotient each rounded.
    const table = exact.map((_, i) => Math.fround(1 / Math.fround(base ** Math.fround((2 * i) / dim))));
    const worst = (angle) => Math.max(...exact.map((f, i) => Math.abs(Math.cos(angle(table[i])) - Math.cos(pos * f))));
    yield {
      file: "rope_precision_yardstick.json",
      what: `float32 at position ${pos}, width ${dim}, base ${base}`,
      stored: [err_f32_table_and_product, err_f32_table_f64_product],
      made: [worst((f) => Math.fround(pos * f)), worst((f) => pos * f)],
      tolerance: 3e-11,
    };
  }
}

function* alibi() {
  for (const { heads, slopes } of json("alibi_slopes.json").heads)
    yield {
      file: "alibi_slopes.json",
      what: `${heads} heads`,
      stored: slopes,
      made: alibiSlopes(heads),
      tolerance: 2e-16,
    };
}

function* t5() {
  for (const setting of json("t5_buckets.json").cases) {
    const made = setting.rel.map((relative) => t5Bucket(relative, setting));
    const what = `${setting.num_buckets} buckets to ${setting.max_distance}`;
    yield { file: "t5_buckets.json", what, stored: setting.bucket_exact, made, tolerance: 0 };
  }
}

const config = json("gpt2-tiny/config.json");
const expected = json("gpt2-tiny/golden.json");

function weightsOf(name) {
  const tensors = readSafetensors(path(`gpt2-tiny/${name}`));
  return Object.fromEntries(Object.entries(tensors).map(([key, value]) => [key.replace(/^transformer\./, ""), value]));
}

/** Both rows of the golden input. */
function run(weights, encodingName) {
  const encoding = encodingOf(encodingName, weights, config);
  const runs = expected.input_ids.map((tokens) => forward(weights, config, encoding, tokens));
  const loss = mean(runs.flatMap(({ logits }, row) => nextTokenLosses(logits, expected.input_ids[row])));
  return { runs, loss };
}

function* gpt2() {
  const weights = weightsOf("model.noprefix-with-buffers.safetensors");
  const compare = (file, what, stored, made) => ({
    file: `gpt2-tiny/${file}`,
    what,
    stored: flat(stored),
    made: flat(made),
    tolerance: 1e-11,
  });

  const learned = run(weights, "learned");
  const tensors = readSafetensors(path("gpt2-tiny/golden.learned.safetensors"));
  const states = { pre_ln_f: (r) => r.beforeLastNorm, logits: (r) => r.logits };
  for (let i = 0; i <= config.n_layer; i++) states[`hidden_states.${i}`] = (r) => r.hidden[i];
  for (let i = 0; i < config.n_layer; i++) states[`attentions.${i}`] = (r) => r.attentions[i];
  for (const [name, pick] of Object.entries(states))
    yield compare("golden.learned.safetensors", name, tensors[name].data, learned.runs.map(pick));
  yield compare("golden.learned.safetensors", "loss", tensors.loss.data, learned.loss);
  yield compare("golden.json", "loss of learned", expected.losses.learned, learned.loss);

  const halves = run(weightsOf("model.f16.safetensors"), "learned");
  const fromHalves = readSafetensors(path("gpt2-tiny/golden.learned-f16.safetensors"));
  yield compare("golden.learned-f16.safetensors", "logits", fromHalves.logits.data, halves.runs.map(states.logits));
  yield compare("golden.learned-f16.safetensors", "loss", fromHalves.loss.data, halves.loss);

  const swapped = readSafetensors(path("gpt2-tiny/golden.swapped-encodings.safetensors"));
  for (const [name, { loss }] of Object.entries(expected.variants)) {
    const made = run(weights, name);
    yield compare("golden.json", `loss of ${name}`, loss, made.loss);
    if (!(`${name}.logits` in swapped)) continue;
    const file = "golden.swapped-encodings.safetensors";
    yield compare(file, `${name}.logits`, swapped[`${name}.logits`].data, made.runs.map(states.logits));
    const first = made.runs[0];
    yield compare(file, `${name}.hidden_states.0`, swapped[`${name}.hidden_states.0`].data, first.hidden[0]);
    yield compare(file, `${name}.attentions.0`, swapped[`${name}.attentions.0`].data, first.attentions[0]);
  }

  const greedy = expected.input_ids[0].slice(0, 5);
  const encoding = encodingOf("learned", weights, config);
  while (greedy.length < config.n_positions) {
    const last = forward(weights, config, encoding, greedy).logits.at(-1);
    greedy.push(last.indexOf(Math.max(...last)));
  }
  yield compare("golden.json", "greedy tokens", expected.greedy_from_first5_of_row0, greedy);
}

/** Strided perplexity: every token counted once, in the first window that holds it with at least one token before it. */
function* perplexity() {
  const weights = weightsOf("model.noprefix-with-buffers.safetensors");
  const encoding = encodingOf("learned", weights, config);
  const { tokens } = json("gpt2-tiny/perplexity_tokens.json");
  const settings = json("gpt2-tiny/golden.training.json").perplexity_byte_mod_97_first_4096.learned;
  for (const { window, stride, count, loss, perplexity } of settings) {
    const counted = [];
    let next = 1; // the first token that no window has counted; the very first has nothing before it
    for (let start = 0; next < tokens.length; start += stride) {
      const inside = tokens.slice(start, start + window);
      const losses = nextTokenLosses(forward(weights, config, encoding, inside).logits, inside);
      next = Math.max(next, start + 1);
      counted.push(...losses.slice(next - start - 1));
      next = start + inside.length;
    }
    const made = mean(counted);
    yield {
      file: "gpt2-tiny/golden.training.json",
      what: `perplexity in windows of ${window} every ${stride}`,
      stored: [count, loss, perplexity / 1e4],
      made: [counted.length, made, Math.exp(made) / 1e4],
      tolerance: 1e-11,
    };
  }
}

/** The gradient of each parameter along one fixed direction against the slope of the loss, by central differences. */
function* gradients() {
  const training = json("gpt2-tiny/golden.training.json");
  const tensors = readSafetensors(path("gpt2-tiny/golden.gradients.safetensors"));
  for (const encodingName of ["learned", "rope-half", "t5"]) {
    const weights = weightsOf("model.noprefix-with-buffers.safetensors");
    if (encodingName === "t5")
      weights["relative_attention_bias.weight"] = tensors["t5.relative_attention_bias.weight.value"];
    const names = Object.keys(tensors)
      .filter((name) => name.startsWith(`${encodingName}.`) && !name.endsWith(".value"))
      .map((name) => name.slice(encodingName.length + 1));
    let squares = 0;
    for (const name of names) {
      const gradient = tensors[`${encodingName}.${name}`].data;
      squares += gradient.reduce((sum, g) => sum + g * g, 0);
      const values = weights[name].data;
      const before = values.slice();
      const direction = Array.from(values, (_, i) => Math.sin(1 + 1.7 * i));
      const step = 1e-4 / Math.sqrt(values.length);
      const lossAt = (distance) => {
        values.forEach((_, i) => (values[i] = before[i] + distance * direction[i]));
        return run(weights, encodingName).loss;
      };
      const slope = (lossAt(step) - lossAt(-step)) / (2 * step);
      values.set(before);
      yield {
        file: "gpt2-tiny/golden.gradients.safetensors",
        what: `${encodingName}.${name}`,
        stored: [gradient.reduce((sum, g, i) => sum + g * direction[i], 0)],
        made: [slope],
        tolerance: 2e-6 * Math.max(1, Math.abs(slope)),
      };
    }
    const { loss, gradient_norm } = training[encodingName];
    yield {
      file: "gpt2-tiny/golden.training.json",
      what: `loss and gradient norm of ${encodingName}`,
      stored: [loss, gradient_norm],
      made: [run(weights, encodingName).loss, Math.sqrt(squares)],
      tolerance: 1e-6,
    };
  }
}

/** GPT-NeoX's states are Hugging Face's, GPT-J's were made by the same code that meets those. */
function* neoxFamily() {
  for (const [folder, configName, golden, name] of [
    ["gpt-neox-tiny", "config.json", "golden.safetensors", "base"],
    ["gpt-neox-tiny", "config.sequential.json", "golden.sequential.safetensors", "sequential"],
    ["gptj-tiny", "config.json", "golden.safetensors", "base"],
  ]) {
    const at = (file) => `families/${folder}/${file}`;
    const plain = (key) => key.replace(/^transformer\./, "");
    const tensors = Object.entries(readSafetensors(path(at("model.safetensors"))));
    const modelWeights = Object.fromEntries(tensors.map(([key, value]) => [plain(key), value]));
    const modelConfig = json(at(configName));
    const { input_ids, cases } = json(at("golden.json"));
    const stored = readSafetensors(path(at(golden)));
    for (const [what, made] of Object.entries(statesOf(modelWeights, modelConfig, input_ids)))
      yield { file: at(golden), what, stored: Array.from(stored[what].data), made, tolerance: 1e-11 };
    const { greedy_prompt, greedy_20 } = cases[name];
    const made = greedy(modelWeights, modelConfig, greedy_prompt, 20);
    yield { file: at("golden.json"), what: `greedy tokens, ${name}`, stored: greedy_20, made, tolerance: 0 };
  }
}

/** Code points that are assigned in the file's version of Unicode and in the one that this Node has. */
function* unicodeClasses() {
  const both = classesOfBoth(json("unicode_classes.json"));
  yield { file: "unicode_classes.json", what: "every assigned code point", ...both, tolerance: 0 };
}

function* tokens() {
  const encode = encoder(json("tokenizer/vocab.json"), readFileSync(path("tokenizer/merges.txt"), "utf8"));
  const compare = (what, stored, made) => ({
    file: "tokenizer/cases.json",
    what: JSON.stringify(what),
    stored: [stored.length, ...stored], // some are empty
    made: [made.length, ...made],
    tolerance: 0,
  });
  for (const { text, hex, ids, ids_digits_apart: apart } of json("tokenizer/cases.json")) {
    yield compare(text ?? hex, ids, encode(text ?? Uint8Array.from(Buffer.from(hex, "hex"))));
    if (apart) yield compare(`${text}, digits apart`, apart, digitsApart(text).flatMap(encode));
  }
}

/** @returns {Generator<Comparison>} */
export function* comparisons() {
  for (const part of [
    sinusoidal,
    ropeVectors,
    ropePermutation,
    ropeScaling,
    yardstick,
    alibi,
    t5,
    gpt2,
    perplexity,
    gradients,
    neoxFamily,
    unicodeClasses,
    tokens,
  ])
    yield* part();
}

/** The largest difference of a comparison; infinite where lengths differ or something is no number. */
export function difference({ stored, made }) {
  if (stored.length !== made.length || stored.length === 0) return Infinity;
  return stored.reduce((largest, value, i) => {
    const apart = Math.abs(value - made[i]);
    return Number.isNaN(apart) ? Infinity : Math.max(largest, apart);
  }, 0);
}

function main([command, folder]) {
  if (command !== "--check" && !(command === "--write" && folder)) {
    console.error("usage: node make.mjs --check | --write DIR");
    return 2;
  }
  let wrong = 0;
  const written = {};
  for (const comparison of comparisons()) {
    const apart = difference(comparison);
    const fits = apart <= comparison.tolerance;
    if (!fits) wrong++;
    console.log(`${fits ? "same" : "DIFFERS"}  ${comparison.file}: ${comparison.what} (${apart.toExponential(1)})`);
    (written[comparison.file] ??= {})[comparison.what] = comparison.made;
  }
  if (command === "--write")
    for (const [file, parts] of Object.entries(written)) {
      const name = `${folder}/${file.replaceAll("/", "-").replace(/\.(json|safetensors)$/, "")}.json`;
      mkdirSync(folder, { recursive: true });
      writeFileSync(name, JSON.stringify(parts));
    }
  return wrong ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
