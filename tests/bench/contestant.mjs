// How a contestant is asked and timed. Each runs in a process of its own:
//   node <contestant> check     prints its results, base64 of float32, as one JSON line
//   node <contestant> measure   prints its times as one JSON line
import {
  cacheBytes,
  decoded,
  forwardWork,
  gpt2,
  gpt2Small,
  prefillWork,
  productWork,
  products,
  textFor,
  trainingWork,
  weightBytes,
} from "./network.mjs";

/**
 * Milliseconds of processor time this process has used. Everything is timed by it: all contestants have one thread and
 * wait for nothing, so on a quiet machine it is what the clock on the wall says, and on a busy one it still is.
 */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The least milliseconds of a run in many rounds. The warm-up lasts until nothing has become faster for a while: V8's
 * baseline code is three to five times slower than what its optimising compiler makes, and for a large module that
 * compiler takes seconds.
 * @param {() => unknown} run may return a promise
 */
export async function best(run, { warmUp = 600, measuring = 400, round = 10 } = {}) {
  const time = async (/** @type {number} */ repeats) => {
    const start = processorTime();
    for (let i = 0; i < repeats; i++) {
      const pending = run();
      if (pending instanceof Promise) await pending;
    }
    return (processorTime() - start) / repeats;
  };
  const once = Math.max(1e-3, await time(3));
  let repeats = Math.ceil(round / once);
  let least = Infinity;
  for (let settled = processorTime(); processorTime() - settled < warmUp;) {
    const milliseconds = await time(repeats);
    if (milliseconds < 0.97 * least) settled = processorTime();
    least = Math.min(least, milliseconds);
    repeats = Math.ceil(round / least);
  }
  for (const start = processorTime(); processorTime() - start < measuring;) {
    least = Math.min(least, await time(repeats));
  }
  return least;
}

/** The least milliseconds of a few runs, after one that warms up: for runs so long that a round of many would take minutes. */
export async function least(/** @type {() => unknown} */ run, runs = 2) {
  await run();
  let milliseconds = Infinity;
  for (let i = 0; i < runs; i++) {
    const start = processorTime();
    await run();
    milliseconds = Math.min(milliseconds, processorTime() - start);
  }
  return milliseconds;
}

const encode = (/** @type {Float32Array} */ values) =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString("base64");

/**
 * @typedef {object} Contestant
 * @property {(n: number) => Promise<{ run: () => unknown, result: () => Promise<Float32Array> }>} [product]
 * @property {() => Promise<{ run: () => unknown, result: () => Promise<Float32Array> }>} [forward]
 * @property {() => Promise<{ run: () => unknown, result: () => Promise<Float32Array> }>} [training] its result: the
 *   losses of the first three steps
 * @property {() => Promise<Record<string, number>>} [extras] further figures
 */

/** @param {Contestant} contestant */
export async function answer({ product, forward, training, extras }) {
  const check = process.argv.includes("check");
  const report = /** @type {Record<string, string | number>} */ ({});
  for (const n of product ? products : []) {
    const { run, result } = await product(n);
    if (check) report[`product ${n}`] = encode(await result());
    else report[`product ${n}`] = productWork(n) / (await best(run)) / 1e6; // GFLOP/s
  }
  if (forward) {
    const { run, result } = await forward();
    if (check) report.forward = encode(await result());
    else {
      report.forward = await best(run); // milliseconds
      report["forward GFLOP/s"] = forwardWork() / report.forward / 1e6;
    }
  }
  if (training) {
    const { run, result } = await training();
    if (check) report.training = encode(await result());
    else {
      report.training = await best(run); // milliseconds
      report["training GFLOP/s"] = trainingWork() / report.training / 1e6;
    }
  }
  if (!check && extras) Object.assign(report, await extras());
  console.log(JSON.stringify(report));
}

/** @typedef {typeof gpt2} Shape */

/**
 * A network that continues a text.
 * @typedef {object} Continuing
 * @property {(tokens: Int32Array) => Promise<Float32Array>} lastLogits of the last position
 * @property {(tokens: Int32Array, count: number, onToken: (token: number) => void) => Promise<void>} generate the likeliest
 *   tokens: the first after a prefill of the text, each other after a pass over one token
 */

/** Milliseconds of a pass over one token, up to the last position. @param {Continuing} continuing @param {Shape} of */
export async function stepTime(continuing, of) {
  const start = textFor(of).subarray(0, of.n_positions - decoded);
  let milliseconds = Infinity;
  for (let round = 0; round < 2; round++) {
    /** @type {number[]} */
    const times = [];
    await continuing.generate(start, decoded + 1, () => times.push(processorTime()));
    milliseconds = Math.min(milliseconds, (times[decoded] - times[0]) / decoded);
  }
  return milliseconds;
}

/**
 * @param {object} contestant
 * @param {(of: Shape) => Promise<Continuing>} contestant.network
 * @param {(of: Shape) => Promise<Record<string, number>>} [contestant.extras] further figures
 */
export async function answerDecoding({ network, extras }) {
  const check = process.argv.includes("check");
  const of = check ? gpt2Small : gpt2;
  const text = textFor(of);
  const continuing = await network(of);
  if (check) {
    const start = text.subarray(0, text.length - decoded);
    /** @type {number[]} */
    const tokens = [];
    await continuing.generate(start, decoded + 1, (token) => tokens.push(token));
    console.log(JSON.stringify({ logits: encode(await continuing.lastLogits(text)), tokens }));
    return;
  }
  const prefill = await least(() => continuing.generate(text, 1, () => {}));
  const step = await stepTime(continuing, of);
  const work = prefillWork(of);
  const report = {
    logits: encode(await continuing.lastLogits(text)),
    prefill, // milliseconds
    "prefill GFLOP/s": (work.linear + work.attention + work.head) / prefill / 1e6,
    step, // milliseconds a token
    "weights GB/s": weightBytes(of) / step / 1e6,
    "read GB/s": (weightBytes(of) + cacheBytes(of)) / step / 1e6,
  };
  console.log(JSON.stringify({ ...report, ...(await extras?.(of)) }));
}
