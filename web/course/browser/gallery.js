// The pages for instructors: the site's own address in the code, buttons that copy it, the dialog in which it is set up, and drawings.
import { isLocal } from "../../embed/offer/snippet.js";
import { fetched } from "../../engine/fetched.js";
import { drawWhenNear } from "./drawings.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main[data-site]"));
const site = new URL(main.dataset.site ?? "", document.baseURI).href;
/** @type {Record<string, string>} */
const words = JSON.parse(main.dataset.words ?? "{}");

/** What stands in the code for an address that nobody knew when the site was built. */
const example = "https://example.org/";

/** @param {Element} code */
async function copy(code) {
  const copied = await navigator.clipboard?.writeText(code.textContent ?? "").then(
    () => true,
    () => false,
  );
  if (!copied) getSelection()?.selectAllChildren(code);
  // What cannot be written may still be copied the older way.
  return copied || document.execCommand("copy");
}

if (isLocal(site)) {
  const notice = document.createElement("p");
  notice.className = "notice local";
  notice.textContent = words.local.replace("{site}", () => site);
  main.querySelector(".lead")?.after(notice);
}

for (const code of main.querySelectorAll(".snippet pre")) {
  code.innerHTML = code.innerHTML.replaceAll(example, () => escaped(site));
  const around = /** @type {Element} */ (code.parentElement);
  const [button, said] = [around.querySelector("button"), around.querySelector(".said")];
  button?.addEventListener("click", async () => {
    const done = await copy(code);
    for (const other of main.querySelectorAll(".said")) other.textContent = "";
    if (said) said.textContent = words[done ? "copied" : "by_hand"];
  });
  button?.removeAttribute("hidden");
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (main.querySelectorAll("button.offer"))) {
  button.addEventListener("click", async () => {
    const said = /** @type {Element} */ (button.nextElementSibling);
    said.textContent = "";
    try {
      const { openOffer } = await fetched(() => import("../../embed/offer/dialog.js"));
      await openOffer(JSON.parse(button.dataset.subject ?? ""), site);
    } catch (error) {
      said.textContent = words.failed.replace("{message}", () => error.message);
    }
  });
  button.removeAttribute("hidden");
}

drawWhenNear(main);

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
