// ONNX Runtime Web's sessions: WebAssembly with SIMD, one thread, every graph optimisation.
import * as ort from "onnxruntime-web";

ort.env.wasm.numThreads = 1;
ort.env.logLevel = "error";

/** @param {Uint8Array} model */
export const createSession = (model) =>
  ort.InferenceSession.create(model, { executionProviders: ["wasm"], graphOptimizationLevel: "all" });

/** Whole numbers as a tensor of one dimension. @param {Iterable<number>} values */
export function whole(values) {
  const data = BigInt64Array.from(values, BigInt);
  return new ort.Tensor("int64", data, [data.length]);
}

/** @param {Float32Array} data @param {number[]} shape */
export const floats = (data, shape) => new ort.Tensor("float32", data, shape);
