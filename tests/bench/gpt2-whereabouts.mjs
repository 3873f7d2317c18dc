// Whereabouts with a network of GPT-2 small's shape: node tests/bench/gpt2-whereabouts.mjs <build> check|measure
// The network is read from a safetensors file and continues a text, as a page would have it do. Beside it, from
// kernels_bench, what bounds it: the products with its weights, and reading as many bytes as they are.
import { loadEngine } from "../../build/package/index.js";
import { answerDecoding, least, stepTime } from "./contestant.mjs";
import { blockProducts, parameter, parameterNames, prefillWork, weightBytes } from "./network.mjs";

/** @typedef {import("./contestant.mjs").Shape} Shape */
/** @typedef {import("./contestant.mjs").Continuing} Continuing */

const build = process.argv[2];

/** Cut off, not rounded, to float16, and to 0 where it has no normal number: any weights do. @param {Float32Array} data */
function halves(data) {
  const bits = new Uint32Array(data.buffer, data.byteOffset, data.length);
  const result = new Uint16Array(data.length);
  for (let i = 0; i < bits.length; i++) {
    const exponent = ((bits[i] >>> 23) & 0xff) - 112;
    const magnitude = exponent > 0 ? (exponent << 10) | ((bits[i] >>> 13) & 0x3ff) : 0;
    result[i] = ((bits[i] >>> 16) & 0x8000) | magnitude;
  }
  return result;
}

/** The network's weights as a safetensors file. @param {Shape} of @param {"F32" | "F16"} dtype */
function safetensors(of, dtype) {
  const header = /** @type {Record<string, object>} */ ({});
  const parts = [];
  let end = 0;
  for (const name of parameterNames(of)) {
    const { shape, data } = parameter(name, of);
    const part = dtype === "F16" ? halves(data) : data;
    header[name] = { dtype, shape, data_offsets: [end, (end += part.byteLength)] };
    parts.push(part);
  }
  const text = Buffer.from(JSON.stringify(header));
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(text.length));
  return new Blob([size, text, ...parts]);
}

const engine = await loadEngine({ build });
if (engine.build !== build) throw new Error(`asked for ${build}, got ${engine.build}`);

/** @param {Shape} of @param {"F32" | "F16"} [dtype] @returns {Promise<Continuing & { dispose: () => void }>} */
async function network(of, dtype = "F32") {
  const model = await engine.loadModel({ weights: safetensors(of, dtype), config: of });
  return {
    lastLogits: async (tokens) => model.run(tokens).logits.data.slice(-of.vocab_size),
    async generate(tokens, count, onToken) {
      await model.generate(tokens, { max_new_tokens: count, temperature: 0, onToken });
    },
    dispose: () => model.dispose(),
  };
}

/** The speed of the kernels alone. @param {Shape} of */
async function bounds(of) {
  const { default: createKernels } = await import(`../../build/${build}/kernels_bench.mjs`);
  const kernels = await createKernels();
  const fill = (/** @type {number} */ which, /** @type {number} */ count) => {
    const address = kernels._operand(which, count) / 4;
    kernels.HEAPF32.fill(0.5, address, address + count);
  };
  let block = 0;
  for (const [rows, inner, columns] of blockProducts(of)) {
    fill(0, rows * inner);
    fill(1, inner * columns);
    fill(2, rows * columns);
    kernels._pack(inner, columns); // a model keeps its weights packed
    block += await least(() => kernels._packed_product(rows), 5);
  }
  const { linear, attention, head } = prefillWork(of);
  const rate = linear / (of.n_layer * block);
  fill(1, weightBytes(of) / 4);
  const sweep = await least(() => kernels._sweep(), 5);
  return {
    products: (linear + attention + head) / rate, // milliseconds
    "products GFLOP/s": rate / 1e6,
    "sweep GB/s": weightBytes(of) / sweep / 1e6,
  };
}

await answerDecoding({
  network,
  async extras(of) {
    const inHalves = await network(of, "F16");
    const step = await stepTime(inHalves, of);
    inHalves.dispose();
    return { "half step": step, "half weights GB/s": weightBytes(of) / 2 / step / 1e6, ...(await bounds(of)) };
  },
});
