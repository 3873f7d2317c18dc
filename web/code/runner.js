// The page's side of the worker in which programs run. One that does not even stop when it is interrupted is ended with its worker,
// and the next program gets a new one.
import { timeLimit } from "./sandbox-limits.js";

/** @typedef {import("./sandbox.js").Request} Request */
/** @typedef {import("./sandbox.js").Outcome} Outcome */
/** @typedef {import("./sandbox.js").Failure} Failure */

/** How long after its limit a program is still waited for, in milliseconds. */
const patience = 1000;

export class Runner {
  /** @type {Worker | undefined} */
  #worker;
  #ready = false;
  #start;

  /** @param {() => Worker} start one that says when it is ready to hear */
  constructor(start) {
    this.#start = start;
  }

  /**
   * One program at a time: the page asks for the next one when it has the outcome.
   * @param {Request} request
   * @returns {Promise<Outcome>} never rejected
   */
  run(request) {
    return new Promise((resolve) => {
      /** @type {ReturnType<typeof setTimeout> | undefined} */
      let timer;
      const listening = new AbortController();
      const end = (/** @type {Outcome} */ outcome) => {
        clearTimeout(timer);
        listening.abort();
        resolve(outcome);
      };
      const failed = (/** @type {Failure["kind"]} */ kind, /** @type {string} */ message = "") => {
        this.#end();
        end({ outputs: [], failure: { kind, line: null, call: null, message }, printed: [] });
      };
      try {
        this.#worker ??= this.#start();
      } catch (error) {
        return failed("load", error.message);
      }
      const worker = this.#worker;
      const { signal } = listening;
      let started = false;
      const hear = (/** @type {MessageEvent} */ { data }) => {
        if (data.outcome) return end(data.outcome);
        if (data.failed !== undefined) return failed("load", data.failed);
        if (data.ready) {
          this.#ready = true;
          return worker.postMessage(request);
        }
        started = true;
        timer = setTimeout(() => failed("stopped"), timeLimit + patience);
      };
      worker.addEventListener("message", hear, { signal });
      worker.addEventListener("error", ({ message }) => failed(started ? "stopped" : "load", message), { signal });
      if (this.#ready) worker.postMessage(request);
    });
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#ready = false;
  }
}
