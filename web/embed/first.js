// Stands in every frame page and runs before anything of it is fetched: the page's policy for the very site that it comes from, the theme
// that the address asks for, and what is to be said where the frame's own script, or a part of it, does not come.
import { askedInstance } from "../elements/exercise-seed.js";
import { narrowed } from "./frame-policy.js";

const wide = /** @type {HTMLMetaElement} */ (document.querySelector("meta[http-equiv]"));
const narrow = /** @type {HTMLMetaElement} */ (wide.cloneNode());
narrow.content = narrowed(wide.content, location.origin);
wide.after(narrow);

const asked = new URLSearchParams(location.search);
const theme = asked.get("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

function failed(/** @type {Event} */ { target }) {
  const main = document.querySelector("main");
  if (main === null || !(target instanceof HTMLScriptElement) || target.type !== "module") return;
  const { name, sentences } = JSON.parse(main.dataset.about ?? "");
  main.querySelector(".waiting")?.remove();
  const line = document.createElement("p");
  line.className = "problem";
  line.setAttribute("role", "alert");
  line.textContent = sentences.unloaded.replace("{message}", () => target.src);
  const again = document.createElement("button");
  again.type = "button";
  again.textContent = sentences.try_again;
  again.addEventListener("click", () => location.reload());
  main.append(line, again);
  // What speaks with the page around has not come either.
  const of = name === "exercise" && askedInstance((written) => asked.get(written));
  const detail = { name, ...of, message: line.textContent };
  if (parent !== window) parent.postMessage({ context: "whereabouts", type: "where-error", detail }, "*");
}
addEventListener("error", failed, true);
