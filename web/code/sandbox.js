// A learner's program, run in an interpreter of its own: QuickJS, compiled to WebAssembly. It sees neither page nor network,
// gets 32 MB of memory and two seconds, and whatever it does ends in an outcome. Without a document: the same in Node and in a worker.
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant } from "quickjs-emscripten-core";

import { prelude } from "./prelude.js";
import { memoryLimit, timeLimit } from "./sandbox-limits.js";

/** Bytes of the interpreter's own stack: some 700 calls deep, before the stack of the browser itself ends. */
const stackLimit = 128 * 1024;

const file = "program.js";

/**
 * @typedef {object} Request
 * @property {string} program
 * @property {string} name of the function that it defines
 * @property {any[][]} calls the arguments of each call, plain data
 */

/**
 * Why a run ended early. "missing": there is no such function; "time", "memory" and "stack": a limit; "syntax" and "thrown" come
 * with what the interpreter says; "load" and "slow": there was no interpreter; "stopped": it did not answer any more.
 * @typedef {object} Failure
 * @property {"syntax" | "thrown" | "time" | "memory" | "stack" | "missing" | "load" | "slow" | "stopped"} kind
 * @property {number | null} line of the program, from 1; of "time" the line where the function begins that was running
 * @property {number | null} call which of the calls was under way
 * @property {string} [message]
 */

/**
 * @typedef {object} Outcome
 * @property {any[]} outputs what the calls returned: numbers and lists of them; everything else as { is, text? }
 * @property {Failure | null} failure of the call after these outputs, or of the program before all calls
 * @property {string[]} printed what it wrote to the console
 */

/** What was thrown and has neither name nor message, as a program would write it. @param {unknown} value */
function asWritten(value) {
  return typeof value === "object" || value === "" ? JSON.stringify(value) : String(value);
}

export class Sandbox {
  /** @type {import("quickjs-emscripten-core").QuickJSWASMModule | undefined} */
  #quickjs;
  #limit;

  /** @param {number} [limit] milliseconds for a program and all its calls together */
  constructor(limit = timeLimit) {
    this.#limit = limit;
  }

  /** Fetches and compiles the interpreter. After a run that broke it, it must be loaded anew. */
  async load() {
    this.#quickjs ??= await newQuickJSWASMModuleFromVariant(/** @type {any} */ (variant));
  }

  /**
   * @param {Request} request
   * @param {(call: number) => void} [begins] hears of each call before it is made: of the last one too, where nothing else is heard any more
   * @returns {Promise<Outcome>}
   */
  async run(request, begins = () => {}) {
    await this.load();
    const run = new Run(/** @type {any} */ (this.#quickjs), request, begins, this.#limit);
    try {
      const outcome = run.outcome();
      run.dispose();
      return outcome;
    } catch (error) {
      // Not the program but the interpreter failed, and it cannot be used again: mostly the browser's own stack has ended.
      this.#quickjs = undefined;
      const kind = error instanceof RangeError ? "stack" : "stopped";
      return { outputs: run.outputs, failure: { kind, line: null, call: run.call }, printed: [] };
    }
  }
}

/** One program in a fresh context. */
class Run {
  #runtime;
  #context;
  #request;
  #begins;
  #end;
  /** @type {any[]} */
  outputs = [];
  /** @type {number | null} */
  call = null;

  /**
   * @param {import("quickjs-emscripten-core").QuickJSWASMModule} quickjs
   * @param {Request} request
   * @param {(call: number) => void} begins
   * @param {number} limit
   */
  constructor(quickjs, request, begins, limit) {
    this.#request = request;
    this.#begins = begins;
    this.#end = performance.now() + limit;
    this.#runtime = quickjs.newRuntime();
    this.#runtime.setMemoryLimit(memoryLimit);
    this.#runtime.setMaxStackSize(stackLimit);
    this.#runtime.setInterruptHandler(() => performance.now() > this.#end);
    this.#context = this.#runtime.newContext();
  }

  /** @returns {Outcome} */
  outcome() {
    const inside = this.#evaluate(prelude, "prelude.js");
    if (inside.error) throw new Error("the prelude failed");
    const failure = this.#calls(inside.value);
    const printed = this.#printed(inside.value);
    inside.value.dispose();
    return { outputs: this.outputs, failure, printed };
  }

  /** @param {any} inside what the prelude gives @returns {Failure | null} */
  #calls(inside) {
    const { program, name, calls } = this.#request;
    const defined = this.#evaluate(program, file);
    if (defined.error) return this.#failure(defined.error);
    defined.value.dispose();
    const found = this.#evaluate(`typeof ${name} === "function" ? ${name} : undefined`, "name.js");
    // A name whose declaration was never reached cannot be read.
    if (found.error) return this.#failure(found.error);
    if (this.#context.typeof(found.value) !== "function") {
      found.value.dispose();
      return { kind: "missing", line: null, call: null };
    }
    const call = this.#context.getProp(inside, "call");
    /** @type {Failure | null} */
    let failure = null;
    for (const [index, given] of calls.entries()) {
      this.call = index;
      this.#begins(index);
      const text = this.#context.newString(JSON.stringify(given));
      const result = this.#context.callFunction(call, this.#context.undefined, found.value, text);
      text.dispose();
      if (result.error) {
        failure = this.#failure(result.error);
        break;
      }
      this.outputs.push(JSON.parse(this.#context.getString(result.value)));
      result.value.dispose();
    }
    call.dispose();
    found.value.dispose();
    return failure;
  }

  /** @param {string} code @param {string} name */
  #evaluate(code, name) {
    return this.#context.evalCode(code, name, { type: "global", strict: true });
  }

  /** @param {any} error a handle, disposed of here @returns {Failure} */
  #failure(error) {
    const ended = performance.now() > this.#end;
    this.#end = performance.now() + 200; // reading an error may run the program's own getters
    const read = (/** @type {string} */ name) => {
      const part = this.#context.getProp(error, name);
      const text = this.#context.typeof(part) === "string" ? this.#context.getString(part) : "";
      part.dispose();
      return text;
    };
    const isObject = this.#context.typeof(error) === "object";
    const [name, message, stack] = isObject ? [read("name"), read("message"), read("stack")] : ["", "", ""];
    const thrown = [name, message].filter(Boolean).join(": ") || asWritten(this.#context.dump(error));
    error.dispose();
    const [, line] = new RegExp(`\\b${file}:(\\d+)`).exec(stack) ?? [];
    const where = { line: line === undefined ? null : Number(line), call: this.call };
    if (ended && name === "InternalError" && message === "interrupted") return { kind: "time", ...where };
    if (message === "stack overflow") return { kind: "stack", ...where };
    if (name === "InternalError" && /^(out of memory|string too long)$/.test(message))
      return { kind: "memory", ...where };
    const kind = name === "SyntaxError" && this.call === null ? "syntax" : "thrown";
    return { kind, ...where, message: thrown.slice(0, 300) };
  }

  /** @param {any} inside @returns {string[]} */
  #printed(inside) {
    this.#end = performance.now() + 200;
    const print = this.#context.getProp(inside, "printed");
    const result = this.#context.callFunction(print, this.#context.undefined);
    print.dispose();
    if (result.error) {
      result.error.dispose(); // no memory left for it
      return [];
    }
    const lines = JSON.parse(this.#context.getString(result.value));
    result.value.dispose();
    return lines;
  }

  dispose() {
    this.#context.dispose();
    this.#runtime.dispose();
  }
}
