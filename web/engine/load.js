import { exceptions, relaxedSimd, simd } from "wasm-feature-detect";

import { addresses } from "./addresses.js";
import { fetched } from "./files.js";
import { described } from "./plain.js";
import { shipped } from "./shipped-models.js";

/** @typedef {import("./texts.js").Texts} Texts */
/** @typedef {import("./shipped-models.js").Shipped} Shipped */
/** @typedef {"relaxed-simd" | "simd" | "scalar"} Build */

/**
 * Everything needed to start the engine anywhere: it can be posted to a worker, where addresses relative to this file
 * would not be found, and where an opaque frame would fetch everything again.
 * @typedef {{ build: Build, checkpoints: boolean, glue: string, module: WebAssembly.Module, models: Shipped[] }} Compiled
 */

/** @type {Build[]} best first */
export const builds = /** @type {Build[]} */ (Object.keys(addresses));

/** By the address of their files. @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/**
 * Picks a build and compiles it, once per page.
 * @param {unknown} build "auto" or one of `builds`
 * @param {unknown} checkpoints whether it also reads real checkpoints, or is the smaller one for lessons
 * @param {Texts} texts
 * @returns {Promise<Compiled>}
 */
export async function compile(build, checkpoints, texts) {
  if (typeof checkpoints !== "boolean")
    throw texts.error("invalid_argument", "wrong_type", {
      argument: "checkpoints",
      got: typeof checkpoints,
      expected: "boolean",
    });
  const chosen = await choose(build, texts);
  const { glue, wasm } = await addressesOf(chosen, checkpoints, texts);
  let module = compiled.get(wasm);
  if (module === undefined) {
    module = fetchModule(wasm);
    compiled.set(wasm, module);
  }
  try {
    return { build: chosen, checkpoints, glue, module: await module, models: shipped };
  } catch (error) {
    compiled.delete(wasm); // the next try may find the network back
    throw texts.error("malformed_file", "not_loaded", { file: wasm, detail: described(error) });
  }
}

/**
 * @param {Build} build
 * @param {boolean} checkpoints
 * @param {Texts} texts
 * @returns {Promise<{ glue: string, wasm: string }>}
 */
async function addressesOf(build, checkpoints, texts) {
  if (!checkpoints) return addresses[build];
  const found = (await import("./checkpoint-addresses.js")).addresses[build];
  if (found === undefined) throw texts.error("unsupported", "checkpoints_left_out");
  return found;
}

/**
 * @param {unknown} build
 * @param {Texts} texts
 * @returns {Promise<Build>}
 */
async function choose(build, texts) {
  if (typeof build !== "string")
    throw texts.error("invalid_argument", "wrong_type", { argument: "build", got: typeof build, expected: "string" });
  const choices = ["auto", ...builds];
  if (!choices.includes(build))
    throw texts.error("invalid_argument", "unknown_choice", {
      argument: "build",
      got: build,
      choices: choices.join(", "),
    });
  // Every build catches C++ exceptions inside WebAssembly.
  const works = { scalar: await exceptions(), simd: await simd(), "relaxed-simd": await relaxedSimd() };
  if (!works.scalar) throw texts.error("unsupported", "browser_unsupported");
  // Where there is but one, what it lacks is said of that one.
  const asked = build === "auto" ? (builds.find((name) => works[name]) ?? builds[0]) : /** @type {Build} */ (build);
  if (!works[asked]) throw texts.error("unsupported", "build_unsupported", { build: asked });
  return asked;
}

/**
 * @param {string} address
 * @returns {Promise<WebAssembly.Module>}
 */
async function fetchModule(address) {
  const response = await fetched(address);
  if (response instanceof Uint8Array) return WebAssembly.compile(response);
  // Streaming needs the type application/wasm, which not every static host sends.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
