// Starting the worker, which depends on where the page lives.
// @ts-expect-error: it comes without types
import nodeEndpoint from "comlink/dist/esm/node-adapter.mjs";

import { browserWorker, workerFile } from "./addresses.js";

/**
 * A running worker, the same in a browser and in Node.
 * @typedef {object} Running
 * @property {import("comlink").Endpoint} endpoint
 * @property {(hear: (data: any) => void) => void} listen every message, Comlink's own too
 * @property {(fail: (reason: string | undefined) => void) => void} onFailure undefined where the browser does not say why
 * @property {(busy: boolean) => void} hold whether the program must stay alive for it
 * @property {() => void} end
 */

/** @returns {Promise<Running>} when the worker can hear */
export async function startWorker() {
  const running = await create();
  try {
    await new Promise((resolve, reject) => {
      running.onFailure((reason) => reject(new Error(reason)));
      running.listen((data) => {
        if (data === "up") resolve(undefined);
        if (data?.failed !== undefined) reject(new Error(data.failed));
      });
    });
  } catch (error) {
    running.end();
    throw error;
  }
  return running;
}

/** @returns {Promise<Running>} */
async function create() {
  if (typeof process !== "undefined" && process.versions?.node) {
    const threads = "node:worker_threads"; // a name that bundlers for the browser leave alone
    const { Worker } = await import(/* @vite-ignore */ threads);
    const worker = new Worker(workerFile());
    return {
      hold: (busy) => (busy ? worker.ref() : worker.unref()),
      endpoint: nodeEndpoint(worker),
      listen: (hear) => worker.on("message", hear),
      onFailure(fail) {
        worker.on("error", (/** @type {Error} */ error) => fail(error.message));
        worker.on("exit", () => fail(undefined)); // after the error, where there is one
      },
      end: () => worker.terminate(),
    };
  }
  const worker = browserWorker();
  return {
    hold: () => {}, // a page lives on its own
    endpoint: worker,
    listen: (hear) => worker.addEventListener("message", (event) => hear(event.data)),
    onFailure: (fail) => worker.addEventListener("error", (event) => fail(event.message)),
    end: () => worker.terminate(),
  };
}
