// GPT-NeoX's and GPT-J's forward pass in plain JavaScript double precision, as Hugging Face's code computes them. Written to be compared
// with, not to be fast. It meets the states of families/gpt-neox-tiny, which that code computed, and made those of families/gptj-tiny:
//
//   node tests/golden/neox.mjs DIR   writes gptj-tiny: config, weights drawn at random, states
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { drawer } from "./bytepairs.mjs";
import { plainFrequencies, rotated } from "./encodings.mjs";
import { nextTokenLosses } from "./gpt2.mjs";
import { writeSafetensors } from "./safetensors.mjs";

/** y = W x + b for every row; W is [out, in]. */
function linear(rows, { shape: [outputs, inputs], data }, bias) {
  return rows.map((x) =>
    Float64Array.from({ length: outputs }, (_, o) => {
      let sum = bias ? bias.data[o] : 0;
      for (let i = 0; i < inputs; i++) sum += data[o * inputs + i] * x[i];
      return sum;
    }),
  );
}

function layerNorm(rows, { data: weight }, { data: bias }, epsilon) {
  return rows.map((x) => {
    const mean = x.reduce((sum, v) => sum + v, 0) / x.length;
    const variance = x.reduce((sum, v) => sum + (v - mean) ** 2, 0) / x.length;
    return x.map((v, j) => ((v - mean) / Math.sqrt(variance + epsilon)) * weight[j] + bias[j]);
  });
}

/** erf by its series, and where that is slow by the continued fraction of its complement (Abramowitz and Stegun 7.1.6, 7.1.14). */
function erf(x) {
  if (Math.abs(x) < 3) {
    let term = x;
    let sum = x;
    for (let n = 1; Math.abs(term) > 1e-18 * Math.abs(sum); n++) {
      term *= (2 * x * x) / (2 * n + 1);
      sum += term;
    }
    return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
  }
  let fraction = 0;
  for (let n = 120; n > 0; n--) fraction = n / 2 / (Math.abs(x) + fraction);
  return Math.sign(x) * (1 - Math.exp(-x * x) / (Math.sqrt(Math.PI) * (Math.abs(x) + fraction)));
}

const activations = {
  gelu: (x) => 0.5 * x * (1 + erf(x / Math.SQRT2)),
  gelu_new: (x) => 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3))),
};

/** What the two call the same things. */
function familyOf(config, weights) {
  const gptj = config.model_type === "gptj";
  const heads = gptj ? config.n_head : config.num_attention_heads;
  const width = gptj ? config.n_embd : config.hidden_size;
  const size = width / heads;
  const at = (layer, name) => weights[`${gptj ? "h" : "gpt_neox.layers"}.${layer}.${name}`];
  const common = { heads, width, size, layers: gptj ? config.n_layer : config.num_hidden_layers };
  if (gptj)
    return {
      ...common,
      rotaryDim: config.rotary_dim,
      layout: "interleaved",
      epsilon: config.layer_norm_epsilon,
      activation: activations[config.activation_function],
      parallel: true,
      embedding: weights["wte.weight"],
      norms: (layer) => Array(2).fill([at(layer, "ln_1.weight"), at(layer, "ln_1.bias")]),
      qkv: (layer, rows) => ["q", "k", "v"].map((name) => linear(rows, at(layer, `attn.${name}_proj.weight`))),
      dense: (layer, rows) => linear(rows, at(layer, "attn.out_proj.weight")),
      inner: (layer, rows) => linear(rows, at(layer, "mlp.fc_in.weight"), at(layer, "mlp.fc_in.bias")),
      outer: (layer, rows) => linear(rows, at(layer, "mlp.fc_out.weight"), at(layer, "mlp.fc_out.bias")),
      last: [weights["ln_f.weight"], weights["ln_f.bias"]],
      head: [weights["lm_head.weight"], weights["lm_head.bias"]],
    };
  const both = (layer, name) => [at(layer, `${name}.weight`), at(layer, `${name}.bias`)];
  return {
    ...common,
    rotaryDim: Math.floor(size * config.rotary_pct),
    layout: "half",
    epsilon: config.layer_norm_eps,
    activation: activations[config.hidden_act],
    parallel: config.use_parallel_residual,
    embedding: weights["gpt_neox.embed_in.weight"],
    norms: (layer) => [both(layer, "input_layernorm"), both(layer, "post_attention_layernorm")],
    qkv(layer, rows) {
      const fused = linear(rows, ...both(layer, "attention.query_key_value"));
      return [0, 1, 2].map((part) =>
        fused.map((row) =>
          Float64Array.from({ length: width }, (_, i) => row[(3 * Math.floor(i / size) + part) * size + (i % size)]),
        ),
      );
    },
    dense: (layer, rows) => linear(rows, ...both(layer, "attention.dense")),
    inner: (layer, rows) => linear(rows, ...both(layer, "mlp.dense_h_to_4h")),
    outer: (layer, rows) => linear(rows, ...both(layer, "mlp.dense_4h_to_h")),
    last: [weights["gpt_neox.final_layer_norm.weight"], weights["gpt_neox.final_layer_norm.bias"]],
    head: [weights["embed_out.weight"]],
  };
}

const plus = (rows, others) => rows.map((row, t) => row.map((v, j) => v + others[t][j]));

function softmax(scores) {
  const largest = Math.max(...scores);
  const powers = scores.map((s) => Math.exp(s - largest));
  const sum = powers.reduce((total, p) => total + p, 0);
  return powers.map((p) => p / sum);
}

/** { hidden, attentions: [layer][head] rows, queries, keys: of layer 0, [head] turned rows, logits }. */
function forward(weights, config, tokens) {
  const family = familyOf(config, weights);
  const { width, size, heads, epsilon } = family;
  const frequencies = plainFrequencies(family.rotaryDim, 10000);
  const turned = (vector, t) => [
    ...rotated(vector.slice(0, family.rotaryDim), t, frequencies, family.layout),
    ...vector.slice(family.rotaryDim),
  ];
  let x = tokens.map((token) => family.embedding.data.slice(token * width, (token + 1) * width));
  const result = { hidden: [x], attentions: [], queries: [], keys: [] };
  for (let layer = 0; layer < family.layers; layer++) {
    const [first, second] = family.norms(layer);
    const [q, k, v] = family.qkv(layer, layerNorm(x, ...first, epsilon));
    const context = x.map(() => new Float64Array(width));
    result.attentions.push(
      Array.from({ length: heads }, (_, h) => {
        const part = (rows, t) => Array.from(rows[t].subarray(h * size, (h + 1) * size));
        const queries = x.map((_, t) => turned(part(q, t), t));
        const keys = x.map((_, t) => turned(part(k, t), t));
        if (layer === 0) (result.queries.push(queries), result.keys.push(keys));
        return queries.map((query, i) => {
          const scores = keys
            .slice(0, i + 1)
            .map((key) => query.reduce((sum, a, c) => sum + a * key[c], 0) / Math.sqrt(size));
          const probabilities = softmax(scores);
          probabilities.forEach((p, j) => {
            for (let c = 0; c < size; c++) context[i][h * size + c] += p * v[j][h * size + c];
          });
          return [...probabilities, ...Array(x.length - 1 - i).fill(0)];
        });
      }),
    );
    const middle = plus(x, family.dense(layer, context));
    const read = layerNorm(family.parallel ? x : middle, ...second, epsilon);
    const activated = family.inner(layer, read).map((row) => row.map(family.activation));
    x = plus(middle, family.outer(layer, activated));
    result.hidden.push(x);
  }
  result.hidden[family.layers] = layerNorm(x, ...family.last, epsilon);
  return { ...result, logits: linear(result.hidden[family.layers], ...family.head) };
}

/** The states of several sequences under the names of the golden files. */
export function statesOf(weights, config, sequences) {
  const runs = sequences.map((tokens) => forward(weights, config, tokens));
  const flat = (value) => (typeof value === "number" ? [value] : Array.from(value).flatMap(flat));
  const pick = (of) => flat(runs.map(of));
  const states = {
    logits: pick((run) => run.logits),
    "layers.0.q_rot": pick((run) => run.queries),
    "layers.0.k_rot": pick((run) => run.keys),
  };
  runs[0].hidden.forEach((_, i) => (states[`hidden_states.${i}`] = pick((run) => run.hidden[i])));
  runs[0].attentions.forEach((_, i) => (states[`attentions.${i}`] = pick((run) => run.attentions[i])));
  const losses = runs.flatMap(({ logits }, row) => nextTokenLosses(logits, sequences[row]));
  return { ...states, loss: [losses.reduce((sum, loss) => sum + loss, 0) / losses.length] };
}

/** @param {any} weights @param {any} config @param {number[]} prompt @param {number} count */
export function greedy(weights, config, prompt, count) {
  const tokens = [...prompt];
  while (tokens.length < prompt.length + count) {
    const last = forward(weights, config, tokens).logits.at(-1);
    tokens.push(last.indexOf(Math.max(...last)));
  }
  return tokens.slice(prompt.length);
}

function main(folder) {
  const config = {
    architectures: ["GPTJForCausalLM"],
    model_type: "gptj",
    activation_function: "gelu_new",
    n_embd: 48,
    n_head: 4,
    n_inner: null,
    n_layer: 2,
    n_positions: 64,
    rotary_dim: 4,
    layer_norm_epsilon: 1e-5,
    tie_word_embeddings: false,
    use_cache: true,
    vocab_size: 103,
    torch_dtype: "float32",
  };
  const draw = drawer(4);
  const normal = (deviation) => {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += draw(1 << 24) / (1 << 24);
    return Math.fround(sum * deviation);
  };
  const weights = {};
  const add = (name, shape, deviation, mean = 0) => {
    const count = shape.reduce((product, extent) => product * extent, 1);
    weights[name] = { shape, data: Float64Array.from({ length: count }, () => Math.fround(mean + normal(deviation))) };
  };
  add("wte.weight", [103, 48], 0.7);
  for (const layer of [0, 1]) {
    const h = `h.${layer}.`;
    add(`${h}ln_1.weight`, [48], 0.2, 1);
    add(`${h}ln_1.bias`, [48], 0.2);
    for (const name of ["k_proj", "v_proj", "q_proj", "out_proj"]) add(`${h}attn.${name}.weight`, [48, 48], 0.25);
    add(`${h}mlp.fc_in.weight`, [192, 48], 0.2);
    add(`${h}mlp.fc_in.bias`, [192], 0.2);
    add(`${h}mlp.fc_out.weight`, [48, 192], 0.1);
    add(`${h}mlp.fc_out.bias`, [48], 0.2);
  }
  add("ln_f.weight", [48], 0.2, 1);
  add("ln_f.bias", [48], 0.2);
  add("lm_head.weight", [103, 48], 0.4);
  add("lm_head.bias", [103], 0.5);

  const input_ids = [1, 2].map(() => Array.from({ length: 40 }, () => draw(103)));
  const states = statesOf(weights, config, input_ids);
  const shapes = { logits: [2, 40, 103], loss: [1] };
  const shapeOf = (name) =>
    shapes[name] ??
    (name.startsWith("hidden") ? [2, 40, 48] : name.startsWith("attentions") ? [2, 4, 40, 40] : [2, 4, 40, 12]);
  const write = (name, content) => writeFileSync(join(folder, name), content);
  const prefixed = Object.entries(weights).map(([name, tensor]) => [
    name.startsWith("lm_head") ? name : `transformer.${name}`,
    tensor,
  ]);
  write("config.json", `${JSON.stringify(config, null, 2)}\n`);
  write("model.safetensors", writeSafetensors(Object.fromEntries(prefixed), "F32"));
  write(
    "golden.safetensors",
    writeSafetensors(
      Object.fromEntries(Object.entries(states).map(([name, data]) => [name, { shape: shapeOf(name), data }])),
      "F64",
    ),
  );
  const prompt = input_ids[0].slice(0, 5);
  const base = { loss: states.loss[0], greedy_prompt: prompt, greedy_20: greedy(weights, config, prompt, 20) };
  write("golden.json", `${JSON.stringify({ model: "gptj-tiny", input_ids, cases: { base } })}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv[2]);
