// The package "whereabouts": what a page, a worker or a Node program imports.
import { Engine } from "./engine.js";
import { compile, startSession } from "./load.js";
import { Texts } from "./texts.js";

export { WhereaboutsError } from "./error.js";

/**
 * Loads the engine.
 * @param {object} [options]
 * @param {"auto" | "relaxed-simd" | "simd" | "scalar"} [options.build] "auto" picks the fastest that this browser runs;
 *   any other that it cannot run is `"unsupported"`
 * @param {string} [options.lang] the language of titles, explanations and messages, "en"; English where it is not there
 * @returns {Promise<Engine>}
 */
export async function loadEngine({ build = "auto", lang = "en" } = {}) {
  const texts = await Texts.load(lang);
  const compiled = await compile(build, texts);
  return new Engine(await startSession(compiled, texts), texts, compiled.build);
}
