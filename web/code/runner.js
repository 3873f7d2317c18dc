// The page's side of the worker in which programs run. One that does not even stop when it is interrupted is ended with its worker,
// and so is a worker that does not start; the next program gets a new one.
import { patience, startLimit, timeLimit } from "./sandbox-limits.js";

/** @typedef {import("./sandbox.js").Request} Request */
/** @typedef {import("./sandbox.js").Outcome} Outcome */
/** @typedef {import("./sandbox.js").Failure} Failure */

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
      /** @type {number | null} */
      let call = null;
      const listening = new AbortController();
      const end = (/** @type {Outcome} */ outcome) => {
        clearTimeout(timer);
        listening.abort();
        resolve(outcome);
      };
      const failed = (/** @type {Failure["kind"]} */ kind, /** @type {string} */ message = "") => {
        this.#end();
        end({ outputs: [], failure: { kind, line: null, call, message }, printed: [] });
      };
      const giveUp = (/** @type {Failure["kind"]} */ kind, /** @type {number} */ limit) => {
        clearTimeout(timer);
        timer = setTimeout(() => failed(kind), limit);
      };
      try {
        this.#worker ??= this.#start();
      } catch (error) {
        return failed("load", error.message);
      }
      const worker = this.#worker;
      const { signal } = listening;
      let started = false;
      const send = () => {
        giveUp("slow", startLimit);
        worker.postMessage(request);
      };
      const hear = (/** @type {MessageEvent} */ { data }) => {
        if (data.outcome) return end(data.outcome);
        if (data.failed !== undefined) return failed("load", data.failed);
        if (data.call !== undefined) return (call = data.call);
        if (data.ready) {
          this.#ready = true;
          return send();
        }
        started = true;
        giveUp("stopped", timeLimit + patience);
      };
      worker.addEventListener("message", hear, { signal });
      worker.addEventListener("error", ({ message }) => failed(started ? "stopped" : "load", message), { signal });
      if (this.#ready) send();
      else giveUp("slow", startLimit);
    });
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#ready = false;
  }
}
