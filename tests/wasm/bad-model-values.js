// The wrong values of what models are made of and learn from: configs, files, batches, a trainer's state.
import { cyclic, foreign, missing, naming, object, revoked } from "./bad-values.js";

/** The rope_scaling object of a config.json; unknown keys are no error there. */
export const scaling = () => ({
  bad: [
    ...object().bad,
    ...["no such type", 5, {}].map((rope_type) => naming("rope_type", { rope_type })),
    ...["4", NaN, -1, {}, [], true, 1e300].map((factor) => naming("factor", { rope_type: "linear", factor })),
    naming("factor", { rope_type: "linear" }),
    naming("original_max_position_embeddings", { rope_type: "dynamic", factor: 2 }),
    naming("original_max_position_embeddings", {
      rope_type: "dynamic",
      factor: 2,
      original_max_position_embeddings: -4,
    }),
    naming("beta_fast", { rope_type: "yarn", factor: 2, original_max_position_embeddings: 64, beta_fast: "x" }),
    naming("truncate", { rope_type: "yarn", factor: 2, original_max_position_embeddings: 64, truncate: 1 }),
    naming("short_factor", {
      rope_type: "longrope",
      original_max_position_embeddings: 64,
      factor: 2,
      short_factor: [1],
      long_factor: [1],
    }),
    naming("low_freq_factor", {
      rope_type: "llama3",
      original_max_position_embeddings: 64,
      factor: 2,
      low_freq_factor: NaN,
    }),
  ],
});

/** A model's config, every field of it. */
export const config = (good, { required = true } = {}) => {
  const bad = [...missing(required), 5, "x", [], true, naming("config", revoked), naming("self", cyclic), ...foreign];
  for (const name of Object.keys(good)) {
    const values = [null, "4", [], {}, true, NaN, 0.5, -1, 0, 1e300, Infinity];
    for (const value of values) bad.push(naming(name, { ...good, [name]: value }));
  }
  for (const [name, values] of Object.entries({
    n_inner: ["x", -1, 0.5, NaN, 1e300],
    n_embd: [7],
    activation_function: ["relu", 5],
    layer_norm_epsilon: ["x", -1, NaN],
    causal: ["x", 1],
    tie_word_embeddings: ["x", 1],
    model_type: ["opt", 5],
    position: [
      "rope",
      5,
      [],
      {},
      { kind: "nope" },
      { kind: 5 },
      { kind: "rope", rope_theta: -1 },
      { kind: "rope", nonsense: 1 },
    ],
  }))
    for (const value of values)
      bad.push(
        naming(value?.nonsense ? "nonsense" : value?.rope_theta ? "rope_theta" : name, { ...good, [name]: value }),
      );
  return { required, bad };
};

/** A file of weights: what is none, and what is a broken one. */
export const file = () => ({
  required: true,
  bad: [
    undefined,
    null,
    5,
    "x",
    {},
    [1, 2],
    true,
    new Float32Array(2),
    naming("", new Uint8Array(0)),
    naming("", new ArrayBuffer(4)),
    naming("", new Uint8Array(64).fill(255)),
    naming("", new TextEncoder().encode("<!doctype html><title>404</title>")),
    naming("", new Blob(["{}"])),
    naming("llama2.c", new Int32Array([288, 768, 6, 6, 6, -32000, 256]).buffer),
  ],
});

/** What a training step learns from, [B, T], of a model with `vocabulary` tokens. */
export const batch = (good, vocabulary) => ({
  required: true,
  bad: [
    ...[undefined, null, 5, "x", true, [], new Int32Array(3), ...foreign],
    naming("batch", revoked),
    naming("self", { ...good, self: cyclic.self }),
    naming("more", { ...good, more: 1 }),
    ...["tokens", "targets"].flatMap((name) =>
      [
        ...[
          undefined,
          null,
          5,
          "x",
          true,
          {},
          ["1"],
          [null],
          [[1]],
          [NaN],
          [0.5],
          [-2],
          [1e300],
          [vocabulary],
          [1, 2, 3, 4],
        ],
        ...[new Array(4), { data: [1, 2], shape: [3] }, { data: [1, 2], shape: [1, 1, 2] }, { data: [1], shape: "x" }],
      ].map((value) => naming(value?.shape?.length === 2 ? "shape" : "t", { ...good, [name]: value })),
    ),
    naming("targets", { tokens: [1], targets: [-1] }),
    naming("tokens", { tokens: [], targets: [] }),
  ],
});

/** A trainer's state, of a model that has the parameter "ln_f.bias" of 8 numbers. */
export const trainerState = (good) => {
  const changed = (moments) => ({ ...good, moments: { ...good.moments, ...moments } });
  const bias = good.moments["ln_f.bias"];
  return {
    required: true,
    bad: [
      ...[undefined, null, 5, "x", true, [], ...foreign],
      naming("state", revoked),
      naming("more", { ...good, more: 1 }),
      ...[undefined, "4", NaN, -1, 0.5, {}].map((step) => naming("step", { ...good, step })),
      ...[undefined, 5, "x", []].map((moments) => naming("moments", { ...good, moments })),
      naming("ln_f.bias", changed({ "ln_f.bias": undefined })),
      naming("no such", changed({ "no such": bias })),
      ...["exp_avg", "exp_avg_sq"].flatMap((name) =>
        [undefined, 5, "x", [1], [NaN], Array(8).fill(NaN), Array(8).fill("1"), Array(8).fill(1e300)].map((value) =>
          naming("ln_f.bias", changed({ "ln_f.bias": { ...bias, [name]: value } })),
        ),
      ),
      naming("ln_f.bias", changed({ "ln_f.bias": { ...bias, exp_avg_sq: Array(8).fill(-1) } })),
    ],
  };
};
