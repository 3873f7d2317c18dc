// One engine for all elements of a page: it is loaded when the first element asks for it, and speaks the language that they speak.
import { fetched } from "../engine/fetched.js";
import { turn } from "./turns.js";
import { languageHere } from "./words.js";

/** @type {Promise<any> | undefined} */
let engine;

const part = () => fetched(() => import("../engine/index.js"));

const load = async () => (await part()).loadEngine({ lang: languageHere(), checkpoints: false });

/**
 * The page's engine. A failed load is tried again by the next element that asks.
 * @param {Element} [element] that is to come alive with it, and waits for its turn among the others
 */
export async function sharedEngine(element) {
  engine ??= load().catch((error) => {
    engine = undefined;
    throw error;
  });
  const loaded = await engine;
  if (element !== undefined) await turn(element);
  return loaded;
}

/**
 * An engine in a worker of its own: what it holds may be gigabytes, and ends with it.
 * @param {boolean} checkpoints whether it is the one that reads real checkpoints, where there are two
 * @returns {Promise<any>}
 */
export async function workerEngine(checkpoints) {
  const { loadEngineInWorker } = await part();
  return loadEngineInWorker(/** @type {any} */ ({ lang: languageHere(), checkpoints }));
}
