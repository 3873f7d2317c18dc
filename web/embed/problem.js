// What the address of a frame or of a page in one file gets wrong is said there, and to the page around.
import { askedInstance } from "../elements/exercise-seed.js";
import { filled } from "../engine/sentences.js";

/**
 * Says what is wrong, below the element and by an event.
 * @param {HTMLElement} main where the element stands
 * @param {import("./address.js").About} about
 * @param {string} key of the sentence
 * @param {Record<string, string>} fields of it; a name is that of a setting
 */
export function sayProblem(main, { name, sentences }, key, fields) {
  const line = document.createElement("p");
  line.className = "problem";
  line.setAttribute("role", "alert");
  line.textContent = filled(sentences[key], fields, (_, placeholder) => placeholder);
  main.append(line);
  const setting = fields.name === undefined ? {} : { setting: fields.name };
  const element = main.querySelector("where-exercise");
  const of = element && askedInstance((name) => element.getAttribute(name));
  const detail = { name, ...of, ...setting, message: line.textContent };
  line.dispatchEvent(new CustomEvent("where-error", { detail, bubbles: true, composed: true }));
}
