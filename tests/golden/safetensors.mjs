// Reading a safetensors file into arrays of numbers; just what the golden files need.
import { readFileSync } from "node:fs";

const half = (bits) => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? (1 + fraction / 1024) * 2 ** (exponent - 15) : (fraction / 1024) * 2 ** -14);
};

const readers = {
  F64: [8, (view, at) => view.getFloat64(at, true)],
  F32: [4, (view, at) => view.getFloat32(at, true)],
  F16: [2, (view, at) => half(view.getUint16(at, true))],
  I64: [8, (view, at) => Number(view.getBigInt64(at, true))],
};

/** { name: { shape, data: Float64Array } } */
export function readSafetensors(path) {
  const file = readFileSync(path);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const start = 8 + Number(view.getBigUint64(0, true));
  const header = JSON.parse(file.subarray(8, start).toString("utf8"));
  delete header.__metadata__;
  return Object.fromEntries(
    Object.entries(header).map(
      ([
        name,
        {
          dtype,
          shape,
          data_offsets: [from, to],
        },
      ]) => {
        const [size, read] = readers[dtype];
        const data = Float64Array.from({ length: (to - from) / size }, (_, i) => read(view, start + from + i * size));
        return [name, { shape, data }];
      },
    ),
  );
}

/** The bytes of a file with these tensors, all of one type. @param {"F32" | "F64"} dtype */
export function writeSafetensors(tensors, dtype) {
  const Numbers = dtype === "F32" ? Float32Array : Float64Array;
  const parts = [];
  const header = { __metadata__: { format: "pt" } };
  let at = 0;
  for (const name of Object.keys(tensors).sort()) {
    const { shape, data } = tensors[name];
    const bytes = Buffer.from(Numbers.from(data).buffer);
    header[name] = { dtype, shape, data_offsets: [at, at + bytes.length] };
    at += bytes.length;
    parts.push(bytes);
  }
  const text = Buffer.from(JSON.stringify(header));
  const padded = Buffer.alloc(Math.ceil(text.length / 8) * 8, " ");
  text.copy(padded);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  return Buffer.concat([length, padded, ...parts]);
}
