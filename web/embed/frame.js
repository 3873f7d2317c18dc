// The script of a frame page: gives the element what the address asks for, then brings it to life.
import { readAddress } from "./address.js";
import { speakToHost } from "./conversation.js";
import { sayProblem } from "./problem.js";
import { giveUp, isFinal, suit } from "./still.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
/** @type {import("./address.js").About} */
const about = JSON.parse(/** @type {string} */ (main.dataset.about));
const element = /** @type {HTMLElement} */ (main.firstElementChild);
const { attributes, language, problems } = readAddress(location.search, about);

for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
if (about.written) suit(element, { ...about, written: about.written }, attributes);
speakToHost(document.body);

element.addEventListener("where-error", (/** @type {any} */ { detail }) => {
  if (isFinal(detail)) giveUp(element);
});

const say = sayProblem.bind(null, main, about);

for (const { key, fields } of problems) say(key, fields);

const from = document.querySelector("footer a");
const exercise = Object.hasOwn(about.exercises ?? {}, attributes.exercise)
  ? about.exercises?.[attributes.exercise]
  : undefined;
if (from && exercise) {
  from.textContent = exercise.lesson;
  from.setAttribute("href", exercise.address);
}
if (exercise) showQuestion(`posters/${attributes.exercise}.json`);
// A sandboxed frame opens no other window: the link would do nothing.
if (self.origin === "null") from?.remove();

/** The question, or its room, until the exercise is live; it can do without. @param {string} address */
async function showQuestion(address) {
  const response = await fetch(address).catch(() => undefined);
  if (!response?.ok) return;
  /** @type {import("./still.js").Still} */
  const still = await response.json();
  if (!element.querySelector(".waiting")) return;
  element.insertAdjacentHTML("afterbegin", still.markup);
  suit(element, still, attributes);
}

/** @param {string} address relative to the page */
const load = (address) => import(/* @vite-ignore */ new URL(address, document.baseURI).href);

document.documentElement.lang = language;
// What is passed here is noted as in a lesson; the exercise needs not wait for it, nor go without what can be had.
if (about.exercises) import("../course/browser/signs.js").catch(({ message }) => say("unnoted", { message }));
try {
  // The words are there before the element looks for them.
  if (language !== "en") await load(about.languages[language]);
  await load(about.script);
} catch (error) {
  giveUp(element);
  say("unloaded", { message: /** @type {Error} */ (error).message });
  // Nothing can have been typed yet, so that all is asked for once more.
  const again = document.createElement("button");
  again.type = "button";
  again.textContent = about.sentences.try_again;
  again.addEventListener("click", () => location.reload());
  main.append(again);
}
