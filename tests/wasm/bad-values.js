// The wrong values of each kind of argument.

/** A wrong value whose message must hold another name than the argument's own. */
export class Naming {
  constructor(value, says) {
    this.value = value;
    this.says = says;
  }
}

export const naming = (says, value) => new Naming(value, says);

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

export const revoked = (() => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
})();

export const cyclic = {};
cyclic.self = cyclic;

/** @typedef {{ required?: boolean, bad: any[] }} Kind */

export const missing = (required) => (required ? [undefined, null] : []);

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
