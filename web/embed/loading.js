// What elements in other people's pages fetch, each once: the scripts of a figure, the words, the picture that stands in for it.
import { font } from "./guest-styles.js";
import { at, elements, parts } from "./parts.js";

/** The one language of all elements of the page: of the first that is loaded. */
let language = "";

/** Which of our languages is meant, in whatever case and country. @param {string} lang */
export function spoken(lang) {
  const wanted = lang.toLowerCase();
  const among = (/** @type {string} */ each) => Object.keys(parts.languages).find((own) => own.toLowerCase() === each);
  return among(wanted) ?? among(wanted.split("-")[0]);
}

/** What an element is in, also from within a shadow tree. @param {Element} element @returns {string | null | undefined} */
function languageAround(element) {
  const found = element.closest("[lang]");
  if (found) return found.getAttribute("lang");
  const { host } = /** @type {ShadowRoot} */ (element.getRootNode());
  return host && languageAround(host);
}

/**
 * That of the element or of what is around it, where we speak it; English otherwise.
 * @param {Element} element
 */
export function agreedLanguage(element) {
  language ||= spoken(languageAround(element) || document.documentElement.lang) ?? "en";
  return language;
}

/** What was asked for; undefined where it did not come. @type {Map<string, Promise<any> | undefined>} */
const known = new Map();
let failures = 0;

/**
 * A fetch that failed is tried again by the next who asks.
 * @template T
 * @param {string} address relative to the script
 * @param {(address: string) => Promise<T>} fetching
 * @returns {Promise<T>}
 */
function once(address, fetching) {
  const begun = known.get(address) ?? fetching(at(address));
  known.set(address, begun);
  begun.catch(() => {
    known.set(address, undefined);
    failures += 1;
  });
  return begun;
}

/** Some browsers remember that a module did not come (engine/fetched.js): it is asked for under another address. @param {string} address */
function script(address) {
  const again = known.has(address) && !known.get(address) ? `?again=${failures}` : "";
  return once(address, (whole) => import(/* @vite-ignore */ whole + again));
}

/** @param {string} address */
async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

const text = async (/** @type {string} */ address) => (await fetched(address)).text();

/** Fetched as data, they need no permission of their own; where they do not come, the system has others. */
export function loadFonts() {
  const loading = Object.entries(parts.fonts).map(([weight, address]) =>
    once(address, async (whole) => {
      const face = new FontFace(font, await (await fetched(whole)).arrayBuffer(), { weight });
      document.fonts.add(await face.load());
    }).catch(() => {}),
  );
  return Promise.all(loading);
}

/** Defines the element of a figure or of exercises, once its words are there. @param {string} name */
export async function loadElement(name) {
  const { engine, words } = parts.languages[language];
  // They are for later, and whoever asks for them then says what is wrong with them, and asks again.
  for (const address of engine) import(/* @vite-ignore */ at(address)).catch(() => {});
  if (words !== undefined) await script(words);
  await script(elements[name]);
}

/** @param {string} address @returns {Promise<import("./still.js").Still>} */
export async function loadStill(address) {
  return JSON.parse(await once(address, text));
}

/** What exercises take, each of them some of it; figures say themselves what they take. @returns {Promise<string[]>} */
export async function loadSettings() {
  return JSON.parse(await once("exercise/settings.json", text));
}

/** The rules for what is still. @param {"figure" | "exercise"} kind */
export function loadRules(kind) {
  return once(`${kind}.css`, text);
}
