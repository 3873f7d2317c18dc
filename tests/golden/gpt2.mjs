// A GPT-2 forward pass in plain JavaScript double precision, with exchangeable position encodings. Written to be
// compared with, not to be fast.
import { alibiSlopes, plainFrequencies, rotated, sinusoidRow, t5Bucket } from "./encodings.mjs";

/** y = x W + b; W is [in, out]. */
function linear(rows, { shape: [inputs, outputs], data }, { data: bias }) {
  return rows.map((x) => {
    const y = Float64Array.from(bias);
    for (let i = 0; i < inputs; i++) for (let j = 0; j < outputs; j++) y[j] += x[i] * data[i * outputs + j];
    return y;
  });
}

function layerNorm(rows, { data: weight }, { data: bias }, epsilon) {
  return rows.map((x) => {
    const mean = x.reduce((sum, v) => sum + v, 0) / x.length;
    const variance = x.reduce((sum, v) => sum + (v - mean) ** 2, 0) / x.length;
    return x.map((v, j) => ((v - mean) / Math.sqrt(variance + epsilon)) * weight[j] + bias[j]);
  });
}

/** "gelu_new", Hendrycks and Gimpel 2016. */
const gelu = (x) => 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));

function softmax(scores) {
  const largest = Math.max(...scores);
  const powers = scores.map((s) => Math.exp(s - largest));
  const sum = powers.reduce((total, p) => total + p, 0);
  return powers.map((p) => p / sum);
}

const plus = (rows, others) => rows.map((row, t) => row.map((v, j) => v + others[t][j]));

/**
 * What a position encoding does to a model: `row(t)` is added to the embedding of position t, `turn(vector, t)` is applied
 * to each query and key head, `bias(head, i, j)` is added to the scaled score of query i and key j.
 */
export function encodingOf(name, weights, config) {
  const width = config.n_embd;
  const head = width / config.n_head;
  const sinusoidal = name.match(/^sinusoidal-(.*)$/)?.[1];
  if (name === "learned") {
    const table = weights["wpe.weight"].data;
    return { row: (t) => table.subarray(t * width, (t + 1) * width) };
  }
  if (sinusoidal) {
    const variant = { interleaved: "interleaved", concat: "concat", t2t: "t2t_concat" }[sinusoidal];
    return { row: (t) => sinusoidRow(variant, t, width) };
  }
  if (name.startsWith("rope-")) {
    const layout = name.includes("half") ? "half" : "interleaved";
    const factor = name.endsWith("linear4") ? 4 : 1;
    const frequencies = plainFrequencies(head, 10000).map((f) => f / factor);
    return { turn: (vector, t) => rotated(vector, t, frequencies, layout) };
  }
  if (name === "alibi") {
    const slopes = alibiSlopes(config.n_head);
    return { bias: (h, i, j) => -slopes[h] * (i - j) };
  }
  if (name === "t5") {
    const table = weights["relative_attention_bias.weight"].data;
    const buckets = { bidirectional: false, num_buckets: 32, max_distance: 128 };
    return { bias: (h, i, j) => table[t5Bucket(j - i, buckets) * config.n_head + h] };
  }
  if (name === "nope") return {};
  throw new Error(`no encoding ${name}`);
}

/** { hidden: n_layer + 1 arrays of rows, attentions: [layer][head] arrays of rows, beforeLastNorm, logits }. */
export function forward(weights, config, encoding, tokens) {
  const { n_embd: width, n_head: heads, layer_norm_epsilon: epsilon } = config;
  const size = width / heads;
  const wte = weights["wte.weight"].data;
  let x = tokens.map((token, t) => {
    const row = wte.slice(token * width, (token + 1) * width);
    return encoding.row ? row.map((v, j) => v + encoding.row(t)[j]) : row;
  });
  const hidden = [x];
  const attentions = [];
  for (let layer = 0; layer < config.n_layer; layer++) {
    const w = (name) => weights[`h.${layer}.${name}`];
    const fused = linear(
      layerNorm(x, w("ln_1.weight"), w("ln_1.bias"), epsilon),
      w("attn.c_attn.weight"),
      w("attn.c_attn.bias"),
    );
    const joined = x.map(() => new Float64Array(width));
    attentions.push(
      Array.from({ length: heads }, (_, h) => {
        const part = (which, t) => fused[t].subarray(which * width + h * size, which * width + (h + 1) * size);
        const turned = (which) => x.map((_, t) => (encoding.turn ? encoding.turn(part(which, t), t) : part(which, t)));
        const [queries, keys] = [turned(0), turned(1)];
        return queries.map((q, i) => {
          const scores = keys.slice(0, i + 1).map((k, j) => {
            const product = q.reduce((sum, v, c) => sum + v * k[c], 0);
            return product / Math.sqrt(size) + (encoding.bias?.(h, i, j) ?? 0);
          });
          const probabilities = softmax(scores);
          probabilities.forEach((p, j) => {
            const values = part(2, j);
            for (let c = 0; c < size; c++) joined[i][h * size + c] += p * values[c];
          });
          return [...probabilities, ...Array(x.length - 1 - i).fill(0)];
        });
      }),
    );
    x = plus(x, linear(joined, w("attn.c_proj.weight"), w("attn.c_proj.bias")));
    const inner = linear(
      layerNorm(x, w("ln_2.weight"), w("ln_2.bias"), epsilon),
      w("mlp.c_fc.weight"),
      w("mlp.c_fc.bias"),
    );
    x = plus(
      x,
      linear(
        inner.map((row) => row.map(gelu)),
        w("mlp.c_proj.weight"),
        w("mlp.c_proj.bias"),
      ),
    );
    hidden.push(x);
  }
  const beforeLastNorm = x;
  const last = layerNorm(x, weights["ln_f.weight"], weights["ln_f.bias"], epsilon);
  hidden[hidden.length - 1] = last;
  const logits = last.map((row) =>
    Float64Array.from({ length: config.vocab_size }, (_, token) => {
      let sum = 0;
      for (let j = 0; j < width; j++) sum += row[j] * wte[token * width + j];
      return sum;
    }),
  );
  return { hidden, attentions, beforeLastNorm, logits };
}

/** Cross-entropy in nats of each row's next token. */
export const nextTokenLosses = (logits, tokens) =>
  tokens.slice(1).map((target, t) => -Math.log(softmax([...logits[t]])[target]));
