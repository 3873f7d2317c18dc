// In the place of web/code/start-worker.js.
import { startWorker as start } from "./parts.js";

/** @returns {Worker} one that says "ready" when it can hear */
export function startWorker() {
  return start("code-worker.js", ["interpreter.wasm"]);
}
