// The worker's script is a file of its own.
import { workerOf } from "../engine/worker-of.js";
import address from "./worker.js?worker&url";

/** @returns {Worker} one that says "ready" when it can hear */
export function startWorker() {
  return workerOf(new URL(address, import.meta.url).href);
}
