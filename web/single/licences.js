// What every page in one file does beside its figures: shows the licences of what it carries.
import { part } from "./parts.js";

const licences = /** @type {HTMLDetailsElement} */ (document.querySelector("details.licences"));
licences.addEventListener(
  "toggle",
  async () => {
    const place = /** @type {HTMLElement} */ (licences.querySelector("pre"));
    place.textContent = new TextDecoder().decode(await part("licences.txt"));
  },
  { once: true },
);
