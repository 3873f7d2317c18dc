// The page's side of loadEngineInWorker: objects that look like the engine and its models, and call them across.
import * as Comlink from "comlink";

import { WhereaboutsError } from "./error.js";
import { notOurs } from "./handles.js";
import { interfaces, objectArguments } from "./interface.js";
import { described, plain, postable } from "./plain.js";
import { callbacksOf } from "./slices.js";
import { startWorker } from "./worker-start.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./load.js").Compiled} Compiled */
/** @typedef {import("./texts.js").Texts} Texts */
/** @typedef {import("./worker.js").Answer} Answer */
/** @typedef {import("./interface.js").Kind} Kind */
/** @import * as types from "./types.js" */

/** After an abort, a worker that says nothing for this long is ended. */
const silenceMilliseconds = 2000;

/**
 * @typedef {object} Pending
 * @property {(value: any) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {Record<string, Function | undefined>} callbacks
 * @property {number} holding how many of its callbacks it waits for
 */

export class WorkerEngine {
  #compiled;
  #texts;
  /** @type {import("./worker-start.js").Running | null} */
  #worker = null;
  /** @type {any} Comlink's view of the worker's Host */
  #host;
  #generation = 0;
  #nextCall = 1;
  #disposed = false;
  /** @type {Map<number, Pending>} */
  #pending = new Map();
  /** @type {Set<number>} aborted calls that have not settled */
  #aborting = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #silence;
  /** @type {Promise<void> | undefined} the worker's start; undefined: the next call starts one */
  #started;
  /** @type {WeakMap<object, { kind: Kind, object: number, generation: number }>} the objects given out */
  #remotes = new WeakMap();
  /** @type {(error: Error) => void} ends what waits for the start */
  #failStart = () => {};

  /**
   * @param {Compiled} compiled
   * @param {Texts} texts
   */
  constructor(compiled, texts) {
    this.#compiled = compiled;
    this.#texts = texts;
  }

  /**
   * @param {Compiled} compiled
   * @param {Texts} texts
   * @returns {Promise<types.Asynchronous<Engine>>}
   */
  static async start(compiled, texts) {
    const engine = new WorkerEngine(compiled, texts);
    await engine.#ready();
    const remote = engine.#object(0, "engine");
    // Ending the worker gives everything back, even where it is busy and would not listen.
    remote.dispose = async () => {
      engine.#disposed = true;
      engine.#end(() => texts.error("disposed", "engine_disposed"));
    };
    return /** @type {any} */ (remote);
  }

  /** A start that failed fails those who wait for it; it is tried again when somebody calls, never by itself. */
  #ready() {
    return (this.#started ??= this.#start().catch((error) => {
      this.#started = undefined;
      throw error;
    }));
  }

  async #start() {
    const worker = await startWorker().catch((error) => {
      throw this.#notStarted(described(error));
    });
    if (this.#disposed) {
      worker.end();
      throw this.#texts.error("disposed", "engine_disposed");
    }
    this.#worker = worker;
    this.#host = Comlink.wrap(worker.endpoint);
    let up = false;
    try {
      await new Promise((resolve, reject) => {
        this.#failStart = reject;
        worker.listen((data) => this.#hear(data));
        worker.onFailure((reason) => {
          if (!up) reject(this.#notStarted(reason));
          else if (worker === this.#worker) this.#restart();
        });
        const answered = (/** @type {Answer} */ answer) =>
          "error" in answer ? reject(this.#thrown(answer.error)) : resolve(undefined);
        this.#host.start(this.#compiled, this.#texts.parts).then(answered, reject);
      });
    } catch (error) {
      worker.end();
      throw error;
    }
    up = true;
    worker.hold(this.#pending.size > 0);
  }

  /** @param {string | undefined} reason */
  #notStarted(reason) {
    if (!reason) return this.#texts.error("unsupported", "no_worker_unsaid");
    return this.#texts.error("unsupported", "no_worker", { detail: reason });
  }

  /**
   * An object of the worker's, by its number.
   * @param {number} object
   * @param {Kind} kind
   * @returns {any}
   */
  #object(object, kind) {
    const generation = this.#generation;
    const { methods, properties } = interfaces[kind];
    /** @type {Record<string, Function>} */
    const remote = {};
    this.#remotes.set(remote, { kind, object, generation });
    const names = { ...Object.fromEntries(properties.map((name) => [name, []])), ...methods };
    for (const [name, parameters] of Object.entries(names))
      remote[name] = async (/** @type {unknown[]} */ ...args) =>
        this.#call(object, object === 0 ? null : generation, name, parameters, args);
    return remote;
  }

  /**
   * @param {number} object
   * @param {number | null} generation that of the worker which holds the object; null: any
   * @param {string} name
   * @param {string[]} parameters
   * @param {unknown[]} args
   * @returns {Promise<any>}
   */
  async #call(object, generation, name, parameters, args) {
    /** @type {import("./slices.js").Callbacks} */
    let callbacks = {};
    const check = () => {
      if (this.#disposed) throw this.#texts.error("disposed", "engine_disposed");
      if (generation !== null && generation !== this.#generation) throw this.#texts.error("disposed", "worker_ended");
      if (callbacks.signal?.aborted) throw this.#texts.error("aborted", "aborted");
    };
    check();
    const posted = parameters.map((parameter, i) => {
      if (objectArguments.includes(parameter)) return this.#number(args[i], /** @type {Kind} */ (parameter));
      if (parameter !== "options") return plain(args[i], parameter, this.#texts);
      const { rest, callbacks: found } = callbacksOf(args[i], this.#texts);
      callbacks = found;
      return postable(rest, this.#texts);
    });
    const { signal } = callbacks;
    check();
    await this.#ready();
    check(); // what happened while this waited has told only the calls that were under way
    const id = this.#nextCall++;
    const abort = () => this.#abort(id);
    signal?.addEventListener("abort", abort);
    try {
      return await new Promise((resolve, reject) => {
        this.#worker?.hold(true);
        this.#pending.set(id, {
          resolve,
          reject,
          callbacks: { onProgress: callbacks.onProgress, onToken: callbacks.onToken },
          holding: 0,
        });
        const wanted = Object.entries(callbacks)
          .filter(([, value]) => value !== undefined)
          .map(([key]) => key);
        this.#host
          .call({ id, object, name, args: posted, callbacks: wanted })
          .then((/** @type {Answer} */ answer) => this.#settle(id, answer), reject);
      });
    } finally {
      signal?.removeEventListener("abort", abort);
      this.#pending.delete(id);
      this.#aborting.delete(id);
      if (this.#aborting.size === 0) clearTimeout(this.#silence);
      if (this.#pending.size === 0) this.#worker?.hold(false);
    }
  }

  /**
   * The number of an object that is an argument.
   * @param {unknown} value
   * @param {Kind} kind also the argument's name
   */
  #number(value, kind) {
    const found = typeof value === "object" && value !== null ? this.#remotes.get(value) : undefined;
    if (found?.kind !== kind) throw notOurs(value, kind, this.#texts);
    if (found.generation !== this.#generation) throw this.#texts.error("disposed", "worker_ended");
    return found.object;
  }

  /**
   * @param {number} id
   * @param {Answer} answer
   */
  #settle(id, answer) {
    const pending = this.#pending.get(id);
    if ("error" in answer) pending?.reject(this.#thrown(answer.error));
    else if ("object" in answer) pending?.resolve(this.#object(answer.object, answer.kind));
    else pending?.resolve(answer.value);
  }

  /** @param {any} data a message from the worker: an event, or one of Comlink's */
  #hear(data) {
    if (this.#aborting.size > 0) this.#listenForSilence();
    const pending = this.#pending.get(data?.call);
    if (pending === undefined) return;
    // As without a worker: what a callback throws ends the work and is what the caller gets.
    const thrown = (/** @type {unknown} */ error) => {
      pending.reject(error);
      this.#host?.abort(data.call);
    };
    try {
      const given = pending.callbacks[data.callback]?.(data.value);
      if (typeof given?.then === "function") this.#holdFor(data.call, pending, given, thrown);
    } catch (error) {
      thrown(error);
    }
  }

  /**
   * The call waits for what its callback does, however many of its callbacks do something.
   * @param {number} id
   * @param {Pending} pending
   * @param {Promise<unknown>} given
   * @param {(error: unknown) => void} thrown
   */
  #holdFor(id, pending, given, thrown) {
    const host = this.#host;
    if (pending.holding++ === 0) host.hold(id);
    given.then(() => {
      if (--pending.holding === 0) host.go(id);
    }, thrown);
  }

  /** @param {number} id */
  #abort(id) {
    this.#aborting.add(id);
    this.#listenForSilence();
    this.#host.abort(id);
  }

  #listenForSilence() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#restart(), silenceMilliseconds);
  }

  /** The worker failed or says nothing: it is ended, and the next call starts another. */
  #restart() {
    this.#end((id) =>
      this.#aborting.has(id) ? this.#texts.error("aborted", "aborted") : this.#texts.error("disposed", "worker_ended"),
    );
  }

  /** @param {(id: number) => Error} why what each call under way is told */
  #end(why) {
    clearTimeout(this.#silence);
    this.#generation++;
    this.#started = undefined;
    this.#failStart(why(0));
    this.#worker?.end();
    this.#worker = null;
    for (const [id, pending] of this.#pending) pending.reject(why(id));
    this.#pending.clear();
    this.#aborting.clear();
  }

  /** @param {{ code: any, key: string, fields: any, message: string }} error */
  #thrown({ code, key, fields, message }) {
    return new WhereaboutsError(code, key, fields, message);
  }
}
