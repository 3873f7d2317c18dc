// The worker's side of loadEngineInWorker: an engine, and the objects that it has made, called by number. It is bundled into
// one file, because an opaque frame can start it only by a bare import, and gets everything else posted.
import * as Comlink from "comlink";
// @ts-expect-error: it comes without types
import nodeEndpoint from "comlink/dist/esm/node-adapter.mjs";

import { Engine } from "./engine.js";
import { WhereaboutsError } from "./error.js";
import { objectArguments, interfaces } from "./interface.js";
import { Model } from "./model.js";
import { described } from "./plain.js";
import { startSession } from "./start.js";
import { Task } from "./task.js";
import { Texts } from "./texts.js";
import { Tokenizer } from "./tokenizer.js";
import { Trainer } from "./trainer.js";

/** @typedef {import("./load.js").Compiled} Compiled */
/** @typedef {import("./interface.js").Kind} Kind */

/** What is not posted but kept here and called by its number. */
const kinds = /** @type {const} */ ([
  ["model", Model],
  ["trainer", Trainer],
  ["task", Task],
  ["tokenizer", Tokenizer],
]);

/**
 * A call in plain data: `callbacks` names the functions that the page wants called and says whether it may abort.
 * @typedef {{ id: number, object: number, name: string, args: any[], callbacks: string[] }} Call
 */

/** @typedef {{ value: any } | { object: number, kind: Kind } | { error: { code: any, key: string, fields: any, message: string } }} Answer */

class Host {
  /** @type {Map<number, { kind: Kind, target: any }>} 0 is the engine */
  #objects = new Map();
  /** @type {WeakMap<object, number>} so that one which comes out twice keeps its number */
  #numbers = new WeakMap();
  #nextObject = 1;
  /** @type {Map<number, AbortController>} calls that are running, by their id */
  #running = new Map();

  /** Calls that wait for what their callback does in the page. @type {Map<number, { promise: Promise<void>, go: () => void }>} */
  #held = new Map();

  /** @param {(event: { call: number, callback: string, value: any }) => void} notify */
  constructor(notify) {
    this.notify = notify;
  }

  /**
   * @param {Compiled} compiled
   * @param {ConstructorParameters<typeof Texts>} texts
   * @returns {Promise<Answer>}
   */
  async start(compiled, texts) {
    try {
      const spoken = new Texts(...texts);
      const target = new Engine(await startSession(compiled, spoken), spoken, compiled);
      this.#objects.set(0, { kind: "engine", target });
      return { value: null };
    } catch (error) {
      return { error: inParts(error) };
    }
  }

  /**
   * @param {Call} call
   * @returns {Promise<Answer>}
   */
  async call({ id, object, name, args, callbacks }) {
    try {
      const { kind, target } = /** @type {{ kind: Kind, target: any }} */ (this.#objects.get(object));
      const given = this.#arguments(kind, name, args);
      const controller = new AbortController();
      this.#running.set(id, controller);
      for (const callback of callbacks) {
        const options = (given[given.length - 1] ??= {});
        options[callback] =
          callback === "signal"
            ? controller.signal
            : (/** @type {any} */ value) => {
                this.notify({ call: id, callback, value });
                return this.#held.get(id)?.promise;
              };
      }
      const member = target[name];
      const value = await (typeof member === "function" ? member.apply(target, given) : member);
      return this.#answer(value);
    } catch (error) {
      return { error: inParts(error) };
    } finally {
      this.#running.delete(id);
      this.#held.delete(id);
    }
  }

  /**
   * The arguments with every object in the place of its number.
   * @param {Kind} kind
   * @param {string} name
   * @param {any[]} args
   */
  #arguments(kind, name, args) {
    const names = interfaces[kind].methods[name] ?? [];
    return args.map((value, i) => (objectArguments.includes(names[i]) ? this.#objects.get(value)?.target : value));
  }

  /**
   * @param {any} value
   * @returns {Answer}
   */
  #answer(value) {
    const kind = kinds.find(([, Class]) => value instanceof Class)?.[0];
    if (kind === undefined) return Comlink.transfer({ value }, buffersOf(value));
    const object = this.#numbers.get(value) ?? this.#nextObject++;
    this.#numbers.set(value, object);
    this.#objects.set(object, { kind, target: value });
    return { object, kind };
  }

  /** @param {number} id of a call */
  abort(id) {
    this.#running.get(id)?.abort();
  }

  /**
   * From its next slice on, the call waits until `go`.
   * @param {number} id
   */
  hold(id) {
    if (!this.#running.has(id)) return;
    let go = () => {};
    const promise = /** @type {Promise<void>} */ (new Promise((resolve) => (go = resolve)));
    this.#held.set(id, { promise, go });
  }

  /** @param {number} id */
  go(id) {
    this.#held.get(id)?.go();
    this.#held.delete(id);
  }
}

/**
 * An error as it can be posted: classes do not cross.
 * @param {unknown} error
 */
function inParts(error) {
  if (error instanceof WhereaboutsError)
    return { code: error.code, key: error.key, fields: error.fields, message: error.message };
  return { code: "unsupported", key: "internal", fields: { detail: described(error) }, message: described(error) };
}

/**
 * The buffers of all typed arrays in a result: its copies belong to nobody else, so they move instead of being copied.
 * @param {any} value
 * @returns {ArrayBuffer[]}
 */
function buffersOf(value) {
  if (ArrayBuffer.isView(value)) return [/** @type {ArrayBuffer} */ (value.buffer)];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(buffersOf);
}

async function main() {
  if (typeof process !== "undefined" && process.versions?.node) {
    const threads = "node:worker_threads"; // a name that bundlers for the browser leave alone
    const { parentPort } = await import(/* @vite-ignore */ threads);
    Comlink.expose(new Host((event) => parentPort.postMessage(event)), nodeEndpoint(parentPort));
    parentPort.postMessage("up");
  } else {
    Comlink.expose(new Host((event) => self.postMessage(event)), /** @type {any} */ (self));
    // Messages sent while a blob worker was still importing this file are lost: the page waits for this one.
    self.postMessage("up");
  }
}

main();
