// The wrong values of each kind of argument.

/** A wrong value whose message must hold another name than the argument's own. */
export class Naming {
  constructor(value, says) {
    this.value = value;
    this.says = says;
  }
}

const naming = (says, value) => new Naming(value, says);

/** An object of a class, which is no plain data. */
export class Strange {
  #hidden = 1;
  get value() {
    return this.#hidden;
  }
}

const throwing = {
  get width() {
    throw new Error("from a getter");
  },
};

/** Values that are no plain data at all: wrong for every argument. */
export const foreign = [
  () => 1,
  Symbol("s"),
  10n,
  new Map([[1, 2]]),
  new Date(0),
  Promise.resolve(1),
  /x/,
  new DataView(new ArrayBuffer(8)),
  new BigInt64Array(1),
];

const revoked = (() => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
})();

const cyclic = {};
cyclic.self = cyclic;

/** @typedef {{ required?: boolean, bad: any[] }} Kind */

const missing = (required) => (required ? [undefined, null] : []);

/** A whole number from `minimum`. */
export const whole = ({ required = false, minimum = 1, huge = 1e300 } = {}) => ({
  required,
  bad: [
    ...missing(required),
    "4",
    {},
    [],
    [4],
    true,
    NaN,
    Infinity,
    -Infinity,
    minimum + 0.5,
    minimum - 1,
    -3,
    huge,
    new Strange(),
    ...foreign,
  ],
});

/** Any number from `minimum`. */
export const real = ({ required = false, minimum = 0, huge } = {}) => ({
  required,
  bad: [
    ...missing(required),
    "4",
    {},
    [],
    [4],
    true,
    NaN,
    Infinity,
    minimum - 1e-3,
    -3,
    ...(huge ? [huge] : []),
    ...foreign,
  ],
});

export const boolean = () => ({ bad: ["yes", 1, 0, NaN, {}, [], ...foreign] });
export const choice = ({ required = false } = {}) => ({
  required,
  bad: [...missing(required), "no such choice", "", 5, NaN, true, {}, [], ...foreign],
});
export const text = choice;
export const callback = () => ({ bad: [5, "f", {}, [], true] });
export const signal = () => ({ bad: [5, "s", {}, [], true, { aborted: false }] });

/** A list of numbers; `length`: how many it must have, `lengthNames`: the argument that the message names then. */
export const numbers = ({
  required = false,
  length,
  lengthNames,
  fractions = false,
  negative = false,
  nan = false,
  belowMinusOne = false,
  huge,
} = {}) => {
  const filled = (entry) => Array.from({ length: length ?? 2 }, () => entry);
  const holes = new Array(4);
  return {
    required,
    bad: [
      ...missing(required),
      5,
      "1,2",
      true,
      {},
      { data: [1, 2] },
      { data: [1, 2, 3], shape: [2] },
      { data: "x", shape: [1] },
      { data: [1], shape: "x" },
      [[1]],
      filled("1"),
      filled(null),
      filled({}),
      filled(1n),
      holes,
      new Array(4294967295),
      ...(nan
        ? []
        : [filled(NaN), new Float32Array(filled(NaN)), filled(Infinity), { data: filled(NaN), shape: [length ?? 2] }]),
      ...(fractions ? [] : [filled(0.5)]),
      ...(negative ? [] : belowMinusOne ? [filled(-2)] : [filled(-1)]),
      ...(huge ? [filled(huge)] : []),
      ...(length === undefined
        ? []
        : [
            naming(lengthNames, []),
            naming(lengthNames, [...filled(1), 1]),
            naming(lengthNames, new Int32Array(length + 1)),
          ]),
      ...foreign,
    ],
  };
};

/** An object; its entries are other rows of the table. */
export const object = ({ required = false, nested = true } = {}) => ({
  required,
  bad: [
    ...(required ? [undefined, null] : []),
    5,
    "x",
    true,
    NaN,
    [1],
    new Float32Array(2),
    ...(nested ? [naming("self", cyclic)] : []),
    naming("", throwing),
    naming("", revoked),
    ...foreign,
  ],
});

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

/** An exercise's instance. */
export const instance = (good, { required = true } = {}) => ({
  required,
  bad: [
    ...missing(required),
    5,
    "x",
    [],
    true,
    naming("id", {}),
    naming("id", { ...good, id: "nope" }),
    naming("id", { ...good, id: 5 }),
    naming("position", { id: good.id }),
    naming("parameters", { ...good, parameters: 5 }),
    ...["4", NaN, -1, 0.5, 1e300, null, [], {}].map((width) =>
      naming("width", { ...good, parameters: { ...good.parameters, width } }),
    ),
    naming("nonsense", { ...good, parameters: { ...good.parameters, nonsense: 1 } }),
    naming("instance", revoked),
    ...foreign,
  ],
});

/** A text; `unknown`: one that the function cannot take. */
export const string = (unknown) => ({
  required: true,
  bad: [undefined, null, 5, NaN, true, {}, [], new Uint8Array(2), unknown, ...foreign],
});

/** An object that the engine has made. */
export const made = () => ({
  required: true,
  bad: [undefined, null, 5, "x", true, NaN, {}, [], new Strange(), ...foreign],
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
