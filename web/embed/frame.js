// The script of a frame page: gives the element what the address asks for, then brings it to life.
import { filled } from "../engine/sentences.js";
import { readAddress } from "./address.js";
import { speakToHost } from "./conversation.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
/** @type {import("./address.js").About} */
const about = JSON.parse(/** @type {string} */ (main.dataset.about));
const element = /** @type {HTMLElement} */ (main.firstElementChild);
const { attributes, language, problems } = readAddress(location.search, about);

for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
speakToHost(document.body);
for (const { key, fields } of problems) {
  const line = document.createElement("p");
  line.className = "problem";
  line.setAttribute("role", "alert");
  line.textContent = filled(about.sentences[key], fields, (_, placeholder) => placeholder);
  main.append(line);
  const detail = { name: about.name, message: line.textContent };
  element.dispatchEvent(new CustomEvent("where-error", { detail, bubbles: true, composed: true }));
}

const from = document.querySelector("footer a");
const exercise = about.exercises?.[attributes.exercise];
if (from && exercise) {
  from.textContent = exercise.lesson;
  from.setAttribute("href", exercise.address);
}
// A sandboxed frame opens no other window: the link would do nothing.
if (self.origin === "null") from?.remove();

/** @param {string} address relative to the page */
const load = (address) => import(/* @vite-ignore */ new URL(address, document.baseURI).href);

document.documentElement.lang = language;
// The words are there before the element looks for them. What is passed here is noted as in a lesson.
if (language !== "en") await load(about.languages[language]);
if (about.exercises) await import("../course/browser/signs.js");
await load(about.script);
