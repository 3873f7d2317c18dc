// The worker's side of loadEngineInWorker: an engine, and the objects that it has made, called by number. It is bundled into
// one file, because an opaque frame can start it only by a bare import, and gets everything else posted.
import * as Comlink from "comlink";
// @ts-expect-error: it comes without types
import nodeEndpoint from "comlink/dist/esm/node-adapter.mjs";

import { Engine } from "./engine.js";
import { WhereaboutsError } from "./error.js";
import { Model } from "./model.js";
import { described } from "./plain.js";
import { startSession } from "./start.js";
import { Texts } from "./texts.js";

/** @typedef {import("./load.js").Compiled} Compiled */

/**
 * A call in plain data: `callbacks` names the functions that the page wants called and says whether it may abort.
 * @typedef {{ id: number, object: number, name: string, args: any[], callbacks: string[] }} Call
 */

/** @typedef {{ value: any } | { object: number } | { error: { code: any, key: string, fields: any, message: string } }} Answer */

export class Host {
  /** @type {Map<number, any>} 0 is the engine */
  #objects = new Map();
  #nextObject = 1;
  /** @type {Map<number, AbortController>} calls that are running, by their id */
  #running = new Map();

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
      this.#objects.set(0, new Engine(await startSession(compiled, spoken), spoken, compiled.build));
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
      const target = this.#objects.get(object);
      const controller = new AbortController();
      this.#running.set(id, controller);
      for (const callback of callbacks) {
        const options = (args[args.length - 1] ??= {});
        options[callback] =
          callback === "signal"
            ? controller.signal
            : (/** @type {any} */ value) => this.notify({ call: id, callback, value });
      }
      const member = target[name];
      const value = await (typeof member === "function" ? member.apply(target, args) : member);
      if (!(value instanceof Model)) return Comlink.transfer({ value }, buffersOf(value));
      this.#objects.set(this.#nextObject, value);
      return { object: this.#nextObject++ };
    } catch (error) {
      return { error: inParts(error) };
    } finally {
      this.#running.delete(id);
    }
  }

  /** @param {number} id of a call */
  abort(id) {
    this.#running.get(id)?.abort();
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
