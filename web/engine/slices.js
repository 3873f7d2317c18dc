// Long work: one slice of about 30 ms after the other, with a look at the page's other business between them, so that it
// shows progress, stays alive and can be stopped.
import { described } from "./plain.js";

/** @typedef {import("./bridge.js").Bridge} Bridge */
/** @typedef {import("./texts.js").Texts} Texts */
/** @typedef {{ onProgress?: Function, onToken?: Function, signal?: AbortSignal }} Callbacks */

const sliceMilliseconds = 30;

/**
 * Takes the functions and the signal out of an options object; what is left is plain data for C++.
 * @param {unknown} options
 * @param {Texts} texts
 * @returns {{ rest: unknown, callbacks: Callbacks }}
 */
export function callbacksOf(options, texts) {
  /** @type {any} */
  let rest;
  try {
    // What is no options object stays as it is: whoever reads it next says so.
    if (Object.prototype.toString.call(options) !== "[object Object]") return { rest: options, callbacks: {} };
    rest = { .../** @type {object} */ (options) };
  } catch (error) {
    throw texts.error("invalid_argument", "unreadable", { argument: "options", detail: described(error) });
  }
  const { onProgress, onToken, signal, ...others } = rest;
  const check = (
    /** @type {string} */ argument,
    /** @type {any} */ value,
    /** @type {string} */ expected,
    good = false,
  ) => {
    if (value == null || good) return value ?? undefined;
    throw texts.error("invalid_argument", "wrong_type", { argument, got: typeof value, expected });
  };
  return {
    rest: others,
    callbacks: {
      onProgress: check("onProgress", onProgress, "function", typeof onProgress === "function"),
      onToken: check("onToken", onToken, "function", typeof onToken === "function"),
      signal: check("signal", signal, "AbortSignal", signal instanceof AbortSignal),
    },
  };
}

/**
 * Steps a job of the session to its end, and ends it there whatever happens.
 * @param {Bridge} bridge
 * @param {() => number} begin gives the job's handle
 * @param {Callbacks} callbacks
 * @returns {Promise<any>}
 */
export async function runJob(bridge, begin, { onProgress, onToken, signal }) {
  const stop = () => {
    if (signal?.aborted) throw bridge.texts.error("aborted", "aborted");
  };
  stop();
  const job = begin();
  try {
    for (;;) {
      const sliceEnd = performance.now() + sliceMilliseconds;
      let step;
      do {
        step = bridge.call("stepJob", { job });
        if (step.token !== undefined) onToken?.(step.token);
      } while (!step.finished && performance.now() < sliceEnd);
      const { finished, result, ...progress } = step;
      if (progress.total !== undefined) await waited(onProgress?.(progress), signal);
      if (finished) return result;
      await nextTask();
      stop();
    }
  } finally {
    bridge.release("endJob", { job });
  }
}

/**
 * Where a callback gives a promise, the work waits for it, or until it is aborted.
 * @param {any} given
 * @param {AbortSignal | undefined} signal
 */
export async function waited(given, signal) {
  if (typeof given?.then !== "function" || signal?.aborted) return;
  let stop = () => {};
  const aborted = new Promise((resolve) => signal?.addEventListener("abort", (stop = () => resolve(undefined))));
  try {
    await Promise.race([given, aborted]);
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** After whatever else is waiting: events, painting, messages. A timeout would be held back to 4 ms. */
export function nextTask() {
  return /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    })
  );
}
