// The script of a figure, or of exercises, in one file: gives the element what the address asks for before it comes to life. The address of
// a file can ask too: where-rope-clocks.html?base=500.
import { readAddress } from "../embed/address.js";
import { speakToHost } from "../embed/conversation.js";
import { sayProblem } from "../embed/problem.js";
import "../course/browser/signs.js";
import "./licences.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
/** @type {import("../embed/address.js").About} */
const about = JSON.parse(/** @type {string} */ (main.dataset.about));
const element = /** @type {HTMLElement} */ (main.firstElementChild);
const theme = new URLSearchParams(location.search).get("theme");
const { attributes, problems } = readAddress(location.search, about);

if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
// Which exercise is for the address to say: without it there is a choice.
const choice = document.querySelector(".all-exercises");
if (choice !== null && !Object.hasOwn(attributes, "exercise")) {
  choice.removeAttribute("hidden");
  element.remove();
}
// A platform may show the file in a frame.
speakToHost(document.body);

for (const { key, fields } of problems) sayProblem(main, about, key, fields);
