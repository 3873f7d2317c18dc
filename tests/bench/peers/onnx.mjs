// Writes an ONNX model by hand: the few messages of onnx.proto that a graph of float tensors needs. Field numbers and
// type codes are those of the ONNX specification.

const FLOAT = 1;
const INT64 = 7;

/** A base-128 number, lowest digits first. @param {number | bigint} value */
function varint(value) {
  const digits = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const digit = Number(rest & 0x7fn);
    rest >>= 7n;
    digits.push(rest ? digit | 0x80 : digit);
  } while (rest);
  return Uint8Array.from(digits);
}

/** @param {number} field @param {number | bigint} value */
const number = (field, value) => [varint(field << 3), varint(value)];

/** @param {number} field @param {Uint8Array | string} content */
function bytes(field, content) {
  const payload = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return [varint((field << 3) | 2), varint(payload.length), payload];
}

/** @param {number} field @param {Uint8Array[][]} parts */
const message = (field, ...parts) => bytes(field, join(parts.flat()));

const join = (/** @type {Uint8Array[]} */ parts) => new Uint8Array(Buffer.concat(parts));

function attribute(/** @type {string} */ name, /** @type {string | number[] | number} */ value) {
  if (typeof value === "string") return message(5, bytes(1, name), bytes(4, value), number(20, 3));
  if (Array.isArray(value))
    return message(
      5,
      bytes(1, name),
      value.flatMap((one) => number(8, one)),
      number(20, 7),
    );
  if (Number.isInteger(value)) return message(5, bytes(1, name), number(3, value), number(20, 2));
  const float = new Uint8Array(Float32Array.of(value).buffer);
  return message(5, bytes(1, name), [varint((2 << 3) | 5), float], number(20, 1));
}

function tensorType(
  /** @type {number} */ field,
  /** @type {string} */ name,
  /** @type {(number | string)[]} a name for a size that differs from run to run */ shape,
  type = FLOAT,
) {
  const dimensions = shape.flatMap((size) => message(1, typeof size === "string" ? bytes(2, size) : number(1, size)));
  return message(field, bytes(1, name), message(2, message(1, number(1, type), message(2, dimensions))));
}

/** A graph that is put together operation by operation; tensors are known by name. */
export class Graph {
  /** @type {Uint8Array[]} */
  #parts = [];
  #count = 0;

  /** @param {string} name @param {(number | string)[]} shape @param {"float" | "int64"} [type] */
  input(name, shape, type = "float") {
    this.#parts.push(...tensorType(11, name, shape, type === "float" ? FLOAT : INT64));
    return name;
  }

  /** @param {number[]} shape @param {Float32Array | BigInt64Array} data */
  constant(shape, data) {
    const name = `constant_${this.#count++}`;
    const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const type = data instanceof Float32Array ? FLOAT : INT64;
    this.#parts.push(
      ...message(
        5,
        shape.flatMap((size) => number(1, size)),
        number(2, type),
        bytes(8, name),
        bytes(9, raw),
      ),
    );
    return name;
  }

  /**
   * @param {string} type @param {string[]} inputs
   * @param {Record<string, string | number | number[]>} [attributes]
   * @returns {string[]} the outputs' names
   */
  operation(type, inputs, attributes = {}, outputs = 1) {
    const names = Array.from({ length: outputs }, () => `tensor_${this.#count++}`);
    this.#parts.push(
      ...message(
        1,
        inputs.flatMap((name) => bytes(1, name)),
        names.flatMap((name) => bytes(2, name)),
        bytes(4, type),
        Object.entries(attributes).flatMap(([name, value]) => attribute(name, value)),
      ),
    );
    return names;
  }

  /** The finished model with these tensors as its outputs. @param {{ name: string, shape: (number | string)[] }[]} outputs */
  model(outputs) {
    const types = outputs.flatMap(({ name, shape }) => tensorType(12, name, shape));
    const graph = [...this.#parts, ...bytes(2, "bench"), ...types];
    const version9 = number(1, 9);
    const operators20 = message(8, number(2, 20)); // the first with Gelu
    return join([...version9, ...message(7, graph), ...operators20]);
  }
}
