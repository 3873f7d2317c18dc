// The one script of a page that stands in it as it is: opens the others and runs the page's own.
import { openScripts, scriptAddress } from "./parts.js";

try {
  await openScripts();
  await import(/* @vite-ignore */ scriptAddress("page.js"));
} catch (error) {
  const place = /** @type {HTMLElement} */ (document.getElementById("trouble"));
  // The page brings the sentence along: words are opened with the rest.
  place.textContent = (place.dataset.sentence ?? "").replace("{message}", () => /** @type {Error} */ (error).message);
  place.hidden = false;
}
