// What a page in one file carries beside its text: each part compressed by gzip and written as text, in a script element that is not
// run. A worker cannot see the page, nor, opened from disk, fetch anything from it: it gets the parts that it needs in its own text.

import { decode } from "./base85.js";

/** The name under which a worker's text holds its parts, and a page the scripts that were opened first. */
const [partsHere, scriptsHere] = ["whereaboutsParts", "whereaboutsScripts"];

/** The sentences for what may be wrong with the file: in the page, and in the text of a worker. */
const reasonsHere = "whereaboutsReasons";

function reasons() {
  const written = globalThis.document?.getElementById("trouble")?.dataset.reasons;
  return /** @type {any} */ (globalThis)[reasonsHere] ?? JSON.parse(written ?? "{}");
}

/** @param {"cut" | "absent"} reason @param {string} name of the part @param {ErrorOptions} [options] */
function problem(reason, name, options) {
  return new Error(
    (reasons()[reason] ?? reason).replace("{name}", () => name),
    options,
  );
}

/** @param {string} name */
function written(name) {
  const given = /** @type {any} */ (globalThis)[partsHere]?.[name];
  const text = given ?? globalThis.document?.querySelector(`script[data-part="${name}"]`)?.textContent;
  if (typeof text !== "string") throw problem("absent", name);
  return text;
}

/**
 * @param {string} name
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function part(name) {
  const text = written(name);
  try {
    // Not by a Blob: WebKit reads none in a worker of a page that was opened from disk.
    const { body } = /** @type {{ body: ReadableStream<Uint8Array<ArrayBuffer>> }} */ (new Response(decode(text)));
    const opened = body.pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(opened).arrayBuffer());
  } catch (error) {
    // Too few characters, or bytes that were never compressed so; a browser that cannot open them at all says so itself.
    throw error instanceof RangeError || error instanceof TypeError ? problem("cut", name, { cause: error }) : error;
  }
}

/** Opens all scripts of the page, so that workers can be started at once later. */
export async function openScripts() {
  const names = [...document.querySelectorAll("script[data-part$='.js']")].map((each) =>
    each.getAttribute("data-part"),
  );
  const texts = await Promise.all(
    names.map(async (name) => [name, new TextDecoder().decode(await part(/** @type {string} */ (name)))]),
  );
  Object.assign(globalThis, { [scriptsHere]: Object.fromEntries(texts) });
}

/** The address of a script of this page. @param {string} name @param {string} [before] what stands before its text */
export function scriptAddress(name, before = "") {
  const text = /** @type {any} */ (globalThis)[scriptsHere]?.[name];
  if (text === undefined) throw problem("absent", name);
  return URL.createObjectURL(new Blob([before, text], { type: "text/javascript" }));
}

/**
 * A classic worker: Chromium refuses module workers from blobs in a page that was opened from disk.
 * @param {string} name of its script
 * @param {string[]} needed parts that it opens itself
 * @returns {Worker}
 */
export function startWorker(name, needed) {
  const parts = Object.fromEntries(needed.map((each) => [each, written(each)]));
  const given = { [partsHere]: parts, [reasonsHere]: reasons() };
  const address = scriptAddress(name, `Object.assign(self, ${JSON.stringify(given)});\n`);
  try {
    return new Worker(address);
  } finally {
    setTimeout(() => URL.revokeObjectURL(address), 10_000); // not before the worker has read it
  }
}

/** The names of the parts that there are, of one kind. @param {string} ending of their names */
export function partNames(ending) {
  const places = [...document.querySelectorAll(`script[data-part$="${ending}"]`)];
  return places.map((each) => /** @type {string} */ (each.getAttribute("data-part")));
}
